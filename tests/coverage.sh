#!/bin/sh
# Which lines tests reach: coverage.sh BUILD [CTEST-ARGUMENT ...]   (gcc and gcov; python3)
# Builds a tree with counters in BUILD, runs the quick tests (or what the arguments choose, e.g. -R '^test_'), and prints
# for each folder and each file the share of lines that ran. Lines that no test reaches: BUILD/coverage.txt.
# TARGETS="..." builds these targets only. Code that LLVM generates is not counted, and neither are tests and bench.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1
shift
[ $# -gt 0 ] || set -- -L quick
cmake -S "$here/.." -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS="--coverage -O1 -fprofile-update=atomic" \
    ${CMAKE_ARGUMENTS:-} >"$build.log" 2>&1
cmake --build "$build" -j "${JOBS:-$(nproc)}" ${TARGETS:+--target $TARGETS} >>"$build.log" 2>&1
find "$build" -name '*.gcda' -delete
ctest --test-dir "$build" -j "${JOBS:-$(nproc)}" "$@" | tail -n 20 || true
python3 "$here/coverage.py" "$build"
