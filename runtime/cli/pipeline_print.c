/*
 * A pipeline as YAML text, laid out as offloader's YAML writer does it: values start 17 columns after their
 * key, and a list of data takes a new line before an element once the column has passed 70.
 */
#include <ctype.h>
#include <string.h>

#include "pipeline.h"

enum { KEY_WIDTH = 17, WRAP_COLUMN = 70 };

/* "  Key:             "; returns the column where the value starts. */
static int print_key(FILE *out, int indent, const char *key)
{
    int length = (int)strlen(key), pad = KEY_WIDTH - 1 - length;
    if (pad < 1)
        pad = 1;
    fprintf(out, "%*s%s:%*s", indent, "", key, pad, "");
    return indent + length + 1 + pad;
}

static bool is_word_of(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(text, *words) == 0)
            return true;
    return false;
}

/* A plain scalar that a reader could take for a number. */
static bool looks_numeric(const char *text)
{
    static const char *const words[] = {".inf",  ".Inf", ".INF", "+.inf", "-.inf", "-.Inf",
                                        "-.INF", ".nan", ".NaN", ".NAN",  NULL};
    const char *digits = text + (*text == '-' || *text == '+');
    if (is_word_of(text, words))
        return true;
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'o') && digits[2])
        return digits[2 + strspn(digits + 2, "0123456789abcdefABCDEF")] == 0;
    size_t whole = strspn(digits, "0123456789");
    const char *rest = digits + whole;
    size_t fraction = *rest == '.' ? strspn(rest + 1, "0123456789") : 0;
    if (*rest == '.')
        rest += 1 + fraction;
    if (whole + fraction == 0)
        return false;
    if (*rest == 'e' || *rest == 'E') {
        rest += 1 + (rest[1] == '-' || rest[1] == '+');
        size_t exponent = strspn(rest, "0123456789");
        return exponent != 0 && rest[exponent] == 0;
    }
    return *rest == 0;
}

/* 0 for a plain scalar, or the quote that the text needs. */
static char quote_for(const char *text)
{
    static const char *const words[] = {"~",    "null",  "Null",  "NULL",  "true", "True",
                                        "TRUE", "false", "False", "FALSE", NULL};
    size_t length = strlen(text);
    char quote = 0;
    if (length == 0 || isspace((unsigned char)text[0]) || isspace((unsigned char)text[length - 1]) ||
        strchr("-?:\\,[]{}#&*!|>'\"%@`", text[0]) || is_word_of(text, words) || looks_numeric(text))
        quote = '\'';
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (isalnum(*c) || strchr("_-^., \t", *c))
            continue;
        if (*c < 0x20 || *c >= 0x7f)
            return '"';
        quote = '\'';
    }
    return quote;
}

static void print_text(FILE *out, const char *text)
{
    char quote = quote_for(text);
    if (quote)
        fputc(quote, out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (quote == '\'' && *c == '\'')
            fputs("''", out);
        else if (quote == '"' && (*c < 0x20 || *c == 0x7f))
            fprintf(out, "\\x%02X", *c);
        else if (quote == '"' && (*c == '"' || *c == '\\'))
            fprintf(out, "\\%c", *c);
        else
            fputc(*c, out);
    }
    if (quote)
        fputc(quote, out);
}

static void print_text_key(FILE *out, int indent, const char *key, const char *text)
{
    print_key(out, indent, key);
    print_text(out, text);
    fputc('\n', out);
}

static void print_uint_key(FILE *out, int indent, const char *key, uint32_t value)
{
    print_key(out, indent, key);
    fprintf(out, "%u\n", value);
}

static void print_number_key(FILE *out, int indent, const char *key, double value)
{
    print_key(out, indent, key);
    fprintf(out, "%g\n", value);
}

/* ---- lists in one line ---- */

struct flow {
    FILE *out;
    int start, column;
    bool comma;
};

static struct flow flow_begin(FILE *out, int column)
{
    fputs("[ ", out);
    return (struct flow){.out = out, .start = column, .column = column + 2};
}

static void flow_item(struct flow *flow, const char *text, int length)
{
    if (flow->comma) {
        fputs(", ", flow->out);
        flow->column += 2;
    }
    if (flow->column > WRAP_COLUMN) {
        fprintf(flow->out, "\n%*s", flow->start + 2, "");
        flow->column = flow->start + 2;
    }
    fputs(text, flow->out);
    flow->column += length;
    flow->comma = true;
}

static void flow_end(struct flow *flow)
{
    fputs(" ]\n", flow->out);
}

static void print_uints(FILE *out, int column, const uint32_t *values, uint32_t count)
{
    char text[DATA_TEXT];
    struct flow flow = flow_begin(out, column);
    for (uint32_t i = 0; i < count; i++)
        flow_item(&flow, text, data_print(DATA_UINT32, &values[i], text));
    flow_end(&flow);
}

static void print_values(FILE *out, int column, const struct pipeline_buffer *buffer, uint32_t element)
{
    char text[DATA_TEXT];
    uint32_t unit = data_format_size(buffer->format);
    struct flow flow = flow_begin(out, column);
    for (size_t i = 0; i < buffer->size_bytes / unit; i++)
        flow_item(&flow, text, data_print(buffer->format, buffer->data[element] + i * unit, text));
    flow_end(&flow);
}

/* ---- the parts of a pipeline ---- */

/* The keys of a buffer but for its name. */
static void print_buffer_rest(FILE *out, int indent, const struct pipeline_buffer *buffer)
{
    print_text_key(out, indent, "Format", data_format_names[buffer->format]);
    if (buffer->channels != 1)
        print_uint_key(out, indent, "Channels", buffer->channels);
    if (buffer->stride)
        print_uint_key(out, indent, "Stride", buffer->stride);
    if (buffer->view_format)
        print_uint_key(out, indent, "ViewFormat", buffer->view_format);
    if (buffer->array_size != 1)
        print_uint_key(out, indent, "ArraySize", buffer->array_size);
    if (buffer->counter_count == 1)
        print_uint_key(out, indent, "Counter", buffer->counters[0]);
    else if (buffer->counter_count)
        print_uints(out, print_key(out, indent, "Counters"), buffer->counters, buffer->counter_count);
    if (buffer->array_size == 1) {
        print_values(out, print_key(out, indent, "Data"), buffer, 0);
    } else {
        fprintf(out, "%*sData:\n", indent, "");
        for (uint32_t i = 0; i < buffer->array_size; i++) {
            fprintf(out, "%*s- ", indent + 2, "");
            print_values(out, indent + 4, buffer, i);
        }
    }
    fprintf(out, "%*sOutputProps:\n", indent, "");
    print_uint_key(out, indent + 2, "Height", buffer->height);
    print_uint_key(out, indent + 2, "Width", buffer->width);
    print_uint_key(out, indent + 2, "Depth", buffer->depth);
    if (buffer->mip_levels != 1)
        print_uint_key(out, indent + 2, "MipLevels", buffer->mip_levels);
}

void pipeline_print_buffer(const struct pipeline_buffer *buffer, FILE *out)
{
    fputs("---\n", out);
    print_text_key(out, 0, "Name", buffer->name);
    print_buffer_rest(out, 0, buffer);
    fputs("...\n", out);
}

/* "Key:" over a block of items, or "Key: []". */
static void print_list_key(FILE *out, int indent, const char *key, uint32_t count)
{
    if (count) {
        fprintf(out, "%*s%s:\n", indent, "", key);
    } else {
        print_key(out, indent, key);
        fputs("[]\n", out);
    }
}

/* The first key of a list's item: "  - Key:   text". */
static void print_item_key(FILE *out, int indent, const char *key, const char *text)
{
    fprintf(out, "%*s- ", indent, "");
    print_text_key(out, 0, key, text);
}

static void print_settings(FILE *out, const struct pipeline *pipeline)
{
    fputs("RuntimeSettings:\n", out);
    if (pipeline->table_count == 0) {
        print_key(out, 2, "DirectX");
        fputs("{}\n", out);
        return;
    }
    fputs("  DirectX:\n    RootParameters:\n", out);
    for (uint32_t i = 0; i < pipeline->table_count; i++)
        print_item_key(out, 6, "Kind", "DescriptorTable");
}

static void print_sampler(FILE *out, const struct pipeline_sampler *sampler)
{
    print_item_key(out, 2, "Name", sampler->name);
    print_text_key(out, 4, "Kind", sampler->comparison ? "SamplerComparison" : "Sampler");
    print_text_key(out, 4, "MinFilter", pipeline_filter_names[sampler->min_filter]);
    print_text_key(out, 4, "MagFilter", pipeline_filter_names[sampler->mag_filter]);
    print_text_key(out, 4, "Address", pipeline_address_names[sampler->address]);
    print_number_key(out, 4, "MinLOD", sampler->min_lod);
    print_number_key(out, 4, "MaxLOD", sampler->max_lod);
    print_number_key(out, 4, "MipLODBias", sampler->mip_lod_bias);
    print_text_key(out, 4, "ComparisonOp", pipeline_compare_names[sampler->compare]);
    if (!sampler->has_filter)
        return;
    print_uint_key(out, 4, "Filter", sampler->filter);
    print_text_key(out, 4, "AddressV", pipeline_address_names[sampler->address_v]);
    print_text_key(out, 4, "AddressW", pipeline_address_names[sampler->address_w]);
    print_uint_key(out, 4, "MaxAnisotropy", sampler->max_anisotropy);
    print_key(out, 4, "BorderColor");
    fprintf(out, "[ %.9g, %.9g, %.9g, %.9g ]\n", (double)sampler->border[0], (double)sampler->border[1],
            (double)sampler->border[2], (double)sampler->border[3]);
}

static void print_rule(FILE *out, const struct pipeline_rule *rule)
{
    print_item_key(out, 2, "Result", rule->name);
    print_text_key(out, 4, "Rule", pipeline_rule_names[rule->kind]);
    print_text_key(out, 4, "Actual", rule->actual_name);
    print_text_key(out, 4, "Expected", rule->expected_name);
    if (rule->kind == RULE_BUFFER_EXACT)
        return;
    if (rule->kind == RULE_BUFFER_FLOAT_ULP)
        print_uint_key(out, 4, "ULPT", rule->ulps);
    else
        print_number_key(out, 4, "Epsilon", rule->epsilon);
    print_text_key(out, 4, "DenormMode", pipeline_denorm_names[rule->denorm]);
    if (rule->zero_tolerance != 0)
        print_number_key(out, 4, "ZeroTolerance", rule->zero_tolerance);
}

static void print_resource(FILE *out, const struct pipeline_resource *resource)
{
    print_item_key(out, 6, "Name", resource->name);
    print_text_key(out, 8, "Kind", pipeline_kind_names[resource->kind]);
    if (resource->has_counter) {
        print_key(out, 8, "HasCounter");
        fputs("true\n", out);
    }
    if (resource->initial_counter)
        print_uint_key(out, 8, "InitialCounter", resource->initial_counter);
    print_key(out, 8, "IsReserved");
    fputs("false\n", out);
    fputs("        DirectXBinding:\n", out);
    print_uint_key(out, 10, "Register", resource->reg);
    print_uint_key(out, 10, "Space", resource->space);
    if (!resource->has_vulkan)
        return;
    fputs("        VulkanBinding:\n", out);
    print_uint_key(out, 10, "Binding", resource->vulkan_binding);
    if (resource->has_counter_binding)
        print_uint_key(out, 10, "CounterBinding", resource->counter_binding);
}

static void print_sets(FILE *out, const struct pipeline *pipeline)
{
    print_list_key(out, 0, "DescriptorSets", pipeline->set_count);
    for (uint32_t i = 0; i < pipeline->set_count; i++) {
        const struct pipeline_set *set = &pipeline->sets[i];
        fputs("  - ", out);
        print_list_key(out, 0, "Resources", set->resource_count);
        for (uint32_t j = 0; j < set->resource_count; j++)
            print_resource(out, &set->resources[j]);
    }
}

void pipeline_print(const struct pipeline *pipeline, FILE *out)
{
    fputs("---\nShaders:\n", out);
    for (uint32_t i = 0; i < pipeline->shader_count; i++) {
        print_item_key(out, 2, "Stage", pipeline->shaders[i].stage);
        print_text_key(out, 4, "Entry", pipeline->shaders[i].entry);
    }
    print_settings(out, pipeline);
    print_list_key(out, 0, "Buffers", pipeline->buffer_count);
    for (uint32_t i = 0; i < pipeline->buffer_count; i++) {
        print_item_key(out, 2, "Name", pipeline->buffers[i].name);
        print_buffer_rest(out, 4, &pipeline->buffers[i]);
    }
    if (pipeline->sampler_count)
        fputs("Samplers:\n", out);
    for (uint32_t i = 0; i < pipeline->sampler_count; i++)
        print_sampler(out, &pipeline->samplers[i]);
    if (pipeline->rule_count)
        fputs("Results:\n", out);
    for (uint32_t i = 0; i < pipeline->rule_count; i++)
        print_rule(out, &pipeline->rules[i]);
    print_sets(out, pipeline);
    fputs("Bindings:\n", out);
    print_text_key(out, 2, "VertexBuffer", "");
    print_text_key(out, 2, "RenderTarget", "");
    fputs("AccelerationStructures: {}\nDispatchParameters:\n", out);
    print_uints(out, print_key(out, 2, "DispatchGroupCount"), pipeline->group_count, 3);
    fputs("...\n", out);
}
