/*
 * The rules of a pipeline: do two buffers hold the same values, and if not, which element is the first that
 * differs.
 *
 * The comparisons are those of the offload-test-suite, so that its tests mean the same here.
 */
#ifndef CLI_RESULTS_H
#define CLI_RESULTS_H

#include "pipeline.h"

struct rule_outcome {
    bool passed;
    bool shapes_differ; /* array sizes or byte sizes: no element was compared */
    uint64_t element_count, differing;
    uint32_t first_array; /* the first element that differs, when one does */
    uint64_t first_element;
};

/* Whether one value passes: the formats of the rule's buffers are the same. Exposed for tests. */
bool rule_accepts(const struct pipeline_rule *rule, const void *actual, const void *expected);

struct rule_outcome rule_check(const struct pipeline_rule *rule);

/* What offloader prints for a failed rule, with a line that counts the differing elements. */
void rule_print_failure(const struct pipeline_rule *rule, const struct rule_outcome *outcome, FILE *out);

#endif
