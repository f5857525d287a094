# What `cmake --install` puts where. The result can be moved: the CMake package and weft.pc find themselves,
# unless the library or header folder was given as an absolute path.
include(CMakePackageConfigHelpers)

# What a program that links libweft.a links besides. Compilers find gcc's OpenMP library by its name; LLVM's
# is in a folder of its own.
set(WEFT_STATIC_LIBRARIES)
if(WEFT_JIT)
    list(APPEND WEFT_STATIC_LIBRARIES md)
endif()
if(WEFT_SCHED STREQUAL openmp)
    foreach(name ${OpenMP_C_LIB_NAMES})
        if(name MATCHES "^(gomp|pthread)$")
            list(APPEND WEFT_STATIC_LIBRARIES ${name})
        else()
            list(APPEND WEFT_STATIC_LIBRARIES ${OpenMP_${name}_LIBRARY})
        endif()
    endforeach()
endif()
list(APPEND WEFT_STATIC_LIBRARIES pthread m)
list(REMOVE_DUPLICATES WEFT_STATIC_LIBRARIES)

install(TARGETS weft)
set_target_properties(weft_command PROPERTIES INSTALL_RPATH "${WEFT_PROGRAM_RPATH}")

# The libweft.a to install is one object whose inner names (buffer_create, log_write ...) are local, so that
# they cannot clash with a program's.
set(archive ${CMAKE_CURRENT_BINARY_DIR}/install/libweft.a)
add_custom_command(OUTPUT ${archive}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/install
    COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o weft.o ${WEFT_OBJECTS}
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden weft.o
    COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
    COMMAND ${CMAKE_AR} rcs ${archive} weft.o
    DEPENDS ${WEFT_OBJECTS}
    COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(weft_archive ALL DEPENDS ${archive})
install(FILES ${archive} DESTINATION ${CMAKE_INSTALL_LIBDIR})

foreach(header ${WEFT_PICKED_HEADERS} ${WEFT_OWN_HEADERS} ${WEFT_FORWARD_HEADERS})
    get_filename_component(folder ${header} DIRECTORY)
    install(FILES ${WEFT_INCLUDE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft/${folder})
endforeach()

# mingw's headers carry licences of their own (public domain, ZPL, LGPL); their notices travel with them.
find_file(WEFT_MINGW_COPYRIGHT NAMES copyright COPYING
          PATHS /usr/share/doc/mingw-w64-common /usr/share/licenses/mingw-w64-headers
                /usr/share/licenses/mingw64-headers
          NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH
          DOC "Copyright notices of the mingw-w64 headers")
if(WEFT_MINGW_COPYRIGHT)
    install(FILES ${WEFT_MINGW_COPYRIGHT} DESTINATION ${CMAKE_INSTALL_DOCDIR}
            RENAME mingw-w64-headers.copyright)
else()
    install(CODE "message(FATAL_ERROR \"The notices of the mingw-w64 headers, which are installed with weft, \
are missing: set WEFT_MINGW_COPYRIGHT to their file (Debian: /usr/share/doc/mingw-w64-common/copyright).\")")
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(weft-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/weft-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/weft
                              PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/weft-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/weft-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/weft-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/weft)

if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(WEFT_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
    set(WEFT_PC_LIBDIR ${CMAKE_INSTALL_FULL_LIBDIR})
    set(WEFT_PC_INCLUDEDIR ${CMAKE_INSTALL_FULL_INCLUDEDIR})
else()
    file(RELATIVE_PATH up /any/${CMAKE_INSTALL_LIBDIR}/pkgconfig /any)
    string(REGEX REPLACE "/$" "" up ${up})
    set(WEFT_PC_PREFIX "\${pcfiledir}/${up}")
    set(WEFT_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(WEFT_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
list(TRANSFORM WEFT_STATIC_LIBRARIES REPLACE "^([^/].*)" "-l\\1" OUTPUT_VARIABLE static_libs)
list(JOIN static_libs " " WEFT_PC_STATIC_LIBS)
configure_file(weft.pc.in weft.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/weft.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
