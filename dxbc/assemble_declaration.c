/*
 * Declarations out of text: the way back of print_declaration.c.
 *
 * A declaration's controls go into token0 of the instruction, its register into the operand, its numbers into
 * the data words, in the order in which decode.c reads them.
 */
#include <string.h>

#include "assemble.h"

enum { CONTROL_SHIFT = 11, PRIMITIVE_PATCH_1 = 8, MAX_PATCH = 32 };

static void put_control(struct assembler *assembler, uint32_t value)
{
    assembler->instr.token0 |= value << CONTROL_SHIFT;
}

static struct dxbc_operand *add_operand(struct assembler *assembler)
{
    struct dxbc_operand *operand = &assembler->operands[assembler->instr.operand_count++];
    *operand = (struct dxbc_operand){0};
    return operand;
}

static bool read_data(struct assembler *assembler)
{
    uint32_t number;
    if (!asm_read_number(&assembler->reader, &number))
        return false;
    token_put(&assembler->data, number);
    return true;
}

static bool read_list(struct assembler *assembler, unsigned count)
{
    for (unsigned i = 0; i < count; ++i) {
        if ((i > 0 && !asm_expect(&assembler->reader, ",")) || !read_data(assembler))
            return false;
    }
    return true;
}

bool asm_read_name(struct assembler *assembler, enum dxbc_name_table table, uint32_t *number)
{
    enum { MOST_NAMES = 64 };
    struct asm_reader *reader = &assembler->reader;
    size_t best = 0;
    asm_skip_blanks(reader);
    const size_t room = (size_t)(reader->end - reader->at);
    for (uint32_t i = 0; i < MOST_NAMES; ++i) { /* the longest wins: "linear", "linear centroid" */
        const char *name = dxbc_name(table, i);
        const size_t length = name ? strlen(name) : 0;
        if (length > best && length <= room && !memcmp(reader->at, name, length)) {
            best = length;
            *number = i;
        }
    }
    if (best == 0 || (best < room && reader->at[best - 1] != '>' && asm_is_word_char(reader->at[best])))
        return asm_expected(reader, dxbc_name_kind(table));
    reader->at += best;
    return true;
}

bool asm_read_return_types(struct assembler *assembler, uint8_t types[4])
{
    if (!asm_expect(&assembler->reader, "("))
        return false;
    for (unsigned i = 0; i < 4; ++i) {
        uint32_t type = 0;
        if ((i > 0 && !asm_expect(&assembler->reader, ",")) ||
            !asm_read_name(assembler, NAMES_RETURN_TYPE, &type))
            return false;
        types[i] = (uint8_t)type;
    }
    return asm_expect(&assembler->reader, ")");
}

/* ---- views, samplers, constant buffers, shared memory ---- */

/* "t0", or in shader model 5.1 "T0[2:5]" with '*' for no end. Constant buffers before 5.1 have their size
 * here: "CB0[4]". */
static bool read_range(struct assembler *assembler, uint8_t file, const char *letter)
{
    struct asm_reader *reader = &assembler->reader;
    struct dxbc_operand *operand = add_operand(assembler);
    const bool is_5_1 = asm_is_5_1(assembler);
    uint32_t numbers[3];
    operand->file = file;
    operand->index_count = is_5_1 ? 3 : file == DXBC_FILE_CONSTANT_BUFFER ? 2 : 1;
    if (is_5_1 || file == DXBC_FILE_CONSTANT_BUFFER) {
        operand->components = 4;
        operand->selection = DXBC_SELECT_SWIZZLE;
        for (unsigned i = 0; i < 4; ++i)
            operand->swizzle[i] = (uint8_t)i;
    }
    if (!asm_expect(reader, letter) || !asm_read_number(reader, &numbers[0]))
        return false;
    if (is_5_1) {
        if (!asm_expect(reader, "[") || !asm_read_number(reader, &numbers[1]) || !asm_expect(reader, ":"))
            return false;
        numbers[2] = UINT32_MAX;
        if (!asm_accept(reader, "*") && !asm_read_number(reader, &numbers[2]))
            return false;
        if (!asm_expect(reader, "]"))
            return false;
    } else if (file == DXBC_FILE_CONSTANT_BUFFER &&
               !(asm_expect(reader, "[") && asm_read_number(reader, &numbers[1]) &&
                 asm_expect(reader, "]"))) {
        return false;
    }
    for (unsigned i = 0; i < operand->index_count; ++i)
        operand->index[i].imm = numbers[i];
    return true;
}

/* ", space=0" at the end of declarations of 5.1; when it is left out, space 0. */
static bool read_space(struct assembler *assembler)
{
    uint32_t space = 0;
    if (!asm_is_5_1(assembler))
        return true;
    if (asm_accept(&assembler->reader, ",") &&
        !(asm_expect(&assembler->reader, "space") && asm_expect(&assembler->reader, "=") &&
          asm_read_number(&assembler->reader, &space)))
        return false;
    token_put(&assembler->data, space);
    return true;
}

static bool take_suffix(struct asm_word *suffix, const char *text)
{
    const size_t length = strlen(text);
    if (suffix->length < length || memcmp(suffix->at, text, length) != 0)
        return false;
    suffix->at += length;
    suffix->length -= length;
    return true;
}

/* The dimension in "_texture2d_glc". */
static bool take_dimension(struct assembler *assembler, struct asm_word *suffix, uint32_t *dimension)
{
    if (suffix->length > 0) {
        const char *name = suffix->at + 1;
        const char *end = memchr(name, '_', suffix->length - 1);
        const size_t length = end ? (size_t)(end - name) : suffix->length - 1;
        if (dxbc_number(NAMES_DIMENSION, name, length, dimension)) {
            suffix->at += length + 1;
            suffix->length -= length + 1;
            return true;
        }
    }
    return asm_error_at(&assembler->reader, suffix->at, "expected '_' and a dimension, such as _texture2d");
}

/* "_glc_opc_rov" of writable views. */
static void take_view_flags(struct assembler *assembler, struct asm_word *suffix)
{
    static const struct {
        const char *text;
        uint8_t bit;
    } flags[] = {{"_glc", 16}, {"_opc", 23}, {"_rov", 17}};
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); ++i) {
        if (take_suffix(suffix, flags[i].text))
            assembler->instr.token0 |= 1u << flags[i].bit;
    }
}

static bool read_view(struct assembler *assembler, struct asm_word suffix)
{
    struct asm_reader *reader = &assembler->reader;
    const uint16_t opcode = assembler->instr.opcode;
    const bool uav = opcode == DXBC_OP_DCL_UAV_TYPED || opcode == DXBC_OP_DCL_UAV_RAW ||
                     opcode == DXBC_OP_DCL_UAV_STRUCTURED;
    const bool structured = opcode == DXBC_OP_DCL_UAV_STRUCTURED || opcode == DXBC_OP_DCL_RESOURCE_STRUCTURED;
    if (opcode == DXBC_OP_DCL_UAV_TYPED || opcode == DXBC_OP_DCL_RESOURCE) {
        uint32_t dimension, samples = 0;
        uint8_t types[4] = {0};
        if (!take_dimension(assembler, &suffix, &dimension))
            return false;
        put_control(assembler, dimension);
        if (opcode == DXBC_OP_DCL_RESOURCE &&
            (dimension == DXBC_DIM_TEXTURE2DMS || dimension == DXBC_DIM_TEXTURE2DMSARRAY) &&
            !(asm_expect(reader, "(") && asm_read_number(reader, &samples) && asm_expect(reader, ")")))
            return false;
        assembler->instr.token0 |= (samples & 127) << 16;
        if (uav)
            take_view_flags(assembler, &suffix);
        if (!asm_read_return_types(assembler, types))
            return false;
        token_put(&assembler->data,
                  types[0] | (uint32_t)types[1] << 4 | (uint32_t)types[2] << 8 | (uint32_t)types[3] << 12);
    }
    if (uav)
        take_view_flags(assembler, &suffix);
    if (suffix.length > 0)
        return asm_error_at(reader, suffix.at, "this declaration has no '%.*s'", (int)suffix.length,
                            suffix.at);
    const char *letter = asm_is_5_1(assembler) ? (uav ? "U" : "T") : uav ? "u" : "t";
    if (!read_range(assembler, uav ? DXBC_FILE_UAV : DXBC_FILE_RESOURCE, letter) ||
        (structured && !(asm_expect(reader, ",") && read_data(assembler))))
        return false;
    return read_space(assembler);
}

static bool read_cbuffer(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    uint32_t size;
    if (!asm_accept(reader, "cb")) /* either case, as in operands before 5.1 */
        asm_skip_blanks(reader);
    else
        reader->at -= 2;
    const char *letters = reader->at < reader->end && *reader->at == 'c' ? "cb" : "CB";
    if (!read_range(assembler, DXBC_FILE_CONSTANT_BUFFER, letters))
        return false;
    if (asm_is_5_1(assembler)) {
        if (!asm_expect(reader, "[") || !asm_read_number(reader, &size) || !asm_expect(reader, "]"))
            return false;
        token_put(&assembler->data, size);
    }
    if (!asm_expect(reader, ","))
        return false;
    if (asm_accept(reader, "dynamicIndexed"))
        put_control(assembler, 1);
    else if (!asm_accept(reader, "immediateIndexed"))
        return asm_expected(reader, "immediateIndexed or dynamicIndexed");
    return read_space(assembler);
}

static bool read_sampler(struct assembler *assembler)
{
    uint32_t mode;
    if (!read_range(assembler, DXBC_FILE_SAMPLER, asm_is_5_1(assembler) ? "S" : "s") ||
        !asm_expect(&assembler->reader, ",") || !asm_read_name(assembler, NAMES_SAMPLER_MODE, &mode))
        return false;
    put_control(assembler, mode);
    return read_space(assembler);
}

static bool read_shared_memory(struct assembler *assembler, unsigned numbers)
{
    struct dxbc_operand *operand = add_operand(assembler);
    uint32_t slot;
    operand->file = DXBC_FILE_TGSM;
    operand->index_count = 1;
    if (!asm_expect(&assembler->reader, "g") || !asm_read_number(&assembler->reader, &slot) ||
        !asm_expect(&assembler->reader, ","))
        return false;
    operand->index[0].imm = slot;
    return read_list(assembler, numbers);
}

/* ---- inputs and outputs ---- */

static bool read_io(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    uint32_t number;
    switch (assembler->instr.opcode) {
    case DXBC_OP_DCL_INPUT_PS:
    case DXBC_OP_DCL_INPUT_PS_SIV:
    case DXBC_OP_DCL_INPUT_PS_SGV:
        if (assembler->instr.opcode != DXBC_OP_DCL_INPUT_PS_SGV || !asm_accept(reader, "???")) {
            if (!asm_read_name(assembler, NAMES_INTERPOLATION, &number))
                return false;
            put_control(assembler, number);
        }
    }
    if (!asm_read_operand(assembler, ASM_DECLARED, 'N', add_operand(assembler)))
        return false;
    switch (assembler->instr.opcode) {
    case DXBC_OP_DCL_INPUT_SGV:
    case DXBC_OP_DCL_INPUT_SIV:
    case DXBC_OP_DCL_INPUT_PS_SGV:
    case DXBC_OP_DCL_INPUT_PS_SIV:
    case DXBC_OP_DCL_OUTPUT_SGV:
    case DXBC_OP_DCL_OUTPUT_SIV:
        if (!asm_expect(reader, ",") || !asm_read_name(assembler, NAMES_SYSTEM_VALUE, &number))
            return false;
        token_put(&assembler->data, number);
        return true;
    case DXBC_OP_DCL_INDEXRANGE:
        return read_data(assembler);
    default:
        return true;
    }
}

/* ---- class linkage ---- */

/* "= {fb0, fb1}"; count of them is put before the numbers when count_word says so. */
static bool read_ids(struct assembler *assembler, const char *prefix, struct token_writer *ids)
{
    struct asm_reader *reader = &assembler->reader;
    uint32_t number;
    if (!asm_expect(reader, "=") || !asm_expect(reader, "{"))
        return false;
    if (asm_accept(reader, "}"))
        return true;
    do {
        asm_skip_lines(reader);
        if (!asm_expect(reader, prefix) || !asm_read_number(reader, &number))
            return false;
        token_put(ids, number);
    } while (asm_accept(reader, ","));
    asm_skip_lines(reader);
    return asm_expect(reader, "}");
}

static bool read_function_table(struct assembler *assembler)
{
    struct token_writer ids = {.arena = assembler->arena};
    if (!asm_expect(&assembler->reader, "ft") || !read_data(assembler) || !read_ids(assembler, "fb", &ids))
        return false;
    token_put(&assembler->data, ids.count);
    token_put_all(&assembler->data, ids.words, ids.count);
    return !ids.failed || asm_no_memory(assembler);
}

static bool read_interface(struct assembler *assembler, struct asm_word suffix)
{
    struct asm_reader *reader = &assembler->reader;
    struct token_writer ids = {.arena = assembler->arena};
    uint32_t slot, length, sites;
    if (take_suffix(&suffix, "_dynamicindexed"))
        put_control(assembler, 1);
    if (!asm_expect(reader, "fp") || !asm_read_number(reader, &slot) || !asm_expect(reader, "[") ||
        !asm_read_number(reader, &length) || !asm_expect(reader, "]") || !asm_expect(reader, "[") ||
        !asm_read_number(reader, &sites) || !asm_expect(reader, "]") || !read_ids(assembler, "ft", &ids))
        return false;
    token_put(&assembler->data, slot);
    token_put(&assembler->data, sites);
    token_put(&assembler->data, length << 16 | (ids.count & 0xffff));
    token_put_all(&assembler->data, ids.words, ids.count);
    return !ids.failed || asm_no_memory(assembler);
}

/* ---- the rest ---- */

static bool read_global_flags(struct assembler *assembler)
{
    uint32_t bit;
    if (asm_at_line_end(&assembler->reader))
        return true; /* dcl_globalFlagsnone, as Microsoft writes it */
    do {
        if (!asm_read_name(assembler, NAMES_GLOBAL_FLAG, &bit))
            return false;
        assembler->instr.token0 |= 1u << bit;
    } while (asm_accept(&assembler->reader, "|"));
    return true;
}

static bool read_input_primitive(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    uint32_t number;
    if (asm_accept(reader, "patch")) {
        const char *start = reader->at;
        if (!asm_read_number(reader, &number))
            return false;
        if (number < 1 || number > MAX_PATCH)
            return asm_error_at(reader, start, "expected patch1 to patch32");
        number += PRIMITIVE_PATCH_1 - 1;
    } else if (!asm_read_name(assembler, NAMES_PRIMITIVE, &number)) {
        return false;
    }
    put_control(assembler, number);
    return true;
}

static bool read_named_control(struct assembler *assembler, enum dxbc_name_table table)
{
    uint32_t number;
    if (!asm_read_name(assembler, table, &number))
        return false;
    put_control(assembler, number);
    return true;
}

static bool read_control_points(struct assembler *assembler)
{
    uint32_t number;
    if (!asm_read_number(&assembler->reader, &number))
        return false;
    put_control(assembler, number & 63);
    return true;
}

static bool read_indexable(struct assembler *assembler)
{
    struct asm_reader *reader = &assembler->reader;
    return asm_expect(reader, "x") && read_data(assembler) && asm_expect(reader, "[") &&
           read_data(assembler) && asm_expect(reader, "]") && asm_expect(reader, ",") && read_data(assembler);
}

static bool read_max_tess_factor(struct assembler *assembler)
{
    uint32_t bits;
    if (!asm_expect(&assembler->reader, "l") || !asm_expect(&assembler->reader, "(") ||
        !asm_read_literal32(&assembler->reader, 'F', &bits) || !asm_expect(&assembler->reader, ")"))
        return false;
    token_put(&assembler->data, bits);
    return true;
}

bool asm_read_declaration(struct assembler *assembler, struct asm_word suffix)
{
    switch (assembler->instr.opcode) {
    case DXBC_OP_DCL_RESOURCE:
    case DXBC_OP_DCL_RESOURCE_RAW:
    case DXBC_OP_DCL_RESOURCE_STRUCTURED:
    case DXBC_OP_DCL_UAV_TYPED:
    case DXBC_OP_DCL_UAV_RAW:
    case DXBC_OP_DCL_UAV_STRUCTURED:
        return read_view(assembler, suffix);
    case DXBC_OP_DCL_CONSTANTBUFFER:
        return read_cbuffer(assembler);
    case DXBC_OP_DCL_SAMPLER:
        return read_sampler(assembler);
    case DXBC_OP_DCL_GLOBALFLAGS:
        return read_global_flags(assembler);
    case DXBC_OP_DCL_INDEXABLETEMP:
        return read_indexable(assembler);
    case DXBC_OP_DCL_OUTPUTTOPOLOGY:
        return read_named_control(assembler, NAMES_TOPOLOGY);
    case DXBC_OP_DCL_INPUTPRIMITIVE:
        return read_input_primitive(assembler);
    case DXBC_OP_DCL_FUNCTION_BODY:
        return asm_expect(&assembler->reader, "fb") && read_data(assembler);
    case DXBC_OP_DCL_FUNCTION_TABLE:
        return read_function_table(assembler);
    case DXBC_OP_DCL_INTERFACE:
        return read_interface(assembler, suffix);
    case DXBC_OP_DCL_INPUT_CONTROL_POINT_COUNT:
    case DXBC_OP_DCL_OUTPUT_CONTROL_POINT_COUNT:
        return read_control_points(assembler);
    case DXBC_OP_DCL_TESSELLATOR_DOMAIN:
        return read_named_control(assembler, NAMES_DOMAIN);
    case DXBC_OP_DCL_TESSELLATOR_PARTITIONING:
        return read_named_control(assembler, NAMES_PARTITIONING);
    case DXBC_OP_DCL_TESSELLATOR_OUTPUT_PRIMITIVE:
        return read_named_control(assembler, NAMES_OUTPUT_PRIMITIVE);
    case DXBC_OP_DCL_HS_MAX_TESSFACTOR:
        return read_max_tess_factor(assembler);
    case DXBC_OP_DCL_TGSM_RAW:
        return read_shared_memory(assembler, 1);
    case DXBC_OP_DCL_TGSM_STRUCTURED:
        return read_shared_memory(assembler, 2);
    case DXBC_OP_DCL_THREAD_GROUP:
        return read_list(assembler, 3);
    case DXBC_OP_DCL_MAXOUT:
    case DXBC_OP_DCL_TEMPS:
    case DXBC_OP_DCL_GSINSTANCES:
    case DXBC_OP_DCL_HS_FORK_PHASE_INSTANCE_COUNT:
    case DXBC_OP_DCL_HS_JOIN_PHASE_INSTANCE_COUNT:
        return read_list(assembler, 1);
    default:
        return read_io(assembler);
    }
}
