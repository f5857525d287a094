# weft-bench as a Windows program, from the same sources: the target weft-bench-windows, there when mingw-w64 is. One
# file that needs nothing but the system's d3d11.dll and dxgi.dll. Its C is for x86-64-v3, since the program may go to
# another machine; it says so where that is missing.
find_program(BENCH_CC_mingw_gcc x86_64-w64-mingw32-gcc DOC "Compiler for the Windows build of weft-bench")
if(NOT BENCH_CC_mingw_gcc OR WEFT_SANITIZE)
    return()
endif()

# Windows aligns the stack to 16 bytes only, so that 32-byte spills must not be aligned moves.
set(BENCH_CFLAGS_mingw_gcc -march=x86-64-v3 -Wa,-muse-unaligned-vector-move)
set(folder ${CMAKE_CURRENT_BINARY_DIR}/windows)
bench_references(objects table ${folder}/references mingw_gcc)

set(flags -std=gnu11 -O2 -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers -fopenmp
          -D__USE_MINGW_ANSI_STDIO=1 -DCOBJMACROS -DCONST_VTABLE -DPSAPI_VERSION=2
          -I${CMAKE_CURRENT_SOURCE_DIR} -I${BENCH_GENERATED_DIR})
file(MAKE_DIRECTORY ${folder}/objects)
foreach(source ${BENCH_SOURCES} peaks_loops.c platform_windows.c ${BENCH_WORKLOAD_SOURCES} ${BENCH_GENERATED} ${table})
    get_filename_component(name ${source} NAME_WE)
    get_filename_component(path ${source} ABSOLUTE)
    set(object ${folder}/objects/${name}.o)
    set(more)
    if(name STREQUAL peaks_loops)
        set(more -O3 -ffp-contract=fast ${BENCH_CFLAGS_mingw_gcc})
    endif()
    add_custom_command(OUTPUT ${object}
        COMMAND ${BENCH_CC_mingw_gcc} ${flags} ${more} -MD -MF ${object}.d -c ${path} -o ${object}
        DEPENDS ${path} DEPFILE ${object}.d VERBATIM COMMENT "Windows object ${name}.o")
    list(APPEND objects ${object})
endforeach()
set(program ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/weft-bench.exe)
file(MAKE_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
# CMake takes a file weft-bench.exe for the target weft-bench, hence the stamp.
add_custom_command(OUTPUT ${folder}/linked
    COMMAND ${BENCH_CC_mingw_gcc} -static -fopenmp ${objects} -o ${program} -ld3d11 -ldxgi -ldxguid -luuid -lpsapi
    COMMAND ${CMAKE_COMMAND} -E touch ${folder}/linked
    DEPENDS ${objects} VERBATIM COMMENT "Windows program weft-bench.exe")
add_custom_target(weft-bench-windows DEPENDS ${folder}/linked)
