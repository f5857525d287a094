/*
 * The Buffers list of a pipeline: formats, sizes, data, and the limits that keep hostile files harmless.
 */
#include <string.h>

#include "format.h"
#include "pipeline_reader.h"

enum { MAX_BUFFERS = 4096, MAX_STRIDE = 1 << 20, MAX_SIDE = 16384, MAX_MIPS = 15 };

uint32_t pipeline_element_size(const struct pipeline_buffer *buffer)
{
    return buffer->stride ? buffer->stride : data_format_size(buffer->format) * buffer->channels;
}

/* Takes array_size blocks of size bytes out of the memory limit. */
static bool allocate_blocks(struct reader *r, struct pipeline_buffer *buffer, uint64_t size,
                            const struct doc_node *node)
{
    struct cli_arena *arena = &r->pipeline->arena;
    uint64_t total;
    if (__builtin_mul_overflow(size, (uint64_t)buffer->array_size, &total) || total > r->memory_left)
        return reader_fail(r, node,
                           "buffer '%.64s' takes the buffers past the memory limit (%llu bytes are left; "
                           "WEFT_MEMORY_MB raises it)",
                           buffer->name, (unsigned long long)r->memory_left);
    r->memory_left -= total;
    buffer->size_bytes = (size_t)size;
    buffer->data = cli_arena_array(arena, buffer->array_size, sizeof *buffer->data);
    for (uint32_t i = 0; i < buffer->array_size; i++)
        buffer->data[i] = cli_arena_alloc(arena, (size_t)size);
    return true;
}

static bool read_value(struct reader *r, enum data_format format, const struct doc_node *node, void *out)
{
    if (node->kind != DOC_SCALAR)
        return reader_fail(r, node, "expected a %s value, found a list or map", data_format_names[format]);
    const char *wrong = data_parse(format, node->text, out);
    return !wrong || reader_fail(r, node, "%s '%.64s': expected a value of format %s", wrong, node->text,
                                 data_format_names[format]);
}

static bool read_fill(struct reader *r, const struct doc_node *map, struct pipeline_buffer *buffer,
                      uint64_t size)
{
    uint64_t value = 0;
    uint32_t unit = data_format_size(buffer->format);
    const struct doc_node *node = find_key(map, "FillValue");
    if (node && !read_value(r, buffer->format, node, &value))
        return false;
    if (size == 0)
        return value == 0 || reader_fail(r, node, "'FillValue' specified without 'FillSize'");
    const struct doc_node *data = find_key(map, "Data");
    if (data)
        return reader_fail(r, data->key,
                           "'Data' beside 'FillSize': only one of them can say what buffer '%.64s' holds",
                           buffer->name);
    if (!allocate_blocks(r, buffer, size, find_key(map, "FillSize")))
        return false;
    for (uint32_t i = 0; value && i < buffer->array_size; i++)
        for (size_t at = 0; at < size; at += unit)
            memcpy(buffer->data[i] + at, &value, size - at < unit ? (size_t)size - at : unit);
    return true;
}

static bool read_values(struct reader *r, const struct doc_node *list, struct pipeline_buffer *buffer,
                        uint8_t *out)
{
    uint32_t unit = data_format_size(buffer->format);
    for (const struct doc_node *node = list; node; node = node->next, out += unit)
        if (!read_value(r, buffer->format, node, out))
            return false;
    return true;
}

static bool read_data(struct reader *r, const struct doc_node *map, struct pipeline_buffer *buffer)
{
    uint32_t unit = data_format_size(buffer->format), count, lists;
    const struct doc_node *node = need_key(r, map, "Data");
    if (!node)
        return false;
    if (buffer->array_size == 1) {
        const struct doc_node *first = read_list(r, node, "Data", UINT32_MAX, &count);
        return r->error->status == CLI_OK && allocate_blocks(r, buffer, (uint64_t)count * unit, node) &&
               read_values(r, first, buffer, buffer->data[0]);
    }
    const struct doc_node *list = read_list(r, node, "Data", UINT32_MAX, &lists);
    if (r->error->status != CLI_OK)
        return false;
    if (lists != buffer->array_size)
        return reader_fail(r, node, "Expected %u buffers, found %u", buffer->array_size, lists);
    read_list(r, list, "an element of Data", UINT32_MAX, &count);
    if (r->error->status != CLI_OK || !allocate_blocks(r, buffer, (uint64_t)count * unit, node))
        return false;
    for (uint32_t i = 0; list; list = list->next, i++) {
        uint32_t this_count;
        const struct doc_node *first = read_list(r, list, "an element of Data", UINT32_MAX, &this_count);
        if (r->error->status == CLI_OK && this_count != count)
            return reader_fail(r, list, "All buffers must have the same size.");
        if (r->error->status != CLI_OK || !read_values(r, first, buffer, buffer->data[i]))
            return false;
    }
    return true;
}

static bool read_fill_size(struct reader *r, const struct doc_node *map, uint64_t *size)
{
    const struct doc_node *old = find_key(map, "ZeroInitSize"), *node = find_key(map, "FillSize");
    if (old)
        return reader_fail(r, old->key, "invalid key 'ZeroInitSize' - did you mean 'FillSize'?");
    if (!node)
        return true;
    const char *wrong =
        node->kind == DOC_SCALAR ? data_parse_unsigned(node->text, INT64_MAX, size) : "invalid number";
    return !wrong || reader_fail(r, node, "%s: FillSize is a number of bytes", wrong);
}

static bool read_props(struct reader *r, const struct doc_node *map, struct pipeline_buffer *buffer)
{
    static const char *const keys[] = {"Height", "Width", "Depth", "MipLevels", NULL};
    const struct doc_node *node = find_key(map, "OutputProps");
    if (!node)
        return true;
    if (!read_map(r, node, "OutputProps", keys))
        return false;
    buffer->has_props = true;
    read_uint(r, need_key(r, node, "Height"), 0, MAX_SIDE, &buffer->height);
    read_uint(r, need_key(r, node, "Width"), 0, MAX_SIDE, &buffer->width);
    read_uint(r, need_key(r, node, "Depth"), 0, MAX_SIDE, &buffer->depth);
    read_uint(r, find_key(node, "MipLevels"), 1, MAX_MIPS, &buffer->mip_levels);
    if (r->error->status != CLI_OK || buffer->width == 0)
        return r->error->status == CLI_OK;
    uint64_t expected = 0, w = buffer->width, h = buffer->height, d = buffer->depth;
    for (uint32_t i = 0; i < buffer->mip_levels; i++) {
        expected += w * h * d * pipeline_element_size(buffer);
        w = w > 1 ? w / 2 : 1;
        h = h > 1 ? h / 2 : 1;
        d = d > 1 ? d / 2 : 1;
    }
    return expected == buffer->size_bytes ||
           reader_fail(r, node, "Buffer '%.64s' size (%zu) does not match OutputProps dimensions (%llu)",
                       buffer->name, buffer->size_bytes, (unsigned long long)expected);
}

/* Keys of weft's own: the data are in a file, which the run reads; views convert from another format. */
static bool read_own_keys(struct reader *r, const struct doc_node *node, struct pipeline_buffer *buffer)
{
    const struct doc_node *format = find_key(node, "ViewFormat"), *file = find_key(node, "File");
    if (!read_uint(r, format, 1, UINT8_MAX, &buffer->view_format) && format)
        return false;
    if (format && !format_get(buffer->view_format))
        return reader_fail(r, format, "ViewFormat %u is no DXGI_FORMAT that there is", buffer->view_format);
    if (!file)
        return true;
    if (find_key(node, "Data") || find_key(node, "FillSize") || find_key(node, "OutputProps") ||
        buffer->array_size != 1)
        return reader_fail(r, file->key,
                           "'File' says what buffer '%.64s' holds: no Data, FillSize, OutputProps or ArraySize "
                           "beside it",
                           buffer->name);
    return read_text(r, file, &buffer->file) && allocate_blocks(r, buffer, 0, file);
}

static bool read_buffer(struct reader *r, const struct doc_node *node, struct pipeline_buffer *buffer)
{
    static const char *const keys[] = {"Name",      "Format",      "Channels",  "Stride",
                                       "ArraySize", "FillSize",    "FillValue", "ZeroInitSize",
                                       "Data",      "OutputProps", "File",      "ViewFormat",
                                       NULL};
    uint32_t format = 0;
    uint64_t fill_size = 0;
    if (!read_map(r, node, "a buffer", keys))
        return false;
    *buffer = (struct pipeline_buffer){
        .place = {node->line, node->column}, .channels = 1, .array_size = 1, .mip_levels = 1};
    read_text(r, need_key(r, node, "Name"), &buffer->name);
    read_enum(r, need_key(r, node, "Format"), data_format_names, DATA_FORMAT_COUNT, &format);
    buffer->format = format;
    read_uint(r, find_key(node, "Channels"), 1, 4, &buffer->channels);
    read_uint(r, find_key(node, "Stride"), 0, MAX_STRIDE, &buffer->stride);
    read_uint(r, find_key(node, "ArraySize"), 1, PIPELINE_MAX_ARRAY, &buffer->array_size);
    if (r->error->status != CLI_OK || !read_fill_size(r, node, &fill_size))
        return false;
    if (buffer->stride && buffer->channels != 1)
        return reader_fail(r, node, "Cannot set a structure stride and more than one channel.");
    if (!read_own_keys(r, node, buffer) || buffer->file)
        return r->error->status == CLI_OK;
    if (!read_fill(r, node, buffer, fill_size) || (fill_size == 0 && !read_data(r, node, buffer)))
        return false;
    return read_props(r, node, buffer);
}

bool read_buffers(struct reader *r, const struct doc_node *node)
{
    struct pipeline *p = r->pipeline;
    uint32_t count;
    const struct doc_node *item = read_list(r, node, "Buffers", MAX_BUFFERS, &count);
    p->buffers = cli_arena_array(&p->arena, count, sizeof *p->buffers);
    for (; item; item = item->next) {
        if (!read_buffer(r, item, &p->buffers[p->buffer_count]))
            return false;
        p->buffer_count++;
    }
    return r->error->status == CLI_OK;
}
