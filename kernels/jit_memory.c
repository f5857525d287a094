/*
 * Loads, stores and atomics.
 *
 * Where the shape of an address is known, one check tells that a whole row is inside its object; then words
 * move as the shape says: one for all lanes, runs of consecutive words, or gathered without a mask. Rows that are
 * not inside as a whole go to the body of the lane executor, as do views that are not what was declared. Other
 * addresses are checked lane by lane. No access is made before its words are known to be inside.
 */
#include "atomic.h"
#include "jit_address.h"

#define B j->builder

/* ---- rows of words ---- */

static bool is_flat(const struct jit_run *run, unsigned first, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        if (run->word[first + i] != run->word[first])
            return false;
    }
    return true;
}

static bool is_consecutive(const struct jit_run *run, unsigned first, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        if (run->word[first + i] != run->word[first] + i)
            return false;
    }
    return true;
}

/* The largest pieces of neighbouring lanes that are all either flat or consecutive; 0: none. */
static unsigned piece_of(const struct jit *j, const struct jit_run *run)
{
    for (unsigned piece = run->chunk; piece >= 4; piece /= 2) {
        bool fits = true;

        for (unsigned i = 0; i < j->lanes; i += piece)
            fits &= is_flat(run, i, piece) || is_consecutive(run, i, piece);
        if (fits)
            return piece;
    }
    return 0;
}

static jv splat_of(struct jit *j, jv scalar, unsigned lanes)
{
    LLVMTypeRef type = LLVMVectorType(j->i32, lanes);
    jv one = LLVMBuildInsertElement(B, LLVMGetPoison(type), scalar, jit_k32(j, 0), "");

    return LLVMBuildShuffleVector(B, one, LLVMGetPoison(type), LLVMConstNull(type), "");
}

/* Where the words of a piece begin: from the first lane's word for shapes of whole strips, else from the word
 * number of the piece's own chunk. */
static jv piece_at(struct jit *j, const struct jit_object *object, const struct jit_run *run, jv number, jv numbers,
                   unsigned lane, uint32_t place)
{
    jv first = number;

    if (numbers) {
        unsigned chunk = lane / run->chunk * run->chunk;
        first = jit_widen(j, LLVMBuildExtractElement(B, numbers, jit_k32(j, chunk), ""));
    }
    first = LLVMBuildAdd(B, first, jit_k64(j, (uint64_t)(run->word[lane] + place)), "");
    return jit_word_at(j, object, first);
}

static jv offsets_in(struct jit *j, const struct jit_run *run, uint32_t place)
{
    jv all[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++)
        all[i] = jit_k32(j, (uint32_t)(run->word[i] + place));
    return LLVMConstVector(all, j->lanes);
}

/* All words are inside. number: of the first lane, or numbers of all. */
static jv load_row(struct jit *j, const struct jit_object *object, const struct jit_run *run, jv number, jv numbers,
                   uint32_t place)
{
    unsigned piece = piece_of(j, run), count = 0;
    jv parts[JIT_MOST_LANES], all = LLVMConstAllOnes(j->lane_m);

    if (!piece) {
        if (!numbers)
            numbers = jit_splat(j, LLVMBuildTrunc(B, number, j->i32, ""));
        else
            return jit_gather(j, object->base, LLVMBuildAdd(B, numbers, jit_splat(j, jit_k32(j, place)), ""), all);
        return jit_gather(j, object->base, LLVMBuildAdd(B, numbers, offsets_in(j, run, place), ""), all);
    }
    for (unsigned i = 0; i < j->lanes; i += piece) {
        jv at = piece_at(j, object, run, number, numbers, i, place);

        if (is_flat(run, i, piece))
            parts[count++] = splat_of(j, jit_load(j, j->i32, at, 0), piece);
        else
            parts[count++] = jit_load(j, LLVMVectorType(j->i32, piece), at, 0);
    }
    return jit_join(j, parts, count, piece);
}

/* ---- structures that follow one another ---- */

/* Do the lanes' words lie `stride` apart, a small number, so that whole vectors hold them all? */
static uint32_t stride_of(const struct jit *j, const struct jit_run *run)
{
    int64_t stride = run->word[1] - run->word[0];

    if (run->chunk != j->lanes || stride < 2 || stride > JIT_MOST_STRIDE)
        return 0;
    for (unsigned i = 1; i < j->lanes; i++) {
        if (run->word[i] != run->word[i - 1] + stride)
            return 0;
    }
    return (uint32_t)stride;
}

/* Where in the lanes' own stretches the first place stands: known when all of a structure is one stretch. */
static bool stretch_of(const struct jit *j, const struct jit_object *object, uint32_t stride, uint32_t *first)
{
    lane_value offset;

    *first = 0;
    if (!object->stride)
        return true;
    offset = j->at->src[1];
    if (object->stride != stride || !lane_is_constant(offset))
        return false;
    *first = j->program->constants[offset & ~LANE_CONSTANT] / 4;
    return true;
}

/* All of the row's words, from the stretch of lane 0 on. */
static jv load_stretches(struct jit *j, const struct jit_object *object, jv number, uint32_t stride)
{
    jv parts[JIT_MOST_STRIDE];

    for (uint32_t i = 0; i < stride; i++) {
        jv at = jit_word_at(j, object, LLVMBuildAdd(B, number, jit_k64(j, (uint64_t)i * j->lanes), ""));
        parts[i] = jit_load(j, j->lane_u, at, 0);
    }
    if (stride == 3) {
        parts[3] = LLVMGetPoison(j->lane_u);
        stride = 4;
    }
    return jit_join(j, parts, stride, j->lanes);
}

static jv take_word(struct jit *j, jv all, uint32_t stride, uint32_t word)
{
    jv which[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++)
        which[i] = jit_k32(j, i * stride + word);
    return LLVMBuildShuffleVector(B, all, LLVMGetPoison(LLVMTypeOf(all)), LLVMConstVector(which, j->lanes), "");
}

/* ---- loads ---- */

/* Results of two ways, as variables. */
struct ways {
    jv results[4];
    LLVMBasicBlockRef fast, slow, end;
};

static void open_ways(struct jit *j, uint32_t count, struct ways *ways)
{
    for (uint32_t d = 0; d < count; d++) {
        bool whole = j->shapes[j->at->dst[d]].chunk == j->lanes;
        ways->results[d] = jit_variable(j, whole ? j->i32 : j->lane_u, "");
    }
    ways->fast = jit_block(j, "inside");
    ways->slow = jit_block(j, "outside");
    ways->end = jit_block(j, "end");
}

/* The slow way, then the end. */
static void close_ways(struct jit *j, struct ways *ways)
{
    jit_go(j, ways->end);
    jit_place(j, ways->slow);
    if (j->at->op == LANE_LOAD_TYPED)
        jit_load_texels(j, ways->results);
    else
        jit_call_node_into(j, ways->results);
    jit_go(j, ways->end);
    jit_place(j, ways->end);
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        LLVMTypeRef type = j->shapes[j->at->dst[d]].chunk == j->lanes ? j->i32 : j->lane_u;
        jit_write(j, d, LLVMBuildLoad2(B, type, ways->results[d], ""));
    }
}

static bool has_place(const struct jit *j, uint32_t d, bool typed)
{
    return !typed || j->at->place[d] == 0;
}

/* Components that a typed buffer's format has not got. */
static jv missing(struct jit *j, uint32_t d)
{
    return jit_view_field(j, j->i32, offsetof(struct jit_view, missing) + j->at->place[d] * sizeof(uint32_t));
}

static void set_result(struct jit *j, const struct ways *ways, uint32_t d, jv value)
{
    bool whole = j->shapes[j->at->dst[d]].chunk == j->lanes;

    if (!whole && LLVMTypeOf(value) == j->i32)
        value = jit_splat(j, value);
    LLVMBuildStore(B, value, ways->results[d]);
}

/* One number for the whole strip, or shapes of whole strips. */
static void load_checked(struct jit *j, const struct jit_object *object, const struct jit_run *run, bool typed)
{
    uint32_t last = typed ? 0 : jit_last_place(j, j->at->dst_count), stride = stride_of(j, run), first = 0;
    struct jit_checked row;
    struct ways ways;
    jv all = NULL;

    if (typed || !stretch_of(j, object, stride, &first) || first + last >= stride)
        stride = 0;
    else if (!object->stride)
        last = stride - 1; /* whole vectors */
    row = jit_check_row(j, object, run, typed, last);
    open_ways(j, j->at->dst_count, &ways);
    jit_branch_likely(j, row.inside, ways.fast, ways.slow);
    jit_place(j, ways.fast);
    if (stride)
        all = load_stretches(j, object, LLVMBuildSub(B, row.number, jit_k64(j, first), ""), stride);
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        uint32_t place = typed ? 0 : j->at->place[d];

        if (!has_place(j, d, typed)) {
            set_result(j, &ways, d, missing(j, d));
        } else if (all) {
            set_result(j, &ways, d, take_word(j, all, stride, first + place));
        } else if (is_flat(run, 0, j->lanes)) {
            jv number = LLVMBuildAdd(B, row.number, jit_k64(j, place), "");
            set_result(j, &ways, d, jit_load(j, j->i32, jit_word_at(j, object, number), 0));
        } else {
            set_result(j, &ways, d, load_row(j, object, run, row.number, NULL, place));
        }
    }
    close_ways(j, &ways);
}

static jv all_inside(struct jit *j, jv inside)
{
    return LLVMBuildNot(B, jit_any(j, LLVMBuildNot(B, inside, "")), "");
}

/* Chunks that are known. */
static void load_chunks(struct jit *j, const struct jit_object *object, const struct jit_run *run, bool typed)
{
    uint32_t last = typed ? 0 : jit_last_place(j, j->at->dst_count);
    jv structure, word, numbers, inside;
    struct ways ways;

    jit_read_address(j, typed, object->stride, &structure, &word);
    inside = jit_inside_of(j, object, structure, word, last);
    numbers = jit_number_of(j, object->stride, structure, word, 0);
    open_ways(j, j->at->dst_count, &ways);
    jit_branch_likely(j, all_inside(j, inside), ways.fast, ways.slow);
    jit_place(j, ways.fast);
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        if (has_place(j, d, typed))
            set_result(j, &ways, d, load_row(j, object, run, NULL, numbers, typed ? 0 : j->at->place[d]));
        else
            set_result(j, &ways, d, missing(j, d));
    }
    close_ways(j, &ways);
}

/* Lane by lane. */
static void load_anywhere(struct jit *j, const struct jit_object *object, bool typed)
{
    jv structure, word, exec = jit_mask(j, j->exec);
    struct ways ways;

    jit_read_address(j, typed, object->stride, &structure, &word);
    open_ways(j, j->at->dst_count, &ways);
    if (object->slow)
        jit_branch_likely(j, LLVMBuildNot(B, object->slow, ""), ways.fast, ways.slow);
    else
        jit_go(j, ways.fast);
    jit_place(j, ways.fast);
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        uint32_t place = typed ? 0 : j->at->place[d];
        jv inside = LLVMBuildAnd(B, jit_inside_of(j, object, structure, word, place), exec, "");

        if (has_place(j, d, typed))
            set_result(j, &ways, d,
                       jit_gather(j, object->base, jit_number_of(j, object->stride, structure, word, place), inside));
        else
            set_result(j, &ways, d, missing(j, d));
    }
    if (object->slow) {
        close_ways(j, &ways);
        return;
    }
    jit_go(j, ways.end);
    LLVMDeleteBasicBlock(ways.slow);
    jit_place(j, ways.end);
    for (uint32_t d = 0; d < j->at->dst_count; d++)
        jit_write(j, d, LLVMBuildLoad2(B, j->lane_u, ways.results[d], ""));
}

static void load(struct jit *j, bool typed)
{
    struct jit_object object;
    struct jit_run run;

    jit_open_object(j, jit_is_structured(j), &object);
    if (!jit_find_run(j, typed, object.stride, &run))
        load_anywhere(j, &object, typed);
    else if (run.chunk == j->lanes)
        load_checked(j, &object, &run, typed);
    else if (piece_of(j, &run))
        load_chunks(j, &object, &run, typed);
    else
        load_anywhere(j, &object, typed);
}

void jit_LOAD(struct jit *j)
{
    if (jit_is_plain(j, jit_is_structured(j) ? KERNEL_VIEW_STRUCTURED_BUFFER : KERNEL_VIEW_RAW_BUFFER) &&
        (!jit_is_structured(j) || jit_resource(j)->stride))
        load(j, false);
    else
        jit_call_node(j);
}

/* A texture, or a buffer that is not made of single words. */
static void load_texels(struct jit *j)
{
    struct ways ways;

    if (!jit_is_plain(j, KERNEL_VIEW_TEXTURE)) {
        jit_call_node(j);
        return;
    }
    open_ways(j, j->at->dst_count, &ways);
    jit_go(j, ways.slow);
    LLVMDeleteBasicBlock(ways.fast);
    close_ways(j, &ways);
}

void jit_LOAD_TYPED(struct jit *j)
{
    const struct dxbc_instr *dx = &j->program->dxbc->instrs[j->at->origin];

    if (jit_is_plain(j, KERNEL_VIEW_TYPED_BUFFER) && !dx->has_offsets && !(j->at->flags & LANE_SAMPLE))
        load(j, true);
    else
        load_texels(j);
}

/* ---- stores ---- */

static uint32_t first_value(const struct jit *j, bool typed)
{
    return typed ? 4 : jit_is_structured(j) ? 2 : 1;
}

static uint32_t value_count(const struct jit *j, bool typed)
{
    return typed ? 1 : j->at->src_count - first_value(j, false);
}

static uint32_t place_of(const struct jit *j, uint32_t i, bool typed)
{
    return typed ? 0 : j->at->place[i];
}

/* Do words of two lanes meet only where their first ones do? */
static bool places_apart(const struct jit *j, const struct jit_run *run, bool typed)
{
    uint32_t count = value_count(j, typed);

    for (unsigned a = 0; a < j->lanes && count > 1; a++) {
        for (unsigned b = 0; b < j->lanes; b++) {
            int64_t apart = run->word[b] - run->word[a];

            for (uint32_t i = 0; i < count && apart; i++) {
                for (uint32_t k = 0; k < count; k++) {
                    if (place_of(j, i, typed) == apart + place_of(j, k, typed))
                        return false;
                }
            }
        }
    }
    return true;
}

static void store_last(struct jit *j, const struct jit_object *object, jv number, bool typed)
{
    jv bits = jit_mask_bits(j, jit_mask(j, j->exec)), lane, args[2] = {bits, LLVMConstInt(j->i1, 1, false)};

    lane = LLVMBuildSub(B, jit_k32(j, 31), jit_intrinsic(j, "llvm.ctlz", &j->i32, 1, args, 2), "");
    for (uint32_t i = 0; i < value_count(j, typed); i++) {
        lane_value value = j->at->src[first_value(j, typed) + i];
        jv at = LLVMBuildAdd(B, number, jit_k64(j, place_of(j, i, typed)), "");
        jv word = jit_is_scalar(j, value) ? jit_first(j, value)
                                          : LLVMBuildExtractElement(B, jit_lanes_of(j, value), lane, "");

        jit_store(j, word, jit_word_at(j, object, at), 0);
    }
}

/* A run of consecutive words under the mask. */
static void store_run(struct jit *j, jv value, jv at)
{
    LLVMTypeRef types[2] = {j->lane_u, j->ptr};
    jv args[4] = {value, at, jit_k32(j, 4), jit_mask(j, j->exec)};

    jit_intrinsic(j, "llvm.masked.store", types, 2, args, 4);
}

static void store_words(struct jit *j, const struct jit_object *object, const struct jit_run *run, jv number, bool typed)
{
    bool consecutive = is_consecutive(run, 0, j->lanes);
    jv first = jit_splat(j, LLVMBuildTrunc(B, number, j->i32, ""));

    if (is_flat(run, 0, j->lanes)) {
        store_last(j, object, number, typed);
        return;
    }
    for (uint32_t i = 0; i < value_count(j, typed); i++) {
        jv value = jit_lanes_of(j, j->at->src[first_value(j, typed) + i]);
        uint32_t place = place_of(j, i, typed);

        if (consecutive)
            store_run(j, value, jit_word_at(j, object, LLVMBuildAdd(B, number, jit_k64(j, place), "")));
        else
            jit_scatter(j, object->base, LLVMBuildAdd(B, first, offsets_in(j, run, place), ""),
                        jit_mask(j, j->exec), value);
    }
}

/* Are all words of the lanes' stretches written, in order? */
static bool fills_stretches(const struct jit *j, const struct jit_object *object, uint32_t stride, bool typed)
{
    uint32_t first;

    if (typed || !stride || value_count(j, false) != stride || !stretch_of(j, object, stride, &first) || first)
        return false;
    for (uint32_t i = 0; i < stride; i++) {
        if (j->at->place[i] != i)
            return false;
    }
    return true;
}

/* The values of all lanes in the order of memory, as whole vectors. */
static void store_stretches(struct jit *j, const struct jit_object *object, uint32_t stride, jv number)
{
    uint32_t parts = stride == 3 ? 4 : stride;
    jv values[JIT_MOST_STRIDE], all, which[JIT_MOST_LANES];

    for (uint32_t i = 0; i < parts; i++)
        values[i] = i < stride ? jit_lanes_of(j, j->at->src[first_value(j, false) + i])
                               : LLVMGetPoison(j->lane_u);
    all = jit_join(j, values, parts, j->lanes);
    for (uint32_t part = 0; part < stride; part++) {
        for (unsigned i = 0; i < j->lanes; i++) {
            unsigned word = part * j->lanes + i;
            which[i] = jit_k32(j, word % stride * j->lanes + word / stride);
        }
        jit_store(j,
                  LLVMBuildShuffleVector(B, all, LLVMGetPoison(LLVMTypeOf(all)),
                                         LLVMConstVector(which, j->lanes), ""),
                  jit_word_at(j, object, LLVMBuildAdd(B, number, jit_k64(j, (uint64_t)part * j->lanes), "")), 0);
    }
}

static void store_row(struct jit *j, const struct jit_object *object, const struct jit_run *run, jv number, bool typed)
{
    uint32_t stride = stride_of(j, run);
    LLVMBasicBlockRef every, some, end;

    if (fills_stretches(j, object, stride, typed)) {
        jv idle = LLVMBuildNot(B, jit_mask(j, j->exec), "");

        every = jit_block(j, "every");
        some = jit_block(j, "some");
        end = jit_block(j, "stored");
        jit_branch_likely(j, LLVMBuildNot(B, jit_any(j, idle), ""), every, some);
        jit_place(j, every);
        store_stretches(j, object, stride, number);
        jit_go(j, end);
        jit_place(j, some);
        store_words(j, object, run, number, typed);
        jit_go(j, end);
        jit_place(j, end);
        return;
    }
    store_words(j, object, run, number, typed);
}

static void close_store(struct jit *j, struct ways *ways)
{
    jit_go(j, ways->end);
    jit_place(j, ways->slow);
    if (j->at->op == LANE_STORE_TYPED)
        jit_store_texels(j);
    else
        jit_call_node(j);
    jit_go(j, ways->end);
    jit_place(j, ways->end);
}

static void store_checked(struct jit *j, const struct jit_object *object, const struct jit_run *run, bool typed)
{
    uint32_t last = typed ? 0 : jit_last_place(j, value_count(j, false));
    struct jit_checked row = jit_check_row(j, object, run, typed, last);
    struct ways ways;

    open_ways(j, 0, &ways);
    jit_branch_likely(j, row.inside, ways.fast, ways.slow);
    jit_place(j, ways.fast);
    store_row(j, object, run, row.number, typed);
    close_store(j, &ways);
}

/* Words of neighbouring lanes meet unless all lanes' first words are at the same distance from a multiple of
 * what each writes. */
static jv phases_differ(struct jit *j, jv numbers, jv active, uint32_t span)
{
    jv phase = LLVMBuildURem(B, numbers, jit_splat(j, jit_k32(j, span)), "");
    jv bits = jit_mask_bits(j, active), args[2] = {bits, LLVMConstInt(j->i1, 0, false)}, lane, first;

    lane = LLVMBuildAnd(B, jit_intrinsic(j, "llvm.cttz", &j->i32, 1, args, 2), jit_k32(j, j->lanes - 1), "");
    first = LLVMBuildExtractElement(B, phase, lane, "");
    return jit_any(j, LLVMBuildAnd(B, active, LLVMBuildICmp(B, LLVMIntNE, phase, jit_splat(j, first), ""), ""));
}

static void store_anywhere(struct jit *j, const struct jit_object *object, bool typed)
{
    uint32_t count = value_count(j, typed), span = count ? place_of(j, count - 1, typed) + 1u : 1;
    jv structure, word, exec = jit_mask(j, j->exec), slow = object->slow;
    struct ways ways;

    jit_read_address(j, typed, object->stride, &structure, &word);
    if (count > 1 && (!object->stride || !jit_is_scalar(j, j->at->src[1]))) {
        jv active = LLVMBuildAnd(B, exec, jit_inside_of(j, object, structure, word, 0), "");
        jv differ = phases_differ(j, jit_number_of(j, object->stride, structure, word, 0), active, span);
        slow = slow ? LLVMBuildOr(B, slow, differ, "") : differ;
    }
    open_ways(j, 0, &ways);
    if (slow)
        jit_branch_likely(j, LLVMBuildNot(B, slow, ""), ways.fast, ways.slow);
    else
        jit_go(j, ways.fast);
    jit_place(j, ways.fast);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = place_of(j, i, typed);
        jv inside = LLVMBuildAnd(B, jit_inside_of(j, object, structure, word, place), exec, "");

        jit_scatter(j, object->base, jit_number_of(j, object->stride, structure, word, place), inside,
                    jit_lanes_of(j, j->at->src[first_value(j, typed) + i]));
    }
    if (slow) {
        close_store(j, &ways);
        return;
    }
    jit_go(j, ways.end);
    LLVMDeleteBasicBlock(ways.slow);
    jit_place(j, ways.end);
}

static void store(struct jit *j, bool typed)
{
    struct jit_object object;
    struct jit_run run;

    jit_open_object(j, jit_is_structured(j), &object);
    if (jit_find_run(j, typed, object.stride, &run) && run.chunk == j->lanes && places_apart(j, &run, typed))
        store_checked(j, &object, &run, typed);
    else
        store_anywhere(j, &object, typed);
}

void jit_STORE(struct jit *j)
{
    if (jit_is_plain(j, jit_is_structured(j) ? KERNEL_VIEW_STRUCTURED_BUFFER : KERNEL_VIEW_RAW_BUFFER) &&
        (!jit_is_structured(j) || jit_resource(j)->stride))
        store(j, false);
    else
        jit_call_node(j);
}

void jit_STORE_TYPED(struct jit *j)
{
    if (jit_is_plain(j, KERNEL_VIEW_TYPED_BUFFER))
        store(j, true);
    else if (jit_is_plain(j, KERNEL_VIEW_TEXTURE))
        jit_store_texels(j);
    else
        jit_call_node(j);
}

/* ---- atomics and the like ---- */

/* On words of shared memory and buffers, by number; everything else is the node's. */
void jit_ATOMIC(struct jit *j)
{
    const struct lane_resource *resource = jit_resource(j);
    bool shared = resource->file == DXBC_FILE_TGSM;
    bool structured = shared ? resource->structured : resource->kind == KERNEL_VIEW_STRUCTURED_BUFFER;
    jv structure, word, active, atomic, args[2], numbers;
    struct jit_object object;
    struct ways ways;

    if (!jit_is_plain(j, structured ? KERNEL_VIEW_STRUCTURED_BUFFER : KERNEL_VIEW_RAW_BUFFER) ||
        (structured && !resource->stride)) {
        jit_call_node(j);
        return;
    }
    jit_open_object(j, structured, &object);
    jit_read_address(j, false, object.stride, &structure, &word);
    numbers = LLVMBuildSelect(B, jit_inside_of(j, &object, structure, word, 0),
                              jit_number_of(j, object.stride, structure, word, 0), LLVMConstAllOnes(j->lane_u), "");
    open_ways(j, j->at->dst_count, &ways);
    if (object.slow)
        jit_branch_likely(j, LLVMBuildNot(B, object.slow, ""), ways.fast, ways.slow);
    else
        jit_branch_likely(j, LLVMConstInt(j->i1, 1, false), ways.fast, ways.slow);
    jit_place(j, ways.fast);
    active = jit_mask_bits(j, jit_mask(j, j->exec));
    jit_store(j, numbers, j->rows, 0);
    jit_store(j, jit_lanes_of(j, j->at->src[4]), j->rows, JIT_ROW * sizeof(uint32_t));
    if (j->at->imm == ATOMIC_COMPARE_EXCHANGE)
        jit_store(j, jit_lanes_of(j, j->at->src[5]), j->rows, 2 * JIT_ROW * sizeof(uint32_t));
    atomic = j->atomic;
    jit_store(j, object.base, atomic, offsetof(struct jit_atomic, words));
    jit_store(j, jit_k32(j, j->at->imm), atomic, offsetof(struct jit_atomic, op));
    jit_store(j, jit_k32(j, shared), atomic, offsetof(struct jit_atomic, shared));
    jit_store(j, active, atomic, offsetof(struct jit_atomic, active));
    jit_store(j, object.words, atomic, offsetof(struct jit_atomic, count));
    args[0] = atomic;
    args[1] = j->rows;
    jit_call(j, offsetof(struct jit_calls, atomic), j->void_type, args, 2);
    if (j->at->dst_count)
        LLVMBuildStore(B, jit_load(j, j->lane_u, j->rows, 0), ways.results[0]);
    close_ways(j, &ways);
}

void jit_COUNTER(struct jit *j)
{
    jit_call_node(j);
}

void jit_QUERY(struct jit *j)
{
    jit_call_node(j);
}

void jit_FENCE(struct jit *j)
{
    LLVMBuildFence(B, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}
