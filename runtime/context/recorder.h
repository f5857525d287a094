/*
 * Recorded commands in the order they came, with a use of every object they name, in one arena.
 */
#ifndef RUNTIME_RECORDER_H
#define RUNTIME_RECORDER_H

#include <stdbool.h>

#include "command.h"

struct recorded {
    struct recorded *next;
    struct command command; /* points into the arena */
};

struct recorder_block;
struct recorder {
    struct recorder_block *blocks; /* the newest first */
    struct recorded *first, **end; /* end NULL: as after initialisation */
    unsigned depth;                /* of lists within lists */
    bool out_of_memory;            /* something is missing */
};

/* Copies a command; notes when there is no memory. */
void recorder_add(struct recorder *recorder, const struct command *command);
/* Memory that lives as long as the recording, aligned to 64 bytes; NULL when there is none. */
void *recorder_alloc(struct recorder *recorder, size_t size);
/* Gives up everything; empty afterwards. */
void recorder_clear(struct recorder *recorder);

#endif
