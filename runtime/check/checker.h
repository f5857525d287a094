/*
 * A device that checks (WEFT_CHECK): its dispatches run on kernels that watch themselves, again in other
 * orders, and what turns up is kept as findings in words.
 *
 * One dispatch at a time: the lock of the checker is held while it runs, whatever context it comes from.
 */
#ifndef RUNTIME_CHECKER_H
#define RUNTIME_CHECKER_H

#include "check.h"
#include "pipeline_state.h"

struct checker;
struct check_entry;

/* Opened when the device's settings ask for it; false when memory is short. */
bool checker_create(struct device *device, struct checker **out);
/* Reports what there is to say, once, and frees everything. */
void checker_destroy(struct checker *checker);

/* A resource begins to live: with shadow memory. False without memory. */
bool checker_watch(struct checker *checker, struct resource *resource, bool written);
void checker_forget(struct resource *resource);
/* The runtime wrote a box of a resource, or bytes of it. */
void checker_box_written(struct resource *resource, const uint8_t *at, uint64_t row_pitch,
                         uint64_t depth_pitch, const struct copy_shape *shape);
void checker_bytes_written(struct resource *resource, const uint8_t *at, uint64_t size_bytes);

/* One dispatch; what stopped it comes back. */
struct checker_run {
    struct shader *shader;
    struct stage_state *stage;
    struct kernel_dispatch *job;
    uint64_t count;       /* groups */
    bool stopped, failed; /* failed: no memory */
    uint64_t stopped_group;
    uint32_t stopped_instruction;
};
void checker_dispatch(struct checker *checker, struct checker_run *run);

/* Findings in order of their weight, with suppressed ones left out. Strings live until the next dispatch. */
uint32_t checker_finding_count(struct checker *checker);
/* The report in a format of weft_device_write_findings. */
HRESULT checker_write(struct checker *checker, const char *format, const char *path);
void checker_get_finding(struct checker *checker, uint32_t index, weft_finding *out);

#endif
