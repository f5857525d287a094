/*
 * Typed loads and stores of textures and buffers, for rows of lanes.
 *
 * Formats are known when the code runs: the view says which layout its texels have (jit_views.h), and code
 * has a way for each layout that the declared type makes likely. All numbers of a layout (shifts, masks) come
 * from the view, so that a handful of layouts are all formats of plain channels. Other formats, mips but the
 * first, and accesses whose view is computed go to the body of the lane executor.
 */
#include "dxbc.h"
#include "jit_address.h"
#include "texel.h"

#define B j->builder

/* ---- what the view says ---- */

static size_t field(size_t offset)
{
    return offsetof(struct jit_view, texels) + offset;
}

static jv number_of(struct jit *j, size_t offset)
{
    return jit_view_field(j, j->i32, field(offset));
}

static jv channel(struct jit *j, size_t array, unsigned c)
{
    return jit_splat(j, number_of(j, array + c * sizeof(uint32_t)));
}

static jv float_channel(struct jit *j, size_t array, unsigned c)
{
    return jit_splat(j, jit_view_field(j, j->f32, field(array + c * sizeof(float))));
}

#define CHANNEL(j, name, c)       channel(j, offsetof(struct jit_texels, name), c)
#define FLOAT_CHANNEL(j, name, c) float_channel(j, offsetof(struct jit_texels, name), c)

/* Has the format that channel? */
static jv has_channel(struct jit *j, unsigned c)
{
    return LLVMBuildICmp(B, LLVMIntNE, CHANNEL(j, mask, c), LLVMConstNull(j->lane_u), "");
}

/* ---- where texels are ---- */

struct place {
    jv byte;   /* of each lane, from the base */
    jv inside; /* lanes */
};

static void add_axis(struct jit *j, struct place *place, enum jit_texel_axis axis, lane_value coordinate,
                     int32_t offset)
{
    jv count = number_of(j, offsetof(struct jit_texels, count) + axis * sizeof(uint32_t));
    jv pitch = number_of(j, offsetof(struct jit_texels, pitch) + axis * sizeof(uint32_t)), at, far;

    if (jit_is_scalar(j, coordinate)) { /* one product for all lanes */
        at = LLVMBuildAdd(B, jit_first(j, coordinate), jit_k32(j, (uint32_t)offset), "");
        far = jit_splat(j, LLVMBuildMul(B, at, pitch, ""));
        at = jit_splat(j, at);
    } else {
        at = LLVMBuildAdd(B, jit_lanes_of(j, coordinate), jit_k(j, (uint32_t)offset), "");
        far = LLVMBuildMul(B, at, jit_splat(j, pitch), "");
    }
    place->inside =
        LLVMBuildAnd(B, place->inside, LLVMBuildICmp(B, LLVMIntULT, at, jit_splat(j, count), ""), "");
    place->byte = LLVMBuildAdd(B, place->byte, far, "");
}

static int32_t offset_on(const struct jit *j, unsigned axis)
{
    const struct dxbc_instr *dx = &j->program->dxbc->instrs[j->at->origin];

    return j->at->op == LANE_LOAD_TYPED && dx->has_offsets ? dx->texel_offset[axis] : 0;
}

static struct place locate(struct jit *j)
{
    const struct lane_resource *resource = jit_resource(j);
    bool texture = resource->kind == KERNEL_VIEW_TEXTURE;
    uint8_t dimension = texture ? resource->dimension : (uint8_t)DXBC_DIM_BUFFER;
    struct place place = {.byte = jit_splat(j, number_of(j, offsetof(struct jit_texels, first))),
                          .inside = jit_mask(j, j->exec)};
    uint32_t axes = texel_axes(dimension);

    for (unsigned axis = 0; axis < axes; axis++)
        add_axis(j, &place, (enum jit_texel_axis)axis, j->at->src[axis], offset_on(j, axis));
    if (texel_has_slices(dimension))
        add_axis(j, &place, JIT_TEXEL_SLICE, j->at->src[axes], 0);
    if (j->at->flags & LANE_SAMPLE && texture)
        add_axis(j, &place, JIT_TEXEL_SAMPLE, j->at->src[4], 0);
    return place;
}

static jv base_of(struct jit *j)
{
    return jit_view_field(j, j->ptr, field(offsetof(struct jit_texels, base)));
}

/* The words that hold the bytes, moved down so that these come first. */
static jv gather_bytes(struct jit *j, const struct place *place, uint32_t from, jv inside)
{
    jv byte = LLVMBuildAdd(B, place->byte, jit_k(j, from), "");
    jv within = LLVMBuildShl(B, LLVMBuildAnd(B, byte, jit_k(j, 3), ""), jit_k(j, 3), "");
    jv word = jit_gather(j, base_of(j), LLVMBuildLShr(B, byte, jit_k(j, 2), ""), inside);

    return LLVMBuildLShr(B, word, within, "");
}

/* Texels of one whole word. */
static jv gather_words(struct jit *j, const struct place *place)
{
    jv numbers = LLVMBuildLShr(B, place->byte, jit_k(j, 2), "");

    if (!jit_stretch_words(j))
        return jit_gather(j, base_of(j), numbers, place->inside);
    return jit_gather_near(j, base_of(j), numbers, place->inside, number_of(j, offsetof(struct jit_texels, words)));
}

/* ---- layouts ---- */

static jv cut(struct jit *j, jv word, unsigned c)
{
    return LLVMBuildAnd(B, LLVMBuildLShr(B, word, CHANNEL(j, shift, c), ""), CHANNEL(j, mask, c), "");
}

static jv load_unorm(struct jit *j, jv word, unsigned c)
{
    jv code = LLVMBuildSIToFP(B, cut(j, word, c), j->lane_f, "");
    jv value = jit_divide(j, code, FLOAT_CHANNEL(j, largest, c), FLOAT_CHANNEL(j, inverse, c), FLOAT_CHANNEL(j, rest, c));

    return LLVMBuildOr(B, jit_bits(j, value), CHANNEL(j, fill, c), "");
}

static jv load_byte(struct jit *j, jv word, unsigned c)
{
    const float inverse = 1 / 255.0f, rest = (float)(1 / 255.0 - (double)inverse);
    jv code = LLVMBuildAnd(B, LLVMBuildLShr(B, word, jit_k(j, 8 * c), ""), jit_k(j, 255), "");

    code = LLVMBuildSIToFP(B, code, j->lane_f, "");
    return jit_bits(j, jit_divide(j, code, jit_kf(j, 255), jit_kf(j, inverse), jit_kf(j, rest)));
}

static jv load_integer(struct jit *j, jv word, unsigned c)
{
    jv sign = CHANNEL(j, sign, c), code = LLVMBuildXor(B, cut(j, word, c), sign, "");

    return LLVMBuildOr(B, LLVMBuildSub(B, code, sign, ""), CHANNEL(j, fill, c), "");
}

static jv load_half(struct jit *j, jv word, unsigned c)
{
    jv half = LLVMBuildAnd(B, LLVMBuildLShr(B, word, jit_k(j, c % 2 * 16), ""), jit_k(j, 0xFFFF), "");

    half = LLVMBuildSelect(B, has_channel(j, c), half, LLVMConstNull(j->lane_u), "");
    return LLVMBuildOr(B, jit_half_to_float(j, half), CHANNEL(j, fill, c), "");
}

static jv load_channel(struct jit *j, enum jit_texel_layout layout, const struct place *place, unsigned c,
                       jv words[4])
{
    unsigned word = layout == JIT_TEXEL_WORD ? c : layout == JIT_TEXEL_HALF ? c / 2 : 0;
    jv inside = place->inside;

    if (!words[word] && layout == JIT_TEXEL_UNORM8X4) {
        words[word] = gather_words(j, place);
    } else if (!words[word]) {
        if (word)
            inside = LLVMBuildAnd(B, inside, has_channel(j, layout == JIT_TEXEL_HALF ? 2 * word : word), "");
        words[word] = gather_bytes(j, place, 4 * word, inside);
    }
    switch (layout) {
    case JIT_TEXEL_UNORM8X4:
        return load_byte(j, words[0], c);
    case JIT_TEXEL_UNORM:
        return load_unorm(j, words[0], c);
    case JIT_TEXEL_INTEGER:
        return load_integer(j, words[0], c);
    case JIT_TEXEL_HALF:
        return load_half(j, words[word], c);
    default:
        return LLVMBuildOr(B, words[word], CHANNEL(j, fill, c), "");
    }
}

/* The product with the largest code plus 2^23 rounds to a whole number as it should: half way lies 0.5 alone,
 * and from there the even code is the higher one. */
static jv unorm_code(struct jit *j, jv value, jv largest)
{
    jv x = jit_float(j, value), zero = jit_kf(j, 0), one = jit_kf(j, 1);

    x = LLVMBuildSelect(B, LLVMBuildFCmp(B, LLVMRealOGT, x, zero, ""), x, zero, "");
    x = LLVMBuildSelect(B, LLVMBuildFCmp(B, LLVMRealOLT, x, one, ""), x, one, "");
    return jit_bits(j, jit_fma(j, x, largest, jit_kf(j, 0x1p23f)));
}

static jv store_unorm(struct jit *j, jv value, unsigned c)
{
    return LLVMBuildAnd(B, unorm_code(j, value, FLOAT_CHANNEL(j, largest, c)), CHANNEL(j, mask, c), "");
}

/* Codes stand in the lowest bytes of floats whose other bits are known. */
static jv store_bytes(struct jit *j)
{
    jv all = jit_k(j, (0u - 0x4B000000u) * 0x01010101u);

    for (unsigned c = 0; c < 4; c++) {
        jv code = unorm_code(j, jit_lanes_of(j, j->at->src[4 + c]), jit_kf(j, 255));

        all = LLVMBuildAdd(B, all, LLVMBuildShl(B, code, jit_k(j, 8 * c), ""), "");
    }
    return all;
}

static jv store_integer(struct jit *j, jv value, unsigned c)
{
    jv mask = CHANNEL(j, mask, c), sign = CHANNEL(j, sign, c),
       below = LLVMBuildLShr(B, mask, jit_k(j, 1), "");
    jv number = jit_extreme(j, LLVMIntSGT, jit_extreme(j, LLVMIntSLT, value, below), LLVMBuildNot(B, below, ""));
    jv is_signed = LLVMBuildICmp(B, LLVMIntNE, sign, LLVMConstNull(j->lane_u), "");

    number = LLVMBuildSelect(B, is_signed, number, jit_extreme(j, LLVMIntULT, value, mask), "");
    return LLVMBuildAnd(B, number, mask, "");
}

static jv store_half(struct jit *j, jv value, unsigned c)
{
    jv half = jit_float_to_half(j, value);

    return LLVMBuildSelect(B, has_channel(j, c), half, LLVMConstNull(j->lane_u), "");
}

/* A word of the texel. */
static jv store_word(struct jit *j, enum jit_texel_layout layout, unsigned word)
{
    jv all = LLVMConstNull(j->lane_u), code;

    if (layout == JIT_TEXEL_WORD)
        return jit_lanes_of(j, j->at->src[4 + word]);
    if (layout == JIT_TEXEL_UNORM8X4)
        return store_bytes(j);
    for (unsigned c = 2 * word; c < (layout == JIT_TEXEL_HALF ? 2 * word + 2 : 4); c++) {
        jv value = jit_lanes_of(j, j->at->src[4 + c]);

        if (layout == JIT_TEXEL_HALF)
            code = LLVMBuildShl(B, store_half(j, value, c), jit_k(j, c % 2 * 16), "");
        else
            code = LLVMBuildShl(
                B, layout == JIT_TEXEL_UNORM ? store_unorm(j, value, c) : store_integer(j, value, c),
                CHANNEL(j, shift, c), "");
        all = LLVMBuildOr(B, all, code, "");
    }
    return all;
}

/* ---- the ways ---- */

enum { MOST_WAYS = 4 };

/* What a view of the declared type is likely to be. */
static unsigned likely_layouts(const struct jit *j, enum jit_texel_layout layouts[MOST_WAYS])
{
    enum { UNORM = 1, SNORM, SINT, UINT };
    unsigned count = 0;

    switch (jit_resource(j)->return_type) {
    case UNORM:
        layouts[count++] = JIT_TEXEL_UNORM8X4;
        layouts[count++] = JIT_TEXEL_UNORM;
        break;
    case SNORM:
        break;
    case SINT:
    case UINT:
        layouts[count++] = JIT_TEXEL_WORD;
        layouts[count++] = JIT_TEXEL_INTEGER;
        break;
    default:
        layouts[count++] = JIT_TEXEL_UNORM8X4;
        layouts[count++] = JIT_TEXEL_UNORM;
        layouts[count++] = JIT_TEXEL_WORD;
        layouts[count++] = JIT_TEXEL_HALF;
    }
    return count;
}

/* Is it the first mip that all lanes ask for? NULL: nobody has to ask. */
static jv other_mip(struct jit *j)
{
    jv mip;

    if (j->at->op != LANE_LOAD_TYPED || !(j->at->imm & LANE_TEXEL_MIPS))
        return NULL;
    if (lane_is_constant(j->at->src[3]) && !j->program->constants[j->at->src[3] & ~LANE_CONSTANT])
        return NULL;
    mip = LLVMBuildICmp(B, LLVMIntNE, jit_lanes_of(j, j->at->src[3]), LLVMConstNull(j->lane_u), "");
    return jit_any(j, LLVMBuildAnd(B, mip, jit_mask(j, j->exec), ""));
}

struct texel_ways {
    LLVMBasicBlockRef likely[MOST_WAYS], slow, end;
    enum jit_texel_layout layouts[MOST_WAYS];
    unsigned count;
};

/* Branches to the way of the view's layout. */
static void open_ways(struct jit *j, size_t layout_field, struct texel_ways *ways)
{
    jv layout = number_of(j, layout_field), other = other_mip(j), choice;

    ways->count = likely_layouts(j, ways->layouts);
    ways->slow = jit_block(j, "texels");
    ways->end = jit_block(j, "moved");
    if (other)
        layout = LLVMBuildSelect(B, other, jit_k32(j, JIT_TEXEL_OTHER), layout, "");
    choice = LLVMBuildSwitch(B, layout, ways->slow, ways->count);
    for (unsigned i = 0; i < ways->count; i++) {
        ways->likely[i] = jit_block(j, "layout");
        LLVMAddCase(choice, jit_k32(j, ways->layouts[i]), ways->likely[i]);
    }
    j->unreachable = true;
}

/* The same texel for all lanes: one number is what is asked for. */
static bool is_whole(const struct jit *j)
{
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        if (j->shapes[j->at->dst[d]].chunk == j->lanes)
            return true;
    }
    return false;
}

void jit_load_texels(struct jit *j, jv *variables)
{
    struct texel_ways ways;
    struct place place;

    if (is_whole(j)) {
        jit_call_node_into(j, variables);
        return;
    }
    jit_set_mode(j, false);
    place = locate(j);
    open_ways(j, offsetof(struct jit_texels, load_layout), &ways);
    for (unsigned i = 0; i < ways.count; i++) {
        jv words[4] = {NULL};

        jit_place(j, ways.likely[i]);
        for (uint32_t d = 0; d < j->at->dst_count; d++)
            LLVMBuildStore(B, load_channel(j, ways.layouts[i], &place, j->at->place[d], words), variables[d]);
        jit_go(j, ways.end);
    }
    jit_place(j, ways.slow);
    jit_call_node_into(j, variables);
    jit_go(j, ways.end);
    jit_place(j, ways.end);
}

/* ---- runs of neighbours ---- */

/* How many lanes side by side have texels side by side, in one row; 0: that is not known. */
static unsigned run_of(const struct jit *j)
{
    const struct lane_resource *resource = jit_resource(j);
    struct jit_shape x = jit_shape_of(j->program, j->shapes, j->lanes, j->at->src[0]);
    bool texture = resource->kind == KERNEL_VIEW_TEXTURE;
    uint8_t dimension = texture ? resource->dimension : (uint8_t)DXBC_DIM_BUFFER;
    uint32_t others = texel_axes(dimension) + (texel_has_slices(dimension) ? 1 : 0);

    for (unsigned chunk = x.chunk; chunk >= 4; chunk /= 2) {
        struct jit_shape run = jit_shape_within(x, chunk, j->lanes);
        bool fits = true;

        for (unsigned i = 0; i < j->lanes; i++)
            fits &= run.off[i] == i % chunk;
        for (uint32_t s = 1; s < others; s++)
            fits &= jit_is_flat_within(j, j->at->src[s], chunk);
        if (fits)
            return chunk;
    }
    return 0;
}

/* The words of texels of some lanes, one texel after the other. */
static jv interleave(struct jit *j, const jv *words, unsigned count, unsigned first, unsigned run)
{
    jv which[4 * JIT_MOST_LANES], pairs[2];
    unsigned lanes = j->lanes;

    for (unsigned i = 0; i < run * (count > 1 ? 2 : 1); i++)
        which[i] = jit_k32(j, count == 1 ? first + i : first + i / 2 + i % 2 * lanes);
    for (unsigned k = 0; k < (count + 1) / 2; k++)
        pairs[k] = LLVMBuildShuffleVector(B, words[2 * k], count == 1 ? LLVMGetPoison(j->lane_u) : words[2 * k + 1],
                                          LLVMConstVector(which, run * (count > 1 ? 2 : 1)), "");
    if (count < 4)
        return pairs[0];
    for (unsigned i = 0; i < 4 * run; i++)
        which[i] = jit_k32(j, i % 4 / 2 * 2 * run + i / 4 * 2 + i % 2);
    return LLVMBuildShuffleVector(B, pairs[0], pairs[1], LLVMConstVector(which, 4 * run), "");
}

static void store_runs(struct jit *j, const struct place *place, unsigned run, const jv *words, unsigned count)
{
    for (unsigned first = 0; first < j->lanes; first += run) {
        jv at = jit_widen(j, LLVMBuildExtractElement(B, place->byte, jit_k32(j, first), ""));

        jit_store(j, interleave(j, words, count, first, run),
                  LLVMBuildInBoundsGEP2(B, j->i8, base_of(j), &at, 1, ""), 0);
    }
}

/* How many words a texel of the layout is likely to have, besides one. */
static unsigned likely_words(enum jit_texel_layout layout)
{
    return layout == JIT_TEXEL_WORD ? 4 : layout == JIT_TEXEL_HALF ? 2 : 1;
}

/* Runs of texels of so many words; elsewhere goes on. */
static void try_runs_of(struct jit *j, enum jit_texel_layout layout, const struct place *place, unsigned run, jv whole,
                        unsigned count, LLVMBasicBlockRef end)
{
    LLVMBasicBlockRef runs = jit_block(j, "runs"), apart = jit_block(j, "apart");
    jv pitch = number_of(j, offsetof(struct jit_texels, pitch)), fits, words[4];

    fits = LLVMBuildICmp(B, LLVMIntEQ, pitch, jit_k32(j, 4 * count), "");
    jit_branch_likely(j, LLVMBuildAnd(B, whole, fits, ""), runs, apart);
    jit_place(j, runs);
    for (unsigned word = 0; word < count; word++)
        words[word] = store_word(j, layout, word);
    store_runs(j, place, run, words, count);
    jit_go(j, end);
    jit_place(j, apart);
}

/* Goes on where texels have to be scattered. */
static void try_runs(struct jit *j, enum jit_texel_layout layout, const struct place *place,
                     LLVMBasicBlockRef end)
{
    unsigned run = run_of(j), count = likely_words(layout);
    jv whole;

    if (!run)
        return;
    whole = LLVMBuildNot(B, jit_any(j, LLVMBuildNot(B, place->inside, "")), "");
    if (layout != JIT_TEXEL_HALF)
        try_runs_of(j, layout, place, run, whole, 1, end);
    if (count > 1)
        try_runs_of(j, layout, place, run, whole, count, end);
}

/* Words of texels that lie in a lane's own place. */
static void scatter_texels(struct jit *j, enum jit_texel_layout layout, const struct place *place)
{
    unsigned words = layout == JIT_TEXEL_WORD ? 4 : layout == JIT_TEXEL_HALF ? 2 : 1;
    jv number = LLVMBuildLShr(B, place->byte, jit_k(j, 2), "");

    for (unsigned word = 0; word < words; word++) {
        jv inside = place->inside, value = store_word(j, layout, word);
        jv at = LLVMBuildAdd(B, number, jit_k(j, word), "");

        if (word)
            inside = LLVMBuildAnd(B, inside, has_channel(j, layout == JIT_TEXEL_HALF ? 2 * word : word), "");
        jit_scatter(j, base_of(j), at, inside, value);
    }
}

void jit_store_texels(struct jit *j)
{
    struct texel_ways ways;
    struct place place;

    jit_set_mode(j, false);
    place = locate(j);
    open_ways(j, offsetof(struct jit_texels, store_layout), &ways);
    for (unsigned i = 0; i < ways.count; i++) {
        jit_place(j, ways.likely[i]);
        try_runs(j, ways.layouts[i], &place, ways.end);
        scatter_texels(j, ways.layouts[i], &place);
        jit_go(j, ways.end);
    }
    jit_place(j, ways.slow);
    jit_call_node(j);
    jit_go(j, ways.end);
    jit_place(j, ways.end);
}
