# CMake toolchain: builds for 64-bit Arm with Debian's cross compiler and runs the tests through qemu-aarch64.
# Libraries come from the folder that tests/aarch64.sh fills; its path is in WEFT_ARM64_SYSROOT.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(WEFT_ARM64_SYSROOT "$ENV{WEFT_ARM64_SYSROOT}" CACHE PATH "Unpacked Debian packages for arm64")
set(arm64_libraries ${WEFT_ARM64_SYSROOT}/usr/lib/aarch64-linux-gnu)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WEFT_ARM64_SYSROOT)

set(ENV{PKG_CONFIG_LIBDIR} ${arm64_libraries}/pkgconfig:${WEFT_ARM64_SYSROOT}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${WEFT_ARM64_SYSROOT})
set(CMAKE_FIND_ROOT_PATH ${WEFT_ARM64_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(arm64_include ${WEFT_ARM64_SYSROOT}/usr/include)
set(CMAKE_C_FLAGS_INIT "-isystem ${arm64_include} -isystem ${arm64_include}/aarch64-linux-gnu")
set(arm64_link "-L${arm64_libraries} -Wl,-rpath-link,${arm64_libraries}:${WEFT_ARM64_SYSROOT}/lib/aarch64-linux-gnu")
set(CMAKE_EXE_LINKER_FLAGS_INIT "${arm64_link}")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "${arm64_link}")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu
    -E "LD_LIBRARY_PATH=/usr/aarch64-linux-gnu/lib:${arm64_libraries}:${WEFT_ARM64_SYSROOT}/lib/aarch64-linux-gnu")
