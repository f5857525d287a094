/*
 * What a run of weft-bench finds: filled in by measure.c and session.c, written by results_write.c, read back
 * by results_read.c. Times are in seconds.
 */
#ifndef RESULTS_H
#define RESULTS_H

#include "distance.h"
#include "peaks.h"
#include "statistics.h"

enum { RESULT_VARIANTS = 8, RESULT_THREADS = 32 };

enum outcome {
    OUTCOME_RIGHT,
    OUTCOME_WRONG,  /* ran, but the result is not what the reference says */
    OUTCOME_FAILED, /* this device or machine cannot run it; error has the reason */
};

struct variant_result {
    char name[32];
    struct samples samples;
    bool wrong; /* disagrees with the first variant, and does not count */
};

struct output_result {
    char name[40];
    enum element_type type;
    size_t bytes;
    uint64_t hash;            /* XXH64 of the bytes */
    bool repeats;             /* the last run gave the same bytes as the first */
    bool judged;              /* distance holds: there was a reference */
    struct distance distance; /* from the reference */
    char file[120];           /* the bytes themselves, within outputs_folder; "" when not kept */
};

struct thread_result {
    unsigned threads;
    double median;
};

struct workload_result {
    char name[40], doc[160], unit[24], text[80];
    enum bench_size size;
    double unit_scale;
    bool other_algorithm;
    struct work work;
    enum outcome outcome;
    char error[320];  /* why it is wrong or failed */
    double first_run; /* with whatever the device does on first use */
    struct samples samples;
    struct variant_result variants[RESULT_VARIANTS];
    unsigned variant_count;
    double first_result; /* from the start of a new process to its first result at the small size; 0: not
                            measured */
    uint64_t peak_memory;
    struct output_result outputs[CASE_OUTPUTS];
    unsigned output_count;
    struct thread_result threads[RESULT_THREADS];
    unsigned thread_count;
};

struct results {
    char system[16], time[32], processor[80];
    uint64_t memory_bytes;
    unsigned threads;
    char device[160];       /* the adapter's own description */
    char device_notes[160]; /* executor and such, where the device tells */
    char settings[200];     /* WEFT_* variables that were set */
    struct peaks peaks;        /* of the processor */
    struct peaks device_peaks; /* the same for a device that runs on the processor */
    bool device_is_processor;
    double empty_dispatch; /* one of many; 0: not measured */
    double empty_round;    /* one dispatch with the wait for its end */
    double empty_first;    /* from the start of a new process to the end of an empty dispatch */
    char outputs_folder[200];
    struct workload_result *workloads;
    unsigned workload_count;
};

/* Room for one more, zeroed; NULL when there is no memory. */
struct workload_result *results_add(struct results *results);
void results_cleanup(struct results *results);

const char *size_name(enum bench_size size);
bool size_parse(const char *name, enum bench_size *size);
const char *outcome_name(enum outcome outcome);
bool outcome_parse(const char *name, enum outcome *outcome);

/* The fastest variant that is right, by its median; NULL when there is none. */
const struct variant_result *workload_result_best(const struct workload_result *w);

/* Both say why not on standard error. */
bool results_write(const struct results *results, const char *path);
bool results_read(struct results *results, const char *path);

#endif
