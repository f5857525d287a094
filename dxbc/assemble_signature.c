/*
 * Signatures for texts without a header: an element for each register that a declaration names.
 *
 * System values get the semantic that Direct3D has for them, everything else TEXCOORD with the register's
 * number, so that the outputs of one stage meet the inputs of the next. All of it counts as used, as float.
 */
#include <string.h>

#include "assemble.h"

enum { TYPE_UINT = 1, TYPE_FLOAT = 3 };

/* By the numbers of declarations (NAMES_SYSTEM_VALUE). */
static const struct semantic {
    const char *name;
    uint8_t value, index, type;
} semantics[] = {
    {"TEXCOORD", 0, 0, TYPE_FLOAT},
    {"SV_Position", 1, 0, TYPE_FLOAT},
    {"SV_ClipDistance", 2, 0, TYPE_FLOAT},
    {"SV_CullDistance", 3, 0, TYPE_FLOAT},
    {"SV_RenderTargetArrayIndex", 4, 0, TYPE_UINT},
    {"SV_ViewportArrayIndex", 5, 0, TYPE_UINT},
    {"SV_VertexID", 6, 0, TYPE_UINT},
    {"SV_PrimitiveID", 7, 0, TYPE_UINT},
    {"SV_InstanceID", 8, 0, TYPE_UINT},
    {"SV_IsFrontFace", 9, 0, TYPE_UINT},
    {"SV_SampleIndex", 10, 0, TYPE_UINT},
    {"SV_TessFactor", 11, 0, TYPE_FLOAT},
    {"SV_TessFactor", 11, 1, TYPE_FLOAT},
    {"SV_TessFactor", 11, 2, TYPE_FLOAT},
    {"SV_TessFactor", 11, 3, TYPE_FLOAT},
    {"SV_InsideTessFactor", 12, 0, TYPE_FLOAT},
    {"SV_InsideTessFactor", 12, 1, TYPE_FLOAT},
    {"SV_TessFactor", 13, 0, TYPE_FLOAT},
    {"SV_TessFactor", 13, 1, TYPE_FLOAT},
    {"SV_TessFactor", 13, 2, TYPE_FLOAT},
    {"SV_InsideTessFactor", 14, 0, TYPE_FLOAT},
    {"SV_TessFactor", 15, 0, TYPE_FLOAT},
    {"SV_TessFactor", 16, 1, TYPE_FLOAT},
};

/* Outputs of pixel shaders that have no register number. */
static const char *unnumbered_semantic(uint8_t file)
{
    switch (file) {
    case DXBC_FILE_DEPTH:
        return "SV_Depth";
    case DXBC_FILE_DEPTH_GE:
        return "SV_DepthGreaterEqual";
    case DXBC_FILE_DEPTH_LE:
        return "SV_DepthLessEqual";
    case DXBC_FILE_COVERAGE_MASK:
        return "SV_Coverage";
    case DXBC_FILE_STENCIL_REF:
        return "SV_StencilRef";
    default:
        return NULL;
    }
}

/* Phases of a hull shader may declare a component each in its own way; in the signature it stands once, with its
 * system value if one of them names it. False: nothing of the element is left. */
static bool keep_apart(struct asm_elements *list, struct dxbc_signature_element *element)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        struct dxbc_signature_element *other = &list->elements[i];
        if (other->reg == element->reg && other->stream == element->stream && element->reg != UINT32_MAX) {
            if (element->system_value && !other->system_value)
                other->mask &= (uint8_t)~element->mask;
            else
                element->mask &= (uint8_t)~other->mask;
            other->rw_mask &= other->mask;
        }
        if (other->mask)
            list->elements[count++] = *other;
    }
    list->count = count;
    return element->mask != 0;
}

static void add_element(struct assembler *assembler, enum asm_signature signature,
                        struct dxbc_signature_element element)
{
    struct asm_elements *list = &assembler->declared[signature];
    for (uint32_t i = 0; i < list->count; ++i) {
        struct dxbc_signature_element *other = &list->elements[i];
        if (other->reg == element.reg && other->stream == element.stream &&
            other->system_value == element.system_value && !strcmp(other->name, element.name)) {
            other->mask |= element.mask;
            other->rw_mask |= element.mask;
            return;
        }
    }
    if (!keep_apart(list, &element))
        return;
    element.rw_mask = element.mask;
    list->min_precision |= element.min_precision != 0;
    list->streams |= element.stream != 0;
    if (list->count < ASM_MAX_ELEMENTS)
        list->elements[list->count++] = element;
}

static enum asm_signature signature_of(const struct assembler *assembler, bool output, uint8_t file)
{
    const enum dxbc_stage stage = assembler->program.stage;
    if (output)
        return assembler->scope.patch_constants ? ASM_PATCH_CONSTANT : ASM_OUTPUT;
    if (file == DXBC_FILE_PATCH_CONSTANT)
        return ASM_PATCH_CONSTANT;
    if (file == DXBC_FILE_OUTPUT_CONTROL_POINT)
        return stage == DXBC_HS ? ASM_OUTPUT : ASM_INPUT;
    return ASM_INPUT;
}

static void note_io(struct assembler *assembler, bool output)
{
    const struct dxbc_operand *operand = &assembler->operands[0];
    const uint32_t value = assembler->data.count ? assembler->data.words[0] : 0;
    const struct semantic *semantic =
        &semantics[value < sizeof(semantics) / sizeof(semantics[0]) ? value : 0];
    struct dxbc_signature_element element = {.name = semantic->name,
                                             .index = semantic->index,
                                             .system_value = semantic->value,
                                             .component_type = semantic->type,
                                             .mask = operand->mask,
                                             .stream = output ? assembler->scope.stream : 0,
                                             .min_precision = operand->min_precision};
    const char *unnumbered = output ? unnumbered_semantic(operand->file) : NULL;
    if (unnumbered) {
        element.name = unnumbered;
        element.reg = UINT32_MAX;
        element.mask = 1;
        add_element(assembler, ASM_OUTPUT, element);
        return;
    }
    switch (operand->file) {
    case DXBC_FILE_INPUT:
    case DXBC_FILE_OUTPUT:
    case DXBC_FILE_INPUT_CONTROL_POINT:
    case DXBC_FILE_OUTPUT_CONTROL_POINT:
    case DXBC_FILE_PATCH_CONSTANT:
        break;
    default:
        return;
    }
    if (operand->index_count == 0)
        return;
    element.reg = (uint32_t)operand->index[operand->index_count - 1].imm;
    if (value == 0)
        element.index = element.reg;
    if (value == 0 && output && assembler->program.stage == DXBC_PS)
        element.name = "SV_Target";
    if (value == 2 || value == 3) /* clip and cull distances: one vector a semantic index */
        element.index = element.reg;
    add_element(assembler, signature_of(assembler, output, operand->file), element);
}

void asm_note_declaration(struct assembler *assembler)
{
    switch (assembler->instr.opcode) {
    case DXBC_OP_HS_FORK_PHASE:
    case DXBC_OP_HS_JOIN_PHASE:
        assembler->scope.patch_constants = true;
        break;
    case DXBC_OP_DCL_GLOBALFLAGS:
        assembler->global_flags |= assembler->instr.token0 & ~UINT32_C(0x7ff);
        break;
    case DXBC_OP_DCL_RESOURCE_STRUCTURED:
    case DXBC_OP_DCL_UAV_STRUCTURED:
        asm_note_stride(assembler);
        break;
    case DXBC_OP_DCL_STREAM:
        assembler->scope.stream = (uint32_t)assembler->operands[0].index[0].imm & 3;
        break;
    case DXBC_OP_DCL_INPUT:
    case DXBC_OP_DCL_INPUT_SGV:
    case DXBC_OP_DCL_INPUT_SIV:
    case DXBC_OP_DCL_INPUT_PS:
    case DXBC_OP_DCL_INPUT_PS_SGV:
    case DXBC_OP_DCL_INPUT_PS_SIV:
        note_io(assembler, false);
        break;
    case DXBC_OP_DCL_OUTPUT:
    case DXBC_OP_DCL_OUTPUT_SGV:
    case DXBC_OP_DCL_OUTPUT_SIV:
        note_io(assembler, true);
        break;
    default:
        break;
    }
}
