/*
 * Loads, stores and atomics.
 *
 * Where the shape of an address is known, one check tells that a whole row is inside its object; then words
 * move as the shape says: one for all lanes, runs of consecutive words, or gathered without a mask. Rows that are
 * not inside as a whole go to the body of the lane executor, as do views that are not what was declared. Other
 * addresses are checked lane by lane. No access is made before its words are known to be inside.
 */
#include "jit_emit.h"

#include "atomic.h"

#define B j->builder

/* ---- words at numbers ---- */

enum { MOST_STRIDE = 4 }; /* words from lane to lane that are loaded as whole vectors */

static jv part_of(struct jit *j, jv vector, unsigned first, unsigned count)
{
    jv which[JIT_MOST_LANES];

    if (count == j->lanes)
        return vector;
    for (unsigned i = 0; i < count; i++)
        which[i] = jit_k32(j, first + i);
    return LLVMBuildShuffleVector(B, vector, LLVMGetPoison(LLVMTypeOf(vector)), LLVMConstVector(which, count), "");
}

/* Parts of equal size, a power of two of them, one behind the other. */
static jv join(struct jit *j, jv *parts, unsigned count, unsigned lanes)
{
    jv which[MOST_STRIDE * JIT_MOST_LANES];

    for (; count > 1; count /= 2, lanes *= 2) {
        for (unsigned i = 0; i < 2 * lanes; i++)
            which[i] = jit_k32(j, i);
        for (unsigned i = 0; i < count / 2; i++)
            parts[i] = LLVMBuildShuffleVector(B, parts[2 * i], parts[2 * i + 1],
                                              LLVMConstVector(which, 2 * lanes), "");
    }
    return parts[0];
}

/* The processor's gathers, of so many lanes. */
static jv gather_512(struct jit *j, jv base, jv numbers, jv mask)
{
    jv args[5] = {LLVMConstNull(LLVMTypeOf(numbers)), base, numbers, mask, jit_k32(j, 4)};

    return jit_intrinsic(j, "llvm.x86.avx512.mask.gather.dpi.512", NULL, 0, args, 5);
}

static jv gather_256(struct jit *j, jv base, jv numbers, jv mask)
{
    jv lanes = LLVMBuildSExt(B, mask, LLVMTypeOf(numbers), "");
    jv args[5] = {LLVMConstNull(LLVMTypeOf(numbers)), base, numbers, lanes, LLVMConstInt(j->i8, 4, false)};

    return jit_intrinsic(j, "llvm.x86.avx2.gather.d.d.256", NULL, 0, args, 5);
}

/* Lane after lane; those outside read a zero that stands in the code. */
static jv gather_plainly(struct jit *j, jv base, jv numbers, jv mask)
{
    jv result = LLVMConstNull(j->lane_u), zero = LLVMGetNamedGlobal(j->module, "zero");

    for (unsigned i = 0; i < j->lanes; i++) {
        jv lane = jit_k32(j, i);
        jv number = LLVMBuildZExt(B, LLVMBuildExtractElement(B, numbers, lane, ""), j->i64, "");
        jv word = LLVMBuildGEP2(B, j->i32, base, &number, 1, "");

        word = LLVMBuildSelect(B, LLVMBuildExtractElement(B, mask, lane, ""), word, zero, "");
        result = LLVMBuildInsertElement(B, result, jit_load(j, j->i32, word, 0), lane, "");
    }
    return result;
}

jv jit_gather(struct jit *j, jv base, jv numbers, jv mask)
{
    unsigned native = j->isa == CPU_AVX512 ? 16 : 8;
    jv parts[JIT_MOST_LANES];

    if (j->isa != CPU_AVX512 && j->isa != CPU_AVX2)
        return gather_plainly(j, base, numbers, mask);
    for (unsigned i = 0; i < j->lanes / native; i++) {
        jv n = part_of(j, numbers, i * native, native), m = part_of(j, mask, i * native, native);
        parts[i] = native == 16 ? gather_512(j, base, n, m) : gather_256(j, base, n, m);
    }
    return join(j, parts, j->lanes / native, native);
}

void jit_scatter(struct jit *j, jv base, jv numbers, jv mask, jv values)
{
    jv args[5] = {base, NULL, NULL, NULL, jit_k32(j, 4)};

    if (j->isa == CPU_AVX512) {
        for (unsigned i = 0; i < j->lanes; i += 16) {
            args[1] = part_of(j, mask, i, 16);
            args[2] = part_of(j, numbers, i, 16);
            args[3] = part_of(j, values, i, 16);
            jit_intrinsic(j, "llvm.x86.avx512.mask.scatter.dpi.512", NULL, 0, args, 5);
        }
        return;
    }
    jit_store(j, numbers, j->rows, 0);
    jit_store(j, values, j->rows, JIT_ROW * sizeof(uint32_t));
    args[1] = j->rows;
    args[2] = jit_mask_bits(j, mask);
    jit_call(j, offsetof(struct jit_calls, scatter), j->void_type, args, 3);
}

/* ---- objects ---- */

/* What an instruction reaches: base, how many words, and structures. i32 numbers, all below 2^31. */
struct object {
    jv base, words, structures, slow; /* slow: NULL when it never is */
    uint32_t stride;                  /* words; 0: not structured */
};

static const struct lane_resource *resource_of(const struct jit *j)
{
    return &j->program->resources[j->at->resource];
}

static bool is_structured(const struct jit *j)
{
    return j->at->flags & LANE_STRUCTURED;
}

/* Can the object be opened here, whatever is bound? Else the node's body does all. */
static bool is_plain(const struct jit *j, enum kernel_view_kind kind)
{
    const struct lane_resource *resource = resource_of(j);

    if (j->at->flags & LANE_SLOT || resource->any)
        return false;
    if (resource->file == DXBC_FILE_TGSM)
        return resource->stride % 4 == 0 && resource->offset % 4 == 0;
    return resource->kind == kind && (kind != KERNEL_VIEW_STRUCTURED_BUFFER || resource->stride >= 4);
}

static jv view_field(struct jit *j, LLVMTypeRef type, size_t field)
{
    return jit_load_fixed(j, type, j->views, j->at->resource * sizeof(struct jit_view) + field);
}

static void open_object(struct jit *j, bool structured, struct object *object)
{
    const struct lane_resource *resource = resource_of(j);

    *object = (struct object){.stride = structured ? resource->stride / 4 : 0};
    if (resource->file == DXBC_FILE_TGSM) {
        uint32_t words = resource->size_bytes / 4, fit = object->stride ? words / object->stride : 0;
        object->base = jit_field(j, j->shared, resource->offset);
        object->words = jit_k32(j, words);
        object->structures = jit_k32(j, resource->count < fit ? resource->count : fit);
        return;
    }
    object->base = view_field(j, j->ptr, offsetof(struct jit_view, data));
    object->words = view_field(j, j->i32, offsetof(struct jit_view, words));
    object->structures = view_field(j, j->i32, offsetof(struct jit_view, structures));
    object->slow = LLVMBuildICmp(B, LLVMIntNE, view_field(j, j->i32, offsetof(struct jit_view, slow)),
                                 jit_k32(j, 0), "");
}

static jv word_at(struct jit *j, const struct object *object, jv number)
{
    return LLVMBuildGEP2(B, j->i32, object->base, &number, 1, "");
}

/* ---- addresses of known shape ---- */

/* Words from the first lane's on; known for chunks. */
struct run {
    uint32_t chunk;
    int64_t word[JIT_MOST_LANES]; /* of each lane, from its chunk's first lane */
    int64_t low, high;            /* the least and the greatest of them */
};

static uint32_t last_place(const struct jit *j, uint32_t count)
{
    uint32_t last = 0;

    for (uint32_t i = 0; i < count; i++)
        last = j->at->place[i] > last ? j->at->place[i] : last;
    return last;
}

static void add_to_run(const struct jit *j, struct run *run, const struct jit_shape *shape, int64_t factor,
                       int64_t divisor)
{
    for (unsigned i = 0; i < j->lanes; i++)
        run->word[i] += (int32_t)shape->off[i] * factor / divisor;
}

static bool is_whole_words(const struct jit *j, const struct jit_shape *shape)
{
    for (unsigned i = 0; i < j->lanes; i++) {
        if (shape->off[i] % 4)
            return false;
    }
    return true;
}

static void measure_run(const struct jit *j, struct run *run)
{
    for (unsigned i = 0; i < j->lanes; i++) {
        run->low = run->word[i] < run->low ? run->word[i] : run->low;
        run->high = run->word[i] > run->high ? run->word[i] : run->high;
    }
}

/* Words by number (typed buffers), by byte (raw), or in structures. False: nothing is known. */
static bool find_run(const struct jit *j, bool by_number, uint32_t stride, struct run *run)
{
    struct jit_shape first = jit_shape_of(j->program, j->shapes, j->lanes, j->at->src[0]), offset;

    *run = (struct run){.chunk = first.chunk};
    if (stride) {
        offset = jit_shape_of(j->program, j->shapes, j->lanes, j->at->src[1]);
        run->chunk = offset.chunk < first.chunk ? offset.chunk : first.chunk;
        first = jit_shape_within(first, run->chunk, j->lanes);
        offset = jit_shape_within(offset, run->chunk, j->lanes);
        add_to_run(j, run, &first, stride, 1);
        add_to_run(j, run, &offset, 1, 4);
        if (!is_whole_words(j, &offset))
            return false;
    } else {
        add_to_run(j, run, &first, 1, by_number ? 1 : 4);
        if (!by_number && !is_whole_words(j, &first))
            return false;
    }
    measure_run(j, run);
    return run->chunk >= 4 && run->low >= -JIT_FAR && run->high <= JIT_FAR;
}

static jv widen(struct jit *j, jv number)
{
    return LLVMBuildZExt(B, number, j->i64, "");
}

/* The word number of lane 0 and the check that a strip's whole row, place 0 to last, is inside. */
struct checked {
    jv number; /* i64 */
    jv inside; /* i1 */
};

/* first + low .. first + high < limit, without wrapping. */
static jv range_inside(struct jit *j, jv first, int64_t low, int64_t high, jv limit)
{
    jv from = LLVMBuildAdd(B, first, jit_k64(j, (uint64_t)low), "");
    jv to = LLVMBuildAdd(B, first, jit_k64(j, (uint64_t)high), "");
    jv below = LLVMBuildICmp(B, LLVMIntSLT, to, limit, "");

    if (low >= 0)
        return below;
    return LLVMBuildAnd(B, below, LLVMBuildICmp(B, LLVMIntSGE, from, jit_k64(j, 0), ""), "");
}

static void shape_range(const struct jit *j, const struct jit_shape *shape, int64_t *low, int64_t *high)
{
    *low = *high = 0;
    for (unsigned i = 0; i < j->lanes; i++) {
        int64_t off = (int32_t)shape->off[i];
        *low = off < *low ? off : *low;
        *high = off > *high ? off : *high;
    }
}

static struct checked check_row(struct jit *j, const struct object *object, const struct run *run,
                                bool by_number, uint32_t last)
{
    jv first = widen(j, jit_first(j, j->at->src[0])), offset, limit;
    struct jit_shape shape;
    struct checked out;
    int64_t low, high;

    if (!object->stride) {
        out.number = by_number ? first : LLVMBuildLShr(B, first, jit_k64(j, 2), "");
        out.inside = range_inside(j, out.number, run->low, run->high + last, widen(j, object->words));
        return out;
    }
    offset = LLVMBuildLShr(B, widen(j, jit_first(j, j->at->src[1])), jit_k64(j, 2), "");
    shape = jit_shape_of(j->program, j->shapes, j->lanes, j->at->src[0]);
    shape_range(j, &shape, &low, &high);
    out.inside = range_inside(j, first, low, high, widen(j, object->structures));
    shape = jit_shape_of(j->program, j->shapes, j->lanes, j->at->src[1]);
    shape_range(j, &shape, &low, &high);
    limit = jit_k64(j, object->stride);
    out.inside = LLVMBuildAnd(B, out.inside, range_inside(j, offset, low / 4, high / 4 + last, limit), "");
    out.number = LLVMBuildAdd(B, LLVMBuildMul(B, first, jit_k64(j, object->stride), ""), offset, "");
    return out;
}

/* ---- numbers of each lane ---- */

struct lane_numbers {
    jv number, inside; /* of the first word, if it is inside */
};

/* Is the word `place` further on inside? Numbers stay below 2^31 wherever it is. */
static jv inside_of(struct jit *j, const struct object *object, jv number, jv word, uint32_t place)
{
    jv at = place ? LLVMBuildAdd(B, word, jit_splat(j, jit_k32(j, place)), "") : word;
    jv below = LLVMBuildICmp(B, LLVMIntULT, at, jit_splat(j, object->stride ? jit_k32(j, object->stride) : object->words), "");

    if (!object->stride)
        return below;
    return LLVMBuildAnd(B, below,
                        LLVMBuildICmp(B, LLVMIntULT, number, jit_splat(j, object->structures), ""), "");
}

/* Addresses as the instruction has them: structure or nothing, and the word in it or in all. */
static void read_address(struct jit *j, bool by_number, uint32_t stride, jv *structure, jv *word)
{
    jv two = jit_splat(j, jit_k32(j, 2));

    *structure = stride ? jit_lanes_of(j, j->at->src[0]) : NULL;
    *word = jit_lanes_of(j, j->at->src[stride ? 1 : 0]);
    if (!by_number)
        *word = LLVMBuildLShr(B, *word, two, "");
}

static jv number_of(struct jit *j, uint32_t stride, jv structure, jv word, uint32_t place)
{
    jv number = word;

    if (stride)
        number = LLVMBuildAdd(B, LLVMBuildMul(B, structure, jit_splat(j, jit_k32(j, stride)), ""), word, "");
    return place ? LLVMBuildAdd(B, number, jit_splat(j, jit_k32(j, place)), "") : number;
}

/* ---- rows of words ---- */

static bool is_flat(const struct run *run, unsigned first, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        if (run->word[first + i] != run->word[first])
            return false;
    }
    return true;
}

static bool is_consecutive(const struct run *run, unsigned first, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        if (run->word[first + i] != run->word[first] + i)
            return false;
    }
    return true;
}

/* The largest pieces of neighbouring lanes that are all either flat or consecutive; 0: none. */
static unsigned piece_of(const struct jit *j, const struct run *run)
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
static jv piece_at(struct jit *j, const struct object *object, const struct run *run, jv number, jv numbers,
                   unsigned lane, uint32_t place)
{
    jv first = number;

    if (numbers) {
        unsigned chunk = lane / run->chunk * run->chunk;
        first = widen(j, LLVMBuildExtractElement(B, numbers, jit_k32(j, chunk), ""));
    }
    first = LLVMBuildAdd(B, first, jit_k64(j, (uint64_t)(run->word[lane] + place)), "");
    return word_at(j, object, first);
}

static jv offsets_in(struct jit *j, const struct run *run, uint32_t place)
{
    jv all[JIT_MOST_LANES];

    for (unsigned i = 0; i < j->lanes; i++)
        all[i] = jit_k32(j, (uint32_t)(run->word[i] + place));
    return LLVMConstVector(all, j->lanes);
}

/* All words are inside. number: of the first lane, or numbers of all. */
static jv load_row(struct jit *j, const struct object *object, const struct run *run, jv number, jv numbers,
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
    return join(j, parts, count, piece);
}

/* ---- structures that follow one another ---- */

/* Do the lanes' words lie `stride` apart, a small number, so that whole vectors hold them all? */
static uint32_t stride_of(const struct jit *j, const struct run *run)
{
    int64_t stride = run->word[1] - run->word[0];

    if (run->chunk != j->lanes || stride < 2 || stride > MOST_STRIDE)
        return 0;
    for (unsigned i = 1; i < j->lanes; i++) {
        if (run->word[i] != run->word[i - 1] + stride)
            return 0;
    }
    return (uint32_t)stride;
}

/* Where in the lanes' own stretches the first place stands: known when all of a structure is one stretch. */
static bool stretch_of(const struct jit *j, const struct object *object, uint32_t stride, uint32_t *first)
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
static jv load_stretches(struct jit *j, const struct object *object, jv number, uint32_t stride)
{
    jv parts[MOST_STRIDE];

    for (uint32_t i = 0; i < stride; i++) {
        jv at = word_at(j, object, LLVMBuildAdd(B, number, jit_k64(j, (uint64_t)i * j->lanes), ""));
        parts[i] = jit_load(j, j->lane_u, at, 0);
    }
    if (stride == 3) {
        parts[3] = LLVMGetPoison(j->lane_u);
        stride = 4;
    }
    return join(j, parts, stride, j->lanes);
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
    return view_field(j, j->i32, offsetof(struct jit_view, missing) + j->at->place[d] * sizeof(uint32_t));
}

static void set_result(struct jit *j, const struct ways *ways, uint32_t d, jv value)
{
    bool whole = j->shapes[j->at->dst[d]].chunk == j->lanes;

    if (!whole && LLVMTypeOf(value) == j->i32)
        value = jit_splat(j, value);
    LLVMBuildStore(B, value, ways->results[d]);
}

/* One number for the whole strip, or shapes of whole strips. */
static void load_checked(struct jit *j, const struct object *object, const struct run *run, bool typed)
{
    uint32_t last = typed ? 0 : last_place(j, j->at->dst_count), stride = stride_of(j, run), first = 0;
    struct checked row;
    struct ways ways;
    jv all = NULL;

    if (typed || !stretch_of(j, object, stride, &first) || first + last >= stride)
        stride = 0;
    else if (!object->stride)
        last = stride - 1; /* whole vectors */
    row = check_row(j, object, run, typed, last);
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
            set_result(j, &ways, d, jit_load(j, j->i32, word_at(j, object, number), 0));
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
static void load_chunks(struct jit *j, const struct object *object, const struct run *run, bool typed)
{
    uint32_t last = typed ? 0 : last_place(j, j->at->dst_count);
    jv structure, word, numbers, inside;
    struct ways ways;

    read_address(j, typed, object->stride, &structure, &word);
    inside = inside_of(j, object, structure, word, last);
    numbers = number_of(j, object->stride, structure, word, 0);
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
static void load_anywhere(struct jit *j, const struct object *object, bool typed)
{
    jv structure, word, exec = jit_mask(j, j->exec);
    struct ways ways;

    read_address(j, typed, object->stride, &structure, &word);
    open_ways(j, j->at->dst_count, &ways);
    if (object->slow)
        jit_branch_likely(j, LLVMBuildNot(B, object->slow, ""), ways.fast, ways.slow);
    else
        jit_go(j, ways.fast);
    jit_place(j, ways.fast);
    for (uint32_t d = 0; d < j->at->dst_count; d++) {
        uint32_t place = typed ? 0 : j->at->place[d];
        jv inside = LLVMBuildAnd(B, inside_of(j, object, structure, word, place), exec, "");

        if (has_place(j, d, typed))
            set_result(j, &ways, d,
                       jit_gather(j, object->base, number_of(j, object->stride, structure, word, place), inside));
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
    struct object object;
    struct run run;

    open_object(j, is_structured(j), &object);
    if (!find_run(j, typed, object.stride, &run))
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
    if (is_plain(j, is_structured(j) ? KERNEL_VIEW_STRUCTURED_BUFFER : KERNEL_VIEW_RAW_BUFFER) &&
        (!is_structured(j) || resource_of(j)->stride))
        load(j, false);
    else
        jit_call_node(j);
}

void jit_LOAD_TYPED(struct jit *j)
{
    const struct dxbc_instr *dx = &j->program->dxbc->instrs[j->at->origin];

    if (is_plain(j, KERNEL_VIEW_TYPED_BUFFER) && !dx->has_offsets && !(j->at->flags & LANE_SAMPLE))
        load(j, true);
    else
        jit_call_node(j);
}

/* ---- stores ---- */

static uint32_t first_value(const struct jit *j, bool typed)
{
    return typed ? 4 : is_structured(j) ? 2 : 1;
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
static bool places_apart(const struct jit *j, const struct run *run, bool typed)
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

static void store_last(struct jit *j, const struct object *object, jv number, bool typed)
{
    jv bits = jit_mask_bits(j, jit_mask(j, j->exec)), lane, args[2] = {bits, LLVMConstInt(j->i1, 1, false)};

    lane = LLVMBuildSub(B, jit_k32(j, 31), jit_intrinsic(j, "llvm.ctlz", &j->i32, 1, args, 2), "");
    for (uint32_t i = 0; i < value_count(j, typed); i++) {
        lane_value value = j->at->src[first_value(j, typed) + i];
        jv at = LLVMBuildAdd(B, number, jit_k64(j, place_of(j, i, typed)), "");
        jv word = jit_is_scalar(j, value) ? jit_first(j, value)
                                          : LLVMBuildExtractElement(B, jit_lanes_of(j, value), lane, "");

        jit_store(j, word, word_at(j, object, at), 0);
    }
}

/* A run of consecutive words under the mask. */
static void store_run(struct jit *j, jv value, jv at)
{
    LLVMTypeRef types[2] = {j->lane_u, j->ptr};
    jv args[4] = {value, at, jit_k32(j, 4), jit_mask(j, j->exec)};

    jit_intrinsic(j, "llvm.masked.store", types, 2, args, 4);
}

static void store_words(struct jit *j, const struct object *object, const struct run *run, jv number, bool typed)
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
            store_run(j, value, word_at(j, object, LLVMBuildAdd(B, number, jit_k64(j, place), "")));
        else
            jit_scatter(j, object->base, LLVMBuildAdd(B, first, offsets_in(j, run, place), ""),
                        jit_mask(j, j->exec), value);
    }
}

/* Are all words of the lanes' stretches written, in order? */
static bool fills_stretches(const struct jit *j, const struct object *object, uint32_t stride, bool typed)
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
static void store_stretches(struct jit *j, const struct object *object, uint32_t stride, jv number)
{
    uint32_t parts = stride == 3 ? 4 : stride;
    jv values[MOST_STRIDE], all, which[JIT_MOST_LANES];

    for (uint32_t i = 0; i < parts; i++)
        values[i] = i < stride ? jit_lanes_of(j, j->at->src[first_value(j, false) + i])
                               : LLVMGetPoison(j->lane_u);
    all = join(j, values, parts, j->lanes);
    for (uint32_t part = 0; part < stride; part++) {
        for (unsigned i = 0; i < j->lanes; i++) {
            unsigned word = part * j->lanes + i;
            which[i] = jit_k32(j, word % stride * j->lanes + word / stride);
        }
        jit_store(j,
                  LLVMBuildShuffleVector(B, all, LLVMGetPoison(LLVMTypeOf(all)),
                                         LLVMConstVector(which, j->lanes), ""),
                  word_at(j, object, LLVMBuildAdd(B, number, jit_k64(j, (uint64_t)part * j->lanes), "")), 0);
    }
}

static void store_row(struct jit *j, const struct object *object, const struct run *run, jv number, bool typed)
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
    jit_call_node(j);
    jit_go(j, ways->end);
    jit_place(j, ways->end);
}

static void store_checked(struct jit *j, const struct object *object, const struct run *run, bool typed)
{
    uint32_t last = typed ? 0 : last_place(j, value_count(j, false));
    struct checked row = check_row(j, object, run, typed, last);
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

static void store_anywhere(struct jit *j, const struct object *object, bool typed)
{
    uint32_t count = value_count(j, typed), span = count ? place_of(j, count - 1, typed) + 1u : 1;
    jv structure, word, exec = jit_mask(j, j->exec), slow = object->slow;
    struct ways ways;

    read_address(j, typed, object->stride, &structure, &word);
    if (count > 1 && (!object->stride || !jit_is_scalar(j, j->at->src[1]))) {
        jv active = LLVMBuildAnd(B, exec, inside_of(j, object, structure, word, 0), "");
        jv differ = phases_differ(j, number_of(j, object->stride, structure, word, 0), active, span);
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
        jv inside = LLVMBuildAnd(B, inside_of(j, object, structure, word, place), exec, "");

        jit_scatter(j, object->base, number_of(j, object->stride, structure, word, place), inside,
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
    struct object object;
    struct run run;

    open_object(j, is_structured(j), &object);
    if (find_run(j, typed, object.stride, &run) && run.chunk == j->lanes && places_apart(j, &run, typed))
        store_checked(j, &object, &run, typed);
    else
        store_anywhere(j, &object, typed);
}

void jit_STORE(struct jit *j)
{
    if (is_plain(j, is_structured(j) ? KERNEL_VIEW_STRUCTURED_BUFFER : KERNEL_VIEW_RAW_BUFFER) &&
        (!is_structured(j) || resource_of(j)->stride))
        store(j, false);
    else
        jit_call_node(j);
}

void jit_STORE_TYPED(struct jit *j)
{
    if (is_plain(j, KERNEL_VIEW_TYPED_BUFFER))
        store(j, true);
    else
        jit_call_node(j);
}

/* ---- atomics and the like ---- */

/* On words of shared memory and buffers, by number; everything else is the node's. */
void jit_ATOMIC(struct jit *j)
{
    const struct lane_resource *resource = resource_of(j);
    bool shared = resource->file == DXBC_FILE_TGSM;
    bool structured = shared ? resource->structured : resource->kind == KERNEL_VIEW_STRUCTURED_BUFFER;
    jv structure, word, active, atomic, args[2], numbers;
    struct object object;
    struct ways ways;

    if (!is_plain(j, structured ? KERNEL_VIEW_STRUCTURED_BUFFER : KERNEL_VIEW_RAW_BUFFER) ||
        (structured && !resource->stride)) {
        jit_call_node(j);
        return;
    }
    open_object(j, structured, &object);
    read_address(j, false, object.stride, &structure, &word);
    numbers = LLVMBuildSelect(B, inside_of(j, &object, structure, word, 0),
                              number_of(j, object.stride, structure, word, 0), LLVMConstAllOnes(j->lane_u), "");
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
