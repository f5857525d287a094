/*
 * Checks: what the threads of a dispatch do to memory, watched while it runs on the lanes.
 *
 * A kernel made by kernel_create_checked() has steps that tell a struct check of every access. The check
 * keeps shadow memory for each object (a resource, the group's shared memory) and turns what does not hold
 * into findings, one for each kind, pair of instructions and object, with a count. It knows objects by the
 * caller's numbers, instructions by their ordinal.
 *
 * Two accesses are ordered when one thread makes both, or threads of one group with a barrier between them.
 *
 * Findings do not depend on the machine: they are those of groups that run one after another. Groups may run
 * side by side, each worker on a part of the check with shadow memory of its own. Where those parts do not
 * meet (no group touches what another one writes), what they saw is the same, and is put together at the end;
 * where they do, it is thrown away, and the dispatch runs again in one piece.
 *
 * Memory: 40 bytes for each 4 bytes of an object in pages that hold 4 KiB of it (1 KiB or 2 KiB of it where
 * views have elements of 1 or 2 bytes), made when first touched, within check_options.memory_bytes.
 */
#ifndef KERNELS_CHECK_H
#define KERNELS_CHECK_H

#include "kernel.h"

enum check_kind {
#define CHECK_KIND(name, text, level, on, sentence) CHECK_##name,
#include "check_kinds.def"
#undef CHECK_KIND
    CHECK_KIND_COUNT
};
enum check_level { CHECK_LEVEL_NOTE, CHECK_LEVEL_WARNING, CHECK_LEVEL_ERROR };

struct check_kind_info {
    const char *text, *sentence;
    enum check_level level;
    bool on;
};
const struct check_kind_info *check_kind_info(enum check_kind kind);
#define CHECK_BIT(kind) ((uint32_t)1 << (kind))
/* Those that are on unless somebody says otherwise. */
uint32_t check_kinds_by_default(void);
/* CHECK_KIND_COUNT when there is none of that name; length: of text. */
enum check_kind check_kind_by_text(const char *text, size_t length);

enum check_access { CHECK_NO_ACCESS, CHECK_READ, CHECK_WRITE, CHECK_ATOMIC };
#define CHECK_NO_INSTRUCTION UINT32_MAX

/* One side of a finding. */
struct check_actor {
    uint32_t instruction; /* CHECK_NO_INSTRUCTION: this side is not there */
    uint32_t group[3], thread[3];
    uint8_t access; /* enum check_access */
};

struct check_finding {
    uint8_t kind; /* enum check_kind */
    uint8_t file; /* enum dxbc_file of the register that the access goes through */
    uint32_t slot;
    uint64_t shader, object;          /* the caller's numbers; object 0: none, or shared memory */
    struct check_actor first, second; /* second: the access that showed it */
    uint64_t offset; /* bytes from the start of the object or shared memory; what was asked when outside */
    uint64_t view_offset;    /* where the view, or the g#, starts there */
    uint64_t element, limit; /* outside: the element or coordinate asked for, or 0, and what there is */
    uint32_t stride;         /* bytes of an element, 0 for raw memory */
    uint32_t values[2];      /* register-index: the index; counters: the value; outside a texture: enum
                                texel_axis, and the mip asked for; incomplete: was it the limit? */
    uint64_t count;
    uint64_t when; /* in which group and where in it: what is smaller came first */
};

struct check;
struct check_memory;

struct check_options {
    uint32_t kinds; /* CHECK_BIT of each */
    uint64_t memory_bytes;
    /* Told of every write to element watch_element of u#watch_slot, in order. May be NULL. */
    void (*watch)(void *user, const struct check_actor *actor, uint64_t offset, uint32_t bits);
    void *watch_user;
    uint32_t watch_slot;
    uint64_t watch_element;
};

/* NULL without memory. */
struct check *check_create(const struct check_options *options);
void check_destroy(struct check *check);

/* Shadow of an object that lives at data; written: all of it holds something. NULL without memory. */
struct check_memory *check_memory_create(struct check *check, uint64_t object, uint8_t *data,
                                         uint64_t size_bytes, bool written);
void check_memory_destroy(struct check_memory *memory);
uint64_t check_memory_object(const struct check_memory *memory); /* 0 for NULL */
/* Somebody other than a checked dispatch writes there. */
void check_memory_written(struct check_memory *memory, uint64_t offset, uint64_t size_bytes);
/* Is there a byte that nobody has written? */
bool check_memory_unwritten(const struct check_memory *memory, uint64_t offset, uint64_t size_bytes);

/* The order of a group's threads; other orders than ascending show what depends on it. */
enum check_thread_order { CHECK_ASCENDING, CHECK_DESCENDING, CHECK_SHUFFLED };
struct check_kernel_options {
    uint32_t kinds; /* what the kernel watches for */
    enum check_thread_order order;
    uint64_t seed; /* SHUFFLED */
};
/* A kernel for check_run_group only. */
enum diag_code kernel_create_checked(const struct dxbc_shader *shader,
                                     const struct check_kernel_options *options, struct kernel **out,
                                     struct diag *diag);

/* What is bound, by slot; NULL: not watched. */
struct check_slots {
    struct check_memory *resources[KERNEL_RESOURCES], *uavs[KERNEL_UAVS];
};

/* Sums over what each instruction read from memory: equal when all threads read the same, in whatever order.
 * first_difference: the first instruction, by barriers passed and then by ordinal, that read something else.
 */
struct check_trace;
struct check_trace *check_trace_create(const struct kernel *kernel); /* NULL without memory */
void check_trace_destroy(struct check_trace *trace);
void check_trace_clear(struct check_trace *trace);
uint32_t check_trace_first_difference(const struct check_trace *a, const struct check_trace *b);

/* A dispatch begins; what is passed has to live until it ends. slots NULL: nothing is watched; trace NULL:
 * nothing is summed up. False without memory. */
bool check_begin(struct check *check, const struct kernel *kernel, uint64_t shader,
                 const struct check_slots *slots, const struct bindings *bindings, struct check_trace *trace);
/* From now on the dispatch runs again, with a kernel of another order: only summed up, not watched. */
void check_retrace(struct check *check, struct check_trace *trace);
/* Something of what began is lost for want of memory, or a part met another one: there is no use in going on.
 */
bool check_failed(const struct check *check);
/* Like kernel_run_group with a checked kernel; a check, or a part, takes one group at a time. */
enum kernel_status check_run_group(struct check *check, const struct kernel *kernel,
                                   const struct kernel_dispatch *dispatch, const uint32_t group[3],
                                   void *scratch, uint32_t *instruction);
/* ---- groups side by side ---- */

/* May the groups of what began, or is retraced, run side by side? Not where they could tell in what order. */
bool check_is_divisible(const struct check *check);
/* A part for one of `count` workers, to be used as the whole; NULL without memory. */
struct check *check_part_create(struct check *check, unsigned count);
void check_part_destroy(struct check *part);
/* Puts together what the parts saw. False: they met; the check is as it was before, and what the groups wrote
 * has to be undone. */
bool check_join(struct check *check, struct check *const *parts, unsigned count);

/* The last plain or atomic write to a byte of this dispatch; false when there was none. */
bool check_last_writer(const struct check *check, const struct check_memory *memory, uint64_t offset,
                       struct check_actor *out);

/* Adds one, or counts it when there is one of the same kind, shader, object and instructions. */
void check_add(struct check *check, const struct check_finding *finding);
uint32_t check_finding_count(const struct check *check);
const struct check_finding *check_finding(const struct check *check, uint32_t index);

#endif
