/*
 * Typed loads and stores of textures and buffers, for rows of lanes.
 *
 * Formats are known when the code runs: the view says which layout its texels have (jit_views.h), and code
 * has a way for each layout that the declared type makes likely. All numbers of a layout (shifts, masks) come
 * from the view, so that a handful of layouts are all formats of plain channels. Other formats, mips but the
 * first, and accesses whose view is computed go to the body of the lane executor. Neighbours that turn out to want
 * neighbouring texels move them as whole vectors.
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

static unsigned word_of(enum jit_texel_layout layout, unsigned c)
{
    return layout == JIT_TEXEL_WORD ? c : layout == JIT_TEXEL_HALF ? c / 2 : 0;
}

static jv load_channel(struct jit *j, enum jit_texel_layout layout, const jv words[4], unsigned c)
{
    jv word = words[word_of(layout, c)];

    switch (layout) {
    case JIT_TEXEL_UNORM8X4:
        return load_byte(j, word, c);
    case JIT_TEXEL_UNORM:
        return load_unorm(j, word, c);
    case JIT_TEXEL_INTEGER:
        return load_integer(j, word, c);
    case JIT_TEXEL_HALF:
        return load_half(j, word, c);
    default:
        return LLVMBuildOr(B, word, CHANNEL(j, fill, c), "");
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

/* ---- loads of neighbours ---- */

/* How many words a texel of the layout is likely to have, besides one. */
static unsigned likely_words(enum jit_texel_layout layout)
{
    return layout == JIT_TEXEL_WORD ? 4 : layout == JIT_TEXEL_HALF ? 2 : 1;
}

/* Is it a thread's number along x, moved, or clamped to the edge of a picture? */
static bool goes_with_x(const struct jit *j, lane_value value, unsigned depth)
{
    const struct lane_instr *from = NULL;

    if (!lane_is_register(value) || !depth)
        return false;
    if (j->program->regs[value].affine && j->program->regs[value].step[0] == 1)
        return true;
    for (uint32_t i = j->index; i-- > 0 && !from;) {
        const struct lane_instr *instr = &j->program->instrs[i];

        if (instr->dst_count == 1 && instr->dst[0] == value)
            from = instr;
    }
    if (!from)
        return false;
    switch (from->op) {
    case LANE_MOV:
        return goes_with_x(j, from->src[0], depth - 1);
    case LANE_IADD:
    case LANE_ISUB:
    case LANE_IMIN:
    case LANE_IMAX:
    case LANE_UMIN:
    case LANE_UMAX:
        if (jit_is_scalar(j, from->src[1]))
            return goes_with_x(j, from->src[0], depth - 1);
        return jit_is_scalar(j, from->src[0]) && goes_with_x(j, from->src[1], depth - 1);
    default:
        return false;
    }
}

enum { MOST_STEPS = 6, LEAST_RUN = 4 };

/* How many lanes side by side are likely to want texels side by side; 0: none. */
static unsigned likely_run(const struct jit *j)
{
    const uint32_t *size = j->program->dxbc->thread_group;
    unsigned run = j->lanes;

    if (!goes_with_x(j, j->at->src[0], MOST_STEPS))
        return 0;
    while (size[1] * size[2] > 1 && size[0] % run)
        run /= 2;
    return run < LEAST_RUN ? 0 : run;
}

static unsigned words_wanted(const struct jit *j, enum jit_texel_layout layout)
{
    unsigned wanted = 0;

    for (uint32_t d = 0; d < j->at->dst_count; d++)
        wanted |= 1u << word_of(layout, j->at->place[d]);
    return wanted;
}

/* A word of each lane's texel, wherever that is. */
static jv gather_word(struct jit *j, enum jit_texel_layout layout, const struct place *place, unsigned word)
{
    jv inside = place->inside;

    if (layout == JIT_TEXEL_UNORM8X4)
        return gather_words(j, place);
    if (word)
        inside = LLVMBuildAnd(B, inside, has_channel(j, layout == JIT_TEXEL_HALF ? 2 * word : word), "");
    return gather_bytes(j, place, 4 * word, inside);
}

/* Are all lanes inside, and their texels of `count` words side by side, `run` of them? */
static jv are_runs(struct jit *j, const struct place *place, unsigned run, unsigned count)
{
    jv first[JIT_MOST_LANES], behind[JIT_MOST_LANES], odd, pitch = number_of(j, offsetof(struct jit_texels, pitch));

    for (unsigned i = 0; i < j->lanes; i++) {
        first[i] = jit_k32(j, i / run * run);
        behind[i] = jit_k32(j, i % run * 4 * count);
    }
    odd = LLVMBuildShuffleVector(B, place->byte, LLVMGetPoison(j->lane_u), LLVMConstVector(first, j->lanes), "");
    odd = LLVMBuildAdd(B, odd, LLVMConstVector(behind, j->lanes), "");
    odd = LLVMBuildOr(B, LLVMBuildICmp(B, LLVMIntNE, place->byte, odd, ""), LLVMBuildNot(B, place->inside, ""), "");
    return LLVMBuildAnd(B, LLVMBuildNot(B, jit_any(j, odd), ""),
                        LLVMBuildICmp(B, LLVMIntEQ, pitch, jit_k32(j, 4 * count), ""), "");
}

static void load_runs(struct jit *j, const struct place *place, unsigned run, unsigned count, unsigned wanted,
                      const jv *variables)
{
    jv parts[JIT_MOST_LANES], which[JIT_MOST_LANES], all;

    for (unsigned first = 0; first < j->lanes; first += run) {
        jv at = jit_widen(j, LLVMBuildExtractElement(B, place->byte, jit_k32(j, first), ""));

        at = LLVMBuildInBoundsGEP2(B, j->i8, base_of(j), &at, 1, "");
        parts[first / run] = jit_load(j, LLVMVectorType(j->i32, run * count), at, 0);
    }
    all = jit_join(j, parts, j->lanes / run, run * count);
    for (unsigned word = 0; word < 4; word++) {
        if (!(wanted >> word & 1))
            continue;
        for (unsigned i = 0; i < j->lanes; i++)
            which[i] = jit_k32(j, i * count + word);
        LLVMBuildStore(B, word >= count ? LLVMConstNull(j->lane_u)
                                        : LLVMBuildShuffleVector(B, all, LLVMGetPoison(LLVMTypeOf(all)),
                                                                 LLVMConstVector(which, j->lanes), ""),
                       variables[word]);
    }
}

static void load_words(struct jit *j, enum jit_texel_layout layout, const struct place *place, jv words[4])
{
    unsigned run = likely_run(j), wanted = words_wanted(j, layout), most = likely_words(layout);
    LLVMBasicBlockRef end = jit_block(j, "words");
    jv variables[4];

    for (unsigned word = 0; word < 4; word++)
        variables[word] = wanted >> word & 1 ? jit_variable(j, j->lane_u, "") : NULL;
    for (unsigned count = run ? most : 0; count; count = count == 4 ? 1 : 0) {
        LLVMBasicBlockRef runs = jit_block(j, "runs"), apart = jit_block(j, "apart");

        jit_branch_likely(j, are_runs(j, place, run, count), runs, apart);
        jit_place(j, runs);
        load_runs(j, place, run, count, wanted, variables);
        jit_go(j, end);
        jit_place(j, apart);
    }
    for (unsigned word = 0; word < 4; word++) {
        if (variables[word])
            LLVMBuildStore(B, gather_word(j, layout, place, word), variables[word]);
    }
    jit_go(j, end);
    jit_place(j, end);
    for (unsigned word = 0; word < 4; word++)
        words[word] = variables[word] ? LLVMBuildLoad2(B, j->lane_u, variables[word], "") : NULL;
}

/* ---- loads and stores ---- */

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
        jv words[4];

        jit_place(j, ways.likely[i]);
        load_words(j, ways.layouts[i], &place, words);
        for (uint32_t d = 0; d < j->at->dst_count; d++)
            LLVMBuildStore(B, load_channel(j, ways.layouts[i], words, j->at->place[d]), variables[d]);
        jit_go(j, ways.end);
    }
    jit_place(j, ways.slow);
    jit_call_node_into(j, variables);
    jit_go(j, ways.end);
    jit_place(j, ways.end);
}

/* ---- stores of neighbours ---- */

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
