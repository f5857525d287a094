/*
 * A lowered program becomes steps: a body for each instruction, operands resolved to places, and the layout
 * of the scratch memory.
 *
 *   - scratch: shared memory | reported bits | group splats | frame | its splats | a wave | strip 0 | strip 1
 * ...
 *   - a wave: struct lanes_strip | its flow, and that of the first one at a barrier | crossing splats | what waves
 *     have touched
 *   - strip: struct lanes_strip | flow | masks | labels | crossing splats | thread ids, crossing rows, arrays
 */
#include <string.h>

#include "alloc.h"
#include "check_state.h"
#include "lane_pack.h"
#include "lane_passes.h"
#include "lanes.h"
#include "lower.h"

static size_t align64(size_t size)
{
    return (size + 63) & ~(size_t)63;
}

/* ---- places ---- */

static uint32_t thread_row_words(const struct lanes_kernel *kernel)
{
    return kernel->strip_count * kernel->width;
}

/* Group ids, how many threads there are, then what the preamble fills in. */
enum { GROUP_SPLATS = 4 };

static void place_group(struct lanes_kernel *kernel)
{
    const struct lane_program *program = kernel->program;

    for (uint32_t i = 0; i < 3; i++)
        kernel->regs[LANE_GROUP_ID + i] = (struct lanes_place){LANES_GROUP, i * LANE_SPLAT, 0};
    kernel->regs[LANE_PACKED] = (struct lanes_place){LANES_GROUP, 3 * LANE_SPLAT, 0};
    for (uint32_t i = 0; i < program->preamble; i++)
        kernel->regs[program->instrs[i].dst[0]] =
            (struct lanes_place){LANES_GROUP, (GROUP_SPLATS + i) * LANE_SPLAT, 0};
}

static struct lanes_place place_reg(const struct lanes_kernel *kernel, lane_value value)
{
    const struct lane_program *program = kernel->program;
    const struct lane_reg *reg = &program->regs[value];
    uint32_t rows = reg->crosses ? LANES_STRIP : LANES_FRAME, first = reg->crosses ? 3 * kernel->pitch : 0;
    uint32_t splats = reg->crosses ? LANES_STRIP_SPLATS : LANES_FRAME_SPLATS;

    if (value < LANE_THREAD_ID + 3)
        return (struct lanes_place){LANES_STRIP, value * kernel->pitch, SIZE_MAX};
    if (value < LANE_INPUTS)
        return (struct lanes_place){LANES_THREADS,
                                    (value - LANE_THREAD_ID_IN_GROUP) * thread_row_words(kernel), SIZE_MAX};
    if (reg->uniform)
        return (struct lanes_place){splats, reg->slot * LANE_SPLAT, 0};
    return (struct lanes_place){rows, first + reg->slot * kernel->pitch, SIZE_MAX};
}

static void place_regs(struct lanes_kernel *kernel)
{
    const struct lane_program *program = kernel->program;

    for (uint32_t i = 0; i < program->reg_count; i++) {
        if (i < LANE_GROUP_ID || i >= LANE_THREAD_ID_IN_GROUP)
            kernel->regs[i] = place_reg(kernel, i);
    }
    place_group(kernel);
}

/* Arrays stand behind everything else in a strip's rows. */
static void place_arrays(struct lanes_kernel *kernel)
{
    const struct lane_program *program = kernel->program;
    uint32_t at = (3 + program->slot_count[false][true]) * kernel->pitch;

    kernel->array_start = at;
    for (uint32_t i = 0; i < program->array_count; i++) {
        kernel->array_offset[i] = at;
        at += 4 * program->arrays[i].count * kernel->pitch;
    }
    kernel->array_words = at - kernel->array_start;
}

static struct lanes_place place_value(const struct lanes_kernel *kernel, lane_value value)
{
    if (lane_is_constant(value))
        return (struct lanes_place){LANES_CONSTANTS, (value & ~LANE_CONSTANT) * LANE_SPLAT, 0};
    return kernel->regs[value];
}

/* ---- steps ---- */

static lanes_exec *const node_bodies[] = {
#define NODE(name, text) lanes_##name,
    LANE_NODES(NODE)
#undef NODE
};

static void build_step(struct lanes_kernel *kernel, const struct lane_table *reference, uint32_t index,
                       struct lanes_place *places)
{
    const struct lane_instr *instr = &kernel->program->instrs[index];
    struct lanes_step *step = &kernel->steps[index];

    step->ir = instr;
    step->dst = places;
    step->src = places + instr->dst_count;
    for (uint32_t d = 0; d < instr->dst_count; d++)
        *places++ = place_value(kernel, instr->dst[d]);
    for (uint32_t s = 0; s < instr->src_count; s++)
        *places++ = place_value(kernel, instr->src[s]);
    if (instr->op >= LANE_OP_COUNT) {
        step->exec = node_bodies[instr->op - LANE_OP_COUNT];
    } else if (instr->flags & LANE_UNIFORM) {
        step->exec = lanes_run_uniform;
        step->run = reference->run[instr->op];
    } else {
        step->exec = instr->flags & LANE_MASKED ? lanes_run_masked : lanes_run_row;
        step->run = kernel->table.run[instr->op];
        step->masked = kernel->table.masked[instr->op];
    }
}

/* ---- runs of operations on doubles ---- */

/* Gives the same result in every floating-point mode. */
static bool moves_bits(uint16_t op)
{
    return op == LANE_MOV || op == LANE_SELECT || op == LANE_FNEG || op == LANE_FABS || op == LANE_AND ||
           op == LANE_OR || op == LANE_XOR || op == LANE_IADD;
}

static bool is_on_doubles(const struct lanes_kernel *kernel, uint32_t index)
{
    const struct lane_instr *instr = &kernel->program->instrs[index];

    return instr->op < LANE_OP_COUNT && !(instr->flags & LANE_UNIFORM) && kernel->table.keeping[instr->op];
}

/* From an operation on doubles to the last one before anything that the mode matters to. */
static uint32_t end_of_doubles(const struct lanes_kernel *kernel, uint32_t first)
{
    const struct lane_program *program = kernel->program;
    uint32_t end = first + 1;

    for (uint32_t i = first + 1; i < program->instr_count; i++) {
        if (is_on_doubles(kernel, i))
            end = i + 1;
        else if (!moves_bits(program->instrs[i].op) || program->instrs[i].flags & LANE_UNIFORM)
            break;
    }
    return end;
}

/* Flow leads to what stands behind flow, never into a run. */
static void join_doubles(struct lanes_kernel *kernel)
{
    const struct lane_program *program = kernel->program;

    for (uint32_t i = program->preamble, end; i < program->instr_count; i = end) {
        end = is_on_doubles(kernel, i) ? end_of_doubles(kernel, i) : i + 1;
        if (end - i == 1)
            continue;
        kernel->steps[i].exec = lanes_run_doubles;
        kernel->steps[i].more = end - i - 1;
        for (uint32_t k = i; k < end; k++) {
            if (!is_on_doubles(kernel, k))
                continue;
            kernel->steps[k].run = kernel->table.keeping[program->instrs[k].op];
            kernel->steps[k].masked = kernel->table.keeping_masked[program->instrs[k].op];
        }
    }
}

static bool build_steps(struct lanes_kernel *kernel, struct dxbc_arena *arena)
{
    const struct lane_program *program = kernel->program;
    struct lane_table reference;
    struct lanes_place *places;
    size_t operands = 0;

    for (uint32_t i = 0; i < program->instr_count; i++)
        operands += program->instrs[i].dst_count + program->instrs[i].src_count;
    kernel->steps = dxbc_arena_alloc(arena, program->instr_count, sizeof(*kernel->steps));
    places = dxbc_arena_alloc(arena, operands, sizeof(*places));
    if (!kernel->steps || !places)
        return false;
    lane_table_init(&reference, CPU_SCALAR);
    for (uint32_t i = 0; i < program->instr_count; i++) {
        build_step(kernel, &reference, i, places);
        places += program->instrs[i].dst_count + program->instrs[i].src_count;
    }
    return true;
}

/* ---- the kernel's own tables ---- */

/* Memory of the arena at 64-byte alignment. */
static uint32_t *aligned_words(struct dxbc_arena *arena, size_t words)
{
    uint8_t *bytes = dxbc_arena_alloc(arena, words * sizeof(uint32_t) + 63, 1);

    return bytes ? (uint32_t *)(((uintptr_t)bytes + 63) & ~(uintptr_t)63) : NULL;
}

static void fill_threads(struct lanes_kernel *kernel)
{
    const uint32_t *size = kernel->program->group_size;

    for (uint32_t i = 0; i < kernel->thread_count; i++) {
        uint32_t thread = lanes_thread_at(kernel, i);
        const uint32_t numbers[4] = {thread % size[0], thread / size[0] % size[1], thread / size[0] / size[1],
                                     thread};
        for (unsigned k = 0; k < 4; k++)
            kernel->threads[k * thread_row_words(kernel) + i] = numbers[k];
    }
}

static bool build_tables(struct lanes_kernel *kernel, struct dxbc_arena *arena)
{
    const struct lane_program *program = kernel->program;

    kernel->constants = aligned_words(arena, (size_t)program->constant_count * LANE_SPLAT);
    kernel->threads = aligned_words(arena, 4 * (size_t)thread_row_words(kernel));
    kernel->regs = dxbc_arena_alloc(arena, program->reg_count, sizeof(*kernel->regs));
    kernel->array_offset = dxbc_arena_alloc(arena, program->array_count, sizeof(*kernel->array_offset));
    if (!kernel->constants || !kernel->threads || !kernel->regs || !kernel->array_offset)
        return false;
    for (uint32_t i = 0; i < program->constant_count; i++)
        lanes_splat(kernel->constants + (size_t)i * LANE_SPLAT, program->constants[i]);
    for (unsigned axis = 0; axis < 3; axis++)
        kernel->thread_id_used[axis] = program->regs[LANE_THREAD_ID + axis].used;
    fill_threads(kernel);
    place_arrays(kernel);
    place_regs(kernel);
    return true;
}

/* How deep constructs can stand inside each other at run time, calls included. */
static void find_limits(struct lanes_kernel *kernel)
{
    const struct lane_program *program = kernel->program;
    uint32_t depth = 0, deepest = 0, switches = 0, most_switches = 0;

    kernel->straight = !program->has_calls && !program->has_barrier;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        uint16_t op = program->instrs[i].op;

        kernel->straight &= op != LANE_LOOP;
        depth += op == LANE_IF || op == LANE_LOOP || op == LANE_SWITCH;
        depth -= op == LANE_ENDIF || op == LANE_ENDLOOP || op == LANE_ENDSWITCH;
        switches += op == LANE_SWITCH;
        switches -= op == LANE_ENDSWITCH;
        deepest = depth > deepest ? depth : deepest;
        most_switches = switches > most_switches ? switches : most_switches;
    }
    kernel->flow_limit = program->has_calls ? deepest + (deepest + 1) * LANES_CALL_DEPTH : deepest;
    kernel->switch_limit = program->has_calls ? most_switches * (LANES_CALL_DEPTH + 1) : most_switches;
}

size_t lanes_splat_bytes(const struct lanes_kernel *kernel, bool crosses)
{
    return kernel->program->slot_count[true][crosses] * (size_t)LANE_SPLAT * sizeof(uint32_t);
}

static void lay_out_strip(struct lanes_kernel *kernel)
{
    size_t at = align64(sizeof(struct lanes_strip));

    kernel->flow_offset = at;
    at += align64(kernel->flow_limit * sizeof(struct lanes_flow));
    kernel->masks_offset = at;
    at += align64((size_t)kernel->flow_limit * 2 * kernel->words * sizeof(uint32_t));
    kernel->labels_offset = at;
    at += align64((size_t)kernel->switch_limit * kernel->width * sizeof(uint32_t));
    kernel->splats_offset = at;
    at += lanes_splat_bytes(kernel, true);
    kernel->rows_offset = at;
    at += align64(((size_t)kernel->array_start + kernel->array_words) * sizeof(uint32_t));
    kernel->strip_bytes = at;
}

/* Returns the end. */
static size_t lay_out_wave(struct lanes_kernel *kernel, size_t at)
{
    kernel->wave_offset = at;
    if (!kernel->by_waves)
        return at;
    kernel->wave_flow_offset = align64(sizeof(struct lanes_strip));
    kernel->wave_splats_offset =
        kernel->wave_flow_offset + align64(2 * (size_t)kernel->flow_limit * sizeof(struct lanes_flow));
    at += kernel->wave_splats_offset + lanes_splat_bytes(kernel, true);
    kernel->touch_offset = at;
    return at + (kernel->touches ? align64(lanes_touch_bytes()) : 0);
}

static void lay_out_scratch(struct lanes_kernel *kernel)
{
    const struct lane_program *program = kernel->program;
    size_t frame_rows = (size_t)program->slot_count[false][false] * kernel->pitch;

    lay_out_strip(kernel);
    kernel->reported_offset = align64(kernel->shared_bytes);
    kernel->group_offset =
        kernel->reported_offset + align64((program->dxbc->instr_count + 31) / 32 * sizeof(uint32_t));
    kernel->frame_offset =
        kernel->group_offset + align64((GROUP_SPLATS + (size_t)program->preamble) * LANE_SPLAT * sizeof(uint32_t));
    kernel->frame_splats_offset = kernel->frame_offset + align64(frame_rows * sizeof(uint32_t));
    kernel->strips_offset =
        lay_out_wave(kernel, kernel->frame_splats_offset + lanes_splat_bytes(kernel, false));
    kernel->scratch_bytes =
        kernel->strips_offset + (program->has_barrier ? kernel->strip_count : 1) * kernel->strip_bytes;
}

/* Rows of a strip that fit a core's nearest caches. */
enum { STRIP_BYTES = 96 * 1024 };

/* As wide as order and caches allow, in waves. */
static uint32_t choose_width(const struct lanes_kernel *kernel, bool wide)
{
    const struct lane_program *program = kernel->program;
    uint32_t rows = program->slot_count[false][false] + program->slot_count[false][true] + 1;
    uint32_t waves = kernel->row_lanes / LANES_WAVE;

    if (!wide)
        return LANES_WAVE;
    if (program->pack > 1)
        return program->strip_lanes < kernel->row_lanes ? program->strip_lanes : kernel->row_lanes;
    if (program->ticket_count) /* the whole group comes to a ticket before it is taken */
        return kernel->row_lanes;
    while (waves > 2 && (size_t)waves * LANES_WAVE * sizeof(uint32_t) * rows > STRIP_BYTES)
        waves = (waves + 1) / 2;
    return waves * LANES_WAVE;
}

/* Waves instead of strips, where an ordered operation stands in a narrow region. */
static uint32_t count_turns(const struct lanes_kernel *kernel)
{
    const struct lane_program *program = kernel->program;

    for (uint32_t i = program->preamble; i < program->instr_count; i++) {
        if (program->instrs[i].flags & LANE_ORDERED && !program->regions[program->instrs[i].region].wide)
            return kernel->row_lanes / LANES_WAVE;
    }
    return kernel->strip_count;
}

/* Some narrow region may well be wide. */
static bool may_hope(const struct lane_program *program)
{
    for (uint32_t i = 0; i < program->region_count; i++) {
        if (program->regions[i].wide_if_stores_apart || program->regions[i].wide_if_waves_apart)
            return true;
    }
    return false;
}

static bool has_narrow_region(const struct lane_program *program)
{
    for (uint32_t i = 0; i < program->region_count; i++) {
        if (!program->regions[i].wide)
            return true;
    }
    return false;
}

static void measure(struct lanes_kernel *kernel, bool wide)
{
    const struct lane_program *program = kernel->program;
    const struct dxbc_program *dxbc = program->dxbc;

    kernel->thread_count = program->group_size[0] * program->group_size[1] * program->group_size[2];
    kernel->row_lanes = (kernel->thread_count + LANES_WAVE - 1) / LANES_WAVE * LANES_WAVE;
    kernel->width = choose_width(kernel, wide);
    kernel->words = kernel->width / LANES_WAVE;
    kernel->strip_count = (kernel->row_lanes + kernel->width - 1) / kernel->width;
    kernel->by_waves = kernel->words > 1 && has_narrow_region(program);
    kernel->pitch = kernel->width + (kernel->by_waves ? LANE_ALIGN / sizeof(uint32_t) : 0);
    kernel->turns = count_turns(kernel);
    for (uint32_t i = 0; i < dxbc->tgsm_count; i++)
        kernel->shared_bytes += dxbc->tgsm[i].size_bytes;
    for (uint32_t i = 0; i < program->resource_count; i++) {
        if (program->resources[i].file == DXBC_FILE_UAV && program->resources[i].slot < KERNEL_UAVS)
            kernel->uavs |= (uint64_t)1 << program->resources[i].slot;
    }
    kernel->first_origin = dxbc_first_instr(dxbc);
    find_limits(kernel);
}

static bool build_hopes(struct lanes_kernel *kernel, struct dxbc_arena *arena)
{
    const struct lane_program *program = kernel->program;

    kernel->hopes = dxbc_arena_alloc(arena, 1, sizeof(*kernel->hopes));
    if (!kernel->hopes)
        return false;
    for (uint32_t i = 0; i < program->region_count; i++)
        kernel->touches |= program->regions[i].wide_if_waves_apart;
    kernel->hopes->met = dxbc_arena_alloc(arena, (size_t)program->region_count * LANES_WATCHES,
                                          sizeof(*kernel->hopes->met));
    return kernel->hopes->met;
}

static bool build(struct lanes_kernel *kernel, const struct lane_program *program, struct dxbc_arena *arena,
                  enum cpu_isa isa, const struct check_kernel_options *watch, bool wide)
{
    kernel->program = program;
    lane_table_init(&kernel->table, isa);
    measure(kernel, wide);
    if (watch && !check_order_threads(kernel, watch, arena))
        return false;
    if (kernel->by_waves && may_hope(program)) {
        if (!build_hopes(kernel, arena))
            return false;
    }
    if (!build_tables(kernel, arena) || !build_steps(kernel, arena))
        return false;
    if (watch && !check_instrument(kernel, watch->kinds, arena))
        return false;
    if (!watch)
        join_doubles(kernel);
    lay_out_scratch(kernel);
    return true;
}

/* Wide where any region is or may well be, for it costs nothing elsewhere; but checks count barriers by
 * strips. */
static bool is_wide(const struct lane_program *program, const struct check_kernel_options *watch)
{
    bool some = false;

    for (uint32_t i = 0; i < program->region_count; i++)
        some |= program->regions[i].wide || program->regions[i].wide_if_stores_apart ||
                program->regions[i].wide_if_waves_apart;
    return watch ? program->wide : some;
}

/* Several groups at once, where that is possible and worth it: lowered once more. */
static enum diag_code create_packed(const struct dxbc_shader *shader, struct dxbc_arena *arena, enum cpu_isa isa,
                                    struct lanes_kernel *kernel, struct lanes_kernel *packed, struct diag *diag)
{
    const struct lane_program *alone = kernel->program;
    uint32_t groups = lane_pack_of(alone);
    struct lane_program *program = NULL;
    enum diag_code code;

    if (groups == 1)
        return DIAG_OK;
    code = lower_program(shader, arena, &program, diag);
    if (code != DIAG_OK)
        return code;
    lane_pack(program, groups);
    if (!program->out_of_memory)
        lane_optimise(program);
    if (!program->out_of_memory)
        lane_pack_in_lockstep(program);
    if (program->out_of_memory || !build(packed, program, arena, isa, NULL, true))
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for the lowered program");
    packed->pack_if_apart = alone->ordered_if_overlapping || alone->wide_if_apart || alone->overlap_shows;
    kernel->packed = packed;
    return DIAG_OK;
}

enum diag_code lanes_create(const struct dxbc_shader *shader, struct dxbc_arena *arena, enum cpu_isa isa,
                            const struct check_kernel_options *watch, struct lanes_kernel **out,
                            struct diag *diag)
{
    struct lanes_kernel *kernel = dxbc_arena_alloc(arena, 3, sizeof(*kernel));
    struct lane_program *program = NULL;
    enum diag_code code;

    if (!kernel)
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for the lowered program");
    code = watch ? lower_program_watched(shader, arena, &program, diag)
                 : lower_program(shader, arena, &program, diag);
    if (code != DIAG_OK)
        return code;
    lane_optimise(program);
    if (program->out_of_memory || !build(&kernel[0], program, arena, isa, watch, is_wide(program, watch)) ||
        (program->wide_if_apart && !build(&kernel[1], program, arena, isa, watch, false)))
        return diag_set(diag, DIAG_NO_MEMORY, 0, DIAG_NO_INSTRUCTION, "no memory for the lowered program");
    if (program->wide_if_apart)
        kernel->narrow = &kernel[1];
    code = watch ? DIAG_OK : create_packed(shader, arena, isa, &kernel[0], &kernel[2], diag);
    if (code != DIAG_OK)
        return code;
    *out = kernel;
    return DIAG_OK;
}

/* Rows of a wave and more are long enough for code; and code runs lanes strip by strip, which lockstep is not. */
const struct lanes_kernel *lanes_for_code(const struct lanes_kernel *kernel)
{
    bool short_rows = kernel->thread_count <= 2 * LANES_WAVE;

    return kernel->packed && short_rows && (kernel->program->wide || kernel->thread_count == 1) ? kernel->packed
                                                                                                : kernel;
}

const struct lane_program *lanes_program(const struct lanes_kernel *kernel)
{
    return kernel->program;
}

size_t lanes_scratch_size(const struct lanes_kernel *kernel)
{
    const struct lanes_kernel *others[] = {kernel->narrow, kernel->packed};
    size_t bytes = kernel->scratch_bytes;

    for (unsigned i = 0; i < 2; i++) {
        if (others[i] && others[i]->scratch_bytes > bytes)
            bytes = others[i]->scratch_bytes;
    }
    return bytes;
}
