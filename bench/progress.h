/*
 * A progress bar on standard error where that is a terminal, and nothing elsewhere.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "workload.h"

struct progress {
    bool shown;
    unsigned done, total; /* steps */
};

void progress_start(struct progress *progress, unsigned total);
/* What goes on within the current step. */
void progress_say(const struct progress *progress, const char *format, ...) BENCH_PRINTF(2, 3);
void progress_step(struct progress *progress);
/* Makes room for other output. */
void progress_clear(const struct progress *progress);

#endif
