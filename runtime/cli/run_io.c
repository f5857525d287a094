/*
 * Files into buffers and out of them, and the lines of --hash.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "run.h"

static bool find_named(struct run *run, const char *option, const char *name, struct pipeline_buffer **buffer)
{
    *buffer = pipeline_find_buffer(&run->pipeline, name);
    return *buffer || cli_error_set(&run->error, CLI_BAD_INPUT, 0, 0, "%s: there is no buffer '%.64s' in %s",
                                    option, name, run->options.pipeline_path);
}

static bool read_raw(struct run *run, const char *path, struct pipeline_buffer *buffer)
{
    uint8_t *bytes;
    size_t size, want = buffer->size_bytes * buffer->array_size;
    if (!cli_read_file(path, want, &bytes, &size, &run->error))
        return false;
    if (size != want)
        cli_error_set(&run->error, CLI_BAD_INPUT, 0, 0, "%s holds %zu bytes, '%.64s' takes %zu", path, size,
                      buffer->name, want);
    for (uint32_t i = 0; size == want && i < buffer->array_size; i++)
        memcpy(buffer->data[i], bytes + i * buffer->size_bytes, buffer->size_bytes);
    free(bytes);
    return size == want;
}

bool run_read_inputs(struct run *run)
{
    const struct run_options *o = &run->options;
    struct pipeline_buffer *buffer;
    for (uint32_t i = 0; i < o->output_count; i++)
        if (!find_named(run, "-o", o->outputs[i].name, &buffer))
            return false;
    if (o->picture_name && !find_named(run, "-r", o->picture_name, &buffer))
        return false;
    for (uint32_t i = 0; i < o->input_count; i++) {
        const char *path = o->inputs[i].path;
        if (!find_named(run, "-i", o->inputs[i].name, &buffer))
            return false;
        if (image_is_png(path) ? !image_read_png(path, buffer, &run->error) : !read_raw(run, path, buffer))
            return false;
    }
    return true;
}

static bool write_raw(struct run *run, const char *path, const struct pipeline_buffer *buffer)
{
    FILE *file = fopen(path, "wb");
    bool ok = file != NULL;
    for (uint32_t i = 0; ok && i < buffer->array_size; i++)
        ok = fwrite(buffer->data[i], 1, buffer->size_bytes, file) == buffer->size_bytes;
    if (file && fclose(file) != 0)
        ok = false;
    return ok ||
           cli_error_set(&run->error, CLI_BAD_INPUT, 0, 0, "cannot write %s: %s", path, strerror(errno));
}

bool run_write_outputs(struct run *run)
{
    const struct run_options *o = &run->options;
    for (uint32_t i = 0; i < o->output_count; i++) {
        const struct pipeline_buffer *buffer = pipeline_find_buffer(&run->pipeline, o->outputs[i].name);
        const char *path = o->outputs[i].path;
        if (image_is_png(path) ? !image_write_png(path, buffer, &run->error) : !write_raw(run, path, buffer))
            return false;
    }
    return !o->picture_name ||
           image_write_png(o->text_path, pipeline_find_buffer(&run->pipeline, o->picture_name), &run->error);
}

void run_print_hashes(const struct run *run, FILE *out)
{
    for (uint32_t i = 0; i < run->plan.item_count; i++) {
        const struct run_item *item = &run->plan.items[i];
        if (!pipeline_is_read_write(item->resource->kind))
            continue;
        fputs(item->resource->name, out);
        if (item->resource->buffer->array_size > 1)
            fprintf(out, "[%u]", item->element);
        fprintf(out, " %016" PRIx64 "\n", item->hash);
    }
}
