/*
 * Predication: commands that touch resources are skipped while the predicate's result equals a value.
 */
#ifndef RUNTIME_PREDICATE_H
#define RUNTIME_PREDICATE_H

#include "pipeline_state.h"

bool predicate_skips(const struct pipeline_state *state);

#endif
