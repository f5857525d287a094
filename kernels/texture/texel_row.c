/*
 * Rows of texels, see texel_row.h.
 *
 * Rows are worked on in parts that stay in the nearest cache with all that is computed on the way. Outside a
 * view nothing is gathered, which leaves zeros, and zeros are what codes of zero decode to.
 */
#include "texel_row.h"

#include <string.h>

#include "dxbc.h"
#include "format.h"
#include "format_codec.h"
#include "texel.h"

enum { PART = 256 };

typedef uint32_t part_row[PART] __attribute__((aligned(LANE_ALIGN)));
typedef uint32_t splat_row[LANE_SPLAT] __attribute__((aligned(LANE_ALIGN)));

/* ---- opening ---- */

/* Elements whose channels say all: no blocks, no shared exponents. */
static bool is_plain(const struct format_info *format)
{
    return format->load && !(format->flags & FORMAT_IS_SHARED_EXPONENT);
}

/* sRGB is encoded by a search that rows have no operation for. */
static bool can_store(const struct format_info *format)
{
    for (unsigned c = 0; c < 4; c++) {
        if (format->channels[c].width && format->channels[c].kind == FORMAT_KIND_SRGB)
            return false;
        if (format->channels[c].width > 16 && format->channels[c].kind == FORMAT_KIND_UNORM)
            return false;
    }
    return format->store;
}

/* Bytes as units; false when they are no whole number of them. */
static bool as_units(const struct texel_row *row, uint64_t bytes, uint32_t *units)
{
    *units = (uint32_t)(bytes / row->unit_bytes);
    return bytes % row->unit_bytes == 0 && bytes / row->unit_bytes < UINT32_MAX;
}

static bool add_axis(struct texel_row *row, uint32_t source, uint64_t count, uint64_t pitch, uint64_t *end)
{
    struct texel_row_axis *axis = &row->axes[row->axis_count++];

    *axis = (struct texel_row_axis){.source = source, .count = (uint32_t)count};
    if (count)
        *end += (count - 1) * pitch;
    return as_units(row, pitch, &axis->units) && *end < (uint64_t)UINT32_MAX * row->unit_bytes;
}

static bool open_buffer(const struct kernel_view *view, struct texel_row *row)
{
    uint64_t bytes = view->format->block_bytes, count = view->size_bytes / bytes, end = bytes;

    if (count > view->element_count)
        count = view->element_count;
    return add_axis(row, 0, count, bytes, &end) && as_units(row, end, &row->limit);
}

static bool open_texture(const struct kernel_view *view, uint32_t mip_number, bool samples,
                         struct texel_row *row)
{
    uint32_t axes = texel_axes(view->dimension), sample_count = view->sample_count ? view->sample_count : 1;
    uint64_t bytes = view->format->block_bytes, begin, end;
    const struct kernel_mip *mip;
    bool fits = true;

    if (mip_number >= view->mip_count) {
        row->axes[row->axis_count++] = (struct texel_row_axis){.count = 0}; /* all is outside */
        return true;
    }
    mip = &view->mips[mip_number];
    begin = mip->offset + (axes > 2 && !mip_number ? view->first_depth_slice * mip->depth_pitch : 0);
    end = begin + bytes;
    if (texel_has_slices(view->dimension))
        fits &= add_axis(row, axes, view->slice_count, view->array_pitch, &end);
    if (axes > 2)
        fits &= add_axis(row, 2, texel_visible_depth(view, mip_number), mip->depth_pitch, &end);
    if (axes > 1)
        fits &= add_axis(row, 1, mip->height, mip->row_pitch, &end);
    if (samples)
        fits &= add_axis(row, TEXEL_ROW_SAMPLE, sample_count, bytes, &end);
    fits &= add_axis(row, 0, mip->width, sample_count * bytes, &end);
    return fits && as_units(row, begin, &row->first) && as_units(row, end, &row->limit);
}

bool texel_row_open(const struct kernel_view *view, uint32_t mip, bool samples, const int8_t *offsets,
                    bool storing, struct texel_row *row)
{
    const struct format_info *format = view->format;
    bool buffer = view->kind == KERNEL_VIEW_TYPED_BUFFER;

    *row = (struct texel_row){.format = format, .data = view->data};
    if ((!buffer && view->kind != KERNEL_VIEW_TEXTURE) || !format || !is_plain(format) ||
        (storing && !can_store(format)) || (!storing && !buffer && mip < texel_first_mip(view)))
        return false;
    row->unit_bytes = format->block_bytes < 4 ? format->block_bytes : 4;
    if (format->block_bytes % row->unit_bytes || (uintptr_t)view->data % row->unit_bytes)
        return false;
    if (!(buffer ? open_buffer(view, row) : open_texture(view, mip, samples, row)))
        return false;
    for (uint32_t i = 0; offsets && i < row->axis_count; i++) {
        if (row->axes[i].source < texel_axes(texel_dimension(view)))
            row->axes[i].offset = (uint32_t)(int32_t)offsets[row->axes[i].source];
    }
    return true;
}

/* ---- operations on a part of a row ---- */

struct part {
    const struct lane_table *table;
    const struct texel_row *row;
    uint32_t from, count;
    const uint32_t *mask; /* of the part, or NULL */
};

static struct texel_row_source in_part(const struct part *part, struct texel_row_source source)
{
    source.row += part->from & source.step;
    return source;
}

static struct texel_row_source splat(uint32_t *words, uint32_t value)
{
    for (unsigned i = 0; i < LANE_SPLAT; i++)
        words[i] = value;
    return (struct texel_row_source){words, 0};
}

static struct texel_row_source row_of(const uint32_t *row)
{
    return (struct texel_row_source){row, SIZE_MAX};
}

/* dst = op(sources) */
static void apply(const struct part *part, enum lane_op op, uint32_t *dst, const uint32_t *mask,
                  const struct texel_row_source *sources, uint32_t source_count)
{
    struct lane_args args = {.dst = {dst}, .mask = mask, .count = part->count};

    for (uint32_t s = 0; s < source_count; s++) {
        args.src[s] = sources[s].row;
        args.step[s] = sources[s].step;
    }
    (mask ? part->table->masked : part->table->run)[op](&args);
}

#define APPLY(part, op, dst, ...)                                                                            \
    apply(part, op, dst, NULL, (const struct texel_row_source[]){__VA_ARGS__},                               \
          sizeof((const struct texel_row_source[]){__VA_ARGS__}) / sizeof(struct texel_row_source))
#define APPLY_MASKED(part, op, dst, ...)                                                                     \
    apply(part, op, dst, (part)->mask, (const struct texel_row_source[]){__VA_ARGS__},                       \
          sizeof((const struct texel_row_source[]){__VA_ARGS__}) / sizeof(struct texel_row_source))

/* Unit numbers of the part's texels, all ones outside. */
static void locate(const struct part *part, const struct texel_row_source at[TEXEL_ROW_SOURCES],
                   uint32_t *number)
{
    const struct texel_row *row = part->row;
    splat_row first, count, units, offset;
    struct texel_row_source place = splat(first, row->first);

    for (uint32_t i = 0; i < row->axis_count; i++) {
        const struct texel_row_axis *axis = &row->axes[i];
        struct texel_row_source x = in_part(part, at[axis->source]);
        part_row moved;

        if (axis->offset) {
            APPLY(part, LANE_IADD, moved, x, splat(offset, axis->offset));
            x = row_of(moved);
        }
        APPLY(part, LANE_ADVANCE, number, x, splat(count, axis->count), splat(units, axis->units), place);
        place = row_of(number);
    }
}

/* ---- loads ---- */

static void gather_units(const struct part *part, const uint32_t *number, uint32_t word, uint32_t *dst,
                         const uint32_t *mask)
{
    const struct texel_row *row = part->row;
    struct lane_elements elements = {row->data, row->limit};

    if (row->unit_bytes == 1)
        part->table->gather_8(dst, elements, number, SIZE_MAX, mask, part->count);
    else if (row->unit_bytes == 2)
        part->table->gather_16(dst, elements, number, SIZE_MAX, mask, part->count);
    else if (row->limit > word)
        part->table->gather(dst, (struct lane_memory){(uint32_t *)row->data + word, row->limit - word},
                            number, SIZE_MAX, mask, part->count);
    else
        part->table->gather(dst, (struct lane_memory){NULL, 0}, number, SIZE_MAX, mask, part->count);
}

static void decode_small_float(const struct part *part, const struct format_channel *channel,
                               struct texel_row_source word, uint32_t *dst)
{
    splat_row a, b, c;
    part_row code;

    APPLY(part, LANE_UBFE, code, splat(a, channel->width), splat(b, channel->offset % 32), word);
    if (channel->width < 16)
        APPLY(part, LANE_ISHL, code, row_of(code), splat(c, 15u - channel->width));
    APPLY_MASKED(part, LANE_F16TOF32, dst, row_of(code));
}

static void decode_signed(const struct part *part, const struct format_channel *channel,
                          struct texel_row_source word, uint32_t *dst)
{
    splat_row a, b, c, d;
    part_row code;
    int32_t largest = (1 << (channel->width - 1)) - 1;

    APPLY(part, LANE_IBFE, code, splat(a, channel->width), splat(b, channel->offset % 32), word);
    APPLY(part, LANE_IMAX, code, row_of(code), splat(c, (uint32_t)-largest));
    APPLY(part, LANE_ITOF, code, row_of(code));
    APPLY_MASKED(part, LANE_DIV, dst, row_of(code), splat(d, num_itof((uint32_t)largest)));
}

/* Codes of a channel to what registers hold, from rows of the word that it stands in. */
static void decode(const struct part *part, const struct format_channel *channel,
                   struct texel_row_source word, uint32_t *dst)
{
    uint32_t mask = UINT32_MAX >> (32 - channel->width), offset = channel->offset % 32;
    splat_row a, b;
    part_row code;

    switch (channel->width == 32 ? FORMAT_KIND_TYPELESS : (enum format_kind)channel->kind) {
    case FORMAT_KIND_TYPELESS:
        APPLY_MASKED(part, LANE_MOV, dst, word);
        break;
    case FORMAT_KIND_FLOAT:
        decode_small_float(part, channel, word, dst);
        break;
    case FORMAT_KIND_UNORM:
        APPLY_MASKED(part, LANE_UNORM, dst, word, splat(a, offset), splat(b, mask));
        break;
    case FORMAT_KIND_SNORM:
        decode_signed(part, channel, word, dst);
        break;
    case FORMAT_KIND_SINT:
        APPLY_MASKED(part, LANE_IBFE, dst, splat(a, channel->width), splat(b, offset), word);
        break;
    case FORMAT_KIND_SRGB:
        APPLY(part, LANE_UBFE, code, splat(a, channel->width), splat(b, offset), word);
        part->table->gather(dst, (struct lane_memory){(uint32_t *)format_srgb_code, 256}, code, SIZE_MAX,
                            part->mask, part->count);
        break;
    default:
        APPLY_MASKED(part, LANE_UBFE, dst, splat(a, channel->width), splat(b, offset), word);
        break;
    }
}

static void load_part(const struct part *part, const struct texel_row_source at[TEXEL_ROW_SOURCES],
                      uint32_t *const dst[], const uint8_t *place, uint32_t dst_count)
{
    const struct format_info *format = part->row->format;
    part_row number, words[4];
    uint32_t have = 0;
    splat_row constant;

    locate(part, at, number);
    for (uint32_t d = 0; d < dst_count; d++) {
        const struct format_channel *channel = &format->channels[place[d]];
        uint32_t word = channel->offset / 32, *to = dst[d] + part->from;

        if (!channel->width) {
            APPLY_MASKED(part, LANE_MOV, to, splat(constant, format->out_of_bounds[place[d]]));
        } else if (channel->width == 32) {
            gather_units(part, number, word, to, part->mask);
        } else {
            if (!(have >> word & 1))
                gather_units(part, number, word, words[word], NULL);
            have |= 1u << word;
            decode(part, channel, row_of(words[word]), to);
        }
    }
}

static struct part part_at(const struct lane_table *table, const struct texel_row *row, uint32_t from,
                           const uint32_t *mask, uint32_t count)
{
    return (struct part){.table = table,
                         .row = row,
                         .from = from,
                         .count = count - from < PART ? count - from : PART,
                         .mask = mask ? mask + from / 32 : NULL};
}

void texel_row_load(const struct lane_table *table, const struct texel_row *row,
                    const struct texel_row_source at[TEXEL_ROW_SOURCES], const uint32_t *mask, uint32_t count,
                    uint32_t *const dst[], const uint8_t *place, uint32_t dst_count)
{
    for (uint32_t from = 0; from < count; from += PART) {
        struct part part = part_at(table, row, from, mask, count);

        load_part(&part, at, dst, place, dst_count);
    }
}

/* ---- stores ---- */

/* Halves without sign and with a shorter fraction; what is negative and no NaN is 0. */
static void encode_unsigned_float(const struct part *part, uint32_t width, struct texel_row_source value,
                                  uint32_t *code)
{
    splat_row a, b, c, d, e;
    part_row below;

    APPLY(part, LANE_ISUB, below, value, splat(a, NUM_SIGN));
    APPLY(part, LANE_ULT, below, row_of(below), splat(b, NUM_INF + 1));
    APPLY(part, LANE_F32TOF16, code, value);
    APPLY(part, LANE_AND, code, row_of(code), splat(c, 0x7FFF));
    APPLY(part, LANE_USHR, code, row_of(code), splat(d, 15 - width));
    APPLY(part, LANE_SELECT, code, row_of(below), splat(e, 0), row_of(code));
}

/* The size as a UNORM of one bit less, then the sign: (size ^ sign) - sign. NaNs become 0. */
static void encode_snorm(const struct part *part, uint32_t width, struct texel_row_source value,
                         uint32_t *code)
{
    splat_row a, b;
    part_row sign;

    APPLY(part, LANE_ISHR, sign, value, splat(a, 31));
    APPLY(part, LANE_FABS, code, value);
    APPLY(part, LANE_TO_UNORM, code, row_of(code), splat(b, width - 2));
    APPLY(part, LANE_XOR, code, row_of(code), row_of(sign));
    APPLY(part, LANE_ISUB, code, row_of(code), row_of(sign));
}

/* What a register holds to a code; bits above the channel's width may be anything. */
static void encode(const struct part *part, const struct format_channel *channel,
                   struct texel_row_source value, uint32_t *code)
{
    uint32_t largest = UINT32_MAX >> (32 - channel->width), limit = largest >> 1;
    splat_row a, b;

    switch ((enum format_kind)channel->kind) {
    case FORMAT_KIND_FLOAT:
        if (channel->width == 16)
            APPLY(part, LANE_F32TOF16, code, value);
        else
            encode_unsigned_float(part, channel->width, value, code);
        break;
    case FORMAT_KIND_UNORM:
        APPLY(part, LANE_TO_UNORM, code, value, splat(a, channel->width - 1u));
        break;
    case FORMAT_KIND_SNORM:
        encode_snorm(part, channel->width, value, code);
        break;
    case FORMAT_KIND_SINT:
        APPLY(part, LANE_IMIN, code, value, splat(a, limit));
        APPLY(part, LANE_IMAX, code, row_of(code), splat(b, ~limit));
        break;
    default:
        APPLY(part, LANE_UMIN, code, value, splat(a, largest));
        break;
    }
}

/* The channels that stand in a word of the element, from the lowest bits up. */
static struct texel_row_source encode_word(const struct part *part, const struct texel_row_source rgba[4],
                                           uint32_t word, uint32_t *out)
{
    const struct format_info *format = part->row->format;
    struct texel_row_source sum = row_of(out);
    splat_row a, b, c;
    bool first = true;

    for (unsigned i = 0; i < 4; i++) {
        const struct format_channel *channel = &format->channels[i];
        struct texel_row_source value = in_part(part, rgba[i]);
        part_row code;

        if (!channel->width || channel->offset / 32 != word)
            continue;
        if (channel->width == 32)
            return value;
        encode(part, channel, value, code);
        APPLY(part, LANE_BFI, out, splat(a, channel->width), splat(b, channel->offset % 32), row_of(code),
              first ? splat(c, 0) : sum);
        first = false;
    }
    if (first)
        APPLY(part, LANE_MOV, out, splat(c, 0));
    return sum;
}

static void scatter_units(const struct part *part, const uint32_t *number, uint32_t word,
                          struct texel_row_source value)
{
    const struct texel_row *row = part->row;
    struct lane_elements elements = {row->data, row->limit};

    if (row->unit_bytes == 1)
        part->table->scatter_8(elements, number, SIZE_MAX, value.row, value.step, part->mask, part->count);
    else if (row->unit_bytes == 2)
        part->table->scatter_16(elements, number, SIZE_MAX, value.row, value.step, part->mask, part->count);
    else if (row->limit > word)
        part->table->scatter((struct lane_memory){(uint32_t *)row->data + word, row->limit - word}, number,
                             SIZE_MAX, value.row, value.step, part->mask, part->count);
}

void texel_row_store(const struct lane_table *table, const struct texel_row *row,
                     const struct texel_row_source at[TEXEL_ROW_SOURCES],
                     const struct texel_row_source rgba[4], const uint32_t *mask, uint32_t count)
{
    uint32_t words = row->format->block_bytes / row->unit_bytes;

    for (uint32_t from = 0; from < count; from += PART) {
        struct part part = part_at(table, row, from, mask, count);
        part_row number, value;

        locate(&part, at, number);
        for (uint32_t word = 0; word < words; word++)
            scatter_units(&part, number, word, encode_word(&part, rgba, word, value));
    }
}
