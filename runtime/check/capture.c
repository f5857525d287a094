/*
 * Dispatches as pipeline descriptions: one buffer for each bound view, with the bytes that the view shows, in
 * the description or, where it has no words for them, in files beside it.
 *
 * What a description cannot say: parts of volumes, multisampling, clamped mips, class instances. Such a
 * dispatch is not captured. (Views of one resource come apart; what one of them writes no other one shows, or
 * Direct3D would have emptied its slot.)
 */
#include "capture.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "capture_file.h"
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
    char base[PATH]; /* of the names of its files */
    char why[160];   /* it cannot be captured; "" so far */
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

/* ---- views ---- */

/* Into a file beside the pipeline. */
static void put_file(struct capture *c, char letter, uint32_t slot, const struct kernel_view *view)
{
    bool texture = view->kind == KERNEL_VIEW_TEXTURE;
    char path[PATH + 32];
    const char *slash;
    snprintf(path, sizeof(path), "%s.%c%u.%s", c->base, letter, slot, texture ? "dds" : "bin");
    slash = strrchr(path, '/');
    fprintf(c->out, "    File: %s\n", slash ? slash + 1 : path);
    if (!(texture ? capture_write_texture(path, view)
                  : capture_write_bytes(path, view->data, view->size_bytes)))
        refuse(c, "%s cannot be written", path);
}

static void refuse_texture(struct capture *c, const struct dxbc_program *program, char letter, uint32_t slot,
                           const struct kernel_view *view)
{
    uint8_t declared = dxbc_declared_dimension(program, letter, slot);
    if (view->sample_count > 1)
        refuse(c, "%c%u is multisampled", letter, slot);
    if (view->min_lod > 0)
        refuse(c, "SetResourceMinLOD limits %c%u", letter, slot);
    if (declared != DXBC_DIM_UNKNOWN && declared != view->dimension)
        refuse(c, "the view at %c%u is not of the dimension that the shader declares", letter, slot);
    if (letter == 'u' && view->dimension == DXBC_DIM_TEXTURE3D &&
        (view->first_depth_slice || view->slice_count != view->mips[0].depth))
        refuse(c, "%c%u shows part of a volume", letter, slot);
}

/* Data stand in the pipeline itself where its format has words for them and they are few. */
static void put_view(struct capture *c, const struct dxbc_program *program, char letter, uint32_t slot,
                     const struct kernel_view *view)
{
    enum { MOST_INLINE = 1 << 16 };
    struct element element = {"Hex32", 4, 1};
    bool texture = view->kind == KERNEL_VIEW_TEXTURE,
         named = !view->format || element_of(view->format, &element);
    uint64_t bytes = texture ? (uint64_t)view->mips[0].depth_pitch : view->size_bytes;
    if (texture)
        refuse_texture(c, program, letter, slot, view);
    if (*c->why)
        return;
    open_buffer(c, letter, slot, named ? element.name : "Hex8");
    if (named && element.channels > 1)
        fprintf(c->out, "    Channels: %u\n", element.channels);
    if (view->kind == KERNEL_VIEW_TYPED_BUFFER && !named)
        fprintf(c->out, "    ViewFormat: %u\n", view->format->number);
    if (view->kind == KERNEL_VIEW_STRUCTURED_BUFFER && view->stride != 4)
        fprintf(c->out, "    Stride: %u\n", view->stride);
    if (!named || bytes > MOST_INLINE || (texture && view->dimension != DXBC_DIM_TEXTURE2D))
        put_file(c, letter, slot, view);
    else if (texture)
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

static void put_uav_binding(struct capture *c, uint32_t slot, const struct kernel_view *view)
{
    put_binding(c, 'u', slot, "RW", kind_of(view));
    if (view->counter && *view->counter == UINT32_MAX)
        refuse(c, "the counter of u%u stands at -1, which says to keep it", slot);
    if (view->counter && *view->counter)
        fprintf(c->out, "        InitialCounter: %u\n", *view->counter);
}

/* ---- samplers ---- */

static void put_sampler(struct capture *c, uint32_t slot, const D3D11_SAMPLER_DESC *d)
{
    static const char *const address[] = {"Repeat", "Mirror", "Clamp", "Border",
                                          "MirrorOnce"}; /* from 1 on */
    static const char *const compare[] = {"Never",   "Less",     "Equal",        "LessEqual",
                                          "Greater", "NotEqual", "GreaterEqual", "Always"};
    fprintf(c->out,
            "  - Name: s%u\n    Filter: 0x%x\n    Address: %s\n    AddressV: %s\n    AddressW: %s\n"
            "    MinLOD: %.9g\n    MaxLOD: %.9g\n    MipLODBias: %.9g\n    MaxAnisotropy: %u\n"
            "    BorderColor: [ %.9g, %.9g, %.9g, %.9g ]\n",
            slot, (unsigned)d->Filter, address[d->AddressU - 1], address[d->AddressV - 1],
            address[d->AddressW - 1], (double)d->MinLOD, (double)d->MaxLOD, (double)d->MipLODBias,
            d->MaxAnisotropy, (double)d->BorderColor[0], (double)d->BorderColor[1], (double)d->BorderColor[2],
            (double)d->BorderColor[3]);
    if (D3D11_DECODE_IS_COMPARISON_FILTER(d->Filter))
        fprintf(c->out, "    Kind: SamplerComparison\n    ComparisonOp: %s\n",
                compare[d->ComparisonFunc - 1]);
}

static void put_samplers(struct capture *c, const struct stage_state *stage)
{
    const char *heading = "Samplers:\n";
    for (uint32_t i = 0; i < KERNEL_SAMPLERS; i++)
        if (stage->samplers[i]) {
            fputs(heading, c->out);
            put_sampler(c, i, &stage->samplers[i]->desc);
            heading = "";
        }
}

/* Buffers in one pass, their bindings in another. */
static void put_everything(struct capture *c, const struct stage_state *stage, bool bindings)
{
    const struct bindings *b = &stage->bindings;
    for (uint32_t i = 0; i < stage->uav_limit; i++)
        if (b->uavs[i].kind != KERNEL_VIEW_NONE && bindings)
            put_uav_binding(c, i, &b->uavs[i]);
        else if (b->uavs[i].kind != KERNEL_VIEW_NONE)
            put_view(c, &stage->shader->dxbc->program, 'u', i, &b->uavs[i]);
    for (uint32_t i = 0; i < stage->resource_limit; i++)
        if (b->resources[i].kind != KERNEL_VIEW_NONE && bindings)
            put_binding(c, 't', i, "", kind_of(&b->resources[i]));
        else if (b->resources[i].kind != KERNEL_VIEW_NONE)
            put_view(c, &stage->shader->dxbc->program, 't', i, &b->resources[i]);
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
    for (uint32_t i = 0; bindings && i < KERNEL_SAMPLERS; i++)
        if (stage->samplers[i])
            put_binding(c, 's', i, "", "Sampler");
    if (stage->instance_count)
        refuse(c, "class instances are bound");
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
    put_everything(c, stage, false);
    put_samplers(c, stage);
    fputs("DescriptorSets:\n  - Resources:\n", c->out);
    put_everything(c, stage, true);
    fputs("...\n", c->out);
}

/* What was written of a dispatch that turned out not to be captured. */
static void remove_files(const struct capture *c)
{
    char path[PATH + 32];
    for (uint32_t i = 0; i < KERNEL_RESOURCES; i++)
        for (unsigned k = 0; k < 4; k++) {
            snprintf(path, sizeof(path), "%s.%c%u.%s", c->base, "tu"[k & 1], i, k & 2 ? "dds" : "bin");
            remove(path);
        }
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
    snprintf(c.base, sizeof(c.base), "%s/%06u", folder, number);
    if (!c.out) {
        log_write(LOG_ERROR, "WEFT_CAPTURE: %s cannot be written: %s", yaml, strerror(errno));
        return;
    }
    write_pipeline(&c, stage, groups);
    bool ok = !ferror(c.out);
    if ((fclose(c.out) || !ok) && !*c.why)
        refuse(&c, "%s cannot be written", yaml);
    if (!*c.why && !capture_write_bytes(dxbc, stage->shader->dxbc->bytes, stage->shader->dxbc->size))
        refuse(&c, "%s cannot be written", dxbc);
    if (!*c.why)
        return;
    remove(yaml);
    remove_files(&c);
    log_write(LOG_WARN, "WEFT_CAPTURE: dispatch %u is not captured: %s", number, c.why);
}
