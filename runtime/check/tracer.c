/*
 * Lines of a trace: the instruction, what it read, what stands in its registers afterwards.
 */
#include "tracer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 1024, TEXT = 160 };

void trace_line(struct device *device, const char *format, ...)
{
    char line[LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    if (device->message_callback)
        device->message_callback(device->message_user, WEFT_MESSAGE_TRACE, line);
    else
        fprintf(stderr, "%s\n", line);
}

struct line {
    char text[LINE];
    size_t used;
};

static void add(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct line *line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line->text + line->used, LINE - line->used, format, args);
    va_end(args);
    line->used += length < 0 ? 0 : (size_t)length;
    if (line->used >= LINE)
        line->used = LINE - 1;
}

/* A word, and as a float where it looks like one. */
static void add_bits(struct line *line, uint32_t bits)
{
    enum { SMALL = 1 << 16 };
    float number;
    memcpy(&number, &bits, sizeof(number));
    if (bits < SMALL || bits > UINT32_MAX - SMALL)
        add(line, "%d", (int32_t)bits);
    else
        add(line, "0x%08x (%.9g)", bits, (double)number);
}

/* "(1, 2, 3, 4)" for each source; one value where all components are alike. */
static void add_sources(struct line *line, const struct kernel_step *step)
{
    for (uint32_t i = 0; i + 3 < step->count && step->values[i].source; i += 4) {
        const struct kernel_value *v = &step->values[i];
        bool alike = v[0].bits == v[1].bits && v[0].bits == v[2].bits && v[0].bits == v[3].bits;
        add(line, i ? ", " : "  <- ");
        if (!alike)
            add(line, "(");
        for (unsigned c = 0; c < (alike ? 1 : 4); c++) {
            add(line, c ? ", " : "%s", "");
            add_bits(line, v[c].bits);
        }
        if (!alike)
            add(line, ")");
    }
}

static void add_results(struct line *line, const struct kernel_step *step, const struct dxbc_instr *instr)
{
    const char *separator = "  -> ";
    for (uint32_t i = 0; i < step->count; i++) {
        const struct kernel_value *v = &step->values[i];
        if (v->source)
            continue;
        const struct dxbc_operand *operand = &instr->operands[v->operand];
        add(line, "%s%c%u.%c = ", separator, operand->file == DXBC_FILE_TEMP ? 'r' : 'x',
            (uint32_t)operand->index[0].imm, "xyzw"[v->component]);
        add_bits(line, v->bits);
        separator = ", ";
    }
}

/* A line of its own where the thread comes to another line of the HLSL. */
static void follow_place(struct tracer *tracer, uint32_t instruction)
{
    const struct dxbc_place *place = shader_place(tracer->shader, instruction), *before = &tracer->place;
    if (!place->line ||
        (before->line && place->part_line == before->part_line && !strcmp(place->file, before->file)))
        return;
    trace_line(tracer->device, "%s:%u", place->file, place->part_line);
    tracer->place = *place;
}

static void on_step(void *user, const struct kernel_step *step)
{
    struct tracer *tracer = user;
    const struct dxbc_shader *shader = tracer->shader->dxbc;
    struct line line = {.used = 0};
    char text[TEXT];
    follow_place(tracer, step->instruction);
    dxbc_print_instr(shader, step->instruction, text, sizeof(text));
    add(&line, "%4u: %s", dxbc_listing_line(shader, step->instruction), text);
    add_sources(&line, step);
    add_results(&line, step, &shader->program.instrs[step->instruction]);
    trace_line(tracer->device, "%s", line.text);
}

const struct kernel_observer *tracer_start(struct tracer *tracer, struct device *device,
                                           struct shader *shader)
{
    const uint32_t *size = shader->dxbc->program.thread_group, *at = device->settings.trace_thread;
    *tracer = (struct tracer){
        .device = device,
        .shader = shader,
        .observer = {.user = tracer,
                     .group = {at[0] / size[0], at[1] / size[1], at[2] / size[2]},
                     .thread = (at[2] % size[2] * size[1] + at[1] % size[1]) * size[0] + at[0] % size[0],
                     .step = on_step},
    };
    return &tracer->observer;
}
