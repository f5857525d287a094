/*
 * What a workload of weft-bench is. A workload is a job that people give a GPU, at three sizes: inputs that
 * are the same on every machine, shaders, dispatches to time, and a C reference that does the same job and
 * says what is right.
 *
 * To add the workload "foo", make bench/foo/ with these files; the build finds them by their names:
 *
 *   foo.hlsl, foo.dxbc   The shader (cs_5_0) and what Microsoft's compiler made of it. More than one of each
 * is fine (foo_scan.hlsl, foo_scan.dxbc). Every .dxbc of the folder is built into the program as struct
 * gpu_blob NAME_dxbc, declared in bench_shaders.h. foo.h                struct foo: inputs, expected outputs,
 * Direct3D objects. Shared by the two files below. foo.c                const struct workload foo_workload,
 * and its functions. Includes workload.h, gpu.h, bench_shaders.h and nothing else of the bench.
 *   foo_reference.c      REFERENCE(foo, c) { ... }: see reference.h. Built once for each compiler and
 * variant.
 *
 * bench/saxpy is the shortest example, bench/nbody has constants and group-shared memory. Life of a case:
 *
 *   create             fills inputs from bench_random, allocates with case_alloc, sets c->work and the
 * outputs reference          any number of times, with prepare_reference before each; leaves expected values
 * in the outputs setup              makes the Direct3D objects with gpu.h and ties each output to the
 * resource that it comes from prepare, run       any number of times; only run is timed, from its first
 * dispatch until the device is done readback, check    by the harness, with the tolerance of each output
 *
 * Every run must give the same result: what run overwrites, prepare restores (gpu_copy from a pristine
 * buffer). Nothing needs freeing: case_alloc and everything made through gpu.h belong to the case. Small is
 * sized so that the reference interpreter takes about a second, large so that a fast device needs about a
 * second. Resources stay below 512 MiB, dispatches below 65,536 groups in each dimension.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __MINGW32__
#define BENCH_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#else
#define BENCH_PRINTF(text, first) __attribute__((format(printf, text, first)))
#endif

struct gpu;
struct ID3D11Resource;
struct workload_case;

enum bench_size {
    BENCH_SMALL,
    BENCH_DEFAULT,
    BENCH_LARGE,
    BENCH_SIZE_COUNT,
};

/* What one run has to do, at least. What does not apply stays 0. The roofline takes the tightest bound. Set
 * by create, or by the reference where only the doing tells. */
struct work {
    double amount;     /* in the workload's own measure, which unit_scale turns into its unit */
    double bytes;      /* to and from memory when each array is moved once */
    double flops;      /* float32; a fused multiply-add counts as two */
    double double_ops; /* float64, likewise */
    double int_ops;    /* 32-bit integer and bit operations */
};

struct workload {
    const char *name;
    const char *doc;      /* one line: what it does, what it stresses */
    const char *unit;     /* of the rate: "GB/s", "GFLOP/s", "Mkeys/s" */
    double unit_scale;    /* work.amount / seconds / unit_scale is the rate */
    bool other_algorithm; /* the C reference does the job in another way than the shader */

    bool (*create)(struct workload_case *c);                   /* false: case_fail has the reason */
    void (*prepare_reference)(struct workload_case *c);        /* may be NULL */
    void (*setup)(struct workload_case *c, struct gpu *gpu);   /* errors are kept in the gpu */
    void (*prepare)(struct workload_case *c, struct gpu *gpu); /* may be NULL */
    void (*run)(struct workload_case *c, struct gpu *gpu);

    /* Instead of the comparison with the expected values where those are not the only right answer; got[i]
     * are the bytes of output i as read back. False: why has one sentence. May be NULL. */
    bool (*check)(struct workload_case *c, const void *const *got, char *why, size_t why_size);
};

enum element_type {
    ELEMENT_UINT8,
    ELEMENT_UINT32,
    ELEMENT_FLOAT32,
    ELEMENT_FLOAT64,
};

/* An element is right when it is within any of the three of what is expected. All 0: equal bits. */
struct tolerance {
    double ulp;
    double absolute;
    double relative;
};

struct workload_output {
    const char *name;
    enum element_type type;
    size_t bytes;   /* a multiple of the element's size; a texture's rows are packed */
    void *expected; /* the reference writes it */
    struct tolerance tolerance;
    bool any_order;      /* records may come in any order (append buffers on a GPU): compared sorted */
    size_t record_bytes; /* for any_order; 0: one element */
    struct ID3D11Resource *resource; /* set by setup, through case_output_resource */
};

enum { CASE_OUTPUTS = 4 };

/* One workload at one size. */
struct workload_case {
    const struct workload *workload;
    enum bench_size size;
    void *state; /* the workload's own */
    struct work work;
    char text[80]; /* the size in words: "4,194,304 elements" */
    struct workload_output outputs[CASE_OUTPUTS];
    unsigned output_count;
    char error[200];
    struct case_block *blocks; /* memory of the case */
};

bool case_create(struct workload_case *c, const struct workload *workload, enum bench_size size);
void case_destroy(struct workload_case *c);

/* Zeroed, aligned to 64 bytes, freed with the case. NULL when there is no memory: then the case has failed,
 * and create returns false. */
void *case_alloc(struct workload_case *c, size_t bytes);
bool case_fail(struct workload_case *c, const char *format, ...) BENCH_PRINTF(2, 3); /* false */
void case_describe(struct workload_case *c, const char *format, ...) BENCH_PRINTF(2, 3);

/* Adds an output; memory for what is expected comes from the case. Returns it (NULL when there is no memory).
 */
void *case_output(struct workload_case *c, const char *name, enum element_type type, size_t bytes,
                  struct tolerance tolerance);
/* The buffer or 2D texture that output i is read from. */
void case_output_resource(struct workload_case *c, unsigned i, void *resource);

/* The same numbers on every machine. The seed is any 64-bit number, and moves on. */
static inline uint32_t bench_random(uint64_t *seed)
{
    uint64_t x = *seed += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)(x >> 32);
}

/* Multiples of 2^-24 of the span, in [low, high). */
static inline float bench_random_float(uint64_t *seed, float low, float high)
{
    return low + (high - low) * ((float)(bench_random(seed) >> 8) * 0x1p-24f);
}

#endif
