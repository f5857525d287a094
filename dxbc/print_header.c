/*
 * The comment header of a listing, as Microsoft's disassembler writes it: what the shader needs, its constant
 * buffers, bindings, signatures, tessellation and class linkage. What the level-9 targets add (a second
 * program of an older kind) is left out.
 */
#include <string.h>
#include <strings.h>

#include "names.h"
#include "stat_words.h"
#include "text_sink.h"

static const struct dxbc_instr *find_instr(const struct dxbc_program *program, uint16_t opcode)
{
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        if (program->instrs[i].opcode == opcode)
            return &program->instrs[i];
    }
    return NULL;
}

/* ---- notes ---- */

static bool needs_debug_layer(const struct dxbc_program *program)
{
    struct dxbc_message message;
    for (uint32_t i = 0; i < program->instr_count; ++i) {
        if (dxbc_instr_message(&program->instrs[i], &message))
            return true;
    }
    return find_instr(program, DXBC_OP_ABORT) || find_instr(program, DXBC_OP_DEBUG_BREAK);
}

static void print_notes(struct text_sink *sink, const struct dxbc_shader *shader)
{
    /* Bit 1 of the file speaks of raw buffers in shader model 4; the listing's comes from the program. */
    const uint64_t early_depth = shader->program.global_flags >> 13 & 1;
    const uint64_t flags = (shader->feature_flags & ~UINT64_C(2)) | early_depth << 1;
    if (needs_debug_layer(&shader->program))
        sink_puts(sink, "//\n// Note: SHADER WILL ONLY WORK WITH THE DEBUG SDK LAYER ENABLED.\n//\n");
    if (!flags)
        return;
    sink_puts(sink, "//\n// Note: shader requires additional functionality:\n");
    for (uint32_t i = 0; i < 64; ++i) {
        if (flags >> i & 1 && dxbc_name(NAMES_FEATURE, i))
            sink_printf(sink, "//       %s\n", dxbc_name(NAMES_FEATURE, i));
    }
    sink_puts(sink, "//\n");
}

/* ---- bindings ---- */

enum { COMPARISON_SAMPLER = 2, BINDING_CBUFFER = 0, BINDING_SAMPLER = 3 };

struct binding_text {
    const char *type, *dimension, *letter; /* dimension NULL: that of the view */
};

static const struct binding_text *binding_text_of(uint32_t type)
{
    static const struct binding_text texts[] = {
        {"cbuffer", "NA", "cb"}, {"tbuffer", "NA", "t"},  {"texture", NULL, "t"},  {"sampler", "NA", "s"},
        {"UAV", NULL, "u"},      {"texture", "r/o", "t"}, {"UAV", "r/w", "u"},     {"texture", "r/o", "t"},
        {"UAV", "r/w", "u"},     {"UAV", "append", "u"},  {"UAV", "consume", "u"}, {"UAV", "r/w+cnt", "u"},
    };
    static const struct binding_text unknown = {"unknown", "NA", "?"};
    return type < sizeof(texts) / sizeof(texts[0]) ? &texts[type] : &unknown;
}

static void binding_format(const struct dxbc_binding *binding, char text[16])
{
    static const char *const types[] = {"", "unorm", "snorm", "sint", "uint", "float", "mixed", "double"};
    const unsigned components = (binding->flags >> 2 & 3) + 1;
    struct text_sink sink = {.buffer = text, .size = 16};
    switch (binding->type) {
    case 2:
    case 4:
        sink_puts(&sink, types[binding->return_type & 7]);
        if (components > 1)
            sink_printf(&sink, "%u", components);
        break;
    case 7:
    case 8:
        sink_puts(&sink, "byte");
        break;
    default:
        sink_puts(&sink, binding->type >= 5 ? "struct" : "NA");
    }
}

static void binding_dimension(const struct dxbc_binding *binding, char text[24])
{
    static const char *const dimensions[] = {"NA",   "buf",       "1d", "1darray", "2d",        "2darray",
                                             "2dMS", "2darrayMS", "3d", "cube",    "cubearray", "buf"};
    const char *fixed = binding_text_of(binding->type)->dimension;
    const uint32_t dimension = binding->dimension < 12 ? binding->dimension : 0;
    struct text_sink sink = {.buffer = text, .size = 24};
    sink_puts(&sink, fixed ? fixed : dimensions[dimension]);
    if (!fixed && (dimension == 6 || dimension == 7) && binding->sample_count)
        sink_printf(&sink, "%u", binding->sample_count);
}

static void print_binding(struct text_sink *sink, const struct dxbc_binding *binding, bool ranges)
{
    const struct binding_text *text = binding_text_of(binding->type);
    const bool comparison = binding->type == BINDING_SAMPLER && binding->flags & COMPARISON_SAMPLER;
    char format[16], dimension[24], slot[40], id[16];
    binding_format(binding, format);
    binding_dimension(binding, dimension);
    sink_printf(sink, "// %-30s %10s %7s %11s ", binding->name, comparison ? "sampler_c" : text->type, format,
                dimension);
    if (ranges) {
        static const char *const letters[] = {"CB", "T", "S", "U"};
        const int letter = *text->letter == 'c' ? 0 : *text->letter == 't' ? 1 : *text->letter == 's' ? 2 : 3;
        snprintf(id, sizeof(id), "%s%u", letters[letter], binding->id);
        sink_printf(sink, "%7s ", id);
    }
    if (binding->space)
        snprintf(slot, sizeof(slot), "%s%u,space%u", text->letter, binding->bind_point, binding->space);
    else
        snprintf(slot, sizeof(slot), "%s%u", text->letter, binding->bind_point);
    sink_printf(sink, "%14s ", slot);
    if (binding->bind_count)
        sink_printf(sink, "%6u \n", binding->bind_count);
    else
        sink_puts(sink, "unbounded \n");
}

static void print_bindings(struct text_sink *sink, const struct dxbc_reflection *reflection)
{
    const bool ranges = (reflection->target & 0xffff) >= 0x501;
    if (!reflection->binding_count)
        return;
    sink_puts(sink, "//\n// Resource Bindings:\n//\n");
    sink_printf(sink,
                "// Name                                 Type  Format         Dim %s     HLSL Bind  Count\n",
                ranges ? "     ID " : "");
    sink_printf(sink,
                "// ------------------------------ ---------- ------- ----------- %s-------------- ------\n",
                ranges ? "------- " : "");
    for (uint32_t i = 0; i < reflection->binding_count; ++i)
        print_binding(sink, &reflection->bindings[i], ranges);
    sink_puts(sink, "//\n");
}

/* ---- signatures ---- */

enum signature_side { SIDE_INPUT, SIDE_OUTPUT };

/* What the file leaves at 0 for pixel outputs follows from the semantic's name. */
static const struct pixel_output {
    const char *semantic, *value, *reg;
} pixel_outputs[] = {
    {"SV_Target", "TARGET", ""},
    {"SV_Depth", "DEPTH", "oDepth"},
    {"SV_Coverage", "COVERAGE", "oMask"},
    {"SV_DepthGreaterEqual", "DEPTHGE", "oDepthGE"},
    {"SV_DepthLessEqual", "DEPTHLE", "oDepthLE"},
    {"SV_StencilRef", "STENCILREF", "   oStencilRef"},
};

static const struct pixel_output *pixel_output_of(const struct dxbc_program *program,
                                                  const struct dxbc_signature_element *element,
                                                  enum signature_side side)
{
    if (program->stage != DXBC_PS || side != SIDE_OUTPUT)
        return NULL;
    for (size_t i = 0; i < sizeof(pixel_outputs) / sizeof(pixel_outputs[0]); ++i) {
        if (!strcasecmp(element->name, pixel_outputs[i].semantic))
            return &pixel_outputs[i];
    }
    return NULL;
}

static const char *system_value_of(const struct dxbc_signature_element *element,
                                   const struct pixel_output *pixel)
{
    if (element->system_value == 0 && pixel)
        return pixel->value;
    const char *name = dxbc_name(NAMES_SIGNATURE_VALUE, element->system_value);
    return name ? name : "UNKNOWN";
}

static const char *format_of(const struct dxbc_signature_element *element)
{
    static const char *const formats[] = {"unknown", "uint", "int", "float"};
    switch (element->min_precision) {
    case 1:
        return "min16f";
    case 2:
        return "min2_8f";
    case 4:
        return "min16i";
    case 5:
        return "min16u";
    default:
        return formats[element->component_type & 3];
    }
}

static void print_mask(struct text_sink *sink, uint8_t mask)
{
    for (unsigned i = 0; i < 4; ++i)
        sink_printf(sink, "%c", mask >> i & 1 ? "xyzw"[i] : ' ');
}

static void print_element(struct text_sink *sink, const struct dxbc_program *program,
                          const struct dxbc_signature_element *element, enum signature_side side,
                          bool streams)
{
    const struct pixel_output *pixel = pixel_output_of(program, element, side);
    const uint8_t used = side == SIDE_INPUT ? element->rw_mask : ~element->rw_mask & 15;
    const bool has_register = element->reg != UINT32_MAX;
    if (streams)
        sink_printf(sink, "// m%u:%-17s", element->stream, element->name);
    else
        sink_printf(sink, "// %-20s", element->name);
    sink_printf(sink, " %5u   ", element->index);
    if (has_register) {
        print_mask(sink, element->mask);
        sink_printf(sink, " %8u", element->reg);
    } else {
        sink_printf(sink, " N/A %8s", pixel ? pixel->reg : element->system_value == 7 ? "primID" : "special");
    }
    sink_printf(sink, " %8s %7s   ", system_value_of(element, pixel), format_of(element));
    if (has_register)
        print_mask(sink, used);
    else
        sink_puts(sink, used ? " YES" : "  NO");
    sink_puts(sink, "\n");
}

static void print_signature(struct text_sink *sink, const struct dxbc_program *program, const char *name,
                            const struct dxbc_signature *signature, enum signature_side side)
{
    bool streams = false;
    for (uint32_t i = 0; i < signature->count; ++i)
        streams |= signature->elements[i].stream != 0;
    sink_printf(sink, "//\n// %s signature:\n//\n", name);
    sink_puts(sink, "// Name                 Index   Mask Register SysValue  Format   Used\n");
    sink_puts(sink, "// -------------------- ----- ------ -------- -------- ------- ------\n");
    for (uint32_t i = 0; i < signature->count; ++i)
        print_element(sink, program, &signature->elements[i], side, streams);
    if (signature->count)
        sink_puts(sink, "//\n");
    else
        sink_printf(sink, "// no %s\n", name);
}

static void print_signatures(struct text_sink *sink, const struct dxbc_shader *shader)
{
    const struct dxbc_program *program = &shader->program;
    const enum signature_side patch_side = program->stage == DXBC_DS ? SIDE_INPUT : SIDE_OUTPUT;
    if (shader->patch_constant.present)
        print_signature(sink, program, "Patch Constant", &shader->patch_constant, patch_side);
    if (shader->input.present)
        print_signature(sink, program, "Input", &shader->input, SIDE_INPUT);
    if (shader->output.present)
        print_signature(sink, program, "Output", &shader->output, SIDE_OUTPUT);
}

/* ---- tessellation, sample frequency ---- */

static void print_tessellation(struct text_sink *sink, const struct dxbc_shader *shader)
{
    const bool tessellates = shader->program.stage == DXBC_HS || shader->program.stage == DXBC_DS;
    if (!tessellates || shader->stat_count <= DXBC_STAT_DOMAIN)
        return;
    const uint32_t *stat = shader->stat;
    sink_puts(sink,
              "// Tessellation Domain   # of control points\n// -------------------- --------------------\n");
    sink_printf(sink, "// %-20s %20u\n//\n", dxbc_name(NAMES_HEADER_DOMAIN, stat[DXBC_STAT_DOMAIN] & 3),
                stat[DXBC_STAT_CONTROL_POINTS]);
    if (shader->program.stage != DXBC_HS)
        return;
    const char *primitive = dxbc_name(NAMES_HEADER_PRIMITIVE, stat[DXBC_STAT_HS_PRIMITIVE] & 7);
    const char *partitioning = dxbc_name(NAMES_HEADER_PARTITIONING, stat[DXBC_STAT_HS_PARTITIONING] & 7);
    sink_puts(sink, "// Tessellation Output Primitive  Partitioning Type \n");
    sink_puts(sink, "// ------------------------------ ------------------\n");
    sink_printf(sink, "// %-30s %-18s\n//\n", primitive ? primitive : "", partitioning ? partitioning : "");
}

static void print_sample_frequency(struct text_sink *sink, const struct dxbc_shader *shader)
{
    if (shader->program.stage == DXBC_PS && shader->stat_count > DXBC_STAT_SAMPLE_FREQUENCY &&
        shader->stat[DXBC_STAT_SAMPLE_FREQUENCY])
        sink_puts(sink, "// Pixel Shader runs at sample frequency\n//\n");
}

/* ---- class linkage ---- */

static void print_slot_number(struct text_sink *sink, uint16_t value, int width)
{
    if (value == UINT16_MAX)
        sink_printf(sink, " %*s", width, "-");
    else
        sink_printf(sink, " %*u", width, value);
}

static void print_class_types(struct text_sink *sink, const struct dxbc_interfaces *interfaces)
{
    sink_puts(sink, "//\n// Available Class Types:\n//\n");
    sink_puts(sink, "// Name                             ID CB Stride Texture Sampler\n");
    sink_puts(sink, "// ------------------------------ ---- --------- ------- -------\n");
    for (uint32_t i = 0; i < interfaces->type_count; ++i) {
        const struct dxbc_class_type *type = &interfaces->types[i];
        sink_printf(sink, "// %-30s %4u %9u %7u %7u\n", type->name, i, type->cb_stride, type->texture_stride,
                    type->sampler_stride);
    }
}

static void print_class_instances(struct text_sink *sink, const struct dxbc_interfaces *interfaces)
{
    if (!interfaces->instance_count)
        return;
    sink_puts(sink, "//\n// Available Class Instances:\n//\n");
    sink_puts(sink, "// Name                        Type CB CB Offset Texture Sampler\n");
    sink_puts(sink, "// --------------------------- ---- -- --------- ------- -------\n");
    for (uint32_t i = 0; i < interfaces->instance_count; ++i) {
        const struct dxbc_class_instance *instance = &interfaces->instances[i];
        char name[256];
        struct text_sink line = {.buffer = name, .size = sizeof(name)};
        sink_puts(&line, instance->name);
        if (instance->count > 1)
            sink_printf(&line, "[%u]", instance->count);
        sink_printf(sink, "// %-27s %4u", name, instance->type);
        print_slot_number(sink, instance->cb_slot, 2);
        print_slot_number(sink, instance->cb_offset, 9);
        print_slot_number(sink, instance->texture, 7);
        print_slot_number(sink, instance->sampler, 7);
        sink_puts(sink, "\n");
    }
}

static void print_interface_slots(struct text_sink *sink, const struct dxbc_interfaces *interfaces)
{
    static const char rule[] = "// +----------+---------+---------------------------------------\n";
    uint32_t first = 0;
    sink_printf(sink, "//\n// Interface slots, %u total:\n//\n//             Slots\n%s",
                interfaces->slot_count, rule);
    for (uint32_t i = 0; i < interfaces->slot_record_count; ++i) {
        const struct dxbc_interface_slot *slot = &interfaces->slots[i];
        char range[32];
        if (slot->slot_count > 1)
            snprintf(range, sizeof(range), "%4u-%-4u", first, first + slot->slot_count - 1);
        else
            snprintf(range, sizeof(range), "%4u     ", first);
        sink_printf(sink, "// | Type ID  |%s|", range);
        for (uint32_t k = 0; k < slot->type_count; ++k)
            sink_printf(sink, "%-5u", slot->types[k]);
        sink_puts(sink, "\n// | Table ID |         |");
        for (uint32_t k = 0; k < slot->type_count; ++k)
            sink_printf(sink, "%-5u", slot->tables[k]);
        sink_printf(sink, "\n%s", rule);
        first += slot->slot_count;
    }
}

void dxbc_print_header(struct text_sink *sink, const struct dxbc_shader *shader)
{
    const struct dxbc_reflection *reflection = &shader->reflection;
    sink_printf(sink, "//\n// Generated by %s\n//\n",
                reflection->present ? reflection->creator : "Microsoft (R) D3D Shader Disassembler");
    print_notes(sink, shader);
    if (reflection->present) {
        dxbc_print_buffers(sink, reflection);
        print_bindings(sink, reflection);
        sink_puts(sink, "//\n");
    }
    print_signatures(sink, shader);
    print_tessellation(sink, shader);
    print_sample_frequency(sink, shader);
    if (shader->interfaces.present) {
        print_class_types(sink, &shader->interfaces);
        print_class_instances(sink, &shader->interfaces);
        print_interface_slots(sink, &shader->interfaces);
    }
}
