/*
 * Inside the checks: shadow cells, the state of a dispatch that is watched, and what the files share.
 *
 * Time is counted in segments: each group takes numbers of its own, one for each stretch between two
 * barriers. A slot of a cell says who was there: segment << 32 | instruction << 10 | position, position being
 * the lane's place in the group. As groups run one after another, numbers before the running group's first
 * belong to other groups, and those before the dispatch's first to the past: shadow memory is never cleared.
 */
#ifndef KERNELS_CHECK_STATE_H
#define KERNELS_CHECK_STATE_H

#include "check.h"
#include "lanes.h"

enum {
    CHECK_PAGE_CELLS = 1024,
    CHECK_POSITION_BITS = 10,
    CHECK_POSITIONS = 1 << CHECK_POSITION_BITS,
    CHECK_INSTRUCTIONS = 1 << (32 - CHECK_POSITION_BITS),
    CHECK_TRACE_EPOCHS = 16, /* barriers that traces tell apart */
};

/* The last access of each sort, and of atomics and reads another one that is not ordered with it. */
struct check_cell {
    uint64_t write, atomic, other_atomic, read, other_read;
};

struct check_memory {
    struct check *check;
    struct check_memory *next, **link; /* of all that the check has */
    uint64_t object;
    uint8_t *data;
    uint64_t size_bytes;
    uint32_t shift; /* a cell stands for 1 << shift bytes */
    uint64_t page_count;
    struct check_cell **pages;
    uint64_t *written;          /* a bit for each 4 bytes, NULL: all are */
    struct check_memory *whole; /* of a part's: the memory that it stands for, which has the bits */
    uint64_t *written_before;   /* while parts are out: what to go back to */
};

struct check_trace {
    uint32_t instr_count;
    uint64_t *sums; /* [barriers passed][instruction] */
};

/* What counts up and down through one u# of the running dispatch. */
struct check_counter {
    uint32_t instruction[2]; /* alloc, consume: the first, or CHECK_NO_INSTRUCTION */
    struct check_actor actor[2];
};

struct check {
    struct check *whole; /* of a part */
    bool failed;         /* memory was short, or a part met another one */
    struct check_options options;
    uint64_t memory_used;
    struct check_memory *memories;

    /* findings, and an open hash table of their numbers + 1 */
    uint32_t finding_count, finding_room, table_size;
    struct check_finding *findings;
    uint32_t *table;

    /* the dispatch */
    const struct kernel *kernel;
    const struct lanes_kernel *lanes;
    uint64_t shader;
    const struct check_slots *slots;
    uint32_t dispatch_first;
    uint32_t group_number, group_room; /* groups so far */
    struct check_group {
        uint32_t first; /* its first segment */
        uint32_t id[3];
    } * groups;
    struct check_memory *shared;
    struct check_counter counters[KERNEL_UAVS];
    uint32_t *array_stamps; /* of x#: the group that wrote [word][position] */
    bool incomplete;
    struct check_memory *watched; /* bytes [watch_from, watch_to) */
    uint64_t watch_from, watch_to;

    /* the group */
    uint32_t group_first, next_segment;
    uint32_t passed[LANES_MAX_WORDS]; /* barriers, by the strip's first wave */
    uint32_t last_barrier;            /* instruction */
    struct check_trace *trace;
    uint64_t group_linear;
    uint32_t group_findings;
    const struct kernel_dispatch *dispatch; /* the caller's */
};

static inline uint32_t check_segment_of(uint64_t slot)
{
    return (uint32_t)(slot >> 32);
}

static inline uint32_t check_instruction_of(uint64_t slot)
{
    return (uint32_t)slot >> CHECK_POSITION_BITS;
}

static inline uint32_t check_position_of(uint64_t slot)
{
    return (uint32_t)slot & (CHECK_POSITIONS - 1);
}

static inline bool check_wants(const struct check *check, enum check_kind kind)
{
    return check->options.kinds & CHECK_BIT(kind);
}

/* Slots of the dispatch that runs, not of those before. */
static inline bool check_is_live(const struct check *check, uint64_t slot)
{
    return check_segment_of(slot) >= check->dispatch_first;
}

bool check_make_stamps(struct check *check); /* for the kernel's arrays; false without memory */
/* Counts the finding `count` times more. */
void check_add_counted(struct check *check, const struct check_finding *finding, uint64_t count);
/* Who: of a slot. */
struct check_actor check_actor_of(const struct check *check, uint64_t slot, enum check_access access);
/* The page that holds an offset, made when needed; NULL when memory is short, which is noted. */
struct check_cell *check_page(struct check_memory *memory, uint64_t page);
/* Cells of 1 << shift bytes from now on. False without memory. */
bool check_memory_set_shift(struct check_memory *memory, uint32_t shift);
/* Marks bytes as written. */
static inline void check_mark(struct check_memory *memory, uint64_t offset, uint64_t size_bytes)
{
    if (memory->written)
        check_memory_written(memory, offset, size_bytes);
}

/* ---- one access, as a step sees it ---- */

struct check_access_at {
    struct check *check;
    struct lanes_strip *strip;
    const struct lanes_step *step;
    struct check_memory *memory; /* NULL: not watched */
    uint64_t me;                 /* the slot of lane 0 */
    enum check_access access;
    uint8_t file;
    uint32_t slot;
    uint64_t view_offset;
    uint32_t stride;
    uint32_t first_value; /* stores and atomics: the first source that is a value */
    /* Stores: does the lane write what `other` writes there in this very step, or, when that is LANE_NONE or
     * goes elsewhere, what stands in memory? */
    bool (*same)(const struct check_access_at *at, uint32_t lane, uint32_t other, uint64_t offset,
                 uint32_t part);
};

static inline struct check *check_of(const struct lanes_strip *strip)
{
    return strip->group->dispatch->check;
}

static inline uint32_t check_wave(const struct lanes_strip *strip)
{
    return strip->first_thread / LANES_WAVE;
}

static inline const struct lane_resource *check_resource(const struct check_access_at *at)
{
    return &at->strip->kernel->program->resources[at->step->ir->resource];
}

struct check_lanes {
    uint32_t count;
    uint16_t lane[LANES_MAX_LANES];
};
/* The active lanes; alike: of those that do the same, the first and the last. */
void check_list_lanes(const struct lanes_strip *strip, bool alike, struct check_lanes *list);
/* Are the first `count` sources the same for all lanes, and the slot? */
bool check_alike(const struct lanes_step *step, uint32_t count);
void check_open(struct check_access_at *at, struct lanes_strip *strip, const struct lanes_step *step,
                enum check_access access);
/* The view of a lane, with the memory behind it; NULL when there is nothing to look at: an empty slot is
 * told, views that do not fit are the body's to tell. Not for shared memory. */
const struct kernel_view *check_view_of(struct check_access_at *at, uint32_t lane);
/* Is one view enough for all lanes? Then it is opened here. False: nothing to look at. */
bool check_common_view(struct check_access_at *at, uint32_t lane, const struct kernel_view **view,
                       bool *common);
/* What was asked for: element, limit and values as findings have them. */
struct check_asked {
    uint64_t offset, element, limit;
    uint32_t values[2];
};
void check_outside(const struct check_access_at *at, uint32_t lane, const struct check_asked *asked);

/* check_sample.c, check_registers.c: what a step does, before it does it */
void check_sample(struct lanes_strip *strip, const struct lanes_step *step);
void check_query(struct lanes_strip *strip, const struct lanes_step *step);
void check_array(struct lanes_strip *strip, const struct lanes_step *step, bool store);

/* A lane accesses size bytes; part: which word of the access it is. */
void check_record(const struct check_access_at *at, uint32_t lane, uint64_t offset, uint32_t size,
                  uint32_t part);
/* The finding of an access, with its second side filled in. */
struct check_finding check_describe(const struct check_access_at *at, enum check_kind kind, uint32_t lane);

const struct lanes_kernel *kernel_lanes(const struct kernel *kernel); /* kernel.c */

/* Bodies that watch, in place of those of lanes.h: they tell the check and go on with the body proper. */
lanes_exec *check_numbers_body(const struct lane_instr *instr); /* NULL: nothing to watch */
/* The kernel's thread_of. False without memory. */
bool check_order_threads(struct lanes_kernel *kernel, const struct check_kernel_options *options,
                         struct dxbc_arena *arena);
bool check_instrument(struct lanes_kernel *kernel, uint32_t kinds, struct dxbc_arena *arena);

#endif
