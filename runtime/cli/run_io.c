/*
 * Files into buffers and out of them, and the lines of --hash.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "dds.h"
#include "image.h"
#include "run.h"

enum { MAX_PATH_BYTES = 4096 };
#define MOST_FILE_BYTES ((size_t)1 << 32)

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

/* The file says what texture the buffer is from now on. */
static bool read_dds(struct run *run, const char *path, struct pipeline_buffer *buffer)
{
    struct pipeline_texture *texture = cli_arena_alloc(&run->pipeline.arena, sizeof *texture);
    struct cli_error why = {0};
    const uint8_t *data;
    uint8_t *bytes;
    size_t size;
    if (buffer->array_size != 1)
        return cli_error_set(&run->error, CLI_BAD_INPUT, 0, 0, "'%.64s' is an array of %u buffers, a texture is one",
                             buffer->name, buffer->array_size);
    if (!cli_read_file(path, MOST_FILE_BYTES, &bytes, &size, &run->error))
        return false;
    bool ok = dds_parse(bytes, size, texture, &data, &why);
    if (ok) {
        buffer->texture = texture;
        buffer->size_bytes = (size_t)dds_size_bytes(texture);
        buffer->data[0] = cli_arena_alloc(&run->pipeline.arena, buffer->size_bytes);
        memcpy(buffer->data[0], data, buffer->size_bytes);
    }
    free(bytes);
    return ok || cli_error_set(&run->error, CLI_BAD_INPUT, 0, 0, "cannot read %s: %s", path, why.text);
}

static bool read_file(struct run *run, const char *path, struct pipeline_buffer *buffer)
{
    if (image_is_png(path))
        return image_read_png(path, buffer, &run->error);
    return dds_is_path(path) ? read_dds(run, path, buffer) : read_raw(run, path, buffer);
}

/* The files that the pipeline itself names stand beside it, and say how large their buffers are. */
static bool read_own_file(struct run *run, struct pipeline_buffer *buffer)
{
    const char *pipeline = run->options.pipeline_path, *slash = strrchr(pipeline, '/');
    char path[MAX_PATH_BYTES];
    int folder = buffer->file[0] == '/' || !slash ? 0 : (int)(slash + 1 - pipeline);
    uint8_t *bytes;
    if ((size_t)snprintf(path, sizeof path, "%.*s%s", folder, pipeline, buffer->file) >= sizeof path)
        return cli_error_set(&run->error, CLI_BAD_INPUT, buffer->place.line, buffer->place.column,
                             "the name of the file of '%.64s' is too long", buffer->name);
    if (dds_is_path(path))
        return read_dds(run, path, buffer);
    if (!cli_read_file(path, MOST_FILE_BYTES, &bytes, &buffer->size_bytes, &run->error))
        return false;
    buffer->data[0] = cli_arena_alloc(&run->pipeline.arena, buffer->size_bytes);
    memcpy(buffer->data[0], bytes, buffer->size_bytes);
    free(bytes);
    return true;
}

bool run_read_inputs(struct run *run)
{
    const struct run_options *o = &run->options;
    struct pipeline_buffer *buffer;
    for (uint32_t i = 0; i < run->pipeline.buffer_count; i++)
        if (run->pipeline.buffers[i].file && !read_own_file(run, &run->pipeline.buffers[i]))
            return false;
    for (uint32_t i = 0; i < o->output_count; i++)
        if (!find_named(run, "-o", o->outputs[i].name, &buffer))
            return false;
    if (o->picture_name && !find_named(run, "-r", o->picture_name, &buffer))
        return false;
    for (uint32_t i = 0; i < o->input_count; i++) {
        const char *path = o->inputs[i].path;
        if (!find_named(run, "-i", o->inputs[i].name, &buffer))
            return false;
        if (!read_file(run, path, buffer))
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

static bool write_file(struct run *run, const char *path, const struct pipeline_buffer *buffer)
{
    struct pipeline_texture texture;
    if (image_is_png(path))
        return image_write_png(path, buffer, &run->error);
    if (!dds_is_path(path))
        return write_raw(run, path, buffer);
    return run_texture_of(buffer, &texture, &run->error) &&
           dds_write(path, &texture, buffer->data[0], &run->error);
}

bool run_write_outputs(struct run *run)
{
    const struct run_options *o = &run->options;
    for (uint32_t i = 0; i < o->output_count; i++) {
        const struct pipeline_buffer *buffer = pipeline_find_buffer(&run->pipeline, o->outputs[i].name);
        const char *path = o->outputs[i].path;
        if (!write_file(run, path, buffer))
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
