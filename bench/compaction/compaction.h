/* Stream compaction: what the shaders and the C reference share. */
#ifndef COMPACTION_H
#define COMPACTION_H

#include "gpu.h"
#include "workload.h"

struct particle {
    float position[3];
    uint32_t number;
    float velocity[3];
    float age;
};

struct cell {
    uint32_t cell, number;
};

struct compaction {
    size_t count;
    float time_step, old_age;
    struct particle *particles;
    struct particle *kept; /* what the reference finds, in any order */
    struct cell *cells;
    uint32_t *arguments; /* groups of the second dispatch in x, y, z; particles */
    struct gpu_buffer gpu_kept, gpu_cells, gpu_arguments;
    struct gpu_pass move, make_arguments, find_cells;
};

#endif
