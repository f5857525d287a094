/*
 * What a debug device says about the bound state before a dispatch.
 */
#ifndef RUNTIME_DISPATCH_CHECK_H
#define RUNTIME_DISPATCH_CHECK_H

#include <stdbool.h>

struct device;
struct stage_state;

/* One message for each declaration of the bound shader that finds its slot empty (a warning) or holding
 * what it cannot use (an error, and false). The state changes nothing about the dispatch: empty and unfit
 * slots read 0. */
bool dispatch_check(struct device *device, const struct stage_state *stage);

#endif
