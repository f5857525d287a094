/*
 * Stores: rows of known shape as whole vectors, or lane by lane; scattered where nothing is known. Checks are
 * those of loads (jit_load.c).
 */
#include "jit_rows.h"

#define B j->builder

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
        jv at = LLVMBuildAdd(B, number, jit_k64(j, jit_word_place(object, place_of(j, i, typed))), "");
        jv word = jit_is_scalar(j, value) ? jit_first(j, value)
                                          : LLVMBuildExtractElement(B, jit_lanes_of(j, value), lane, "");

        jit_store(j, word, jit_word_at(j, object, at), 0);
    }
}

/* ---- past the caches ---- */

/* Is each place written once at most, as far as this instruction goes, and never read? */
static bool may_stream(const struct jit *j)
{
    const struct lane_resource *resource = jit_resource(j);

    if (resource->file != DXBC_FILE_UAV || resource->slot >= 64 || j->read_uavs >> resource->slot & 1 || j->in_subroutine)
        return false;
    for (uint32_t i = 0; i < j->depth; i++) {
        if (j->flow[i].kind == LANE_LOOP)
            return false;
    }
    return true;
}

/* Of the parts that processors have for a whole strip of words: a register, a line. */
static unsigned stream_bytes(const struct jit *j)
{
    return j->lanes * 4 < 64 ? j->lanes * 4 : 64;
}

/* Goes on where whole lines of a big object begin here. */
static void open_stream(struct jit *j, jv at, jv every, LLVMBasicBlockRef stream, LLVMBasicBlockRef cached)
{
    jv big = LLVMBuildICmp(B, LLVMIntNE, jit_view_field(j, j->i32, offsetof(struct jit_view, streams)), jit_k32(j, 0), "");
    jv odd = LLVMBuildAnd(B, LLVMBuildPtrToInt(B, at, j->i64, ""), jit_k64(j, stream_bytes(j) - 1), "");
    jv whole = LLVMBuildICmp(B, LLVMIntEQ, odd, jit_k64(j, 0), "");

    jit_branch(j, LLVMBuildAnd(B, LLVMBuildAnd(B, big, every, ""), whole, ""), stream, cached);
    jit_place(j, stream);
}

static void store_stream(struct jit *j, jv value, jv at)
{
    unsigned kind = LLVMGetMDKindIDInContext(j->context, "nontemporal", 11);
    LLVMMetadataRef one = LLVMValueAsMetadata(jit_k32(j, 1));
    jv store = LLVMBuildStore(B, value, at);

    LLVMSetAlignment(store, stream_bytes(j));
    LLVMSetMetadata(store, kind, LLVMMetadataAsValue(j->context, LLVMMDNodeInContext2(j->context, &one, 1)));
}

/* ---- rows ---- */

/* A run of consecutive words under the mask. */
static void store_masked(struct jit *j, jv value, jv at)
{
    LLVMTypeRef types[2] = {j->lane_u, j->ptr};
    jv args[4] = {value, at, jit_k32(j, 4), jit_mask(j, j->exec)};

    jit_intrinsic(j, "llvm.masked.store", types, 2, args, 4);
}

static void store_run(struct jit *j, jv value, jv at)
{
    LLVMBasicBlockRef stream, cached, end;

    if (!may_stream(j)) {
        store_masked(j, value, at);
        return;
    }
    stream = jit_block(j, "stream");
    cached = jit_block(j, "cached");
    end = jit_block(j, "stored");
    open_stream(j, at, LLVMBuildNot(B, jit_any(j, LLVMBuildNot(B, jit_mask(j, j->exec), "")), ""), stream, cached);
    store_stream(j, value, at);
    jit_go(j, end);
    jit_place(j, cached);
    store_masked(j, value, at);
    jit_go(j, end);
    jit_place(j, end);
}

/* ---- pieces ---- */

/* Do the values of a lane stand in neighbouring words that move at once? */
static bool is_piece(const struct jit *j, const struct jit_object *object, bool typed)
{
    uint32_t count = value_count(j, typed);

    for (uint32_t i = 0; i < count; i++) {
        if (place_of(j, i, typed) != place_of(j, 0, typed) + i)
            return false;
    }
    return object->planes <= 1 && jit_is_piece(j, count);
}

static void store_pieces(struct jit *j, const jv *at)
{
    jv words[4];

    for (uint32_t i = 0; i < value_count(j, false); i++)
        words[i] = jit_lanes_of(j, j->at->src[first_value(j, false) + i]);
    jit_store_pieces(j, at, value_count(j, false), words);
}

/* From those numbers of first words on. Lanes that are not in the mask write where nobody looks. */
static void scatter_pieces(struct jit *j, const struct jit_object *object, jv numbers, jv mask)
{
    jv at[JIT_MOST_LANES];

    jit_point_to_pieces(j, object->base, numbers, mask, j->rows, at);
    store_pieces(j, at);
}

/* ---- words ---- */

static void store_words(struct jit *j, const struct jit_object *object, const struct jit_run *run, jv number,
                        bool typed)
{
    bool consecutive = jit_run_is_consecutive(run, 0, j->lanes);
    jv first = jit_splat(j, LLVMBuildTrunc(B, number, j->i32, ""));

    if (jit_run_is_flat(run, 0, j->lanes)) {
        store_last(j, object, number, typed);
        return;
    }
    if (!consecutive && is_piece(j, object, typed)) {
        uint32_t place = jit_word_place(object, place_of(j, 0, typed));
        scatter_pieces(j, object, LLVMBuildAdd(B, first, jit_run_offsets(j, run, place), ""), jit_mask(j, j->exec));
        return;
    }
    for (uint32_t i = 0; i < value_count(j, typed); i++) {
        jv value = jit_lanes_of(j, j->at->src[first_value(j, typed) + i]);
        uint32_t place = jit_word_place(object, place_of(j, i, typed));

        if (consecutive)
            store_run(j, value, jit_word_at(j, object, LLVMBuildAdd(B, number, jit_k64(j, place), "")));
        else
            jit_scatter(j, object->base, LLVMBuildAdd(B, first, jit_run_offsets(j, run, place), ""),
                        jit_mask(j, j->exec), value);
    }
}

/* Are all words of the lanes' stretches written, in order? */
static bool fills_stretches(const struct jit *j, const struct jit_object *object, uint32_t stride, bool typed)
{
    if (typed || object->planes > 1 || !stride || value_count(j, false) != stride)
        return false;
    for (uint32_t i = 0; i < stride; i++) {
        if (j->at->place[i] != i)
            return false;
    }
    return true;
}

/* The values of all lanes, each lane's behind those of the lane before: `count` whole vectors. */
static void interleave_values(struct jit *j, uint32_t count, jv *vectors)
{
    uint32_t parts = count == 3 ? 4 : count;
    jv values[JIT_MOST_STRIDE], all, which[JIT_MOST_LANES];

    for (uint32_t i = 0; i < parts; i++)
        values[i] =
            i < count ? jit_lanes_of(j, j->at->src[first_value(j, false) + i]) : LLVMGetPoison(j->lane_u);
    all = jit_join(j, values, parts, j->lanes);
    for (uint32_t part = 0; part < count; part++) {
        for (unsigned i = 0; i < j->lanes; i++) {
            unsigned word = part * j->lanes + i;
            which[i] = jit_k32(j, word % count * j->lanes + word / count);
        }
        vectors[part] = LLVMBuildShuffleVector(B, all, LLVMGetPoison(LLVMTypeOf(all)),
                                               LLVMConstVector(which, j->lanes), "");
    }
}

static void store_stretches(struct jit *j, const struct jit_object *object, uint32_t stride, jv number)
{
    jv vectors[JIT_MOST_STRIDE], at[JIT_MOST_STRIDE];
    LLVMBasicBlockRef stream, cached, end = NULL;

    interleave_values(j, stride, vectors);
    for (uint32_t part = 0; part < stride; part++)
        at[part] = jit_word_at(j, object, LLVMBuildAdd(B, number, jit_k64(j, (uint64_t)part * j->lanes), ""));
    if (may_stream(j)) {
        stream = jit_block(j, "stream");
        cached = jit_block(j, "cached");
        end = jit_block(j, "filled");
        open_stream(j, at[0], LLVMConstInt(j->i1, 1, false), stream, cached);
        for (uint32_t part = 0; part < stride; part++)
            store_stream(j, vectors[part], at[part]);
        jit_go(j, end);
        jit_place(j, cached);
    }
    for (uint32_t part = 0; part < stride; part++)
        jit_store(j, vectors[part], at[part], 0);
    if (end) {
        jit_go(j, end);
        jit_place(j, end);
    }
}

/* Lane by lane, upwards, the words of each at once: processors are slow to scatter. */
static void store_lanes(struct jit *j, const struct jit_object *object, const struct jit_run *run, jv number,
                        bool typed)
{
    jv at[JIT_MOST_LANES], value;

    for (unsigned i = 0; i < j->lanes; i++) {
        uint64_t place = (uint64_t)(run->word[i] + place_of(j, 0, typed));
        at[i] = jit_word_at(j, object, LLVMBuildAdd(B, number, jit_k64(j, place), ""));
    }
    if (value_count(j, typed) > 1) {
        store_pieces(j, at);
        return;
    }
    value = jit_lanes_of(j, j->at->src[first_value(j, typed)]);
    for (unsigned i = 0; i < j->lanes; i++)
        jit_store(j, LLVMBuildExtractElement(B, value, jit_k32(j, i), ""), at[i], 0);
}

/* ---- windows: words of one native vector, of which some are written ---- */

enum { NATIVE = 16 };

/* The lane whose word stands there, from lane 0's on; -1: none. Two at most: the number of lanes. */
static int lane_at(const struct jit *j, const struct jit_run *run, int64_t word)
{
    int found = -1;

    for (unsigned i = 0; i < j->lanes; i++) {
        if (run->word[i] == word)
            found = found < 0 ? (int)i : (int)j->lanes;
    }
    return found;
}

/* Where windows begin: the next word that one of the lanes has, at or behind this one. */
static bool next_window(const struct jit *j, const struct jit_run *run, int64_t *word)
{
    int64_t next = INT64_MAX;

    for (unsigned i = 0; i < j->lanes; i++) {
        if (run->word[i] >= *word && run->word[i] < next)
            next = run->word[i];
    }
    *word = next;
    return next != INT64_MAX;
}

/* Are windows fewer than lanes, by far? Only AVX-512 stores parts of vectors quickly. */
static bool fits_windows(const struct jit *j, const struct jit_run *run, bool typed)
{
    unsigned count = 0;

    if (j->isa != CPU_AVX512 || value_count(j, typed) != 1)
        return false;
    for (int64_t word = INT64_MIN; next_window(j, run, &word); word += NATIVE, count++) {
        for (unsigned i = 0; i < NATIVE; i++) {
            if (lane_at(j, run, word + i) == (int)j->lanes)
                return false;
        }
    }
    return 2 * count <= j->lanes;
}

static void store_windows(struct jit *j, const struct jit_object *object, const struct jit_run *run, jv number,
                          bool typed)
{
    jv value = jit_lanes_of(j, j->at->src[first_value(j, typed)]), which[NATIVE], mask[NATIVE];
    LLVMTypeRef types[2] = {LLVMVectorType(j->i32, NATIVE), j->ptr};

    for (int64_t word = INT64_MIN; next_window(j, run, &word); word += NATIVE) {
        jv at = LLVMBuildAdd(B, number, jit_k64(j, (uint64_t)(word + place_of(j, 0, typed))), ""), args[4];

        for (unsigned i = 0; i < NATIVE; i++) {
            int lane = lane_at(j, run, word + i);

            which[i] = lane < 0 ? LLVMGetPoison(j->i32) : jit_k32(j, (uint32_t)lane);
            mask[i] = LLVMConstInt(j->i1, lane >= 0, false);
        }
        args[0] = LLVMBuildShuffleVector(B, value, LLVMGetPoison(j->lane_u), LLVMConstVector(which, NATIVE), "");
        args[1] = jit_word_at(j, object, at);
        args[2] = jit_k32(j, 4);
        args[3] = LLVMConstVector(mask, NATIVE);
        jit_intrinsic(j, "llvm.masked.store", types, 2, args, 4);
    }
}

static void store_row(struct jit *j, const struct jit_object *object, const struct jit_run *run, jv number,
                      bool typed)
{
    uint32_t stride = jit_run_stride(j, run);
    bool fills = fills_stretches(j, object, stride, typed);
    LLVMBasicBlockRef every, some, end;
    jv idle;

    if (jit_run_is_flat(run, 0, j->lanes) ||
        (!fills && (jit_run_is_consecutive(run, 0, j->lanes) || object->planes > 1 ||
                    (value_count(j, typed) > 1 && !is_piece(j, object, typed))))) {
        store_words(j, object, run, number, typed);
        return;
    }
    idle = LLVMBuildNot(B, jit_mask(j, j->exec), "");
    every = jit_block(j, "every");
    some = jit_block(j, "some");
    end = jit_block(j, "stored");
    jit_branch_likely(j, LLVMBuildNot(B, jit_any(j, idle), ""), every, some);
    jit_place(j, every);
    if (fills)
        store_stretches(j, object, stride, number);
    else if (fits_windows(j, run, typed))
        store_windows(j, object, run, number, typed);
    else
        store_lanes(j, object, run, number, typed);
    jit_go(j, end);
    jit_place(j, some);
    store_words(j, object, run, number, typed);
    jit_go(j, end);
    jit_place(j, end);
}

static void close_store(struct jit *j, struct jit_ways *ways)
{
    if (!ways->fast)
        return;
    jit_go(j, ways->end);
    jit_place(j, ways->slow);
    if (j->at->op == LANE_STORE_TYPED)
        jit_store_texels(j);
    else
        jit_call_node(j);
    jit_go(j, ways->end);
    jit_place(j, ways->end);
}

static void scatter_words(struct jit *j, const struct jit_object *object, bool typed)
{
    jv structure, word, exec = jit_mask(j, j->exec);

    jit_read_address(j, typed, object->stride, &structure, &word);
    for (uint32_t i = 0; i < value_count(j, typed); i++) {
        uint32_t place = place_of(j, i, typed);
        jv inside = LLVMBuildAnd(B, jit_inside_of(j, object, structure, word, place), exec, "");

        jit_scatter(j, object->base, jit_number_of(j, object, structure, word, place), inside,
                    jit_lanes_of(j, j->at->src[first_value(j, typed) + i]));
    }
}

static void store_checked(struct jit *j, const struct jit_object *object, const struct jit_run *run,
                          bool typed)
{
    uint32_t last = typed ? 0 : jit_last_place(j, value_count(j, false));
    struct jit_checked row = jit_check_row(j, object, run, typed, last);
    struct jit_ways ways;

    if (row.fits)
        jit_open_results(j, 0, &ways);
    else
        jit_open_ways(j, 0, row.inside, &ways);
    store_row(j, object, run, row.number, typed);
    if (ways.fast && !object->slow) {
        jit_go(j, ways.end);
        jit_place(j, ways.slow);
        scatter_words(j, object, typed);
        jit_go(j, ways.end);
        jit_place(j, ways.end);
        return;
    }
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
    return jit_any(j,
                   LLVMBuildAnd(B, active, LLVMBuildICmp(B, LLVMIntNE, phase, jit_splat(j, first), ""), ""));
}

/* Nothing is known of the addresses before the code runs: often single words are one run nevertheless. */
static void store_run_or_scatter(struct jit *j, const struct jit_object *object, bool typed)
{
    LLVMBasicBlockRef run, scatter, end;
    jv structure, word, numbers, first, odd;
    uint32_t place = place_of(j, 0, typed);

    if (value_count(j, typed) != 1) {
        scatter_words(j, object, typed);
        return;
    }
    run = jit_block(j, "run");
    scatter = jit_block(j, "scatter");
    end = jit_block(j, "stored");
    jit_read_address(j, typed, object->stride, &structure, &word);
    numbers = jit_number_of(j, object, structure, word, place);
    first = LLVMBuildExtractElement(B, numbers, jit_k32(j, 0), "");
    odd = LLVMBuildICmp(B, LLVMIntNE, numbers, LLVMBuildAdd(B, jit_splat(j, first), jit_multiples(j, 1), ""),
                        "");
    odd = LLVMBuildOr(B, odd, LLVMBuildNot(B, jit_inside_of(j, object, structure, word, place), ""), "");
    jit_branch(j, jit_any(j, odd), scatter, run);
    jit_place(j, run);
    store_run(j, jit_lanes_of(j, j->at->src[first_value(j, typed)]),
              jit_word_at(j, object, jit_widen(j, first)));
    jit_go(j, end);
    jit_place(j, scatter);
    scatter_words(j, object, typed);
    jit_go(j, end);
    jit_place(j, end);
}

/* Words that are inside for lanes, but not all that they write. */
static jv is_parted(struct jit *j, const struct jit_object *object, jv structure, jv word, uint32_t first,
                    uint32_t last)
{
    jv differ = LLVMBuildXor(B, jit_inside_of(j, object, structure, word, first),
                             jit_inside_of(j, object, structure, word, last), "");

    return jit_any(j, LLVMBuildAnd(B, differ, jit_mask(j, j->exec), ""));
}

/* What has to go to the body: lanes one after another where words of one may meet those of the next. */
static jv find_odd(struct jit *j, const struct jit_object *object, bool typed)
{
    uint32_t count = value_count(j, typed), last = count ? place_of(j, count - 1, typed) : 0;
    jv slow = object->slow, structure, word, active, odd;

    if (count < 2 || object->planes > 1)
        return slow;
    jit_read_address(j, typed, object->stride, &structure, &word);
    if (is_piece(j, object, typed)) {
        odd = is_parted(j, object, structure, word, place_of(j, 0, typed), last);
    } else if (!object->stride || !jit_is_scalar(j, j->at->src[1])) {
        active = LLVMBuildAnd(B, jit_mask(j, j->exec), jit_inside_of(j, object, structure, word, 0), "");
        odd = phases_differ(j, jit_number_of(j, object, structure, word, 0), active, last + 1);
    } else {
        return slow;
    }
    return slow ? LLVMBuildOr(B, slow, odd, "") : odd;
}

static void store_anywhere(struct jit *j, const struct jit_object *object, bool typed)
{
    jv slow = find_odd(j, object, typed), structure, word, inside;
    struct jit_ways ways;

    if (slow)
        jit_open_ways(j, 0, LLVMBuildNot(B, slow, ""), &ways);
    else
        jit_open_results(j, 0, &ways);
    if (is_piece(j, object, typed)) {
        uint32_t place = place_of(j, 0, typed);

        jit_read_address(j, typed, object->stride, &structure, &word);
        inside = LLVMBuildAnd(B, jit_inside_of(j, object, structure, word, place), jit_mask(j, j->exec), "");
        scatter_pieces(j, object, jit_number_of(j, object, structure, word, place), inside);
    } else {
        store_run_or_scatter(j, object, typed);
    }
    close_store(j, &ways);
}

static void store(struct jit *j, bool typed)
{
    struct jit_object object;
    struct jit_run run;

    jit_open_object(j, jit_is_structured(j), &object);
    if (jit_find_run(j, typed, &object, &run) && run.chunk == j->lanes &&
        (object.planes > 1 || places_apart(j, &run, typed)))
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
