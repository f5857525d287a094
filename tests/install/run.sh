#!/bin/sh
# Installs the build, moves the result elsewhere, and builds and runs the programs in outside/ against it:
# with pkg-config alone and with find_package, C and C++, shared and static. Then looks at what the library
# exports.
set -eu
outside=$WEFT_SOURCE/tests/install/outside
rm -rf "$WORK/first" "$WORK/prefix" "$WORK/programs"
mkdir -p "$WORK/programs"
"$CMAKE" --install "$BUILD" --prefix "$WORK/first" >"$WORK/install.log" ||
    { cat "$WORK/install.log"; exit 1; }
mv "$WORK/first" "$WORK/prefix"
prefix=$WORK/prefix
cd "$WORK/programs"
export PKG_CONFIG_PATH="$prefix/$LIBDIR/pkgconfig" LD_LIBRARY_PATH="$prefix/$LIBDIR"

step() { echo "== $*"; }
warnings="-Wall -Wextra -Wpedantic -Werror"
shared=$(pkg-config --cflags --libs weft)
static="$(pkg-config --cflags weft) -L$prefix/$LIBDIR -l:libweft.a $(pkg-config --static --libs weft)"
static=$(echo "$static" | sed 's/ -lweft / /')

step "pkg-config, C"
$CC -std=c11 $warnings "$outside/client.c" $shared -o c_shared
$CC -std=c11 $warnings "$outside/client.c" $static -o c_static
./c_shared "$outside/double.dxbc"
env -u LD_LIBRARY_PATH ./c_static "$outside/double.dxbc"

with_cxx=OFF
if [ "$CXX" != none ]; then
    with_cxx=ON
    step "pkg-config, C++"
    $CXX -std=c++11 $warnings "$outside/client.cpp" $shared -o cxx_shared
    $CXX -std=c++17 $warnings "$outside/client.cpp" $static -o cxx_static
    ./cxx_shared "$outside/double.dxbc"
    env -u LD_LIBRARY_PATH ./cxx_static "$outside/double.dxbc"
fi

step "find_package"
"$CMAKE" -S "$outside" -B cmake -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$CC" -DWITH_CXX=$with_cxx \
    -DCMAKE_C_FLAGS="$warnings" -DCMAKE_CXX_FLAGS="$warnings" >cmake.log || { cat cmake.log; exit 1; }
"$CMAKE" --build cmake >cmake.log || { cat cmake.log; exit 1; }
for program in cmake/c_shared cmake/c_static cmake/cxx_shared cmake/cxx_static; do
    case $program in cmake/cxx*) [ $with_cxx = ON ] || continue ;; esac
    env -u LD_LIBRARY_PATH "$program" "$outside/double.dxbc"
done

step "the commands"
env -u LD_LIBRARY_PATH "$prefix/bin/weft" info >weft_info.txt
grep -q interp weft_info.txt
[ ! -x "$prefix/bin/weft-bench" ] || env -u LD_LIBRARY_PATH "$prefix/bin/weft-bench" --check --size small --filter saxpy

step "exports"
nm -D --defined-only "$prefix/$LIBDIR/libweft.so" | sed 's/.* //; s/@.*//' | sort >exports.txt
cd "$prefix/include/weft"
{
    sed -n 's/^DEFINE_GUID( *\([A-Za-z0-9_]*\).*/\1/p' ./*.h
    sed -n 's/^[a-zA-Z].*\<\(weft_[a-z_]*\)(.*/\1/p' weft.h
    echo D3D11CreateDevice
    echo D3D11_DEFAULT
} | sort -u >"$WORK/programs/wanted.txt"
cd "$WORK/programs"
# What of Windows itself the calls of Direct3D take.
events="(Create|Set|Reset)Event(Ex)?[AW]?$|WaitFor(Single|Multiple)Objects?(Ex)?$|CloseHandle$|[GS]etLastError$"
comm -13 exports.txt wanted.txt >missing.txt
[ ! -s missing.txt ] || { echo "libweft.so lacks:" $(cat missing.txt); exit 1; }
[ "$(grep -c IID_ID3D11 wanted.txt)" -gt 50 ]
if grep -v -E "^(D3D|DXGI|IID_|WKPDID_|CreateDXGIFactory|weft_|WEFT_0|$events)" exports.txt; then
    echo "libweft.so exports more than its interface"
    exit 1
fi

nm -g --defined-only "$prefix/$LIBDIR/libweft.a" | sed -n 's/.* //p' >archive_exports.txt
if grep -v -E "^(D3D|DXGI|IID_|WKPDID_|CreateDXGIFactory|weft_|$events)" archive_exports.txt; then
    echo "libweft.a shows more than its interface"
    exit 1
fi

step "notices"
grep -q "GNU Lesser" "$prefix"/share/doc/weft/mingw-w64-headers.copyright
grep -q "MIT License" "$prefix"/share/doc/weft/LICENSE
echo "all steps passed"
