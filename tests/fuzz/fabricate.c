/*
 * Bindings made up for a shader, see fabricate.h.
 */
#include "fabricate.h"

#include <stdlib.h>
#include <string.h>

#include "format.h"

enum { MAX_FORMATS = 256, STRAY_VIEWS = 4, SLOTS_OF_A_RANGE = 12, MAX_MIPS = 4 };

struct maker {
    struct fabricated *f;
    struct fuzz_random *random;
};

static uint32_t below(struct maker *m, uint32_t limit)
{
    return fuzz_random_below(m->random, limit);
}

/* True once in n. */
static bool once_in(struct maker *m, uint32_t n)
{
    return !below(m, n);
}

static void fill(struct maker *m, uint8_t *bytes, size_t size)
{
    uint32_t style = below(m, 4);

    for (size_t i = 0; i < size; i += 4) {
        uint32_t word = style == 0   ? 0
                        : style == 1 ? below(m, 40)
                        : style == 2 ? fuzz_random_word(m->random, 0)
                                     : (uint32_t)fuzz_random_next(m->random);
        memcpy(bytes + i, &word, size - i < 4 ? size - i : 4);
    }
}

static uint8_t *block(struct maker *m, size_t size)
{
    struct fabricated *f = m->f;
    uint8_t *bytes = malloc(size);

    if ((!bytes && size) || f->block_count == FABRICATED_BLOCKS)
        abort();
    fill(m, bytes, size);
    f->blocks[f->block_count].bytes = bytes;
    f->blocks[f->block_count++].size = size;
    return bytes;
}

/* --------------------------------------------------------------------------------------------------------
 * formats */

static bool usable(const struct format_info *format, bool block, bool writable)
{
    if (!format || !format_is_loadable(format) || (writable && !format_is_storable(format)))
        return false;
    return block || (format->load && format->block_width == 1 && format->block_height == 1);
}

static const struct format_info *pick_format(struct maker *m, bool block, bool writable)
{
    const struct format_info *formats[MAX_FORMATS];
    uint32_t count = 0;

    for (uint32_t i = 0; i < MAX_FORMATS; i++) {
        if (usable(format_get(i), block, writable))
            formats[count++] = format_get(i);
    }
    return formats[below(m, count)];
}

/* What typed buffers and textures of well-behaved shaders have. */
static const struct format_info *pick_view_format(struct maker *m, bool block, bool writable)
{
    static const uint8_t usual[] = {FORMAT_R32_UINT, FORMAT_R32_FLOAT, FORMAT_R32_SINT,
                                    FORMAT_R32G32B32A32_FLOAT};

    return once_in(m, 3) ? format_get(usual[below(m, sizeof(usual))]) : pick_format(m, block, writable);
}

/* --------------------------------------------------------------------------------------------------------
 * buffers */

static uint32_t pick_size(struct maker *m)
{
    static const uint16_t sizes[] = {0,  1,  2,  3,  4,  5,  7,   8,   12,  15,  16,   17,   20,   31,
                                     32, 36, 60, 63, 64, 65, 100, 128, 252, 256, 1000, 1024, 4093, 4096};

    return sizes[below(m, sizeof(sizes) / sizeof(*sizes))];
}

static void make_raw(struct maker *m, struct kernel_view *view)
{
    view->kind = KERNEL_VIEW_RAW_BUFFER;
    view->size_bytes = view->element_count = pick_size(m);
    view->data = block(m, view->size_bytes);
}

static void make_structured(struct maker *m, struct kernel_view *view, uint32_t stride)
{
    uint32_t count = below(m, 40);

    if (once_in(m, 8) || !stride || stride > 2048 || stride % 4)
        stride = 4 + 4 * below(m, 20);
    view->kind = KERNEL_VIEW_STRUCTURED_BUFFER;
    view->stride = stride;
    view->element_count = count;
    view->size_bytes = (uint64_t)count * stride;
    view->data = block(m, view->size_bytes);
}

static void make_typed(struct maker *m, struct kernel_view *view, bool writable)
{
    view->kind = KERNEL_VIEW_TYPED_BUFFER;
    view->format = pick_view_format(m, false, writable);
    view->element_count = below(m, 70);
    view->size_bytes = (uint64_t)view->element_count * view->format->block_bytes;
    view->data = block(m, view->size_bytes);
}

/* -------------------------------------------------------------------------------------------------------
 * textures */

static uint32_t round_up(uint32_t value, uint32_t unit)
{
    return (value + unit - 1) / unit;
}

/* Fills in the mips of one array slice; returns the bytes up to its last texel, *padded those up to its end.
 */
static uint64_t lay_out_mips(struct maker *m, struct kernel_view *view, struct kernel_mip *mips,
                             const uint32_t size[3], uint64_t *padded)
{
    const struct format_info *format = view->format;
    uint64_t offset = 0, used = 0;

    for (uint32_t i = 0; i < view->mip_count; i++) {
        struct kernel_mip *mip = &mips[i];
        uint32_t row, rows;

        mip->width = size[0] >> i ? size[0] >> i : 1;
        mip->height = size[1] >> i ? size[1] >> i : 1;
        mip->depth = size[2] >> i ? size[2] >> i : 1;
        row = round_up(mip->width, format->block_width) * view->sample_count * format->block_bytes;
        rows = round_up(mip->height, format->block_height);
        mip->row_pitch = row + 16 * below(m, 2);
        mip->depth_pitch = (uint64_t)mip->row_pitch * rows + 16 * below(m, 2);
        mip->offset = offset;
        used = offset + (mip->depth - 1) * mip->depth_pitch + (uint64_t)(rows - 1) * mip->row_pitch + row;
        offset += mip->depth * mip->depth_pitch;
    }
    *padded = offset;
    return used;
}

static bool is_multisampled(uint8_t dimension)
{
    return dimension == DXBC_DIM_TEXTURE2DMS || dimension == DXBC_DIM_TEXTURE2DMSARRAY;
}

static bool is_array(uint8_t dimension)
{
    return dimension >= DXBC_DIM_TEXTURE1DARRAY && dimension <= DXBC_DIM_TEXTURECUBEARRAY;
}

static bool is_cube(uint8_t dimension)
{
    return dimension == DXBC_DIM_TEXTURECUBE || dimension == DXBC_DIM_TEXTURECUBEARRAY;
}

static uint32_t pick_slices(struct maker *m, uint8_t dimension)
{
    if (dimension == DXBC_DIM_TEXTURECUBE)
        return 6;
    if (dimension == DXBC_DIM_TEXTURECUBEARRAY)
        return 6 * (1 + below(m, 2));
    return is_array(dimension) ? 1 + below(m, 4) : 1;
}

static void make_texture(struct maker *m, struct kernel_view *view, uint8_t dimension, bool writable)
{
    bool samples = is_multisampled(dimension), volume = dimension == DXBC_DIM_TEXTURE3D;
    bool line = dimension == DXBC_DIM_TEXTURE1D || dimension == DXBC_DIM_TEXTURE1DARRAY;
    uint32_t limit = once_in(m, 2) ? 2 : 20; /* in small ones the last texel is often met */
    uint32_t size[3] = {1 + below(m, limit), line ? 1 : 1 + below(m, limit), volume ? 1 + below(m, 6) : 1};
    uint32_t slices = pick_slices(m, dimension);
    struct kernel_mip *mips;
    uint64_t used, padded;

    view->kind = KERNEL_VIEW_TEXTURE;
    view->dimension = dimension;
    view->format = pick_view_format(m, !line && !samples, writable);
    view->sample_count = samples ? (uint8_t)(1 << below(m, 5)) : 1;
    view->mip_count = samples || writable ? 1 : (uint8_t)(1 + below(m, MAX_MIPS));
    if (is_cube(dimension))
        size[1] = size[0];
    size[0] = round_up(size[0], view->format->block_width) * view->format->block_width;
    size[1] = round_up(size[1], view->format->block_height) * view->format->block_height;
    mips = (struct kernel_mip *)block(m, view->mip_count * sizeof(*mips));
    memset(mips, 0, view->mip_count * sizeof(*mips));
    used = lay_out_mips(m, view, mips, size, &padded);
    view->mips = mips;
    view->array_pitch = padded + 16 * below(m, 2);
    view->data = block(m, (slices - 1) * view->array_pitch + used);
    view->slice_count = volume ? (once_in(m, 2) ? size[2] : 0) : slices;
    if (volume && writable) {
        view->first_depth_slice = below(m, size[2]);
        view->slice_count = 1 + below(m, size[2] - view->first_depth_slice);
    }
    view->min_lod = once_in(m, 4) ? (float)below(m, 5) * 0.7f : 0;
}

/* ----------------------------------------------------------------------------------------------------------
 * slots */

static void make_counter(struct maker *m, struct kernel_view *view)
{
    if (!once_in(m, 6))
        view->counter = (uint32_t *)block(m, sizeof(*view->counter));
}

static uint8_t pick_dimension(struct maker *m)
{
    return (uint8_t)(DXBC_DIM_BUFFER + below(m, DXBC_DIM_STRUCTURED_BUFFER));
}

static void make_view(struct maker *m, struct kernel_view *view, uint8_t dimension, uint32_t stride,
                      bool writable)
{
    memset(view, 0, sizeof(*view));
    if (once_in(m, 12))
        return;
    if (once_in(m, 12) || dimension == DXBC_DIM_UNKNOWN || dimension > DXBC_DIM_STRUCTURED_BUFFER)
        dimension = pick_dimension(m);
    switch (dimension) {
    case DXBC_DIM_BUFFER:
        make_typed(m, view, writable);
        break;
    case DXBC_DIM_RAW_BUFFER:
        make_raw(m, view);
        break;
    case DXBC_DIM_STRUCTURED_BUFFER:
        make_structured(m, view, stride);
        if (writable)
            make_counter(m, view);
        break;
    default:
        make_texture(m, view, dimension, writable);
        break;
    }
}

static void make_range(struct maker *m, const struct dxbc_resource_decl *decl, struct kernel_view *views,
                       uint32_t limit, bool writable)
{
    for (uint32_t slot = decl->lower; slot <= decl->upper && slot < limit; slot++) {
        if (slot - decl->lower >= SLOTS_OF_A_RANGE)
            return;
        make_view(m, &views[slot], decl->dimension, decl->stride, writable);
    }
}

static void make_views(struct maker *m, const struct dxbc_program *program)
{
    struct bindings *bindings = &m->f->bindings;

    for (uint32_t i = 0; i < STRAY_VIEWS; i++) {
        make_view(m, &bindings->resources[below(m, i % 2 ? KERNEL_RESOURCES : 8)], pick_dimension(m), 16,
                  false);
        make_view(m, &bindings->uavs[below(m, i % 2 ? KERNEL_UAVS : 8)], pick_dimension(m), 16, true);
    }
    for (uint32_t i = 0; i < program->resource_count && i < 40; i++)
        make_range(m, &program->resources[i], bindings->resources, KERNEL_RESOURCES, false);
    for (uint32_t i = 0; i < program->uav_count && i < 40; i++)
        make_range(m, &program->uavs[i], bindings->uavs, KERNEL_UAVS, true);
}

static void make_constant_buffers(struct maker *m, const struct dxbc_program *program)
{
    for (uint32_t i = 0; i < KERNEL_CONSTANT_BUFFERS; i++) {
        struct kernel_constant_buffer *buffer = &m->f->bindings.constant_buffers[i];
        uint32_t declared = 0;

        for (uint32_t k = 0; k < program->cbuffer_count; k++) {
            if (program->cbuffers[k].lower <= i && i <= program->cbuffers[k].upper)
                declared = program->cbuffers[k].vector_count;
        }
        if (!declared && !once_in(m, 4))
            continue;
        buffer->size_bytes = once_in(m, 2) && declared <= 4096 ? declared * 16 : pick_size(m);
        buffer->data = block(m, buffer->size_bytes);
    }
}

static void make_samplers(struct maker *m)
{
    static const uint8_t filters[] = {0x00, 0x01, 0x04, 0x15, 0x55, 0x80, 0x95, 0xD5};

    for (uint32_t i = 0; i < KERNEL_SAMPLERS; i++) {
        struct kernel_sampler *sampler;

        if (once_in(m, 2))
            continue;
        sampler = (struct kernel_sampler *)block(m, sizeof(*sampler));
        sampler->filter = filters[below(m, sizeof(filters))];
        for (unsigned axis = 0; axis < 3; axis++)
            sampler->address[axis] = 1 + below(m, 5);
        sampler->max_anisotropy = 1 + below(m, 16);
        sampler->comparison = 1 + below(m, 8);
        m->f->bindings.samplers[i] = sampler;
    }
}

/* Class instances come from the shader's own IFCE chunk: nothing in them can be relied on. */
static void make_interfaces(struct maker *m, const struct dxbc_program *program)
{
    for (uint32_t i = 0; i < KERNEL_INTERFACES; i++) {
        struct kernel_class_instance *instance = &m->f->bindings.interfaces[i];

        instance->table = -1;
        for (unsigned k = 0; k < 4; k++)
            instance->this_data[k] = once_in(m, 3) ? fuzz_random_word(m->random, 0) : below(m, 4);
    }
    for (uint32_t i = 0; i < program->interface_count; i++) {
        const struct dxbc_interface_decl *decl = &program->interfaces[i];

        for (uint32_t k = 0; k < decl->array_length && k < KERNEL_INTERFACES; k++) {
            uint32_t slot = decl->first_slot + k;

            if (slot >= KERNEL_INTERFACES || once_in(m, 8))
                continue;
            m->f->bindings.interfaces[slot].table = decl->table_count && !once_in(m, 8)
                                                        ? (int32_t)decl->tables[below(m, decl->table_count)]
                                                        : (int32_t)fuzz_random_word(m->random, 0);
        }
    }
}

void fabricate(struct fabricated *f, const struct dxbc_program *program, uint64_t seed)
{
    struct fuzz_random random = {seed};
    struct maker maker = {f, &random};

    memset(&f->bindings, 0, sizeof(f->bindings));
    f->block_count = 0;
    make_views(&maker, program);
    make_constant_buffers(&maker, program);
    make_samplers(&maker);
    make_interfaces(&maker, program);
}

uint64_t fabricated_hash(const struct fabricated *f)
{
    uint64_t hash = 0;

    for (uint32_t i = 0; i < f->block_count; i++)
        hash = hash * 31 + fuzz_hash(f->blocks[i].bytes, f->blocks[i].size);
    return hash;
}

void fabricated_free(struct fabricated *f)
{
    for (uint32_t i = 0; i < f->block_count; i++)
        free(f->blocks[i].bytes);
    f->block_count = 0;
}
