/*
 * What generated code and its surroundings agree on: the struct that code sees, and where things stand in
 * scratch memory. Both sides compute the layout from the program; nothing of it is kept with the code.
 *
 *   scratch: shared memory | reported bits | views | samples | rows | wave 0 | wave 1 ...
 *   wave:    head | registers that are handed on: rows, masks | register arrays | frames of subroutines
 *
 * Rows hold 32 lanes; strips that are narrower than a wave use their part. Without barriers the memory of one wave
 * serves all in turn. rows is where operands and results of slow operations stand:
 * one row of 32 lanes each, sources first.
 */
#ifndef KERNELS_JIT_LAYOUT_H
#define KERNELS_JIT_LAYOUT_H

#include "jit_plan.h"
#include "jit_run.h"
#include "jit_views.h"
#include "lane_ir.h"
#include "lanes.h"

enum {
    JIT_ROW = 32,
    JIT_ROW_BYTES = JIT_ROW * (int)sizeof(uint32_t),
    JIT_CALL_DEPTH = LANES_CALL_DEPTH,
    JIT_OPERANDS = 80, /* the most that an instruction has: messages */
};

/* Larger objects go lane by lane: then the addresses of a row that is inside do not come round at 2^32 as long
 * as its lanes are no further apart than JIT_FAR words. */
enum { JIT_FAR = 1 << 20, JIT_MOST_WORDS = (1 << 30) - 4 * JIT_FAR };

struct jit_group;
struct jit_sample;

/* What code calls; by number, so that images need no symbols. */
struct jit_calls {
    /* The body of a node on the lanes, operands in rows. */
    void (*node)(struct jit_group *group, uint32_t instr, uint32_t active);
    /* A lane kernel on rows. */
    void (*op)(struct jit_group *group, uint32_t op, uint32_t sources, uint32_t count);
    /* A SAMPLE_VIEW, which is the number-th of them: operands in rows, then four rows of results. */
    void (*sample)(struct jit_group *group, uint32_t instr, uint32_t number, uint32_t active,
                   uint32_t lanes);
    void (*event)(struct jit_group *group, uint32_t event, uint32_t origin);
    void (*scatter)(uint32_t *words, const uint32_t *rows, uint32_t active);
    /* Which body an fcall runs next, as the LABEL's instruction, or -1: that of the lowest of the lanes that
     * wait. Rows: 0 index, 1 first slot, 2 count of slots; results in row 3: lanes that go on waiting, lanes
     * that run it. */
    int32_t (*body)(struct jit_group *group, uint32_t waiting, uint32_t call_site);
};

struct jit_group {
    const struct jit_calls *calls;
    void (*keep)(void); /* calls and gives back all registers: jit_keep.h */
    const struct bindings *bindings;
    const struct jit_view *views; /* of the program's resources */
    uint8_t *shared, *waves;
    uint32_t *rows;
    const atomic_bool *stop; /* never NULL */
    uint32_t id[3];
    uint32_t packed; /* LANE_PACKED */
    uint32_t stopped_at;
    /* the surroundings' own */
    struct jit_sample *samples;
    struct lanes_group lanes;
    bool keeps_denormals;
};

/* The head of a wave that resumes behind barriers. */
enum { JIT_RESUME_START = 0, JIT_RESUME_DONE = UINT32_MAX };
struct jit_strip {
    uint32_t resume; /* number of the barrier that it stands at, from 1 on */
    uint32_t origin; /* of that barrier */
    uint32_t depth;  /* of subroutine calls */
    uint64_t cycles;
};

struct jit_layout {
    bool looped; /* the plan is */
    uint32_t thread_count, wave_count;
    uint32_t frame_words; /* of one subroutine call */
    size_t reported_offset, views_offset, samples_offset, rows_offset, waves_offset, wave_bytes, scratch_bytes;
    size_t values_offset, masks_offset, arrays_offset, arrays_bytes, frames_offset; /* within a wave */
};

/* Is it one value for all lanes, which stands as a splat? */
static inline bool jit_is_splat(const struct lane_program *program, lane_value value)
{
    return lane_is_constant(value) || program->regs[value].uniform;
}

/* A SAMPLE_VIEW with one view and one sampler for all lanes. */
static inline bool jit_samples_plainly(const struct lane_instr *instr)
{
    return !(instr->flags & (LANE_SLOT | LANE_SAMPLER_SLOT | LANE_UNIFORM));
}
/* Among the program's SAMPLE_VIEWs; of all of them for the program's end. */
uint32_t jit_sample_number(const struct lane_program *program, uint32_t instr);

/* Code of programs that compute on doubles runs with denormals kept, and flushes floats itself; on Arm all code does:
 * that processor's own flushing is not the contract's. */
bool jit_keeps_denormals(const struct lane_program *program, enum cpu_isa isa);

void jit_lay_out(const struct lane_program *program, const struct jit_plan *plan, struct jit_layout *layout);
/* Masks have numbers: those of the strip, then those that constructs keep, and one for each label. */
enum { JIT_EXEC, JIT_ALIVE, JIT_FIRST_MASK, JIT_MASKS = 3 };
uint32_t jit_mask_count(const struct lane_program *program);

#endif
