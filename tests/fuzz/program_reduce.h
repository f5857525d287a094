/*
 * Makes a failing case small: takes out instructions, constructs, declarations, threads and groups as long as
 * the probe still says that it fails in the same way.
 */
#ifndef TESTS_FUZZ_PROGRAM_REDUCE_H
#define TESTS_FUZZ_PROGRAM_REDUCE_H

#include "program_case.h"

/* True when the case fails as the first one did. Containers that the loader refuses never get here. */
typedef bool case_probe(const struct program_case *c, void *user);

/* Replaces the case by the smallest that was found. Returns how many instructions are left, declarations
 * aside. */
unsigned case_reduce(struct program_case *c, case_probe *probe, void *user);

#endif
