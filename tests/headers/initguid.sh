#!/bin/sh
# Programs that define GUIDs of their own (INITGUID, in several files, C and C++) link with a library that
# exports them too, static or shared, and so do programs that define none.
set -eu
work=$WORK/initguid
mkdir -p "$work"
cd "$work"

cat >own1.c <<'END'
#define INITGUID
#include <d3d11.h>
const GUID *own1(void) { return &IID_ID3D11Device; }
END
cat >own2.c <<'END'
#include <windows.h>
#include <initguid.h>
#include <d3d11_4.h>
const GUID *own2(void) { return &IID_ID3D11Device; }
END
cat >own3.cpp <<'END'
#include <initguid.h>
#include <d3d11.h>
extern "C" const GUID *own3(void) { return &IID_ID3D11Device; }
extern "C" const GUID *own4(void) { return &__uuidof(ID3D11Device); }
END
cat >main.c <<'END'
#include <d3d11.h>
#include <dxgidebug.h>
#ifdef OWN
const GUID *own1(void), *own2(void);
#endif
#ifdef OWN_CXX
const GUID *own3(void), *own4(void);
#endif
int main(void)
{
    static const GUID device = {0xdb6f6ddb, 0xac77, 0x4e88, {0x82, 0x53, 0x81, 0x9d, 0xf9, 0xbb, 0xf1, 0x40}};
    int ok = IsEqualGUID(&device, &IID_ID3D11Device) && WKPDID_D3DDebugObjectName.Data1 == 0x429b8c22 &&
             DXGI_DEBUG_ALL.Data1 == 0xe48ae283 && IID_IUnknown.Data4[7] == 0x46;
#ifdef OWN
    ok = ok && IsEqualGUID(&device, own1()) && IsEqualGUID(&device, own2());
#endif
#ifdef OWN_CXX
    ok = ok && IsEqualGUID(&device, own3()) && IsEqualGUID(&device, own4());
#endif
    return !ok;
}
END

flags="$SANITIZE -Wall -Wextra -Werror -fvisibility=hidden -isystem $WEFT_INCLUDE"
$CC -std=gnu11 $flags -fPIC -c "$WEFT_SOURCE/runtime/iids.c" -o iids.o
rm -f libiids.a
ar rc libiids.a iids.o
$CC $SANITIZE -shared iids.o -o libiids.so
$CC -std=c11 $flags -c own1.c own2.c
own="own1.o own2.o"
define=-DOWN
link=$CC
if [ "$CXX" != none ]; then
    $CXX -std=c++11 $flags -c own3.cpp
    own="$own own3.o"
    define="-DOWN -DOWN_CXX"
    link=$CXX
fi
$CC -std=c11 $flags -c main.c -o none.o
$CC -std=c11 $flags $define -c main.c -o all.o
for library in ./libiids.a ./libiids.so; do
    $CC $SANITIZE none.o $library -o main
    ./main
    $link $SANITIZE all.o $own $library -o main
    ./main
done
