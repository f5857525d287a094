#!/bin/sh
# Every public header compiles alone: alone.sh c, alone.sh cxx. Our own ones without a warning.
set -u
own="debugapi.h guiddef.h initguid.h sal.h synchapi.h unknwn.h windef.h windows.h winerror.h"
failed=0

# Includes a header. Two of mingw's need d3d10.h before them, on Windows as well.
include() {
    case $1 in d3d10shader.h | d3d10_1shader.h) echo "#include <d3d10.h>" ;; esac
    echo "#include <$1>"
    echo "extern int not_empty;"
}

# compile COMPILER FLAGS... : what stdin includes
compile() {
    "$@" -fsyntax-only - 2>"$WORK/alone_$language.log" && return
    failed=1
    echo "failed: $*"
    grep -m 3 error "$WORK/alone_$language.log"
}

language=$1
case $language in
c)
    for header in $(cd "$WEFT_INCLUDE" && ls -- *.h); do
        case $header in wrl.h) continue ;; esac
        include "$header" | compile "$CC" -x c -std=c11 -isystem "$WEFT_INCLUDE"
        case $header in d3d* | dxgi*)
            include "$header" | compile "$CC" -x c -std=c11 -isystem "$WEFT_INCLUDE" -DCOBJMACROS ;;
        esac
    done
    for macros in -DCONST_VTABLE "-DCOBJMACROS -DWIDL_C_INLINE_WRAPPERS" -DUNICODE; do
        (cd "$WEFT_INCLUDE" && ls -- *.h) | grep -v -e wrl -e initguid | sed 's/.*/#include <&>/' |
            compile "$CC" -x c -std=c11 $macros -isystem "$WEFT_INCLUDE"
    done
    for header in $own; do
        include "$header" | compile "$CC" -x c -std=c11 -I "$WEFT_INCLUDE" -Wall -Wextra -Wpedantic -Werror
    done
    ;;
cxx)
    [ "$CXX" = none ] && { echo "skipped: no C++ compiler"; exit 77; }
    for header in $(cd "$WEFT_INCLUDE" && ls -- *.h wrl/*.h); do
        include "$header" | compile "$CXX" -x c++ -std=c++11 -isystem "$WEFT_INCLUDE"
    done
    for macros in -std=c++14 -std=c++17 -DCINTERFACE -DINITGUID -DUNICODE; do
        (cd "$WEFT_INCLUDE" && ls -- *.h) | grep -v -e wrl -e initguid | sed 's/.*/#include <&>/' |
            compile "$CXX" -x c++ -std=c++20 $macros -isystem "$WEFT_INCLUDE"
    done
    for header in $own wrl.h wrl/client.h; do
        include "$header" |
            compile "$CXX" -x c++ -std=c++11 -I "$WEFT_INCLUDE" -Wall -Wextra -Wpedantic -Werror
    done
    ;;
esac
exit $failed
