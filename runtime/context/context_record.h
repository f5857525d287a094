/*
 * Parts of context_record_state: each submits what would bring the default state to what is set.
 */
#ifndef RUNTIME_CONTEXT_RECORD_H
#define RUNTIME_CONTEXT_RECORD_H

#include "context.h"

void shader_record(struct context *context, enum stage stage); /* its shader and instances */
void stage_record(struct context *context, enum stage stage);
void uavs_record(struct context *context); /* of the compute stage */
void input_record(struct context *context);
void stream_record(struct context *context);
void raster_record(struct context *context);
void output_record(struct context *context);
void predicate_record(struct context *context);

#endif
