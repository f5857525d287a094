# The public headers, put together at configure time in <build>/include/weft: Direct3D's own, picked one by
# one from Debian's mingw-w64-common, over our base-type headers in include/. Nothing of mingw's is kept in
# the repository. Gives the target weft_headers and the lists WEFT_PICKED_HEADERS, WEFT_OWN_HEADERS and
# WEFT_FORWARD_HEADERS.

set(WEFT_PICKED_HEADERS
    _mingw_unicode.h d3dcommon.h d3dcompiler.h
    d3d10.h d3d10_1.h d3d10_1shader.h d3d10effect.h d3d10misc.h d3d10sdklayers.h d3d10shader.h
    d3d11.h d3d11_1.h d3d11_2.h d3d11_3.h d3d11_4.h d3d11sdklayers.h d3d11shader.h d3d12shader.h
    dxgi.h dxgi1_2.h dxgi1_3.h dxgi1_4.h dxgi1_5.h dxgi1_6.h
    dxgicommon.h dxgidebug.h dxgiformat.h dxgitype.h)
set(WEFT_OWN_HEADERS debugapi.h guiddef.h initguid.h sal.h synchapi.h unknwn.h windef.h windows.h weft.h winerror.h
    wrl.h wrl/client.h)

# Other names of the same things: what mingw's headers and programs include, and the spellings of Microsoft's
# pages, which find the file on Windows whatever their case.
set(WEFT_FORWARD_TO_windows.h
    Windows.h rpc.h rpcndr.h ole2.h oaidl.h ocidl.h objidl.h objbase.h combaseapi.h wtypes.h wtypesbase.h
    winnt.h basetsd.h minwindef.h basetyps.h unknwnbase.h Unknwn.h handleapi.h errhandlingapi.h)
set(WEFT_FORWARD_TO_d3d11.h D3D11.h)
set(WEFT_FORWARD_TO_d3dcommon.h D3DCommon.h D3Dcommon.h)
set(WEFT_FORWARD_TO_d3dcompiler.h D3DCompiler.h D3Dcompiler.h)
set(WEFT_FORWARD_TO_d3d11shader.h D3D11Shader.h)
set(WEFT_FORWARD_TO_dxgi.h DXGI.h)

set(WEFT_INCLUDE_DIR ${PROJECT_BINARY_DIR}/include/weft)

find_path(WEFT_MINGW_INCLUDE_DIR d3d11_4.h
          PATHS /usr/share/mingw-w64/include /usr/x86_64-w64-mingw32/sys-root/mingw/include
                /usr/x86_64-w64-mingw32/include
          NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH
          DOC "Folder with mingw-w64's d3d11.h and dxgi.h")
if(NOT WEFT_MINGW_INCLUDE_DIR)
    message(FATAL_ERROR "weft takes the Direct3D headers from mingw-w64 and found none. Install the package "
                        "mingw-w64-common, or set WEFT_MINGW_INCLUDE_DIR to the folder of its d3d11.h.")
endif()

foreach(header ${WEFT_PICKED_HEADERS})
    if(NOT EXISTS ${WEFT_MINGW_INCLUDE_DIR}/${header})
        message(FATAL_ERROR "${WEFT_MINGW_INCLUDE_DIR} (WEFT_MINGW_INCLUDE_DIR) has no ${header}. "
                            "weft needs the headers of mingw-w64 10 or later (package mingw-w64-common).")
    endif()
    configure_file(${WEFT_MINGW_INCLUDE_DIR}/${header} ${WEFT_INCLUDE_DIR}/${header} COPYONLY)
endforeach()
foreach(header ${WEFT_OWN_HEADERS})
    configure_file(${CMAKE_CURRENT_LIST_DIR}/include/${header} ${WEFT_INCLUDE_DIR}/${header} COPYONLY)
endforeach()
set(WEFT_FORWARD_HEADERS)
foreach(target windows.h d3d11.h d3dcommon.h d3dcompiler.h d3d11shader.h dxgi.h)
    foreach(header ${WEFT_FORWARD_TO_${target}})
        file(CONFIGURE OUTPUT ${WEFT_INCLUDE_DIR}/${header} CONTENT "#include <${target}>\n")
        list(APPEND WEFT_FORWARD_HEADERS ${header})
    endforeach()
endforeach()

add_library(weft_headers INTERFACE)
target_include_directories(weft_headers SYSTEM INTERFACE ${WEFT_INCLUDE_DIR})
