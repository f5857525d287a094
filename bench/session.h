/*
 * A whole run: the machine, the device, and every workload that was asked for.
 */
#ifndef SESSION_H
#define SESSION_H

#include "options.h"

/* The exit status of weft-bench. */
int session_run(const struct options *options);

#endif
