/*
 * Inside the checker: what its files share.
 */
#ifndef RUNTIME_CHECKER_PARTS_H
#define RUNTIME_CHECKER_PARTS_H

#include <pthread.h>

#include "check_settings.h"
#include "checker.h"
#include "scheduler.h"

#include <weft.h>

enum {
    CHECK_NAME = 128,
    CHECK_MEMBER = 160,
    CHECK_SENTENCE = 1024,
    CHECK_INSTR_TEXT = 192,
    CHECK_KEPT_KERNELS = 16
};

/* values[1] of findings about other executors; values[1] of those about orders is the order's number. */
#define CHECK_OTHER(executor, isa, threads)                                                                  \
    ((uint32_t)(executor) << 24 | (uint32_t)(isa) << 16 | (uint32_t)(threads))

/* A finding in words, made at the end of the dispatch that showed it, when everything still has a name. */
struct check_side {
    uint32_t instruction, line, source_line, source_column;
    char text[CHECK_INSTR_TEXT], source_file[CHECK_PATH];
    const char *access;
    uint32_t group[3], thread[3];
};
struct check_entry {
    uint32_t number; /* in the check */
    bool suppressed;
    uint64_t element;
    char text[CHECK_SENTENCE], shader[CHECK_NAME], resource[CHECK_NAME], member[CHECK_MEMBER];
    struct check_side first, second;
};

/* A line of a suppressions file: patterns with * and ?, empty ones fit all. */
struct suppression {
    char kind[CHECK_NAME], shader[CHECK_NAME], resource[CHECK_NAME], reason[CHECK_NAME];
    uint32_t instruction; /* CHECK_NO_INSTRUCTION: any */
    uint32_t line;        /* of the file */
    uint64_t used;
};

struct suppressions {
    uint32_t count;
    struct suppression *list;
};

/* What a dispatch may write to, and copies of it: before it and after its canonical run. */
struct check_image {
    struct resource *resource;
    uint32_t slot;
    uint8_t *before, *after;
};

/* A kernel that runs threads in another order, kept for the next dispatch of its shader. */
struct order_kernel {
    uint64_t shader; /* its number; 0: none */
    unsigned order;
    struct kernel *kernel;
};

struct checker {
    struct device *device;
    pthread_mutex_t lock;
    struct check *check;
    atomic_ullong objects; /* numbers of resources so far */
    uint64_t shaders;
    struct shader *running; /* of the dispatch in progress */
    uint32_t entry_count, entry_room;
    struct check_entry *entries;
    uint32_t *order; /* of the report: numbers of entries */
    uint32_t order_count, suppressed;
    struct suppressions suppressions;
    struct check_slots slots;
    struct order_kernel kept[CHECK_KEPT_KERNELS];
    unsigned next_kept;
    bool reported;
    struct checker *next, **link; /* of all, for the end of the process */
};

/* checker_run.c: all groups of a dispatch, in the order that group_at tells (NULL: ascending), side by side
 * where that gives the same. False: it was stopped. */
struct check_images;
struct checker_order {
    const struct kernel *kernel;
    uint64_t (*group_at)(uint64_t index, uint64_t count, uint64_t seed);
    uint64_t seed;
    const atomic_bool *stop;
};
bool checker_run_groups(struct checker *checker, struct checker_run *run, const struct check_images *images,
                        const struct checker_order *order);

/* checker_orders.c: everything behind the canonical run. images_before false: no memory. */
struct check_images {
    bool taken; /* of everything that the dispatch may write to */
    uint32_t count;
    struct check_image list[KERNEL_UAVS];
    uint32_t counters_before[KERNEL_UAVS], counters_after[KERNEL_UAVS];
};
bool check_images_before(struct check_images *images, const struct checker_run *run);
void check_images_put(const struct check_images *images, const struct checker_run *run, bool after);
void check_images_free(struct check_images *images);
void checker_compare_orders(struct checker *checker, struct checker_run *run, struct check_images *images,
                            struct check_trace *trace, uint64_t canonical_ns);
void checker_compare_executors(struct checker *checker, struct checker_run *run, struct check_images *images,
                               uint64_t canonical_ns);

/* check_text.c: fills in a new entry. */
void check_entry_describe(struct check_entry *entry, const struct check_finding *finding,
                          const struct checker_run *run);
/* Line of `weft dis` for an instruction, from 1 on. */
const char *check_access_name(uint8_t access);

/* check_suppress.c: false with a sentence; the list is the caller's to free in either case */
bool check_suppressions_read(const char *path, struct suppressions *list, char *error, size_t error_size);
bool check_suppressions_match(struct checker *checker, const struct check_entry *entry,
                              const struct check_finding *finding);

/* check_report.c */
bool check_report_write(struct checker *checker, const char *format, FILE *out);

#endif
