/*
 * Dispatches as pipeline descriptions: one buffer for each bound view, with the bytes that the view shows.
 *
 * The format of those descriptions has 2D textures and the buffers below; it has no initial counters, no
 * views that share memory and no formats that convert but half floats. A dispatch that needs more is not
 * captured.
 */
#include "capture.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "dxbc.h"
#include "format.h"
#include "log.h"

enum { PATH = 640, WORDS_PER_LINE = 8 };

/* How a typed view's elements are called; bits are kept, so 32-bit floats travel as Hex32. */
struct element {
    const char *name;
    uint8_t bytes, channels;
};

static bool element_of(const struct format_info *format, struct element *out)
{
#define ROW(number, text, size, count)                                                                       \
    case DXGI_FORMAT_##number:                                                                               \
        *out = (struct element){text, size, count};                                                          \
        return true;
    switch ((int)format->number) {
        ROW(R8_UINT, "Hex8", 1, 1)
        ROW(R8G8_UINT, "Hex8", 1, 2)
        ROW(R8G8B8A8_UINT, "Hex8", 1, 4)
        ROW(R16_UINT, "Hex16", 2, 1)
        ROW(R16G16_UINT, "Hex16", 2, 2)
        ROW(R16G16B16A16_UINT, "Hex16", 2, 4)
        ROW(R16_FLOAT, "Float16", 2, 1)
        ROW(R16G16_FLOAT, "Float16", 2, 2)
        ROW(R16G16B16A16_FLOAT, "Float16", 2, 4)
        ROW(R32_UINT, "Hex32", 4, 1)
        ROW(R32_SINT, "Hex32", 4, 1)
        ROW(R32_FLOAT, "Hex32", 4, 1)
        ROW(R32G32_UINT, "Hex32", 4, 2)
        ROW(R32G32_SINT, "Hex32", 4, 2)
        ROW(R32G32_FLOAT, "Hex32", 4, 2)
        ROW(R32G32B32_UINT, "Hex32", 4, 3)
        ROW(R32G32B32_SINT, "Hex32", 4, 3)
        ROW(R32G32B32_FLOAT, "Hex32", 4, 3)
        ROW(R32G32B32A32_UINT, "Hex32", 4, 4)
        ROW(R32G32B32A32_SINT, "Hex32", 4, 4)
        ROW(R32G32B32A32_FLOAT, "Hex32", 4, 4)
    default:
        return false;
    }
#undef ROW
}

struct capture {
    FILE *out;
    char why[160]; /* it cannot be captured; "" so far */
};

static void refuse(struct capture *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void refuse(struct capture *c, const char *format, ...)
{
    va_list args;
    if (*c->why)
        return;
    va_start(args, format);
    vsnprintf(c->why, sizeof(c->why), format, args);
    va_end(args);
}

/* A buffer's content; *done counts the elements of the list so far. */
static void put_words(struct capture *c, const uint8_t *data, uint64_t size, unsigned bytes, uint64_t *done)
{
    for (uint64_t at = 0; at + bytes <= size; at += bytes) {
        uint32_t bits = 0;
        memcpy(&bits, data + at, bytes);
        fprintf(c->out, "%s%s0x%x", *done ? "," : "", *done % WORDS_PER_LINE ? " " : "\n      ", bits);
        ++*done;
    }
}

static void open_buffer(struct capture *c, char letter, uint32_t slot, const char *format)
{
    fprintf(c->out, "  - Name: %c%u\n    Format: %s\n", letter, slot, format);
}

static void put_plain(struct capture *c, const uint8_t *data, uint64_t size, unsigned bytes)
{
    uint64_t done = 0;
    fputs("    Data: [", c->out);
    put_words(c, data, size, bytes, &done);
    fputs(" ]\n", c->out);
}

static void put_texture(struct capture *c, const struct kernel_view *view, const struct element *element)
{
    uint64_t done = 0;
    fprintf(c->out,
            "    OutputProps:\n      Width: %u\n      Height: %u\n      Depth: 1\n      MipLevels: %u\n",
            view->mips[0].width, view->mips[0].height, view->mip_count);
    fputs("    Data: [", c->out);
    for (uint32_t m = 0; m < view->mip_count; m++)
        for (uint32_t y = 0; y < view->mips[m].height; y++)
            put_words(c, view->data + view->mips[m].offset + (uint64_t)y * view->mips[m].row_pitch,
                      (uint64_t)view->mips[m].width * view->format->block_bytes, element->bytes, &done);
    fputs(" ]\n", c->out);
}

static void put_view(struct capture *c, char letter, uint32_t slot, const struct kernel_view *view)
{
    struct element element = {"Hex32", 4, 1};
    bool texture = view->kind == KERNEL_VIEW_TEXTURE;
    if (view->format && !element_of(view->format, &element))
        refuse(c, "the format of %c%u has no name in pipelines", letter, slot);
    if (texture && (view->dimension != DXBC_DIM_TEXTURE2D || view->sample_count > 1))
        refuse(c, "%c%u is a texture that is not 2D", letter, slot);
    if (view->counter && *view->counter)
        refuse(c, "the counter of %c%u stands at %u, and pipelines have none but 0", letter, slot,
               *view->counter);
    if (*c->why)
        return;
    open_buffer(c, letter, slot, element.name);
    if (element.channels > 1)
        fprintf(c->out, "    Channels: %u\n", element.channels);
    if (view->kind == KERNEL_VIEW_STRUCTURED_BUFFER && view->stride != 4)
        fprintf(c->out, "    Stride: %u\n", view->stride);
    if (texture)
        put_texture(c, view, &element);
    else
        put_plain(c, view->data, view->size_bytes, element.bytes);
}

static const char *kind_of(const struct kernel_view *view)
{
    switch ((enum kernel_view_kind)view->kind) {
    case KERNEL_VIEW_TYPED_BUFFER:
        return "Buffer";
    case KERNEL_VIEW_RAW_BUFFER:
        return "ByteAddressBuffer";
    case KERNEL_VIEW_STRUCTURED_BUFFER:
        return "StructuredBuffer";
    default:
        return "Texture2D";
    }
}

static void put_binding(struct capture *c, char letter, uint32_t slot, const char *writes, const char *kind)
{
    fprintf(c->out,
            "      - Name: %c%u\n        Kind: %s%s\n        DirectXBinding: { Register: %u, Space: 0 }\n",
            letter, slot, writes, kind, slot);
}

/* Two views of one resource, of which one writes, would come apart. */
static void refuse_shared(struct capture *c, const struct stage_state *stage)
{
    for (uint32_t i = 0; i < stage->uav_limit; i++)
        for (uint32_t k = i + 1; stage->uavs[i] && k < stage->uav_limit; k++)
            if (stage->uavs[k] && stage->uavs[k]->resource == stage->uavs[i]->resource)
                refuse(c, "u%u and u%u are views of one resource", i, k);
}

/* Buffers in one pass, their bindings in another. */
static void put_everything(struct capture *c, const struct stage_state *stage, bool bindings)
{
    const struct bindings *b = &stage->bindings;
    for (uint32_t i = 0; i < stage->uav_limit; i++)
        if (b->uavs[i].kind != KERNEL_VIEW_NONE && bindings)
            put_binding(c, 'u', i, "RW", kind_of(&b->uavs[i]));
        else if (b->uavs[i].kind != KERNEL_VIEW_NONE)
            put_view(c, 'u', i, &b->uavs[i]);
    for (uint32_t i = 0; i < stage->resource_limit; i++)
        if (b->resources[i].kind != KERNEL_VIEW_NONE && bindings)
            put_binding(c, 't', i, "", kind_of(&b->resources[i]));
        else if (b->resources[i].kind != KERNEL_VIEW_NONE)
            put_view(c, 't', i, &b->resources[i]);
    for (uint32_t i = 0; i < KERNEL_CONSTANT_BUFFERS; i++) {
        if (!b->constant_buffers[i].size_bytes)
            continue;
        if (bindings) {
            put_binding(c, 'b', i, "", "ConstantBuffer");
            continue;
        }
        open_buffer(c, 'b', i, "Hex32");
        put_plain(c, b->constant_buffers[i].data, b->constant_buffers[i].size_bytes, 4);
    }
    for (uint32_t i = 0; i < KERNEL_SAMPLERS; i++)
        if (b->samplers[i])
            refuse(c, "sampler s%u is bound", i);
    if (stage->instance_count)
        refuse(c, "class instances are bound");
}

static bool write_shader(const struct dxbc_shader *shader, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool ok = fwrite(shader->bytes, 1, shader->size, file) == shader->size;
    return fclose(file) == 0 && ok;
}

static void write_pipeline(struct capture *c, const struct stage_state *stage, const uint32_t groups[3])
{
    char name[128];
    object_debug_name(&stage->shader->obj, name, sizeof(name));
    for (char *at = name; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = ' ';
    fprintf(c->out,
            "# A dispatch of %s.\n---\nShaders:\n  - Stage: Compute\n    Entry: main\nDispatchParameters:\n"
            "  DispatchGroupCount: [ %u, %u, %u ]\nBuffers:\n",
            *name ? name : "a shader without a name", groups[0], groups[1], groups[2]);
    refuse_shared(c, stage);
    put_everything(c, stage, false);
    fputs("DescriptorSets:\n  - Resources:\n", c->out);
    put_everything(c, stage, true);
    fputs("...\n", c->out);
}

void capture_dispatch(struct device *device, const struct stage_state *stage, const uint32_t groups[3])
{
    static atomic_uint numbers;
    const char *folder = device->settings.capture;
    unsigned number = atomic_fetch_add(&numbers, 1);
    char yaml[PATH], dxbc[PATH];
    mkdir(folder, 0777); /* what is wrong with it shows when the file is opened */
    snprintf(yaml, sizeof(yaml), "%s/%06u.yaml", folder, number);
    snprintf(dxbc, sizeof(dxbc), "%s/%06u.dxbc", folder, number);
    struct capture c = {.out = fopen(yaml, "w")};
    if (!c.out) {
        log_write(LOG_ERROR, "WEFT_CAPTURE: %s cannot be written: %s", yaml, strerror(errno));
        return;
    }
    write_pipeline(&c, stage, groups);
    bool ok = !ferror(c.out);
    if ((fclose(c.out) || !ok) && !*c.why)
        refuse(&c, "%s cannot be written", yaml);
    if (!*c.why && !write_shader(stage->shader->dxbc, dxbc))
        refuse(&c, "%s cannot be written", dxbc);
    if (!*c.why)
        return;
    remove(yaml);
    log_write(LOG_WARN, "WEFT_CAPTURE: dispatch %u is not captured: %s", number, c.why);
}
