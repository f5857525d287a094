/*
 * The time limit of a dispatch: a thread that sleeps until the limit and then raises the stop flag that
 * kernels poll.
 *
 * The thread starts with the first armed dispatch. Arming again while it sleeps does not wake it: it finds
 * the later limit by itself, and ends its sleep for good soon after nothing is armed.
 */
#ifndef RUNTIME_WATCHDOG_H
#define RUNTIME_WATCHDOG_H

#include <stdatomic.h>
#include <stdbool.h>

struct watchdog;

struct watchdog *watchdog_create(unsigned timeout_ms);
void watchdog_destroy(struct watchdog *watchdog);
/* False when the thread cannot be started. */
bool watchdog_arm(struct watchdog *watchdog);
void watchdog_disarm(struct watchdog *watchdog);
/* Raised when the limit of the armed dispatch has passed; stays so until armed again. */
const atomic_bool *watchdog_stop_flag(const struct watchdog *watchdog);

#endif
