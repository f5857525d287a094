/*
 * Text of constant buffers, texture buffers, interface pointers and structure elements, with their types,
 * offsets and default values: the block "Buffer Definitions" of the comment header.
 */
#include <string.h>

#include "text_sink.h"

enum { COMMENT_COLUMN = 40, LINE_BYTES = 4200, WORDS_A_LINE = 4 };
enum {
    CLASS_SCALAR,
    CLASS_VECTOR,
    CLASS_MATRIX_ROWS,
    CLASS_MATRIX_COLUMNS,
    CLASS_OBJECT,
    CLASS_STRUCT,
    CLASS_INTERFACE,
    CLASS_INTERFACE_POINTER
};
enum { BUFFER_TBUFFER = 1, BUFFER_INTERFACES = 2, BUFFER_ELEMENT = 3, VARIABLE_USED = 2 };

static const char *basic_name(uint16_t type)
{
    switch (type) {
    case 0:
        return "void";
    case 1:
        return "bool";
    case 2:
        return "int";
    case 3:
        return "float";
    case 19:
        return "uint";
    case 20:
        return "uint8";
    case 39:
        return "double";
    case 52:
        return "min8float";
    case 53:
        return "min10float";
    case 54:
        return "min16float";
    case 55:
        return "min12int";
    case 56:
        return "min16int";
    case 57:
        return "min16uint";
    default:
        return "unknown";
    }
}

/* "float3", "row_major float2x4", "interface shape": everything but structures. */
static void print_type(struct text_sink *line, const struct dxbc_type *type)
{
    switch (type->class_) {
    case CLASS_SCALAR:
        sink_puts(line, basic_name(type->type));
        break;
    case CLASS_VECTOR:
        sink_printf(line, "%s%u", basic_name(type->type), type->columns);
        break;
    case CLASS_MATRIX_ROWS:
    case CLASS_MATRIX_COLUMNS:
        sink_printf(line, "%s%s%ux%u", type->class_ == CLASS_MATRIX_ROWS ? "row_major " : "",
                    basic_name(type->type), type->rows, type->columns);
        break;
    case CLASS_INTERFACE:
    case CLASS_INTERFACE_POINTER:
        sink_printf(line, "interface %s", type->name ? type->name : "");
        break;
    default:
        sink_puts(line, type->name ? type->name : basic_name(type->type));
    }
}

static void print_name(struct text_sink *line, const char *name, const struct dxbc_type *type)
{
    sink_printf(line, " %s", name);
    if (type->elements > 1)
        sink_printf(line, "[%u]", type->elements);
    sink_puts(line, ";");
}

static void print_with_offset(struct text_sink *sink, const char *line, uint32_t offset)
{
    if (offset == UINT32_MAX) /* all of it is textures, samplers or interfaces */
        sink_printf(sink, "%-*s// Offset:  N/A", COMMENT_COLUMN, line);
    else
        sink_printf(sink, "%-*s// Offset: %4u", COMMENT_COLUMN, line, offset);
}

/* A declaration up to its offset; structures span several lines. depth counts the structures around it. */
static void print_field(struct text_sink *sink, const char *name, const struct dxbc_type *type,
                        uint32_t offset, unsigned depth, bool first)
{
    const int indent = 2 + 4 * (int)depth;
    char text[LINE_BYTES];
    struct text_sink line = {.buffer = text, .size = sizeof(text)};
    sink_printf(&line, "// %*s", indent, "");
    if (type->class_ != CLASS_STRUCT) {
        print_type(&line, type);
        print_name(&line, name, type);
        print_with_offset(sink, text, offset);
        return;
    }
    if (!first)
        sink_printf(sink, "// %*s\n", indent, "");
    sink_printf(sink, "// %*sstruct%s%s\n", indent, "", type->name ? " " : "", type->name ? type->name : "");
    sink_printf(sink, "// %*s{\n// %*s\n", indent, "", indent + 4, "");
    for (uint32_t i = 0; i < type->member_count; ++i) {
        const struct dxbc_member *member = &type->members[i];
        print_field(sink, member->name, member->type, offset + member->offset, depth + 1, i == 0);
        sink_puts(sink, "\n");
    }
    sink_puts(sink, "//\n");
    sink_puts(&line, "}");
    print_name(&line, name, type);
    print_with_offset(sink, text, offset);
}

static void print_default(struct text_sink *sink, const struct dxbc_variable *variable)
{
    sink_puts(sink, "//      = ");
    for (uint32_t i = 0; i + 4 <= variable->size; i += 4) {
        uint32_t word;
        memcpy(&word, variable->default_value + i, sizeof(word));
        if (i > 0 && i / 4 % WORDS_A_LINE == 0)
            sink_puts(sink, "\n//        ");
        sink_printf(sink, "0x%08x ", word);
    }
    sink_puts(sink, "\n");
}

static void print_slots(struct text_sink *sink, char letter, uint32_t first, uint32_t count)
{
    sink_printf(sink, "%c%u", letter, first);
    if (count > 1)
        sink_printf(sink, "-%c%u", letter, first + count - 1);
}

/* The registers that the textures and samplers inside a variable take. */
static void print_objects(struct text_sink *sink, const struct dxbc_variable *variable)
{
    const bool textures = variable->start_texture != UINT32_MAX && variable->texture_count > 0;
    const bool samplers = variable->start_sampler != UINT32_MAX && variable->sampler_count > 0;
    if (!textures && !samplers)
        return;
    sink_printf(sink, "%*s// ", COMMENT_COLUMN, "");
    if (textures) {
        sink_puts(sink, variable->texture_count > 1 ? "Textures:  " : "Texture:   ");
        print_slots(sink, 't', variable->start_texture, variable->texture_count);
    }
    sink_puts(sink, textures && samplers ? ", " : "");
    if (samplers) {
        sink_puts(sink, variable->sampler_count > 1 ? "Samplers: " : "Sampler: ");
        print_slots(sink, 's', variable->start_sampler, variable->sampler_count);
    }
    sink_puts(sink, "\n");
}

static void print_buffer(struct text_sink *sink, const struct dxbc_cbuffer_info *buffer)
{
    static const char *const kinds[] = {"cbuffer", "tbuffer", "interfaces", "Resource bind info for"};
    sink_printf(sink, "// %s %s\n// {\n//\n", kinds[buffer->type & 3], buffer->name);
    for (uint32_t i = 0; i < buffer->variable_count; ++i) {
        const struct dxbc_variable *variable = &buffer->variables[i];
        print_field(sink, variable->name, variable->type, variable->offset, 0, i == 0);
        const char *unused = variable->flags & VARIABLE_USED ? "" : " [unused]";
        if (variable->offset == UINT32_MAX)
            sink_printf(sink, " Size:   N/A%s\n", unused);
        else
            sink_printf(sink, " Size: %5u%s\n", variable->size, unused);
        print_objects(sink, variable);
        if (variable->default_value)
            print_default(sink, variable);
    }
    sink_puts(sink, "//\n// }\n//\n");
}

void dxbc_print_buffers(struct text_sink *sink, const struct dxbc_reflection *reflection)
{
    if (reflection->cbuffer_count)
        sink_puts(sink, "//\n// Buffer Definitions: \n//\n");
    for (uint32_t i = 0; i < reflection->cbuffer_count; ++i)
        print_buffer(sink, &reflection->cbuffers[i]);
}
