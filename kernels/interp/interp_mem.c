/*
 * Memory instructions of the reference interpreter: loads, stores, atomics and counters on views and shared
 * memory.
 *
 * Lanes access memory in ascending order. All lanes of a load read before any register is written. An access
 * to an empty slot, outside a view, or to a view of another kind than the shader declares reads 0 and writes
 * nothing; the last is reported as well, once for each instruction.
 */
#include <string.h>

#include "atomic.h"
#include "format.h"
#include "interp.h"
#include "memory.h"
#include "texel.h"

static const struct kernel_view empty_view;

/* Does the view show what the shader declares? */
static bool matches(const struct kernel_view *view, const struct interp_instr *instr)
{
    const struct interp_resource *resource = instr->resource;

    if (resource->any_view)
        return interp_fits(instr->dx->opcode, view->kind);
    if (view->kind != resource->view_kind)
        return false;
    if (view->kind == KERNEL_VIEW_STRUCTURED_BUFFER)
        return view->stride == resource->stride;
    return view->kind != KERNEL_VIEW_TEXTURE || view->dimension == resource->dimension;
}

const struct kernel_view *interp_view(struct interp_wave *wave, const struct interp_instr *instr,
                                      uint32_t slot)
{
    const struct bindings *bindings = wave->group->dispatch->bindings;
    const struct interp_resource *resource = instr->resource;
    const struct kernel_view *view;

    if (resource->file == DXBC_FILE_UAV)
        view = slot < KERNEL_UAVS ? &bindings->uavs[slot] : &empty_view;
    else
        view = slot < KERNEL_RESOURCES ? &bindings->resources[slot] : &empty_view;
    if (view->kind == KERNEL_VIEW_NONE || matches(view, instr))
        return view;
    interp_event(wave, KERNEL_EVENT_VIEW_MISMATCH, interp_instr_index(wave, instr));
    return &empty_view;
}

/* The resource of an instruction, lane by lane: t# and u# may be indexed from 5.1 on. */
struct access {
    struct interp_wave *wave;
    const struct interp_instr *instr;
    const struct kernel_view *fixed; /* the view of all lanes; NULL: slots differ, or shared memory */
    uint32_t slots[INTERP_LANES];
};

static void open_access(struct access *access, struct interp_wave *wave, const struct interp_instr *instr)
{
    const struct interp_resource *resource = instr->resource;

    access->wave = wave;
    access->instr = instr;
    access->fixed = NULL;
    if (resource->file == DXBC_FILE_TGSM)
        return;
    if (resource->slot.relative)
        interp_fetch_index(wave, &resource->slot, access->slots);
    else
        access->fixed = interp_view(wave, instr, resource->slot.imm);
}

static const struct kernel_view *view_of(const struct access *access, uint32_t lane)
{
    return access->fixed ? access->fixed : interp_view(access->wave, access->instr, access->slots[lane]);
}

/* The bytes that a raw access of the lane may touch. */
static struct memory_window raw_window(const struct access *access, uint32_t lane)
{
    const struct interp_resource *resource = access->instr->resource;

    if (resource->file == DXBC_FILE_TGSM)
        return (struct memory_window){access->wave->group->shared + resource->offset, resource->size_bytes};
    return memory_raw(view_of(access, lane));
}

/* The structure that the lane reaches. */
static struct memory_window structure_window(const struct access *access, uint32_t lane, uint32_t index)
{
    const struct interp_resource *resource = access->instr->resource;

    if (resource->file == DXBC_FILE_TGSM)
        return memory_shared_structure(access->wave->group->shared + resource->offset, resource->stride,
                                       resource->count, index);
    return memory_structure(view_of(access, lane), index);
}

/* ---- results of loads ---- */

typedef uint32_t result_rows[4][INTERP_LANES];

void interp_write_loaded(struct interp_wave *wave, const struct interp_instr *instr,
                         const uint32_t memory[4][INTERP_LANES])
{
    struct interp_target targets[2];
    uint32_t status[INTERP_LANES];

    for (unsigned d = 0; d < instr->dst_count; d++)
        interp_open_dest(wave, &instr->dst[d], &targets[d]);
    for (uint32_t lane = 0; lane < INTERP_LANES; lane++)
        status[lane] = 1;
    for (unsigned d = 0; d < instr->dst_count; d++) {
        for (unsigned c = 0; c < 4; c++) {
            if (instr->dst[d].mask >> c & 1)
                interp_write(wave, &targets[d], c, d == 0 ? memory[instr->resource->swizzle[c]] : status);
        }
    }
}

/* Components of memory that end up in a register. */
static unsigned wanted(const struct interp_instr *instr)
{
    unsigned components = 0;

    for (unsigned c = 0; c < 4; c++) {
        if (instr->dst[0].mask >> c & 1)
            components |= 1u << instr->resource->swizzle[c];
    }
    return components;
}

static void load_words(const struct memory_window *window, uint32_t offset, unsigned components,
                       uint32_t lane, result_rows result)
{
    for (unsigned c = 0; c < 4; c++) {
        if (components >> c & 1)
            result[c][lane] = memory_load(window, (uint64_t)offset + 4 * c);
    }
}

/* ---- raw and structured ---- */

static void run_LD_RAW(struct interp_wave *wave, const struct interp_instr *instr)
{
    struct interp_rows rows;
    const uint32_t *offset = interp_fetch_scalar(wave, &instr->src[0], &rows);
    unsigned components = wanted(instr);
    struct access access;
    result_rows result;

    open_access(&access, wave, instr);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        struct memory_window window = raw_window(&access, lane);
        load_words(&window, offset[lane], components, lane, result);
    }
    interp_write_loaded(wave, instr, (const uint32_t(*)[INTERP_LANES])result);
}

static void run_LD_STRUCTURED(struct interp_wave *wave, const struct interp_instr *instr)
{
    struct interp_rows index_rows, offset_rows;
    const uint32_t *index = interp_fetch_scalar(wave, &instr->src[0], &index_rows);
    const uint32_t *offset = interp_fetch_scalar(wave, &instr->src[1], &offset_rows);
    unsigned components = wanted(instr);
    struct access access;
    result_rows result;

    open_access(&access, wave, instr);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        struct memory_window window = structure_window(&access, lane, index[lane]);
        load_words(&window, offset[lane], components, lane, result);
    }
    interp_write_loaded(wave, instr, (const uint32_t(*)[INTERP_LANES])result);
}

static void store_words(const struct memory_window *window, uint32_t offset, uint8_t mask, uint32_t lane,
                        const struct interp_rows *value)
{
    for (unsigned c = 0; c < 4; c++) {
        if (mask >> c & 1)
            memory_store(window, (uint64_t)offset + 4 * c, value->row[c][lane]);
    }
}

/* The mask of a store stands on the resource operand, the first one. */
static uint8_t store_mask(const struct interp_instr *instr)
{
    return instr->dx->operands[0].mask;
}

static void run_STORE_RAW(struct interp_wave *wave, const struct interp_instr *instr)
{
    struct interp_rows rows, value;
    const uint32_t *offset = interp_fetch_scalar(wave, &instr->src[0], &rows);
    struct access access;

    interp_fetch(wave, &instr->src[1], store_mask(instr), &value);
    open_access(&access, wave, instr);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        struct memory_window window = raw_window(&access, lane);
        store_words(&window, offset[lane], store_mask(instr), lane, &value);
    }
}

static void run_STORE_STRUCTURED(struct interp_wave *wave, const struct interp_instr *instr)
{
    struct interp_rows index_rows, offset_rows, value;
    const uint32_t *index = interp_fetch_scalar(wave, &instr->src[0], &index_rows);
    const uint32_t *offset = interp_fetch_scalar(wave, &instr->src[1], &offset_rows);
    struct access access;

    interp_fetch(wave, &instr->src[2], store_mask(instr), &value);
    open_access(&access, wave, instr);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        struct memory_window window = structure_window(&access, lane, index[lane]);
        store_words(&window, offset[lane], store_mask(instr), lane, &value);
    }
}

/* ---- typed ---- */

/* The coordinate in a lane's address vector: axes, then the slice; mips and samples are the caller's. */
static struct texel_coord coord_of(const struct interp_rows *address, uint8_t dimension, uint32_t lane)
{
    uint32_t axes = texel_axes(dimension);
    struct texel_coord coord = {.at = {0}};

    for (uint32_t i = 0; i < axes; i++)
        coord.at[i] = address->row[i][lane];
    if (texel_has_slices(dimension))
        coord.slice = address->row[axes][lane];
    return coord;
}

/* ld, ld_uav_typed and ldms: mips are in the last component of the address of textures that have them. */
static void load_typed(struct interp_wave *wave, const struct interp_instr *instr, bool mips,
                       const uint32_t *sample)
{
    const struct dxbc_instr *dx = instr->dx;
    struct interp_rows address;
    struct access access;
    result_rows result;

    interp_fetch(wave, &instr->src[0], 15, &address);
    open_access(&access, wave, instr);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        const struct kernel_view *view = view_of(&access, lane);
        struct texel_coord coord = coord_of(&address, texel_dimension(view), lane);
        uint32_t rgba[4];

        for (uint32_t i = 0; dx->has_offsets && i < texel_axes(texel_dimension(view)); i++)
            coord.at[i] += (uint32_t)dx->texel_offset[i];
        if (mips && view->kind == KERNEL_VIEW_TEXTURE)
            coord.mip = address.row[3][lane];
        if (sample)
            coord.sample = sample[lane];
        texel_load(view, &coord, rgba);
        for (unsigned c = 0; c < 4; c++)
            result[c][lane] = rgba[c];
    }
    interp_write_loaded(wave, instr, (const uint32_t(*)[INTERP_LANES])result);
}

static void run_LD(struct interp_wave *wave, const struct interp_instr *instr)
{
    load_typed(wave, instr, true, NULL);
}

static void run_LD_UAV_TYPED(struct interp_wave *wave, const struct interp_instr *instr)
{
    load_typed(wave, instr, false, NULL);
}

static void run_LDMS(struct interp_wave *wave, const struct interp_instr *instr)
{
    struct interp_rows rows;

    load_typed(wave, instr, false, interp_fetch_scalar(wave, &instr->src[1], &rows));
}

static void run_STORE_UAV_TYPED(struct interp_wave *wave, const struct interp_instr *instr)
{
    struct interp_rows address, value;
    struct access access;

    interp_fetch(wave, &instr->src[0], 15, &address);
    interp_fetch(wave, &instr->src[1], 15, &value);
    open_access(&access, wave, instr);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        const struct kernel_view *view = view_of(&access, lane);
        struct texel_coord coord = coord_of(&address, texel_dimension(view), lane);
        uint32_t rgba[4] = {value.row[0][lane], value.row[1][lane], value.row[2][lane], value.row[3][lane]};

        texel_store(view, &coord, rgba);
    }
}

/* Status variants do the same: their second destination is looked for behind every load. */
#define run_LD_S            run_LD
#define run_LDMS_S          run_LDMS
#define run_LD_UAV_TYPED_S  run_LD_UAV_TYPED
#define run_LD_RAW_S        run_LD_RAW
#define run_LD_STRUCTURED_S run_LD_STRUCTURED

/* ---- atomics ---- */

/* Only 32-bit integers have atomics; R32_FLOAT can be exchanged. */
static bool has_atomics(const struct format_info *format, enum atomic_op op)
{
    switch (format->number) {
    case FORMAT_R32_UINT:
    case FORMAT_R32_SINT:
        return true;
    case FORMAT_R32_FLOAT:
        return op == ATOMIC_EXCHANGE;
    default:
        return false;
    }
}

static uint32_t *typed_word(const struct access *access, const struct kernel_view *view,
                            const struct interp_rows *address, uint32_t lane, enum atomic_op op)
{
    struct texel_coord coord = coord_of(address, texel_dimension(view), lane);
    struct texel_place place;

    if (!view->format || !has_atomics(view->format, op)) {
        interp_event(access->wave, KERNEL_EVENT_VIEW_MISMATCH,
                     interp_instr_index(access->wave, access->instr));
        return NULL;
    }
    return texel_locate(view, &coord, &place) ? (uint32_t *)place.data : NULL;
}

/* The word that a lane's atomic works on; NULL: none. */
static uint32_t *atomic_word(const struct access *access, const struct interp_rows *address, uint32_t lane,
                             enum atomic_op op)
{
    const struct interp_resource *resource = access->instr->resource;
    struct memory_window window;
    bool structured = resource->structured;

    if (resource->file != DXBC_FILE_TGSM) {
        const struct kernel_view *view = view_of(access, lane);
        if (view->kind == KERNEL_VIEW_NONE)
            return NULL;
        if (view->kind == KERNEL_VIEW_TYPED_BUFFER || view->kind == KERNEL_VIEW_TEXTURE)
            return typed_word(access, view, address, lane, op);
        structured = view->kind == KERNEL_VIEW_STRUCTURED_BUFFER;
    }
    if (!structured) {
        window = raw_window(access, lane);
        return memory_word(&window, address->row[0][lane]);
    }
    window = structure_window(access, lane, address->row[0][lane]);
    return memory_word(&window, address->row[1][lane]);
}

static void run_atomic(struct interp_wave *wave, const struct interp_instr *instr, enum atomic_op op)
{
    bool shared = instr->resource->file == DXBC_FILE_TGSM;
    bool compares = op == ATOMIC_COMPARE_EXCHANGE;
    struct interp_rows address, compare_rows, value_rows;
    const uint32_t *compare = NULL, *value;
    struct access access;
    uint32_t old[INTERP_LANES];
    struct interp_target target;

    interp_fetch(wave, &instr->src[0], 15, &address);
    if (compares)
        compare = interp_fetch_scalar(wave, &instr->src[1], &compare_rows);
    value = interp_fetch_scalar(wave, &instr->src[compares ? 2 : 1], &value_rows);
    open_access(&access, wave, instr);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        uint32_t *word = atomic_word(&access, &address, lane, op);
        uint32_t expected = compares ? compare[lane] : 0;

        if (!word)
            old[lane] = 0;
        else if (shared)
            old[lane] = atomic_apply_local(op, word, value[lane], expected);
        else
            old[lane] = atomic_apply(op, word, value[lane], expected);
    }
    if (!instr->dst_count)
        return;
    interp_open_dest(wave, &instr->dst[0], &target);
    for (unsigned c = 0; c < 4; c++) {
        if (instr->dst[0].mask >> c & 1)
            interp_write(wave, &target, c, old);
    }
}

#define ATOMIC(name, op)                                                                                     \
    static void run_##name(struct interp_wave *wave, const struct interp_instr *instr)                       \
    {                                                                                                        \
        run_atomic(wave, instr, op);                                                                         \
    }

ATOMIC(ATOMIC_AND, ATOMIC_AND)
ATOMIC(ATOMIC_OR, ATOMIC_OR)
ATOMIC(ATOMIC_XOR, ATOMIC_XOR)
ATOMIC(ATOMIC_CMP_STORE, ATOMIC_COMPARE_EXCHANGE)
ATOMIC(ATOMIC_IADD, ATOMIC_ADD)
ATOMIC(ATOMIC_IMAX, ATOMIC_IMAX)
ATOMIC(ATOMIC_IMIN, ATOMIC_IMIN)
ATOMIC(ATOMIC_UMAX, ATOMIC_UMAX)
ATOMIC(ATOMIC_UMIN, ATOMIC_UMIN)
ATOMIC(IMM_ATOMIC_EXCH, ATOMIC_EXCHANGE)

#define run_IMM_ATOMIC_AND      run_ATOMIC_AND
#define run_IMM_ATOMIC_OR       run_ATOMIC_OR
#define run_IMM_ATOMIC_XOR      run_ATOMIC_XOR
#define run_IMM_ATOMIC_CMP_EXCH run_ATOMIC_CMP_STORE
#define run_IMM_ATOMIC_IADD     run_ATOMIC_IADD
#define run_IMM_ATOMIC_IMAX     run_ATOMIC_IMAX
#define run_IMM_ATOMIC_IMIN     run_ATOMIC_IMIN
#define run_IMM_ATOMIC_UMAX     run_ATOMIC_UMAX
#define run_IMM_ATOMIC_UMIN     run_ATOMIC_UMIN

/* ---- counters ---- */

/* step 1: returns the old value; step -1: returns the new one. */
static void run_counter(struct interp_wave *wave, const struct interp_instr *instr, uint32_t step)
{
    struct access access;
    uint32_t result[INTERP_LANES];
    struct interp_target target;

    open_access(&access, wave, instr);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        const struct kernel_view *view = view_of(&access, lane);

        result[lane] = 0;
        if (view->counter)
            result[lane] = atomic_apply(ATOMIC_ADD, view->counter, step, 0) + (step == 1 ? 0 : step);
        else if (view->kind != KERNEL_VIEW_NONE)
            interp_event(wave, KERNEL_EVENT_VIEW_MISMATCH, interp_instr_index(wave, instr));
    }
    interp_open_dest(wave, &instr->dst[0], &target);
    for (unsigned c = 0; c < 4; c++) {
        if (instr->dst[0].mask >> c & 1)
            interp_write(wave, &target, c, result);
    }
}

static void run_IMM_ATOMIC_ALLOC(struct interp_wave *wave, const struct interp_instr *instr)
{
    run_counter(wave, instr, 1);
}

static void run_IMM_ATOMIC_CONSUME(struct interp_wave *wave, const struct interp_instr *instr)
{
    run_counter(wave, instr, UINT32_MAX);
}

interp_run *const interp_memory_runs[DXBC_OP_COUNT] = {
#define STAMP_LOAD(name)    [DXBC_OP_##name] = run_##name,
#define STAMP_STORE(name)   [DXBC_OP_##name] = run_##name,
#define STAMP_ATOMIC(name)  [DXBC_OP_##name] = run_##name,
#define STAMP_COUNTER(name) [DXBC_OP_##name] = run_##name,
#include "interp_stamp.h"
};
