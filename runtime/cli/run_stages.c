/*
 * The stages that commands with a pipeline share: reading it, opening the device, dispatching, cleaning up.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "run.h"

enum { DEFAULT_MEMORY_MB = 2048, MAX_GROUPS = 65535 };

static uint64_t memory_limit(void)
{
    const char *text = getenv("WEFT_MEMORY_MB");
    uint64_t megabytes;
    if (!text || data_parse_unsigned(text, UINT64_MAX >> 20, &megabytes) || megabytes == 0)
        megabytes = DEFAULT_MEMORY_MB;
    return megabytes << 20;
}

static bool load_pipeline(struct run *run)
{
    return cli_read_file(run->options.pipeline_path, PIPELINE_MAX_TEXT, &run->text, &run->text_size,
                         &run->error) &&
           pipeline_read(&run->pipeline, run->text, run->text_size, memory_limit(), &run->error);
}

static bool check_request(struct run *run)
{
    if ((uint32_t)run->options.shader_count != run->pipeline.shader_count)
        return cli_error_set(&run->error, CLI_BAD_INPUT, 0, 0, "Pipeline expects %u shader(s), %d given",
                             run->pipeline.shader_count, run->options.shader_count);
    for (int i = 0; i < 3; i++)
        if (run->pipeline.group_count[i] > MAX_GROUPS)
            return cli_error_set(&run->error, CLI_BAD_INPUT, 0, 0,
                                 "DispatchGroupCount %u: Direct3D 11 has at most %d "
                                 "groups in each direction",
                                 run->pipeline.group_count[i], MAX_GROUPS);
    return true;
}

/* The remark that comes with a removal is printed as the error; so each waits until it is known not to be
 * that. */
static void print_event(struct run *run)
{
    const char *removed = weft_device_removed_text(run->device.device);
    if (*run->event && strcmp(run->event, removed) != 0)
        fprintf(stderr, "weft: note: %s\n", run->event);
    run->event[0] = 0;
}

static void on_message(void *user, weft_message_kind kind, const char *text)
{
    struct run *run = user;
    if (kind == WEFT_MESSAGE_TRACE) {
        printf("%s\n", text);
        return;
    }
    if (kind == WEFT_MESSAGE_PRINTF || kind == WEFT_MESSAGE_ERRORF) {
        fprintf(stderr, "%s%s\n", kind == WEFT_MESSAGE_ERRORF ? "error: " : "", text);
        return;
    }
    print_event(run);
    snprintf(run->event, sizeof run->event, "%s", text);
}

static bool open_device(struct run *run)
{
    if (!getenv("WEFT_TIMEOUT_MS"))
        setenv("WEFT_TIMEOUT_MS", "60000", 1);
    if (!run_device_open(&run->device, &run->error))
        return false;
    weft_device_set_message_callback(run->device.device, on_message, run);
    const char *path = run->options.shader_paths[0];
    HRESULT hr = ID3D11Device_CreateComputeShader(run->device.device, run->shader.bytes,
                                                  run->shader.size_bytes, NULL, &run->compute);
    if (FAILED(hr))
        return run_device_fail(&run->device, hr, &run->error, "%s", path);
    ID3D11ComputeShader_SetPrivateData(run->compute, &WKPDID_D3DDebugObjectName, (UINT)strlen(path), path);
    return true;
}

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static bool dispatch_once(struct run *run)
{
    ID3D11DeviceContext *context = run->device.context;
    const uint32_t *groups = run->pipeline.group_count;
    ID3D11DeviceContext_CSSetShader(context, run->compute, NULL, 0);
    if (!run_device_check(&run->device, &run->error, "binding"))
        return false;
    double start = now_ms();
    ID3D11DeviceContext_Dispatch(context, groups[0], groups[1], groups[2]);
    run->dispatch_ms[run->repeats_done] = now_ms() - start;
    print_event(run);
    HRESULT reason = ID3D11Device_GetDeviceRemovedReason(run->device.device);
    if (FAILED(reason))
        return run_device_fail(&run->device, reason, &run->error, "device removed");
    return run->options.checks || run_device_check(&run->device, &run->error, "Dispatch");
}

/* Compares with what the first run left in first; says in which UAV the runs differ. */
static bool same_as_first(struct run *run, const struct run_item *first)
{
    for (uint32_t i = 0; i < run->plan.item_count; i++) {
        const struct run_item *item = &run->plan.items[i];
        char name[128];
        if (item->hash == first[i].hash && item->counter == first[i].counter)
            continue;
        return cli_error_set(&run->error, CLI_RULE_FAILED, 0, 0,
                             "run %u of %u gives another %s than run 1 in %s", run->repeats_done + 1,
                             run->options.repeat, item->hash == first[i].hash ? "counter" : "result",
                             run_item_name(item, name, sizeof name));
    }
    return true;
}

static bool dispatch_all(struct run *run)
{
    struct cli_arena *arena = &run->pipeline.arena;
    uint32_t uav_slots = ID3D11Device_GetFeatureLevel(run->device.device) >= D3D_FEATURE_LEVEL_11_1
                             ? D3D11_1_UAV_SLOT_COUNT
                             : D3D11_PS_CS_UAV_REGISTER_COUNT;
    if (!run_plan(&run->plan, &run->pipeline, run->shader.shader, uav_slots, &run->error))
        return false;
    run->dispatch_ms = cli_arena_array(arena, run->options.repeat, sizeof *run->dispatch_ms);
    struct run_item *first = cli_arena_array(arena, run->plan.item_count, sizeof *first);
    bool ok = true;
    while (ok && run->repeats_done < run->options.repeat) {
        bool last = run->repeats_done + 1 == run->options.repeat;
        ok = run_bind(&run->plan, &run->device, &run->error) && dispatch_once(run) &&
             run_read_back(&run->plan, &run->device, arena, last, &run->error);
        run_unbind(&run->plan, &run->device);
        if (ok && run->repeats_done == 0)
            memcpy(first, run->plan.items, run->plan.item_count * sizeof *first);
        ok = ok && same_as_first(run, first);
        run->repeats_done += ok;
    }
    return ok;
}

enum cli_status run_stages(struct run *run)
{
    bool ok = load_pipeline(run) && check_request(run) && run_read_inputs(run);
    if (!ok)
        return cli_report(&run->error, run->options.pipeline_path, (const char *)run->text, run->text_size);
    enum cli_status status = shader_file_load(&run->shader, run->options.shader_paths[0]);
    if (status != CLI_OK)
        return status;
    if (!open_device(run) || !dispatch_all(run))
        return cli_report(&run->error, run->options.pipeline_path, (const char *)run->text, run->text_size);
    return CLI_OK;
}

void run_cleanup(struct run *run)
{
    if (run->compute)
        ID3D11ComputeShader_Release(run->compute);
    run_device_close(&run->device);
    shader_file_free(&run->shader);
    pipeline_free(&run->pipeline);
    free(run->text);
    for (uint32_t i = 0; i < run->options.input_count; i++)
        free(run->options.inputs[i].name);
    for (uint32_t i = 0; i < run->options.output_count; i++)
        free(run->options.outputs[i].name);
    free(run->options.inputs);
    free(run->options.outputs);
}
