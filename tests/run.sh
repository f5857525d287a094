#!/bin/sh
# Passes the tests: installs what is missing, builds an optimised and a sanitized (ASan, UBSan) tree, runs the quick and
# full tests in the first and the quick ones in the second. tests/run.sh --quick runs the quick ones of the first only.
# The stress tests are for a night: ctest --preset asan -L stress.
set -eu
cd "$(dirname "$0")/.."
tests/install-deps.sh --tests
werror=OFF
[ -n "${CI:-}" ] && werror=ON
jobs=$(nproc)

build() {
    cmake --preset "$1" -DWEFT_WERROR=$werror >"build-$1.log" 2>&1 || { cat "build-$1.log"; exit 1; }
    rm -f "build-$1.log"
    cmake --build --preset "$1" -j "$jobs" -- --quiet
}

build release
if [ "${1:-}" = "--quick" ]; then
    exec ctest --preset release -L quick -j "$jobs"
fi
build asan
echo "== sanitized: quick tests under AddressSanitizer and UndefinedBehaviorSanitizer"
# (Its ASAN_OPTIONS: gcc 12's LeakSanitizer takes what lies before the thread-local storage of a module that was
# loaded later for its size, and crashes.)
ctest --preset asan -L quick -j "$jobs"
echo "== release: quick and full tests"
ctest --preset release -LE stress -j "$jobs"
