#!/bin/sh
# Builds and runs comptr.cpp, as the oldest and the newest C++ that it should serve.
set -eu
[ "$CXX" = none ] && { echo "skipped: no C++ compiler"; exit 77; }
work=$WORK/comptr
mkdir -p "$work"
"$CC" -std=gnu11 $SANITIZE -isystem "$WEFT_INCLUDE" -c "$WEFT_SOURCE/runtime/iids.c" -o "$work/iids.o"
for standard in c++11 c++20; do
    "$CXX" -std=$standard $SANITIZE -Wall -Wextra -Werror -isystem "$WEFT_INCLUDE" \
        "$WEFT_SOURCE/tests/headers/comptr.cpp" "$work/iids.o" -o "$work/comptr_$standard"
    "$work/comptr_$standard"
done
