/*
 * Addresses of memory instructions: the object they reach, what the shape tells of a whole row, and the
 * number of each lane's word.
 */
#include "jit_address.h"

#define B j->builder

/* ---- objects ---- */

const struct lane_resource *jit_resource(const struct jit *j)
{
    return &j->program->resources[j->at->resource];
}

bool jit_is_structured(const struct jit *j)
{
    return j->at->flags & LANE_STRUCTURED;
}

bool jit_is_plain(const struct jit *j, enum kernel_view_kind kind)
{
    const struct lane_resource *resource = jit_resource(j);

    if (j->at->flags & LANE_SLOT || resource->any)
        return false;
    if (resource->file == DXBC_FILE_TGSM)
        return resource->stride % 4 == 0 && resource->offset % 4 == 0;
    return resource->kind == kind && (kind != KERNEL_VIEW_STRUCTURED_BUFFER || resource->stride >= 4);
}

jv jit_view_field(struct jit *j, LLVMTypeRef type, size_t field)
{
    return jit_load_fixed(j, type, j->views, j->at->resource * sizeof(struct jit_view) + field);
}

void jit_open_object(struct jit *j, bool structured, struct jit_object *object)
{
    const struct lane_resource *resource = jit_resource(j);

    *object = (struct jit_object){.stride = structured ? resource->stride / 4 : 0, .planes = 1};
    if (resource->file == DXBC_FILE_TGSM) {
        uint32_t words = resource->size_bytes / 4, fit = object->stride ? words / object->stride : 0;
        object->base = jit_field(j, j->shared, resource->offset);
        object->fixed_words = words;
        object->fixed_structures = resource->count < fit ? resource->count : fit;
        object->words = jit_k32(j, object->fixed_words);
        object->structures = jit_k32(j, object->fixed_structures);
        object->planes = j->planes.of[j->at->resource];
        object->pitch = words / object->planes;
        object->first_plane = object->planes > 1 ? jit_first_plane(j->program, &j->planes, j->at) : 0;
        return;
    }
    object->base = jit_view_field(j, j->ptr, offsetof(struct jit_view, data));
    object->words = jit_view_field(j, j->i32, offsetof(struct jit_view, words));
    object->structures = jit_view_field(j, j->i32, offsetof(struct jit_view, structures));
    object->slow = LLVMBuildICmp(B, LLVMIntNE, jit_view_field(j, j->i32, offsetof(struct jit_view, slow)),
                                 jit_k32(j, 0), "");
}

jv jit_word_at(struct jit *j, const struct jit_object *object, jv number)
{
    return LLVMBuildGEP2(B, j->i32, object->base, &number, 1, "");
}

uint32_t jit_word_place(const struct jit_object *object, uint32_t place)
{
    return object->planes > 1 ? (object->first_plane + place) * object->pitch : place;
}

/* ---- addresses of known shape ---- */

bool jit_row_fits(const struct jit *j, const struct jit_object *object, uint32_t last)
{
    uint64_t most = jit_range_at(j->program, j->ranges, j->at->src[0], j->index);

    if (!object->stride)
        return most / 4 + last < object->fixed_words;
    return most < object->fixed_structures &&
           (uint64_t)jit_range_at(j->program, j->ranges, j->at->src[1], j->index) / 4 + last < object->stride;
}

uint32_t jit_last_place(const struct jit *j, uint32_t count)
{
    uint32_t last = 0;

    for (uint32_t i = 0; i < count; i++)
        last = j->at->place[i] > last ? j->at->place[i] : last;
    return last;
}

static void add_to_run(const struct jit *j, struct jit_run *run, const struct jit_shape *shape,
                       int64_t factor, int64_t divisor)
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

static void measure_run(const struct jit *j, struct jit_run *run)
{
    for (unsigned i = 0; i < j->lanes; i++) {
        run->low = run->word[i] < run->low ? run->word[i] : run->low;
        run->high = run->word[i] > run->high ? run->word[i] : run->high;
    }
}

bool jit_find_run(const struct jit *j, bool by_number, const struct jit_object *object, struct jit_run *run)
{
    uint32_t stride = object->stride;
    struct jit_shape first = jit_shape_of(j->program, j->shapes, j->lanes, j->at->src[0]), offset;

    *run = (struct jit_run){.chunk = first.chunk};
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
    for (unsigned i = 0; i < j->lanes; i++)
        run->word[i] /= (int64_t)object->planes;
    return run->chunk >= 4 && run->low >= -JIT_FAR && run->high <= JIT_FAR;
}

bool jit_is_flat_within(const struct jit *j, lane_value coordinate, unsigned chunk)
{
    struct jit_shape shape = jit_shape_of(j->program, j->shapes, j->lanes, coordinate);

    if (shape.chunk < chunk)
        return false;
    shape = jit_shape_within(shape, chunk, j->lanes);
    return jit_shape_is_flat(&shape, j->lanes);
}

jv jit_number_in(struct jit *j, const struct jit_object *object, jv structure, jv word)
{
    LLVMTypeRef type = LLVMTypeOf(word);
    jv elements = word, stride = LLVMConstInt(j->i64, object->stride / object->planes, false);

    if (object->planes > 1 && type == j->i64)
        elements = LLVMBuildUDiv(B, word, jit_k64(j, object->planes), "");
    else if (object->planes > 1)
        elements = LLVMBuildUDiv(B, word, jit_splat(j, jit_k32(j, object->planes)), "");
    if (!structure)
        return elements;
    if (type != j->i64)
        stride = jit_splat(j, jit_k32(j, object->stride / object->planes));
    return LLVMBuildAdd(B, LLVMBuildMul(B, structure, stride, ""), elements, "");
}

jv jit_widen(struct jit *j, jv number)
{
    return LLVMBuildZExt(B, number, j->i64, "");
}

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

struct jit_checked jit_check_row(struct jit *j, const struct jit_object *object, const struct jit_run *run,
                                 bool by_number, uint32_t last)
{
    jv first = jit_widen(j, jit_first(j, j->at->src[0])), offset, limit;
    struct jit_shape shape;
    struct jit_checked out = {.fits = jit_row_fits(j, object, last)};
    int64_t low, high;

    if (!object->stride) {
        out.word = by_number ? first : LLVMBuildLShr(B, first, jit_k64(j, 2), "");
        out.inside = range_inside(j, out.word, run->low, run->high + last, jit_widen(j, object->words));
        out.number = jit_number_in(j, object, NULL, out.word);
        return out;
    }
    offset = LLVMBuildLShr(B, jit_widen(j, jit_first(j, j->at->src[1])), jit_k64(j, 2), "");
    shape = jit_shape_of(j->program, j->shapes, j->lanes, j->at->src[0]);
    shape_range(j, &shape, &low, &high);
    out.structure_inside = range_inside(j, first, low, high, jit_widen(j, object->structures));
    out.offset = offset;
    shape = jit_shape_of(j->program, j->shapes, j->lanes, j->at->src[1]);
    shape_range(j, &shape, &low, &high);
    limit = jit_k64(j, object->stride);
    out.inside = LLVMBuildAnd(B, out.structure_inside, range_inside(j, offset, low / 4, high / 4 + last, limit), "");
    out.number = jit_number_in(j, object, first, offset);
    return out;
}

/* ---- numbers of each lane ---- */

jv jit_inside_of(struct jit *j, const struct jit_object *object, jv number, jv word, uint32_t place)
{
    jv at = place ? LLVMBuildAdd(B, word, jit_splat(j, jit_k32(j, place)), "") : word;
    jv below = LLVMBuildICmp(B, LLVMIntULT, at,
                             jit_splat(j, object->stride ? jit_k32(j, object->stride) : object->words), "");

    if (!object->stride)
        return below;
    return LLVMBuildAnd(B, below, LLVMBuildICmp(B, LLVMIntULT, number, jit_splat(j, object->structures), ""),
                        "");
}

void jit_read_address(struct jit *j, bool by_number, uint32_t stride, jv *structure, jv *word)
{
    jv two = jit_splat(j, jit_k32(j, 2));

    *structure = stride ? jit_lanes_of(j, j->at->src[0]) : NULL;
    *word = jit_lanes_of(j, j->at->src[stride ? 1 : 0]);
    if (!by_number)
        *word = LLVMBuildLShr(B, *word, two, "");
}

jv jit_number_of(struct jit *j, const struct jit_object *object, jv structure, jv word, uint32_t place)
{
    jv number = jit_number_in(j, object, object->stride ? structure : NULL, word);

    place = jit_word_place(object, place);
    return place ? LLVMBuildAdd(B, number, jit_splat(j, jit_k32(j, place)), "") : number;
}
