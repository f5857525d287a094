/*
 * Routes what a call has to say: weft_last_error(), the info queue of a debug device, the log.
 */
#include "message.h"

#include <stdio.h>

#include "device.h"
#include "info_queue.h"
#include "log.h"

static const char *severity_name(D3D11_MESSAGE_SEVERITY severity)
{
    static const char *const names[] = {"CORRUPTION", "ERROR", "WARNING", "INFO", "MESSAGE"};
    return (unsigned)severity < sizeof(names) / sizeof(*names) ? names[severity] : "MESSAGE";
}

static void message_vadd(struct device *device, D3D11_MESSAGE_CATEGORY category,
                         D3D11_MESSAGE_SEVERITY severity, D3D11_MESSAGE_ID id, const char *format,
                         va_list args)
{
    char text[1024];
    vsnprintf(text, sizeof(text), format, args);
    if (severity <= D3D11_MESSAGE_SEVERITY_ERROR)
        last_error_set("%s", text);
    if (device->info_queue) {
        if (info_queue_add(device->info_queue, category, severity, id, text))
            fprintf(stderr, "weft: D3D11 %s #%d: %s\n", severity_name(severity), (int)id, text);
    } else {
        log_write(LOG_DEBUG, "%s", text);
    }
}

void message_add(struct device *device, D3D11_MESSAGE_CATEGORY category, D3D11_MESSAGE_SEVERITY severity,
                 D3D11_MESSAGE_ID id, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message_vadd(device, category, severity, id, format, args);
    va_end(args);
}

HRESULT message_fail(struct device *device, HRESULT hr, D3D11_MESSAGE_ID id, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message_vadd(device, D3D11_MESSAGE_CATEGORY_STATE_CREATION, D3D11_MESSAGE_SEVERITY_ERROR, id, format,
                 args);
    va_end(args);
    return hr;
}

void message_error(struct device *device, D3D11_MESSAGE_ID id, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message_vadd(device, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_ERROR, id, format, args);
    va_end(args);
}

void message_warn(struct device *device, D3D11_MESSAGE_ID id, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message_vadd(device, D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_SEVERITY_WARNING, id, format, args);
    va_end(args);
}

HRESULT message_not_implemented(atomic_flag *said, const char *method)
{
    last_error_set("%s is not implemented yet", method);
    if (!atomic_flag_test_and_set(said))
        log_write(LOG_WARN, "%s is not implemented yet", method);
    return E_NOTIMPL;
}
