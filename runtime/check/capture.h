/*
 * WEFT_CAPTURE=DIR: every dispatch as files that `weft run` and `weft check` take: NNNNNN.yaml, a pipeline
 * with the content of what is bound, and NNNNNN.dxbc.
 */
#ifndef RUNTIME_CAPTURE_H
#define RUNTIME_CAPTURE_H

#include "pipeline_state.h"

/* Before the dispatch runs. What a pipeline cannot say is told in the log, and then nothing is written. */
void capture_dispatch(struct device *device, const struct stage_state *stage, const uint32_t groups[3]);

#endif
