/*
 * Creating the device, and turning failed calls into sentences.
 */
#include "run_device.h"

#include <d3d11sdklayers.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_SIZE = 400 };

const char *hresult_name(HRESULT hr, char buffer[16])
{
    static const struct {
        HRESULT hr;
        const char *name;
    } names[] = {
        {E_INVALIDARG, "E_INVALIDARG"},
        {E_OUTOFMEMORY, "E_OUTOFMEMORY"},
        {E_NOTIMPL, "E_NOTIMPL"},
        {E_FAIL, "E_FAIL"},
        {E_NOINTERFACE, "E_NOINTERFACE"},
        {DXGI_ERROR_DEVICE_HUNG, "DXGI_ERROR_DEVICE_HUNG"},
        {DXGI_ERROR_DEVICE_REMOVED, "DXGI_ERROR_DEVICE_REMOVED"},
        {DXGI_ERROR_DEVICE_RESET, "DXGI_ERROR_DEVICE_RESET"},
        {DXGI_ERROR_DRIVER_INTERNAL_ERROR, "DXGI_ERROR_DRIVER_INTERNAL_ERROR"},
        {DXGI_ERROR_UNSUPPORTED, "DXGI_ERROR_UNSUPPORTED"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].hr == hr)
            return names[i].name;
    snprintf(buffer, 16, "0x%08x", (unsigned)hr);
    return buffer;
}

/* Calls visit for every stored message and forgets them all. */
static void drain_messages(struct run_device *run, void (*visit)(void *user, const D3D11_MESSAGE *message),
                           void *user)
{
    if (!run->messages)
        return;
    UINT64 count = ID3D11InfoQueue_GetNumStoredMessages(run->messages);
    for (UINT64 i = 0; i < count; i++) {
        SIZE_T size = 0;
        ID3D11InfoQueue_GetMessage(run->messages, i, NULL, &size);
        D3D11_MESSAGE *message = size ? malloc(size) : NULL;
        if (message && SUCCEEDED(ID3D11InfoQueue_GetMessage(run->messages, i, message, &size)))
            visit(user, message);
        free(message);
    }
    ID3D11InfoQueue_ClearStoredMessages(run->messages);
}

/* An int view where the shader declares uint, say: Direct3D promises nothing, but the dispatch ran and the bits are
 * what pipelines written for other back ends expect. */
static bool is_harmless(const D3D11_MESSAGE *message)
{
    return message->ID == D3D11_MESSAGE_ID_DEVICE_DRAW_RESOURCE_RETURN_TYPE_MISMATCH ||
           message->ID == D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_RETURN_TYPE_MISMATCH;
}

/* Errors go to the text that user points at, the first one wins; warnings to standard error. */
static void visit_message(void *user, const D3D11_MESSAGE *message)
{
    char *text = user;
    if (message->Severity <= D3D11_MESSAGE_SEVERITY_ERROR && !is_harmless(message)) {
        if (!*text)
            snprintf(text, MESSAGE_SIZE, "%s", message->pDescription);
    } else if (message->Severity <= D3D11_MESSAGE_SEVERITY_WARNING) {
        fflush(stdout);
        fprintf(stderr, "weft: warning: %s\n", message->pDescription);
    }
}

static enum cli_status status_of(HRESULT hr)
{
    switch (hr) {
    case E_NOTIMPL:
        return CLI_NOT_IMPLEMENTED;
    case DXGI_ERROR_DEVICE_HUNG:
    case DXGI_ERROR_DEVICE_REMOVED:
    case DXGI_ERROR_DEVICE_RESET:
    case DXGI_ERROR_DRIVER_INTERNAL_ERROR:
        return CLI_DEVICE_REMOVED;
    default:
        return CLI_BAD_INPUT;
    }
}

bool run_device_fail(struct run_device *run, HRESULT hr, struct cli_error *error, const char *format, ...)
{
    char what[200], text[MESSAGE_SIZE] = "", code[16];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (status_of(hr) == CLI_DEVICE_REMOVED && run->device)
        snprintf(text, sizeof text, "%s", weft_device_removed_text(run->device));
    if (!*text)
        snprintf(text, sizeof text, "%s", weft_last_error());
    char queued[MESSAGE_SIZE] = "";
    drain_messages(run, visit_message, queued);
    const char *sentence = *text ? text : queued;
    return cli_error_set(error, status_of(hr), 0, 0, "%s%s%s", what,
                         *sentence ? ": " : " failed: ", *sentence ? sentence : hresult_name(hr, code));
}

bool run_device_check(struct run_device *run, struct cli_error *error, const char *what)
{
    char text[MESSAGE_SIZE] = "";
    drain_messages(run, visit_message, text);
    return !*text || cli_error_set(error, CLI_BAD_INPUT, 0, 0, "%s: %s", what, text);
}

/* The device may know fewer variables than the environment sets: what it reports is what runs. */
static bool check_settings(const weft_device_info *info, struct cli_error *error)
{
    const char *executor = getenv("WEFT_EXECUTOR"), *isa = getenv("WEFT_ISA"),
               *threads = getenv("WEFT_THREADS");
    if (executor && *executor && strcmp(executor, "auto") != 0 && strcmp(executor, info->executor) != 0)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "there is no executor '%.64s': this build has %s",
                             executor, info->executors);
    if (isa && *isa && strcmp(isa, info->instruction_set) != 0)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0,
                             "there is no instruction set '%.64s': this build and "
                             "processor have %s",
                             isa, info->instruction_sets);
    if (threads && *threads && strtoul(threads, NULL, 10) != info->threads)
        return cli_error_set(error, CLI_BAD_INPUT, 0, 0, "%.64s threads are not there: the device has %u",
                             threads, info->threads);
    return true;
}

bool run_device_open(struct run_device *run, struct cli_error *error)
{
    static const D3D_FEATURE_LEVEL levels[] = {D3D_FEATURE_LEVEL_11_1, D3D_FEATURE_LEVEL_11_0};
    *run = (struct run_device){.info.size = offsetof(weft_device_info, processor)};
    HRESULT hr = D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, D3D11_CREATE_DEVICE_DEBUG, levels,
                                   sizeof levels / sizeof *levels, D3D11_SDK_VERSION, &run->device, NULL,
                                   &run->context);
    if (FAILED(hr))
        return run_device_fail(run, hr, error, "cannot create the device");
    if (SUCCEEDED(ID3D11Device_QueryInterface(run->device, &IID_ID3D11InfoQueue, (void **)&run->messages)))
        ID3D11InfoQueue_SetMuteDebugOutput(run->messages, TRUE);
    hr = weft_device_get_info(run->device, &run->info);
    if (FAILED(hr))
        return run_device_fail(run, hr, error, "cannot ask the device what it is");
    return check_settings(&run->info, error);
}

void run_device_close(struct run_device *run)
{
    if (run->messages)
        ID3D11InfoQueue_Release(run->messages);
    if (run->context)
        ID3D11DeviceContext_Release(run->context);
    if (run->device)
        ID3D11Device_Release(run->device);
    *run = (struct run_device){0};
}
