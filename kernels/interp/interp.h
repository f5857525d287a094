/*
 * Inside the reference interpreter: prepared instructions, the state of a wave, and what its files share.
 *
 * Registers are rows: one 32-bit value for each of the 32 lanes of a wave.
 *
 *   row 0..3   vThreadID.xyz, zeros          row 12..  r0.x r0.y r0.z r0.w r1.x ...
 *   row 4..7   vThreadGroupID.xyz, zeros     then      x0[0].x ... x0[0].w x0[1].x ...
 *   row 8..11  vThreadIDInGroup.xyz, flattened
 *
 * An instruction fetches the rows of its sources, computes whole rows, and writes the lanes that are active.
 * Rows are computed as far as the highest active lane; what inactive lanes compute is thrown away.
 */
#ifndef KERNELS_INTERP_H
#define KERNELS_INTERP_H

#include "interp_kernel.h"
#include "kernel.h"

enum {
    INTERP_LANES = 32,
    INTERP_CALL_DEPTH = 32,

    INTERP_ROW_THREAD_ID = 0,
    INTERP_ROW_ZERO = 3,
    INTERP_ROW_GROUP_ID = 4,
    INTERP_ROW_THREAD_ID_IN_GROUP = 8,
    INTERP_ROW_FLATTENED = 11,
    INTERP_ROW_TEMPS = 12,
};

struct interp_wave;
struct interp_instr;

/* Executes one instruction for the active lanes. wave->pc stands at the next instruction already. */
typedef void interp_run(struct interp_wave *wave, const struct interp_instr *instr);
/* Component-wise arithmetic: n lanes of one component; e is the second result's row. */
typedef void interp_row(uint32_t *restrict d, uint32_t *restrict e, const uint32_t *const *src, uint32_t n);
/* Arithmetic on doubles; sources and results of 32 bits stand in the low half. */
typedef void interp_wide_row(uint64_t *restrict d, const uint64_t (*src)[INTERP_LANES], uint32_t n);

/* ---- prepared instructions ---- */

enum interp_fetch_kind {
    FETCH_ROWS, /* registers of the wave at known places */
    FETCH_IMMEDIATE,
    FETCH_INDEXED, /* x#[computed] */
    FETCH_CONSTANT_BUFFER,
    FETCH_IMMEDIATE_CB,
    FETCH_THIS,
    FETCH_CYCLES,
};

enum interp_type { INTERP_FLOAT, INTERP_INT, INTERP_DOUBLE };

struct interp_source;

/* imm + relative, 32 bits, wraps; relative may be NULL. */
struct interp_index {
    uint32_t imm;
    const struct interp_source *relative;
};

struct interp_source {
    uint8_t fetch;         /* enum interp_fetch_kind */
    uint8_t modifier;      /* DXBC_MOD_*; immediates have theirs applied already */
    uint8_t modifier_type; /* enum interp_type; modifiers of doubles are left to the reader of pairs */
    uint8_t swizzle[4];
    uint32_t first_row; /* ROWS, INDEXED */
    uint32_t count;     /* INDEXED: vectors */
    union {
        uint32_t imm[4];
        struct interp_index index[2]; /* CONSTANT_BUFFER: slot, vector; others: [0] is the vector */
    };
};

struct interp_dest {
    uint8_t mask; /* 0: null, or outside its x# */
    bool indexed;
    uint32_t first_row;
    uint32_t count; /* indexed: vectors */
    struct interp_index index;
};

/* A t#, u# or g#. */
struct interp_resource {
    uint8_t file;      /* DXBC_FILE_RESOURCE, _UAV, _TGSM */
    uint8_t view_kind; /* t#, u#: enum kernel_view_kind that the instruction needs; NONE: none can fit */
    uint8_t dimension; /* textures: enum dxbc_dimension as declared */
    bool any_view;     /* what is declared is not known: whatever view the opcode can work on */
    uint8_t swizzle[4];
    struct interp_index slot;           /* t#, u# */
    bool structured;                    /* g# */
    uint32_t stride;                    /* structured: as declared */
    uint32_t count, offset, size_bytes; /* g# */
};

/* An s#. */
struct interp_sampler {
    struct interp_index slot;
    uint8_t component; /* of gather4: what the operand selects */
};

struct interp_instr {
    interp_run *run;
    interp_row *row;           /* ARITH, DOT */
    interp_wide_row *wide_row; /* DOUBLE */
    const struct dxbc_instr *dx;
    const struct interp_dest *dst;
    const struct interp_source *src;
    const struct interp_resource *resource; /* NULL: none */
    const struct interp_sampler *sampler;   /* NULL: none */
    uint8_t dst_count, src_count;
    uint8_t cost; /* what it adds to the cycle counter */
};

struct interp_kernel {
    const struct dxbc_program *program;
    uint32_t instr_count;
    struct interp_instr *instrs;
    uint32_t thread_count, wave_count;
    uint32_t row_count; /* of one wave */
    uint32_t flow_limit, switch_limit;
    bool has_barrier; /* otherwise one wave's state serves all of them */
    uint32_t shared_bytes;
    size_t reported_offset, waves_offset, wave_bytes, scratch_bytes; /* scratch: g#, reported bits, waves */
    struct interp_source *sources;
    struct interp_dest *dests;
    struct interp_resource *resources;
    struct interp_sampler *samplers;
};

/* ---- a group runs ---- */

enum interp_state { WAVE_RUNNING, WAVE_AT_BARRIER, WAVE_DONE, WAVE_STOPPED };

enum interp_flow_kind { FLOW_IF, FLOW_LOOP, FLOW_SWITCH, FLOW_CALL };

/* One open construct. A lane that leaves for good (break, continue, ret) is taken out of everything above the
 * construct that it leaves. */
struct interp_flow {
    uint8_t kind;   /* enum interp_flow_kind */
    uint32_t outer; /* lanes that go on behind the construct */
    uint32_t lanes; /* IF: wait for the false side; LOOP: go round; SWITCH: wait for their label;
                       CALL: wait for a call of their own (fcall) */
    uint32_t pc;    /* IF: its else or endif; LOOP: its endloop; SWITCH: the next label or endswitch;
                       CALL: the call */
};

struct interp_group {
    const struct interp_kernel *kernel;
    const struct kernel_dispatch *dispatch;
    uint32_t id[3];
    uint8_t *shared;
    uint32_t *reported; /* one bit for each instruction: an event of it was reported */
};

struct interp_wave {
    struct interp_group *group;
    const struct interp_kernel *kernel;
    uint32_t pc;
    uint32_t exec;  /* active lanes */
    uint32_t alive; /* lanes that have not ended */
    enum interp_state state;
    uint32_t flow_depth, switch_depth, call_depth;
    uint32_t budget; /* instructions until the next look at dispatch->stop */
    uint32_t stopped_at;
    uint64_t cycles;
    struct interp_flow *flow;
    uint32_t (*labels)[INTERP_LANES]; /* one row for each open switch: the label each lane waits for */
    uint32_t *rows;
};

/* The rows of one source; row[i] belongs to component i of the result. */
struct interp_rows {
    const uint32_t *row[4];
    uint32_t data[4][INTERP_LANES];
};

static inline uint32_t *interp_row_at(const struct interp_wave *wave, uint32_t row)
{
    return wave->rows + (size_t)row * INTERP_LANES;
}

/* How many lanes a row has to be computed for. At least one lane is active. */
static inline uint32_t interp_span(const struct interp_wave *wave)
{
    return 32 - (uint32_t)__builtin_clz(wave->exec);
}

static inline uint32_t interp_instr_index(const struct interp_wave *wave, const struct interp_instr *instr)
{
    return (uint32_t)(instr - wave->kernel->instrs);
}

/* Iterates over the lanes of a mask in ascending order. */
#define INTERP_FOR_EACH_LANE(lane, mask)                                                                     \
    for (uint32_t rest_ = (mask), lane; rest_ && (lane = (uint32_t)__builtin_ctz(rest_), true);              \
         rest_ &= rest_ - 1)

/* Rows for the components in the mask. */
void interp_fetch(const struct interp_wave *wave, const struct interp_source *source, unsigned components,
                  struct interp_rows *rows);
/* One value for each lane: component x of the source (all components of a scalar source are alike). */
const uint32_t *interp_fetch_scalar(const struct interp_wave *wave, const struct interp_source *source,
                                    struct interp_rows *rows);
/* imm + relative for each lane into row. */
void interp_fetch_index(const struct interp_wave *wave, const struct interp_index *index,
                        uint32_t row[INTERP_LANES]);

/* Where an instruction's result goes. The index of an x#[computed] counts as a source: interp_open_dest has
 * to come before the first write. */
struct interp_target {
    const struct interp_dest *dest;
    uint32_t index[INTERP_LANES];
};
void interp_open_dest(const struct interp_wave *wave, const struct interp_dest *dest,
                      struct interp_target *target);
void interp_write(struct interp_wave *wave, const struct interp_target *target, unsigned component,
                  const uint32_t *row);

/* Lanes whose condition holds: the source's bits are zero or not, as the instruction tests. */
uint32_t interp_condition(const struct interp_wave *wave, const struct interp_instr *instr,
                          const struct interp_source *source);
/* With no lane active: goes on where the next lanes wait; ends the wave when there are none. */
void interp_wake(struct interp_wave *wave);
/* Ends the lanes. */
void interp_end_lanes(struct interp_wave *wave, uint32_t lanes);
/* Looks at dispatch->stop; when it is set the wave stops, at pc. */
void interp_poll(struct interp_wave *wave, uint32_t pc);
/* At most once for each instruction and group. */
void interp_event(struct interp_wave *wave, enum kernel_event event, uint32_t instr);

/* interp_trace.c: runs the instruction and tells dispatch->observer of it when it concerns its thread. */
void interp_observe(struct interp_wave *wave, const struct interp_instr *instr);

/* Bodies, one table for each family, indexed by opcode. A missing body does not compile. */
extern interp_row *const interp_alu_rows[DXBC_OP_COUNT];
extern interp_wide_row *const interp_double_rows[DXBC_OP_COUNT];
extern interp_run *const interp_memory_runs[DXBC_OP_COUNT];
extern interp_run *const interp_query_runs[DXBC_OP_COUNT];
extern interp_run *const interp_sample_runs[DXBC_OP_COUNT];
extern interp_run *const interp_flow_runs[DXBC_OP_COUNT];
interp_run interp_run_arith, interp_run_dot, interp_run_double, interp_run_message, interp_run_nothing;

/* Rows of memory components to the registers of an instruction: the resource's swizzle, then the mask. The status
 * of a mapped access, where it is asked for, is 1. */
void interp_write_loaded(struct interp_wave *wave, const struct interp_instr *instr,
                         const uint32_t memory[4][INTERP_LANES]);

/* Whether an opcode can work on views of this kind: ld_raw wants a raw buffer and so on. */
bool interp_fits(uint16_t opcode, enum kernel_view_kind kind);
/* The view in the slot of instr->resource for a lane, an empty one for empty slots and views of the wrong
 * kind. */
const struct kernel_view *interp_view(struct interp_wave *wave, const struct interp_instr *instr,
                                      uint32_t slot);

#endif
