/*
 * The Direct3D device that a command works with, and what it says when something fails.
 *
 * A device is created with the debug layer, muted: its info queue gives the sentence behind an HRESULT.
 */
#ifndef CLI_RUN_DEVICE_H
#define CLI_RUN_DEVICE_H

#include <weft.h>

#include "cli.h"

struct run_device {
    ID3D11Device *device;
    ID3D11DeviceContext *context;
    ID3D11InfoQueue *messages; /* NULL when the device has none */
    weft_device_info info;
};

/* Takes its settings from the WEFT_* environment; an executor, instruction set or thread count that the
 * device would not honour is an error. run_device_close() in either case. */
bool run_device_open(struct run_device *run, struct cli_error *error);
void run_device_close(struct run_device *run);

/* Sets the error for a call that failed: "CreateBuffer for Out (u0): sentence". Always false. */
bool run_device_fail(struct run_device *run, HRESULT hr, struct cli_error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Looks at the messages since the last look: false when one is an error; warnings go to standard error. */
bool run_device_check(struct run_device *run, struct cli_error *error, const char *what);

const char *hresult_name(HRESULT hr, char buffer[16]);

#endif
