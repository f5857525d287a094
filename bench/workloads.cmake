# Finds the workloads (bench/NAME/NAME.c), turns their shaders into C, builds their references once for each compiler
# and variant, and writes the table of all of them. Gives
#   BENCH_WORKLOAD_SOURCES   NAME.c of every workload
#   BENCH_GENERATED          their shaders, with a header in BENCH_GENERATED_DIR
#   BENCH_REFERENCE_OBJECTS  the references, compiled
#   BENCH_REGISTRY_TABLE     the table

set(BENCH_GENERATED_DIR ${CMAKE_CURRENT_BINARY_DIR}/generated)
set(BENCH_WORKLOAD_SOURCES)
set(BENCH_REFERENCE_SOURCES)
set(BENCH_WORKLOADS)
file(GLOB folders CONFIGURE_DEPENDS */*.c)
foreach(source ${folders})
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(workload ${folder} NAME)
    get_filename_component(file ${source} NAME_WE)
    if(file STREQUAL workload)
        list(APPEND BENCH_WORKLOADS ${workload})
        list(APPEND BENCH_WORKLOAD_SOURCES ${source})
    elseif(file STREQUAL ${workload}_reference)
        list(APPEND BENCH_REFERENCE_SOURCES ${source})
    endif()
endforeach()

# Shaders
set(BENCH_GENERATED)
set(declarations)
file(GLOB blobs CONFIGURE_DEPENDS */*.dxbc)
foreach(blob ${blobs})
    get_filename_component(folder ${blob} DIRECTORY)
    get_filename_component(workload ${folder} NAME)
    if(NOT workload IN_LIST BENCH_WORKLOADS AND NOT workload STREQUAL probes)
        continue()
    endif()
    get_filename_component(name ${blob} NAME_WE)
    set(output ${BENCH_GENERATED_DIR}/${name}_dxbc.c)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DINPUT=${blob} -DNAME=${name}_dxbc -DOUTPUT=${output}
                -P ${CMAKE_CURRENT_SOURCE_DIR}/embed.cmake
        DEPENDS ${blob} embed.cmake VERBATIM)
    list(APPEND BENCH_GENERATED ${output})
    string(APPEND declarations "extern const struct gpu_blob ${name}_dxbc;\n")
endforeach()
file(CONFIGURE OUTPUT ${BENCH_GENERATED_DIR}/bench_shaders.h @ONLY CONTENT
     "/* Generated: every shader of the workloads. */\n#include \"gpu.h\"\n\n@declarations@")

# Compilers of the references: the one that builds everything, and the other of gcc and clang where it is there.
if(CMAKE_C_COMPILER_ID STREQUAL Clang)
    set(BENCH_CC_clang ${CMAKE_C_COMPILER})
    find_program(BENCH_CC_gcc gcc DOC "gcc, for C references")
else()
    set(BENCH_CC_gcc ${CMAKE_C_COMPILER})
    find_program(BENCH_CC_clang NAMES clang-21 clang-20 clang-19 clang-18 clang-17 clang-16 clang
                 DOC "clang, for C references")
endif()
set(BENCH_REFERENCE_FLAGS -std=gnu11 -O3 -ffp-contract=fast -fno-math-errno -fno-trapping-math -fopenmp-simd
                          -Wall -Wextra -Wno-unused-parameter -DCOBJMACROS -DCONST_VTABLE)
set(BENCH_NATIVE_FLAGS -march=native)
if(CMAKE_CROSSCOMPILING)
    # Hashes are of interest then, not speed; and the other compiler would build for this machine.
    set(BENCH_NATIVE_FLAGS)
    set(BENCH_CC_clang "")
endif()
get_target_property(headers weft_headers INTERFACE_INCLUDE_DIRECTORIES)
list(APPEND BENCH_NATIVE_FLAGS -isystem ${headers})
if(WEFT_SANITIZE)
    # Their speed is of no interest then, and a sanitizer's runtime serves one compiler only.
    if(CMAKE_C_COMPILER_ID STREQUAL Clang)
        set(BENCH_CC_gcc "")
    else()
        set(BENCH_CC_clang "")
    endif()
    list(APPEND BENCH_NATIVE_FLAGS -fsanitize=${WEFT_SANITIZE} -fno-sanitize-recover=all -g)
endif()

# bench_references(OBJECTS TABLE FOLDER COMPILER...): builds every reference with BENCH_CC_COMPILER and
# BENCH_CFLAGS_COMPILER, plain and, where the source says so, with "omp simd". OBJECTS gets the object files, TABLE the
# C file that lists all workloads with these references; both are made in FOLDER.
function(bench_references OBJECTS TABLE FOLDER)
    set(objects)
    set(prototypes)
    set(tables)
    set(entries)
    foreach(workload ${BENCH_WORKLOADS})
        set(source ${CMAKE_CURRENT_SOURCE_DIR}/${workload}/${workload}_reference.c)
        set(rows)
        set(variants)
        if(source IN_LIST BENCH_REFERENCE_SOURCES)
            set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
            set(variants plain)
            file(STRINGS ${source} simd REGEX "^ *REFERENCE_SIMD")
            if(simd)
                list(APPEND variants simd)
            endif()
        endif()
        foreach(compiler ${ARGN})
            foreach(variant ${variants})
                string(REGEX REPLACE ".*_" "" label ${compiler})
                set(function ${workload}_reference_${label}_${variant})
                set(object ${FOLDER}/${workload}_${label}_${variant}.o)
                set(define)
                if(variant STREQUAL simd)
                    set(define -DREFERENCE_SIMD_VARIANT)
                endif()
                add_custom_command(OUTPUT ${object}
                    COMMAND ${BENCH_CC_${compiler}} ${BENCH_REFERENCE_FLAGS} ${BENCH_CFLAGS_${compiler}}
                            -DREFERENCE_VARIANT=${label}_${variant} ${define} -I${CMAKE_CURRENT_SOURCE_DIR}
                            -MD -MF ${object}.d -c ${source} -o ${object}
                    DEPENDS ${source} DEPFILE ${object}.d VERBATIM
                    COMMENT "C reference ${workload}, ${compiler} ${variant}")
                list(APPEND objects ${object})
                string(APPEND prototypes "void ${function}(struct workload_case *c);\n")
                string(APPEND rows "    { \"${label} ${variant}\", ${function} },\n")
            endforeach()
        endforeach()
        string(APPEND prototypes "extern const struct workload ${workload}_workload;\n")
        string(APPEND tables "static const struct reference ${workload}_references[] = {\n${rows}    { 0 },\n};\n")
        string(APPEND entries "    { &${workload}_workload, ${workload}_references, "
                              "sizeof ${workload}_references / sizeof(struct reference) - 1 },\n")
    endforeach()
    file(MAKE_DIRECTORY ${FOLDER})
    file(CONFIGURE OUTPUT ${FOLDER}/registry_table.c @ONLY CONTENT
         "/* Generated: every workload with its references. */\n#include \"registry.h\"\n\n@prototypes@\n@tables@
const struct registry_entry registry[] = {\n@entries@};
const unsigned registry_count = sizeof registry / sizeof registry[0];\n")
    set(${OBJECTS} ${objects} PARENT_SCOPE)
    set(${TABLE} ${FOLDER}/registry_table.c PARENT_SCOPE)
endfunction()

set(compilers)
foreach(compiler gcc clang)
    if(BENCH_CC_${compiler})
        list(APPEND compilers ${compiler})
    endif()
endforeach()
set(BENCH_CFLAGS_gcc ${BENCH_NATIVE_FLAGS})
set(BENCH_CFLAGS_clang ${BENCH_NATIVE_FLAGS} -Wno-pass-failed)
bench_references(BENCH_REFERENCE_OBJECTS BENCH_REGISTRY_TABLE ${CMAKE_CURRENT_BINARY_DIR}/references ${compilers})
