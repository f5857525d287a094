/*
 * Inside the lane executor: prepared steps, the state of a strip, and what its files share.
 *
 * A strip is a row of lanes that runs together: one wave of 32, or more when there is a region where nobody can
 * see the order of waves; in the other regions the waves of such a strip run one after another
 * (lanes_waves.c). Values live in these places, and an operand is a place and an offset in words:
 *
 *   CONSTANTS   splats of the program's constants             (of the kernel)
 *   THREADS     rows of thread numbers within the group       (of the kernel; a strip looks at its part)
 *   GROUP       splats that are the same for the whole group: group ids, what the preamble loads
 *   FRAME       rows that do not live across a barrier: one frame serves all strips; FRAME_SPLATS
 *   STRIP       rows that do, thread ids, register arrays: each strip has its own; STRIP_SPLATS
 *
 * Without barriers there is one strip state, which serves all strips in turn.
 */
#ifndef KERNELS_LANES_H
#define KERNELS_LANES_H

#include <stdatomic.h>

#include "lane_ir.h"
#include "lanes_kernel.h"

enum {
    LANES_WAVE = 32,
    LANES_MAX_WORDS = 32, /* waves of a strip: the largest group has 1024 threads */
    LANES_MAX_LANES = LANES_WAVE * LANES_MAX_WORDS,
    LANES_CALL_DEPTH = 32,
    LANES_SPANS = 32,
};

enum lanes_base {
    LANES_CONSTANTS,
    LANES_THREADS,
    LANES_GROUP,
    LANES_FRAME,
    LANES_FRAME_SPLATS,
    LANES_STRIP,
    LANES_STRIP_SPLATS,
    LANES_BASES
};

struct lanes_place {
    uint32_t base;   /* enum lanes_base */
    uint32_t offset; /* words */
    size_t step;     /* SIZE_MAX: a row; 0: a splat */
};

struct lanes_strip;
struct lanes_step;
typedef void lanes_exec(struct lanes_strip *strip, const struct lanes_step *step);

struct lanes_step {
    lanes_exec *exec;
    lane_run *run, *masked; /* operations; uniform ones have the reference in run */
    const struct lane_instr *ir;
    const struct lanes_place *dst, *src;
    uint32_t more; /* lanes_run_doubles: steps behind it that run under the same mode */
};

/* What is watched in a narrow region that runs wide: see lanes_apart.c and lanes_touch.c. */
enum lanes_watch { LANES_WATCH_NOTHING, LANES_WATCH_STORES, LANES_WATCH_WAVES, LANES_WATCHES };

/* Groups that ran narrow regions wide, in hope, and for each region and way to watch it those where that failed. */
struct lanes_hopes {
    atomic_uint tried, *met; /* [region * LANES_WATCHES + enum lanes_watch] */
};

struct lanes_touch;

struct lanes_kernel {
    const struct lane_program *program;
    lanes_exec **unwatched;   /* of checked kernels: the bodies that watching ones go on with */
    const uint16_t *thread_of; /* position in the group -> thread, NULL: the same (checks run other orders) */
    const struct lanes_kernel
        *narrow; /* the same with strips of one wave, for views that overlap; NULL: not needed */
    const struct lanes_kernel *packed; /* several groups at once; NULL: they go one by one */
    bool pack_if_apart;                /* of the packed one: only while views do not overlap */
    struct lane_table table;
    struct lanes_step *steps;
    uint32_t step_count;
    uint32_t thread_count, row_lanes; /* of a group; of all its strips together */
    uint32_t width, strip_count;      /* lanes of a strip */
    uint32_t words;                   /* width / 32 */
    uint32_t pitch; /* words from row to row: where waves run alone their parts must not share sets of a cache */
    bool by_waves;                    /* in narrow regions the waves of a strip run one after another */
    struct lanes_hopes *hopes;        /* NULL: narrow regions are narrow; see lanes_apart.c */
    bool touches;                     /* there are regions whose waves are watched */
    uint32_t turns; /* strips or waves, whatever comes to an ordered operation one after another */
    uint32_t *constants, *threads;
    struct lanes_place *regs; /* of registers */
    uint32_t *array_offset;   /* of arrays, in words from the strip's rows */
    uint32_t array_words;     /* of all arrays together; they stand last */
    uint32_t array_start;
    bool thread_id_used[3];
    uint64_t uavs;         /* bits: slots of u# that are used */
    bool straight;         /* nothing in it looks at the stop flag: the beginning does */
    uint32_t first_origin; /* the first DXBC instruction that is no declaration */
    uint32_t flow_limit, switch_limit;
    uint32_t shared_bytes;
    size_t reported_offset, group_offset, frame_offset, frame_splats_offset, strips_offset, strip_bytes,
        scratch_bytes;
    size_t touch_offset;
    size_t wave_offset, wave_flow_offset, wave_splats_offset; /* one wave of a strip runs: lanes_waves.c */
    size_t flow_offset, masks_offset, labels_offset, splats_offset, rows_offset; /* within a strip */
};

/* ---- a group runs ---- */

enum lanes_state { STRIP_RUNNING, STRIP_AT_BARRIER, STRIP_DONE, STRIP_STOPPED };

enum lanes_flow_kind { LANES_IF, LANES_LOOP, LANES_SWITCH, LANES_CALL };

/* One open construct; its two masks stand in the strip's list: lanes that go on behind it, and lanes that
 * wait for its other parts (IF: the false side; LOOP: go round; SWITCH: wait for their label; CALL: for a
 * call of their own). */
struct lanes_flow {
    uint32_t kind;
    uint32_t pc; /* IF: its else or endif; LOOP: its endloop; SWITCH: the next label or end; CALL: the call */
};

/* Words that an instruction has stored to. */
struct lanes_span {
    const struct lane_instr *ir;
    const uint32_t *from, *to;
};

struct lanes_group {
    const struct lanes_kernel *kernel;
    const struct kernel_dispatch *dispatch;
    uint32_t id[3];
    uint32_t packed; /* LANE_PACKED */
    uint8_t *shared;
    uint32_t *reported;  /* one bit for each DXBC instruction: an event of it was reported */
    unsigned float_mode; /* the caller's; callbacks run under it */
    uint32_t taken;      /* bits: tickets */
    uint32_t passed[KERNEL_TICKETS]; /* bits: waves that want the ticket no more */
    bool hopes, met;                 /* may run narrow regions wide; that has failed */
    bool has_written;                /* to u# */
    uint32_t met_hope; /* index into met */
    struct lanes_touch *touch;
    uint16_t pass; /* of touch */
    uint32_t span_count;
    struct lanes_span spans[LANES_SPANS];
};

struct lanes_strip {
    struct lanes_group *group;
    const struct lanes_kernel *kernel;
    uint32_t *base[LANES_BASES];
    uint32_t pc;
    uint32_t words; /* waves of this strip: the last one may be shorter */
    uint32_t first_thread;
    enum lanes_state state;
    uint32_t low, high; /* waves with active lanes lie in [low, high) */
    bool full;          /* all lanes that are alive are active */
    bool every;         /* all lanes of all waves are active */
    bool has_stored, has_written; /* since the last barrier, where waves are watched; the latter: to u# */
    enum lanes_watch watch;
    uint32_t flow_depth, switch_depth, call_depth;
    uint32_t stopped_at; /* DXBC instruction */
    uint64_t cycles;
    struct lanes_flow *flow;
    uint32_t *masks;
    uint32_t *labels;
    uint32_t exec[LANES_MAX_WORDS], alive[LANES_MAX_WORDS];
};

static inline uint32_t *lanes_at(const struct lanes_strip *strip, const struct lanes_place *place)
{
    return strip->base[place->base] + place->offset;
}

static inline uint32_t lanes_value(const struct lanes_strip *strip, const struct lanes_place *place,
                                   uint32_t lane)
{
    return lanes_at(strip, place)[lane & place->step];
}

/* The flattened number of the thread at a lane's place in its group. */
static inline uint32_t lanes_thread_at(const struct lanes_kernel *kernel, uint32_t position)
{
    return kernel->thread_of ? kernel->thread_of[position] : position;
}

/* Does the view show what the shader declares? */
bool lanes_view_fits(const struct kernel_view *view, const struct lane_resource *resource);

/* Iterates over the active lanes in ascending order. */
#define LANES_FOR_EACH(lane, strip)                                                                          \
    for (uint32_t word_ = (strip)->low; word_ < (strip)->high; word_++)                                      \
        for (uint32_t rest_ = (strip)->exec[word_], lane;                                                    \
             rest_ && (lane = word_ * LANES_WAVE + (uint32_t)__builtin_ctz(rest_), true);                    \
             rest_ &= rest_ - 1)

/* Runs a statement for lane 0 of a uniform instruction, or for each active lane. */
#define LANES_FOR_EACH_OF(lane, strip, step)                                                                 \
    for (uint32_t word_ = (strip)->low, end_ = (step)->ir->flags & LANE_UNIFORM ? word_ + 1 : (strip)->high; \
         word_ < end_; word_++)                                                                              \
        for (uint32_t uniform_ = (step)->ir->flags & LANE_UNIFORM, lane,                                     \
                      rest_ = uniform_ ? 1 : (strip)->exec[word_];                                           \
             rest_ && (lane = uniform_ ? 0 : word_ * LANES_WAVE + (uint32_t)__builtin_ctz(rest_), true);     \
             rest_ &= rest_ - 1)

/* Writes row[lane] of the active lanes; a splat takes that of lane 0 of the buffer. */
void lanes_write(struct lanes_strip *strip, const struct lanes_place *dst, const uint32_t *row);
void lanes_splat(uint32_t *to, uint32_t value);
/* Runs until the strip stands at a barrier, is done or was stopped. */
void lanes_run_strip(struct lanes_strip *strip);
/* The same, wave after wave; room: what the kernel's scratch holds from wave_offset on. */
void lanes_run_waves(struct lanes_strip *strip, uint8_t *room);
/* lanes_prepare.c. Bytes of the splats of registers, of those that cross regions or of the others. */
size_t lanes_splat_bytes(const struct lanes_kernel *kernel, bool crosses);
/* lanes_apart.c. What to watch while the narrow region where the strip stands runs wide; NOTHING: it had better run
 * by waves. And what came of all that in a group. */
enum lanes_watch lanes_hope(const struct lanes_strip *strip);
void lanes_note_hopes(const struct lanes_group *group);
/* Two waves have met, or may have: the strip stops, and the group will be run anew. */
void lanes_meet(struct lanes_strip *strip);
/* A store to words [from, to). True: they meet others that the strip has stored to, and it stops. */
bool lanes_meets(struct lanes_strip *strip, const struct lanes_step *step, const uint32_t *from,
                 const uint32_t *to);
/* The same for a store to words that nobody knows. */
bool lanes_give_up(struct lanes_strip *strip, const struct lanes_step *step);
/* lanes_touch.c: a region begins whose waves are watched. */
size_t lanes_touch_bytes(void);
void lanes_touch_begin(struct lanes_group *group, struct lanes_touch *touch);
/* Before a load, a store, anything else that writes to u#. True: waves meet, and the strip stops. */
bool lanes_load_meets(struct lanes_strip *strip, const struct lanes_step *step);
bool lanes_store_meets(struct lanes_strip *strip, const struct lanes_step *step);
bool lanes_write_meets(struct lanes_strip *strip, const struct lanes_step *step);
/* Follows a change of exec: with no lane active, goes on where the next lanes wait, or ends the strip. */
void lanes_settle(struct lanes_strip *strip);
/* Looks at dispatch->stop; when it is set the strip stops at the DXBC instruction. */
void lanes_poll(struct lanes_strip *strip, uint32_t origin);
/* Before an ordered operation: its group's ticket, when it has not got it yet. False: the strip stops instead.
 */
bool lanes_take_ticket(struct lanes_strip *strip, const struct lanes_step *step);
/* At most once for each instruction and group. */
void lanes_event(struct lanes_strip *strip, enum kernel_event event, uint32_t origin);

/* Buffers of one 32-bit word an element, which loads and stores move as it is. */
bool lanes_is_word_buffer(const struct kernel_view *view);
/* The coordinate in a lane's address vector: axes, then the slice; mips and samples are the caller's. */
struct texel_coord lanes_coord_of(const struct lanes_strip *strip, const struct lanes_step *step,
                                  uint8_t dimension, uint32_t lane);
/* The label that a lane calls through its interface slot; DXBC_NO_TARGET when nothing is bound there. */
int32_t lanes_body_of(const struct lanes_group *group, uint32_t slot, uint32_t call_site);
/* How many groups, of those from `group` on that are left, the program runs at once. */
uint32_t lanes_pack_at(const struct lane_program *program, const struct kernel_dispatch *dispatch,
                       const uint32_t group[3], uint64_t left);
/* May the packed kernel run with these bindings? */
bool lanes_may_pack(const struct lanes_kernel *packed, const struct bindings *bindings);
/* Views share memory, and strips wider than a wave would show it. */
bool lanes_must_be_narrow(const struct lanes_kernel *kernel, const struct bindings *bindings);
/* Do any two of the views that the shader uses share memory, or a counter? */
bool lanes_views_overlap(const struct lanes_kernel *kernel, const struct bindings *bindings);

/* The view of a memory instruction: the one of all lanes, NULL when slots may differ; that of a lane, given the
 * former. An empty one for empty slots and views that do not fit; these are reported. */
const struct kernel_view *lanes_common_view(struct lanes_strip *strip, const struct lanes_step *step);
const struct kernel_view *lanes_view_of(struct lanes_strip *strip, const struct lanes_step *step,
                                        const struct kernel_view *common, uint32_t lane);

/* Floating-point mode of the lanes: FTZ and DAZ on x86. Entering returns the mode to go back to. */
unsigned lanes_enter_float_mode(void);
void lanes_keep_denormals(void); /* within it, until it is entered again */
void lanes_leave_float_mode(unsigned mode);

/* Bodies of operations: for the active part of rows, under the mask, once for all lanes. */
lanes_exec lanes_run_row, lanes_run_masked, lanes_run_uniform;
/* This step and more, with denormals kept for all of them. */
lanes_exec lanes_run_doubles;
/* Bodies of nodes; a missing one does not link. */
#define NODE(name, text) lanes_exec lanes_##name;
LANE_NODES(NODE)
#undef NODE

#endif
