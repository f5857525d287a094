#!/bin/sh
# layout.sh: facts.c holds and the table of layouts builds and runs. layout.sh mingw: the whole table also
# holds for the Windows compiler with its own base types.
set -eu
here=$WEFT_SOURCE/tests/headers
work=$WORK/layout${1:-}
mkdir -p "$work"
native="$CC -std=gnu11 -Wall -Wextra -Werror -Wno-unused-const-variable -isystem $WEFT_INCLUDE"

if [ "${1:-}" != mingw ]; then
    $native -fsyntax-only "$here/facts.c"
elif [ "$MINGW_CC" = none ]; then
    echo "skipped: no x86_64-w64-mingw32-gcc"
    exit 77
fi

cd "$WEFT_INCLUDE"
# Structures that others contain come first, so that a WCHAR array inside is known to be there.
awk -f "$here/layout.awk" winerror.h dxgicommon.h dxgiformat.h dxgitype.h dxgi.h d3dcommon.h d3d10.h \
    d3d10_1.h d3d10sdklayers.h d3d10shader.h d3d10_1shader.h d3d10effect.h d3d11.h d3d11_[1-4].h d3d11sdklayers.h \
    d3d11shader.h d3d12shader.h d3dcompiler.h dxgi1_[2-6].h dxgidebug.h >"$work/table.inc"
$native -Wno-type-limits -DTABLE="\"$work/table.inc\"" "$here/layout.c" "$WEFT_SOURCE/runtime/iids.c" \
    -o "$work/layout"
"$work/layout" >"$work/assertions.inc"
count=$(grep -c _Static_assert "$work/assertions.inc")
echo "$count layouts, values and words of GUIDs"
[ "$count" -gt 8000 ]
[ "${1:-}" = mingw ] || exit 0
"$MINGW_CC" -std=gnu11 -isystem "$MINGW_INCLUDE" -fsyntax-only -DASSERTIONS="\"$work/assertions.inc\"" \
    "$here/layout.c"
