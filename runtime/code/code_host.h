/*
 * What generated code depends on besides the shader: the processor, the code generator and its LLVM.
 */
#ifndef RUNTIME_CODE_HOST_H
#define RUNTIME_CODE_HOST_H

/* One line. Told without loading the code generator, whose files stand for what is in them. */
const char *code_host_text(void);

#endif
