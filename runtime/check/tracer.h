/*
 * Following one thread (WEFT_TRACE): every instruction that it executes with its values, as lines of text.
 */
#ifndef RUNTIME_TRACER_H
#define RUNTIME_TRACER_H

#include "kernel.h"
#include "shader.h"

struct tracer {
    struct device *device;
    struct shader *shader;
    struct kernel_observer observer;
    struct dxbc_place place; /* of the last line */
};

/* The observer of a dispatch of the shader, by device->settings.trace_thread. The tracer lives as long as
 * that. */
const struct kernel_observer *tracer_start(struct tracer *tracer, struct device *device,
                                           struct shader *shader);

/* One line to the application's message callback, else to standard error. */
void trace_line(struct device *device, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
