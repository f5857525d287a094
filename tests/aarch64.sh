#!/bin/sh
# Builds for 64-bit Arm on a Debian x86 machine and runs tests through qemu-aarch64. Arguments go to ctest; without any
# the tests of numbers, lane kernels and generated code run, and the workloads, whose outputs have to have the hashes of
# x86 on the lanes and in code. The cross compiler and qemu are installed; arm64 libraries are only unpacked into
# build/aarch64-sysroot, so nothing of the machine's own is replaced.
set -eu
cd "$(dirname "$0")/.."
sysroot=$PWD/build/aarch64-sysroot
tools="gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user"
libraries="libcmocka-dev libcmocka0 libhwloc-dev libhwloc15 libnuma1 libudev1 libyaml-dev libyaml-0-2 libpng-dev
    libpng16-16 zlib1g-dev zlib1g libmpfr-dev libmpfr6 libgmp-dev libgmp10 libjansson-dev libjansson4
    llvm-19-dev libllvm19 libedit2 libbsd0 libtinfo6 libffi8 libxml2 libicu72 liblzma5 libz3-4 libzstd1
    libmd-dev libmd0"

tests/install-deps.sh --tests
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
dpkg-query -W $tools >/dev/null 2>&1 || { apt-get update -qq; apt-get install -y -qq --no-install-recommends $tools; }

if [ ! -e "$sysroot/complete" ]; then
    dpkg --print-foreign-architectures | grep -qx arm64 || { dpkg --add-architecture arm64; apt-get update -qq; }
    mkdir -p "$sysroot/packages"
    (cd "$sysroot/packages" && apt-get download -qq libsimde-dev $(printf '%s:arm64 ' $libraries))
    for package in "$sysroot"/packages/*.deb; do
        dpkg -x "$package" "$sysroot"
    done
    touch "$sysroot/complete"
fi

export WEFT_ARM64_SYSROOT="$sysroot"
cmake -G Ninja -S . -B build/aarch64 -DCMAKE_TOOLCHAIN_FILE="$PWD/tests/aarch64.cmake" -DCMAKE_BUILD_TYPE=Release
cmake --build build/aarch64
[ $# -gt 0 ] || set -- -R '^(checklanes|test_(number|lane_math|double_ops|jit_keep|jit_link)|bench_hashes_once|shaders/(double|float)/.* jit)$'
exec ctest --test-dir build/aarch64 --output-on-failure "$@"
