/*
 * Stream compaction in C: a chunk gathers what it keeps in memory of its own, then takes a place for all of
 * it in the result with one atomic addition. Cells come in the same pass, while the particles are at hand.
 */
#include "compaction.h"

#include "reference.h"

#include <string.h>

enum { CHUNK = 2048 };

/* Bit 3i of the result is bit i of v, below 1024. */
static uint32_t every_third(uint32_t v)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < 10; i++)
        bits |= (v >> i & 1) << 3 * i;
    return bits;
}

/* The same for all values, once. */
struct job {
    struct compaction *m;
    uint32_t spread[1024];
};

static void compaction_chunk(size_t begin, size_t end, void *context)
{
    const struct job *job = context;
    struct compaction *m = job->m;
    struct particle kept[CHUNK];
    struct cell cells[CHUNK];
    uint32_t count = 0;
    for (size_t i = begin; i < end; i++) {
        struct particle p = m->particles[i];
        bool inside = true;
        uint32_t cell = 0;
        p.age += m->time_step;
        for (unsigned k = 0; k < 3; k++) {
            p.position[k] += p.velocity[k] * m->time_step;
            inside = inside & (p.position[k] >= 0) & (p.position[k] < 1);
        }
        if (!inside || !(p.age < m->old_age))
            continue;
        for (unsigned k = 0; k < 3; k++)
            cell |= job->spread[(uint32_t)(p.position[k] * 1024)] << k;
        kept[count] = p;
        cells[count++] = (struct cell){cell, p.number};
    }
    uint32_t place = __atomic_fetch_add(&m->arguments[3], count, __ATOMIC_RELAXED);
    memcpy(m->kept + place, kept, count * sizeof *kept);
    memcpy(m->cells + place, cells, count * sizeof *cells);
}

REFERENCE(compaction, c)
{
    struct compaction *m = c->state;
    struct job job = {.m = m};
    for (uint32_t v = 0; v < 1024; v++)
        job.spread[v] = every_third(v);
    parallel_for(m->count, CHUNK, compaction_chunk, &job);
    uint32_t kept = m->arguments[3];
    m->arguments[0] = (kept + 255) / 256;
    m->arguments[1] = m->arguments[2] = 1;
    /* How much there is to do only the result says: all are read; those kept are written, and their cells. */
    c->work.bytes = 32.0 * (double)m->count + 40.0 * kept;
    c->work.flops = 10.0 * (double)m->count + 3.0 * kept;
}
