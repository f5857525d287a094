#!/bin/sh
# Compares weft's reflection, parts and stripping with Microsoft's d3dcompiler_47.dll, run by Wine: a developer's
# tool, no test needs it.
#   compare.sh BUILD DLL FILE.dxbc ...     BUILD: a build folder of weft; DLL: the path of d3dcompiler_47.dll
# Needs wine, x86_64-w64-mingw32-gcc and python3. Known difference: shaders with debug instructions, whose digest
# is of another kind when stripped. compare.py says what it leaves out.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
dll=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source="$here/describe.c $here/../../runtime/cli/reflection_json.c"
x86_64-w64-mingw32-gcc -std=gnu11 -O1 -Wall -I"$here/../../runtime/cli" $source -o "$work/describe.exe"
cc -std=gnu11 -O1 -Wall -I"$here/../../runtime/cli" -isystem "$build/include/weft" $source -L"$build/lib" -lweft \
    -Wl,-rpath,"$build/lib" -o "$work/describe"
for file; do realpath "$file"; done >"$work/files"
WINEDEBUG=-all wine "$work/describe.exe" "Z:$(realpath "$dll")" <"$work/files" | tr -d '\r' >"$work/theirs"
"$work/describe" <"$work/files" >"$work/ours"
python3 "$here/compare.py" "$work/theirs" "$work/ours"
