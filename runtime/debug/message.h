/*
 * What the runtime has to say about a call: to the info queue and standard error of a debug device, to the
 * log at level debug otherwise, and always to weft_last_error().
 */
#ifndef RUNTIME_MESSAGE_H
#define RUNTIME_MESSAGE_H

#include <d3d11sdklayers.h>

#include <stdarg.h>
#include <stdatomic.h>

struct device;

/* Stores and prints one message with Microsoft's id. */
void message_add(struct device *device, D3D11_MESSAGE_CATEGORY category, D3D11_MESSAGE_SEVERITY severity,
                 D3D11_MESSAGE_ID id, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* An error message; returns hr, so that a check reads `return message_fail(...)`. */
HRESULT message_fail(struct device *device, HRESULT hr, D3D11_MESSAGE_ID id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same for methods that return nothing: execution errors and warnings. */
void message_error(struct device *device, D3D11_MESSAGE_ID id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void message_warn(struct device *device, D3D11_MESSAGE_ID id, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "ID3D11Device::CreateVertexShader is not implemented yet", once for each place that says it; for every
 * device, at level warn. Returns E_NOTIMPL. */
HRESULT message_not_implemented(atomic_flag *said, const char *method);
#define NOT_IMPLEMENTED(method)                                                                              \
    ({                                                                                                       \
        static atomic_flag said_ = ATOMIC_FLAG_INIT;                                                         \
        message_not_implemented(&said_, method);                                                             \
    })

/* Put before a method that only says so: all of these lie together, which lets a test list them by their
 * address. */
#define NOT_THERE __attribute__((section("weft_not_there")))

#endif
