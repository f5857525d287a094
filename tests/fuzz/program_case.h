/*
 * A random program with everything it runs on, and what an executor makes of it.
 *
 * A case is a container and a handful of numbers; data and bindings follow from its seed, so that the program
 * can be cut down while everything around it stays the same.
 */
#ifndef TESTS_FUZZ_PROGRAM_CASE_H
#define TESTS_FUZZ_PROGRAM_CASE_H

#include "../support/random_program.h"
#include "bindings.h"
#include "kernel.h"

enum {
    CASE_INPUTS = 32, /* structures of t0, u1 */
    CASE_MOST_THREADS = 256,
    CASE_GROUPS = 3, /* at most */
    CASE_TEXELS = 7 * 5 + 3 * 2,
    CASE_TARGET = 8 * 4, /* texels of u4 */
    CASE_LINES = 8192,
};

struct program_case {
    uint32_t seed;
    uint32_t groups[3];
    bool overlap; /* u2 and u3 show the same memory */
    bool apart;   /* groups do not meet in memory: they may run side by side */
    uint8_t *bytes;
    size_t size;
};

/* What a program only reads, and what it starts from. */
struct case_inputs {
    uint32_t structured[CASE_INPUTS * 4], raw[RANDOM_WORDS], typed[RANDOM_WORDS], texels[CASE_TEXELS * 4],
        constants[RANDOM_CONSTANTS * 4];
};
struct case_memory {
    uint32_t results[CASE_GROUPS * CASE_MOST_THREADS * RANDOM_VALUES * 4];
    uint32_t structured[CASE_INPUTS * 4], raw[RANDOM_WORDS], typed[RANDOM_WORDS], target[CASE_TARGET],
        counter;
    uint64_t made_up; /* hash of the views that fabricate.h made */
};

struct case_result {
    enum diag_code code; /* of making the kernel */
    enum kernel_status status;
    struct case_memory memory;
    char lines[CASE_LINES]; /* messages and events */
};

/* Who runs a case. */
struct case_runner {
    enum kernel_executor executor;
    enum cpu_isa isa;
};
enum { CASE_MAX_RUNNERS = KERNEL_EXECUTOR_COUNT * CPU_ISA_COUNT };
/* All that this build and processor have; the reference comes first. only: names of executors or instruction
 * sets to choose from, separated by commas, or NULL. */
unsigned case_runners(struct case_runner runners[CASE_MAX_RUNNERS], const char *only);
const char *case_runner_name(const struct case_runner *runner, char text[32]);

/* The case of a seed, with a program of that many statements (random_program); false when memory runs out. */
bool case_make(struct program_case *c, uint32_t seed, int statements);
void case_free(struct program_case *c);
void case_inputs(const struct program_case *c, struct case_inputs *inputs, struct case_memory *start);

/* False with a diag when the container is refused, which a case from case_make never is. stop: as for
 * kernels, or NULL. */
bool case_run(const struct program_case *c, const struct case_runner *runner, const atomic_bool *stop,
              struct case_result *result, struct diag *diag);
/* Empty when the two are the same, otherwise what differs. */
void case_compare(const struct case_result *expected, const struct case_result *result, char *text,
                  size_t size);

/* Threads of a group, as a program declares them; 0 when it is refused. */
uint32_t case_threads(const struct program_case *c);

/* FOLDER/NAME.dxbc, .dis and .yaml, a pipeline for weft run that expects the reference's results. */
bool case_write(const struct program_case *c, const struct case_result *expected, const char *folder,
                const char *name);

#endif
