/*
 * Loads.
 *
 * Where the shape of an address is known, one check tells that a whole row is inside its object, if ranges of
 * registers do not tell so before; then words move as the shape says: one for all lanes, runs of consecutive
 * words, or gathered without a mask. Rows that are not inside as a whole go to the body of the lane executor,
 * as do views that are not what was declared. Other addresses are looked at when the code runs: one run, or
 * lane by lane. No access is made before its words are known to be inside.
 */
#include "jit_rows.h"

#define B j->builder

/* ---- rows of words ---- */

/* The largest pieces of neighbouring lanes that are all either flat or consecutive; 0: none. */
static unsigned piece_of(const struct jit *j, const struct jit_run *run)
{
    for (unsigned piece = run->chunk; piece >= 4; piece /= 2) {
        bool fits = true;

        for (unsigned i = 0; i < j->lanes; i += piece)
            fits &= jit_run_is_flat(run, i, piece) || jit_run_is_consecutive(run, i, piece);
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
static jv piece_at(struct jit *j, const struct jit_object *object, const struct jit_run *run, jv number,
                   jv numbers, unsigned lane, uint32_t place)
{
    jv first = number;

    if (numbers) {
        unsigned chunk = lane / run->chunk * run->chunk;
        first = jit_widen(j, LLVMBuildExtractElement(B, numbers, jit_k32(j, chunk), ""));
    }
    first = LLVMBuildAdd(B, first, jit_k64(j, (uint64_t)(run->word[lane] + jit_word_place(object, place))), "");
    return jit_word_at(j, object, first);
}

/* All words are inside. number: of the first lane, or numbers of all. */
static jv load_row(struct jit *j, const struct jit_object *object, const struct jit_run *run, jv number,
                   jv numbers, uint32_t place)
{
    unsigned piece = piece_of(j, run), count = 0;
    jv parts[JIT_MOST_LANES], all = LLVMConstAllOnes(j->lane_m);

    if (!piece) {
        if (!numbers)
            numbers = jit_splat(j, LLVMBuildTrunc(B, number, j->i32, ""));
        else
            return jit_gather(j, object->base,
                              LLVMBuildAdd(B, numbers, jit_splat(j, jit_k32(j, jit_word_place(object, place))), ""), all);
        return jit_gather(j, object->base,
                          LLVMBuildAdd(B, numbers, jit_run_offsets(j, run, jit_word_place(object, place)), ""), all);
    }
    for (unsigned i = 0; i < j->lanes; i += piece) {
        jv at = piece_at(j, object, run, number, numbers, i, place);

        if (jit_run_is_flat(run, i, piece))
            parts[count++] = splat_of(j, jit_load(j, j->i32, at, 0), piece);
        else
            parts[count++] = jit_load(j, LLVMVectorType(j->i32, piece), at, 0);
    }
    return jit_join(j, parts, count, piece);
}

/* ---- structures that follow one another ---- */

/* Where in the lanes' own stretches the first place stands. Nothing may be read behind the last lane's words,
 * but from shared memory, behind which there is more of the group's. */
static bool stretch_of(const struct jit *j, const struct jit_object *object, uint32_t stride, uint32_t last,
                       uint32_t *first)
{
    lane_value offset;

    *first = 0;
    if (!object->stride || last + 1 == stride || !object->slow)
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
    return LLVMBuildShuffleVector(B, all, LLVMGetPoison(LLVMTypeOf(all)), LLVMConstVector(which, j->lanes),
                                  "");
}

/* ---- loads ---- */

static bool is_whole_result(const struct jit *j)
{
    return j->at->dst_count && j->shapes[j->at->dst[0]].chunk == j->lanes;
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

static void set_result(struct jit *j, const struct jit_ways *ways, uint32_t d, jv value)
{
    bool whole = j->shapes[j->at->dst[d]].chunk == j->lanes;

    if (!whole && LLVMTypeOf(value) == j->i32)
        value = jit_splat(j, value);
    LLVMBuildStore(B, value, ways->results[d]);
}

/* Words that begin anywhere: behind shared memory there is more of the group's. */
static jv gather(struct jit *j, const struct jit_object *object, jv numbers, jv inside)
{
    bool has_gathers = j->isa == CPU_AVX512 || j->isa == CPU_AVX2;

    if (object->slow || !has_gathers || object->planes > 1)
        return jit_gather(j, object->base, numbers, inside);
    return jit_gather_window(j, object->base, numbers, inside, object->fixed_words);
}

/* ---- pieces ---- */

/* Words of each lane that move at once, in whatever order they are wanted; count 0: none. Of three the whole structure
 * has to have a fourth. */
struct piece {
    unsigned first, count; /* places */
};

static struct piece find_piece(const struct jit *j, const struct jit_object *object, bool typed)
{
    unsigned count = j->at->dst_count, first = UINT8_MAX, seen = 0, begin;

    if (typed || object->planes > 1 || count < 2 || is_whole_result(j))
        return (struct piece){0, 0};
    for (uint32_t d = 0; d < count; d++)
        first = j->at->place[d] < first ? j->at->place[d] : first;
    for (uint32_t d = 0; d < count; d++)
        seen |= j->at->place[d] - first < count ? 1u << (j->at->place[d] - first) : 0;
    if (seen + 1 != 1u << count)
        return (struct piece){0, 0};
    if (count == 3 && object->stride && lane_is_constant(j->at->src[1])) {
        begin = j->program->constants[j->at->src[1] & ~LANE_CONSTANT] / 4 + first;
        count += begin < object->stride && object->stride - begin >= 4;
    }
    return (struct piece){first, jit_is_piece(j, count) ? count : 0};
}

static void set_piece(struct jit *j, const jv *at, struct piece piece, const struct jit_ways *ways)
{
    jv words[4];

    jit_load_pieces(j, at, piece.count, words);
    for (uint32_t d = 0; d < j->at->dst_count; d++)
        set_result(j, ways, d, words[j->at->place[d] - piece.first]);
}

/* The pieces of a row that is inside as a whole. */
static void load_row_of_pieces(struct jit *j, const struct jit_object *object, const struct jit_run *run, jv number,
                               struct piece piece, const struct jit_ways *ways)
{
    jv at[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++) {
        uint64_t place = (uint64_t)(run->word[i] + piece.first);
        at[i] = jit_word_at(j, object, LLVMBuildAdd(B, number, jit_k64(j, place), ""));
    }
    set_piece(j, at, piece, ways);
}

/* Lane by lane, word by word. */
static void gather_single_words(struct jit *j, const struct jit_object *object, bool typed,
                                const struct jit_ways *ways)
{
    jv structure, word, exec = jit_mask(j, j->exec);

    jit_read_address(j, typed, object->stride, &structure, &word);
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        uint32_t place = typed ? 0 : j->at->place[d];
        jv inside = LLVMBuildAnd(B, jit_inside_of(j, object, structure, word, place), exec, "");

        if (has_place(j, d, typed))
            set_result(j, ways, d,
                       gather(j, object, jit_number_of(j, object, structure, word, place), inside));
        else
            set_result(j, ways, d, missing(j, d));
    }
}

/* Lane by lane: pieces, unless one is inside only in part. */
static void gather_words(struct jit *j, const struct jit_object *object, bool typed, const struct jit_ways *ways)
{
    struct piece piece = find_piece(j, object, typed);
    LLVMBasicBlockRef whole, parted, end;
    jv structure, word, first, last, exec, at[JIT_MOST_LANES];

    if (!piece.count || !object->slow) {
        gather_single_words(j, object, typed, ways);
        return;
    }
    whole = jit_block(j, "whole");
    parted = jit_block(j, "parted");
    end = jit_block(j, "gathered");
    exec = jit_mask(j, j->exec);
    jit_read_address(j, false, object->stride, &structure, &word);
    first = LLVMBuildAnd(B, jit_inside_of(j, object, structure, word, piece.first), exec, "");
    last = LLVMBuildAnd(B, jit_inside_of(j, object, structure, word, piece.first + piece.count - 1), exec, "");
    jit_branch_likely(j, LLVMBuildNot(B, jit_any(j, LLVMBuildXor(B, first, last, "")), ""), whole, parted);
    jit_place(j, whole);
    jit_point_to_pieces(j, object->base, jit_number_of(j, object, structure, word, piece.first), first,
                        LLVMGetNamedGlobal(j->module, "zero"), at);
    set_piece(j, at, piece, ways);
    jit_go(j, end);
    jit_place(j, parted);
    gather_single_words(j, object, false, ways);
    jit_go(j, end);
    jit_place(j, end);
}

/* A word that all lanes take, or 0 outside: from a zero that stands in the code. */
static jv load_common(struct jit *j, const struct jit_object *object, const struct jit_checked *row,
                      uint32_t place)
{
    jv number = LLVMBuildAdd(B, row->number, jit_k64(j, jit_word_place(object, place)), ""),
       at = jit_word_at(j, object, number), word = object->stride ? row->offset : row->word, inside;

    if (row->fits)
        return jit_load(j, j->i32, at, 0);
    inside = LLVMBuildICmp(B, LLVMIntULT, LLVMBuildAdd(B, word, jit_k64(j, place), ""),
                           object->stride ? jit_k64(j, object->stride) : jit_widen(j, object->words), "");
    if (object->stride)
        inside = LLVMBuildAnd(B, row->structure_inside, inside, "");
    return jit_load(j, j->i32, LLVMBuildSelect(B, inside, at, LLVMGetNamedGlobal(j->module, "zero"), ""), 0);
}

/* Results of a row that is inside as a whole. */
static void load_inside(struct jit *j, const struct jit_object *object, const struct jit_run *run,
                        const struct jit_checked *row, uint32_t stride, uint32_t first, bool typed,
                        const struct jit_ways *ways)
{
    struct piece piece = find_piece(j, object, typed);
    jv all = NULL;

    if (!stride && piece.count && !piece_of(j, run)) {
        load_row_of_pieces(j, object, run, row->number, piece, ways);
        return;
    }
    if (stride)
        all = load_stretches(j, object, LLVMBuildSub(B, row->number, jit_k64(j, first), ""), stride);
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        uint32_t place = typed ? 0 : j->at->place[d];

        if (!has_place(j, d, typed)) {
            set_result(j, ways, d, missing(j, d));
        } else if (all) {
            set_result(j, ways, d, take_word(j, all, stride, first + place));
        } else if (jit_run_is_flat(run, 0, j->lanes)) {
            jv number = LLVMBuildAdd(B, row->number, jit_k64(j, jit_word_place(object, place)), "");
            set_result(j, ways, d, jit_load(j, j->i32, jit_word_at(j, object, number), 0));
        } else {
            set_result(j, ways, d, load_row(j, object, run, row->number, NULL, place));
        }
    }
}

/* What is outside has to be gathered: no body knows how shared memory stands. */
static void close_shared(struct jit *j, const struct jit_object *object, struct jit_ways *ways)
{
    if (ways->fast && !object->slow) {
        jit_go(j, ways->end);
        jit_place(j, ways->slow);
        gather_words(j, object, false, ways);
        jit_go(j, ways->end);
        jit_place(j, ways->end);
        ways->fast = NULL;
    }
    jit_close_ways(j, ways);
}

/* One number for the whole strip, or shapes of whole strips. Rows of shared memory that are not known to be
 * inside need no body: words are gathered, or chosen one by one. */
static void load_checked(struct jit *j, const struct jit_object *object, const struct jit_run *run,
                         bool typed)
{
    uint32_t last = typed ? 0 : jit_last_place(j, j->at->dst_count), stride = jit_run_stride(j, run),
             first = 0;
    struct jit_checked row;
    struct jit_ways ways;

    if (typed || object->planes > 1 || !stretch_of(j, object, stride, last, &first) || first + last >= stride)
        stride = 0;
    else if (!object->stride)
        last = stride - 1; /* whole vectors */
    row = jit_check_row(j, object, run, typed, last);
    if (row.fits) {
        jit_open_results(j, j->at->dst_count, &ways);
        load_inside(j, object, run, &row, stride, first, typed, &ways);
    } else if (!object->slow && jit_run_is_flat(run, 0, j->lanes)) {
        jit_open_results(j, j->at->dst_count, &ways);
        for (uint32_t d = 0; d < j->at->dst_count; d++)
            set_result(j, &ways, d, load_common(j, object, &row, j->at->place[d]));
    } else {
        jit_open_ways(j, j->at->dst_count, row.inside, &ways);
        load_inside(j, object, run, &row, stride, first, typed, &ways);
    }
    close_shared(j, object, &ways);
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
    struct jit_ways ways;

    jit_read_address(j, typed, object->stride, &structure, &word);
    inside = jit_inside_of(j, object, structure, word, last);
    numbers = jit_number_in(j, object, structure, word);
    if (jit_row_fits(j, object, last))
        jit_open_results(j, j->at->dst_count, &ways);
    else
        jit_open_ways(j, j->at->dst_count, all_inside(j, inside), &ways);
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        if (has_place(j, d, typed))
            set_result(j, &ways, d, load_row(j, object, run, NULL, numbers, typed ? 0 : j->at->place[d]));
        else
            set_result(j, &ways, d, missing(j, d));
    }
    close_shared(j, object, &ways);
}

/* ---- rows that turn out to be runs ---- */

/* Words from lane to lane of the only run that is looked for: what one lane reads, or a whole structure. 0:
 * none. */
static uint32_t likely_stride(const struct jit *j, const struct jit_object *object, bool typed)
{
    uint32_t span = typed ? 1 : jit_last_place(j, j->at->dst_count) + 1;

    if (object->planes > 1)
        span = 1;
    else if (object->stride && lane_is_constant(j->at->src[1]))
        span = object->stride;
    return span <= JIT_MOST_STRIDE && !is_whole_result(j) ? span : 0;
}

/* Words or elements side by side, those of each native vector somewhere: teams of neighbours have often a row each. */
static jv load_runs(struct jit *j, const struct jit_object *object, jv numbers, uint32_t place)
{
    unsigned native = jit_native_lanes(j);
    jv parts[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i += native) {
        jv number = jit_widen(j, LLVMBuildExtractElement(B, numbers, jit_k32(j, i), ""));

        if (object->planes > 1)
            number = LLVMBuildAdd(B, number, jit_k64(j, jit_word_place(object, place)), "");
        parts[i / native] = jit_load(j, LLVMVectorType(j->i32, native), jit_word_at(j, object, number), 0);
    }
    return jit_join(j, parts, j->lanes / native, native);
}

/* All lanes' words, as they lie: those of lane 0, of lane 1.. */
static void load_found_run(struct jit *j, const struct jit_object *object, jv numbers, uint32_t stride,
                           uint32_t first, bool typed, const struct jit_ways *ways)
{
    jv all = NULL, number;

    if (stride > 1) {
        number = jit_widen(j, LLVMBuildExtractElement(B, numbers, jit_k32(j, 0), ""));
        all = load_stretches(j, object, LLVMBuildSub(B, number, jit_k64(j, first), ""), stride);
    }
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        if (!has_place(j, d, typed))
            set_result(j, ways, d, missing(j, d));
        else if (all)
            set_result(j, ways, d, take_word(j, all, stride, first + (typed ? 0 : j->at->place[d])));
        else
            set_result(j, ways, d, load_runs(j, object, numbers, typed ? 0 : j->at->place[d]));
    }
}

/* The numbers that lanes of runs have. */
static jv run_of(struct jit *j, jv numbers, uint32_t stride)
{
    jv lane[JIT_MOST_LANES];

    if (stride > 1)
        return LLVMBuildAdd(B, jit_splat(j, LLVMBuildExtractElement(B, numbers, jit_k32(j, 0), "")),
                            jit_multiples(j, stride), "");
    for (unsigned i = 0; i < j->lanes; i++)
        lane[i] = jit_k32(j, i % jit_native_lanes(j));
    return LLVMBuildAdd(B, jit_of_native(j, numbers), LLVMConstVector(lane, j->lanes), "");
}

/* Nothing is known of the addresses before the code runs: often they are runs nevertheless, and gathers are slow. */
static void load_run_or_gather(struct jit *j, const struct jit_object *object, bool typed,
                               const struct jit_ways *ways)
{
    uint32_t stride = likely_stride(j, object, typed), last = typed ? 0 : jit_last_place(j, j->at->dst_count),
             first = 0;
    LLVMBasicBlockRef run, gather, end;
    jv structure, word, numbers, odd;

    if (object->stride && object->planes == 1 && lane_is_constant(j->at->src[1]))
        first = j->program->constants[j->at->src[1] & ~LANE_CONSTANT] / 4;
    if (!stride || (object->planes == 1 && first + last >= stride)) {
        gather_words(j, object, typed, ways);
        return;
    }
    run = jit_block(j, "run");
    gather = jit_block(j, "gather");
    end = jit_block(j, "loaded");
    jit_read_address(j, typed, object->stride, &structure, &word);
    numbers = jit_number_in(j, object, structure, word);
    odd = LLVMBuildICmp(B, LLVMIntNE, numbers, run_of(j, numbers, stride), "");
    odd = LLVMBuildOr(B, odd, LLVMBuildNot(B, jit_inside_of(j, object, structure, word, last), ""), "");
    jit_branch(j, jit_any(j, odd), gather, run);
    jit_place(j, run);
    load_found_run(j, object, numbers, stride, first, typed, ways);
    jit_go(j, end);
    jit_place(j, gather);
    gather_words(j, object, typed, ways);
    jit_go(j, end);
    jit_place(j, end);
}

static void load_anywhere(struct jit *j, const struct jit_object *object, bool typed)
{
    struct jit_ways ways;

    if (object->slow)
        jit_open_ways(j, j->at->dst_count, LLVMBuildNot(B, object->slow, ""), &ways);
    else
        jit_open_results(j, j->at->dst_count, &ways);
    load_run_or_gather(j, object, typed, &ways);
    jit_close_ways(j, &ways);
}

static void load(struct jit *j, bool typed)
{
    struct jit_object object;
    struct jit_run run;

    jit_open_object(j, jit_is_structured(j), &object);
    if (!jit_find_run(j, typed, &object, &run))
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
    struct jit_ways ways;

    if (!jit_is_plain(j, KERNEL_VIEW_TEXTURE)) {
        jit_call_node(j);
        return;
    }
    jit_open_results(j, j->at->dst_count, &ways);
    jit_load_texels(j, ways.results);
    jit_close_ways(j, &ways);
}

void jit_LOAD_TYPED(struct jit *j)
{
    const struct dxbc_instr *dx = &j->program->dxbc->instrs[j->at->origin];

    if (jit_is_plain(j, KERNEL_VIEW_TYPED_BUFFER) && !dx->has_offsets && !(j->at->flags & LANE_SAMPLE))
        load(j, true);
    else
        load_texels(j);
}
