# cmake -DINPUT=x.dxbc -DNAME=x_dxbc -DOUTPUT=x_dxbc.c -P embed.cmake: a compiled shader as C.
file(READ ${INPUT} bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR size "${digits} / 2")
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"gpu.h\"\n\n"
     "extern const struct gpu_blob ${NAME};\n"
     "static const unsigned char bytes[] = {\n${bytes}\n};\n"
     "const struct gpu_blob ${NAME} = { bytes, ${size} };\n")
