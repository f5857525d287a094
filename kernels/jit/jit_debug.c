/*
 * Line numbers of generated code: line n + 1 of a listing is DXBC instruction n. Line 0 means none to DWARF: what
 * opens and closes groups and strips.
 */
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "jit_emit.h"

static void add_flag(struct jit *j, const char *name, uint32_t value)
{
    LLVMAddModuleFlag(j->module, LLVMModuleFlagBehaviorWarning, name, strlen(name),
                      LLVMValueAsMetadata(jit_k32(j, value)));
}

void jit_open_lines(struct jit *j, const char *listing, const char *name)
{
    static const char producer[] = "weft";
    const char *slash = strrchr(listing, '/'), *file_name = slash ? slash + 1 : listing;
    LLVMMetadataRef file, type;

    j->debug = LLVMCreateDIBuilder(j->module);
    add_flag(j, "Debug Info Version", LLVMDebugMetadataVersion());
    add_flag(j, "Dwarf Version", 4); /* which jit_lines.c reads */
    file = LLVMDIBuilderCreateFile(j->debug, file_name, strlen(file_name), listing,
                                   slash ? (size_t)(slash - listing) : 0);
    LLVMDIBuilderCreateCompileUnit(j->debug, LLVMDWARFSourceLanguageC, file, producer, strlen(producer), true, "", 0, 0,
                                   "", 0, LLVMDWARFEmissionLineTablesOnly, 0, false, false, "", 0, "", 0);
    type = LLVMDIBuilderCreateSubroutineType(j->debug, file, NULL, 0, LLVMDIFlagZero);
    j->scope = LLVMDIBuilderCreateFunction(j->debug, file, name, strlen(name), name, strlen(name), file, 1, type, false,
                                           true, 1, LLVMDIFlagZero, true);
    LLVMSetSubprogram(j->function, j->scope);
    jit_set_line(j, dxbc_first_instr(j->program->dxbc)); /* where a debugger stops that is asked for the function */
}

void jit_set_line(struct jit *j, uint32_t instruction)
{
    if (j->debug)
        LLVMSetCurrentDebugLocation2(
            j->builder, LLVMDIBuilderCreateDebugLocation(j->context, instruction + 1, 0, j->scope, NULL));
}

void jit_close_lines(struct jit *j)
{
    if (!j->debug)
        return;
    LLVMDIBuilderFinalize(j->debug);
    LLVMDisposeDIBuilder(j->debug);
    j->debug = NULL;
}
