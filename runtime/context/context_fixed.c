/*
 * What is bound to the input assembler, the stream output and the rasteriser: set and get.
 */
#include <string.h>

#include "context.h"
#include "context_methods.h"
#include "context_record.h"
#include "context_slots.h"
#include "hazard.h"

/* The buffer, unless it lacks the bind flag: then a message and NULL. */
static struct resource *buffer_for(struct context *context, ID3D11Buffer *iface, UINT flag,
                                   const struct hazard_call *call)
{
    struct resource *buffer = resource_of((ID3D11Resource *)iface);
    if (!buffer || (buffer->desc.bind_flags & flag))
        return buffer;
    message_error(context->obj.device, call->id,
                  "%s: a buffer's BindFlags 0x%x lack 0x%x; the slot is now empty", call->method,
                  buffer->desc.bind_flags, flag);
    return NULL;
}

/* The buffer, unless it is bound for output: then a message and NULL. */
static struct resource *input_buffer(struct context *context, const struct object *object,
                                     const struct hazard_call *call)
{
    struct resource *buffer = (struct resource *)object;
    if (!buffer || !hazard_is_output(context->state, buffer, &view_whole_buffer))
        return buffer;
    message_warn(context->obj.device, call->id, "%s: a buffer is bound for output; the slot is now empty",
                 call->method);
    return NULL;
}

static bool slots_valid(struct context *context, const struct hazard_call *call, UINT start, UINT count,
                        UINT limit)
{
    if (start <= limit && count <= limit - start)
        return true;
    message_error(context->obj.device, call->id, "%s: slots %u to %llu, but there are %u", call->method,
                  start, (unsigned long long)start + count, limit);
    return false;
}

/* ---- input assembler ---- */

static const struct hazard_call set_vertices = {"IASetVertexBuffers",
                                                D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_HAZARD};
static const struct hazard_call set_indices = {"IASetIndexBuffer",
                                               D3D11_MESSAGE_ID_DEVICE_IASETINDEXBUFFER_HAZARD};

struct vertex_range {
    UINT stride, offset;
};
struct index_args {
    DXGI_FORMAT format;
    UINT offset;
};

void command_set_vertices(struct context *context, const struct command *command)
{
    const struct slot_args *args = command->args;
    for (UINT i = 0; i < command->object_count; i++) {
        struct vertex_slot *at = &context->state->input.vertices[args->start + i];
        struct vertex_range range;
        memcpy(&range, command->data.bytes + i * sizeof(range), sizeof(range));
        OBJECT_SLOT_SET(at->buffer, input_buffer(context, command->objects[i], &set_vertices));
        at->stride = range.stride;
        at->offset = range.offset;
    }
}

static void submit_vertices(struct context *context, UINT start, UINT count, struct object *const *objects,
                            const struct vertex_range *ranges)
{
    const struct slot_args args = {.start = start};
    context_submit(context, &(struct command){COMMAND_SET_VERTICES, COMMAND_OBJECTS(objects, count),
                                              COMMAND_ARGS(args),
                                              .data = command_bytes(ranges, count * sizeof(*ranges))});
}

void STDMETHODCALLTYPE context_IASetVertexBuffers(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                  ID3D11Buffer *const *buffers, const UINT *strides,
                                                  const UINT *offsets)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct object *objects[VERTEX_SLOTS];
    struct vertex_range ranges[VERTEX_SLOTS];
    const struct hazard_call call = {"IASetVertexBuffers",
                                     D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_INVALIDRANGE};
    if (!slots_valid(context, &call, start, count, VERTEX_SLOTS))
        return;
    for (UINT i = 0; i < count; i++) {
        objects[i] = buffers ? (struct object *)buffer_for(context, buffers[i], D3D11_BIND_VERTEX_BUFFER,
                                                           &set_vertices)
                             : NULL;
        ranges[i] = (struct vertex_range){strides ? strides[i] : 0, offsets ? offsets[i] : 0};
        if (ranges[i].stride <= D3D11_REQ_MULTI_ELEMENT_STRUCTURE_SIZE_IN_BYTES)
            continue;
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_STRIDE_TOO_LARGE,
                      "IASetVertexBuffers: stride %u of slot %u is above %d; nothing is bound",
                      ranges[i].stride, start + i, D3D11_REQ_MULTI_ELEMENT_STRUCTURE_SIZE_IN_BYTES);
        return;
    }
    submit_vertices(context, start, count, objects, ranges);
}

void STDMETHODCALLTYPE context_IAGetVertexBuffers(ID3D11DeviceContext4 *iface, UINT start, UINT count,
                                                  ID3D11Buffer **buffers, UINT *strides, UINT *offsets)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct hazard_call call = {"IAGetVertexBuffers",
                                     D3D11_MESSAGE_ID_DEVICE_IASETVERTEXBUFFERS_INVALIDRANGE};
    if (!slots_valid(context, &call, start, count, VERTEX_SLOTS))
        return;
    for (UINT i = 0; i < count; i++) {
        const struct vertex_slot *at = &context->state->input.vertices[start + i];
        if (buffers)
            SLOT_GET(buffers[i], at->buffer, &at->buffer->iface.buffer);
        if (strides)
            strides[i] = at->stride;
        if (offsets)
            offsets[i] = at->offset;
    }
}

void command_set_indices(struct context *context, const struct command *command)
{
    const struct index_args *args = command->args;
    struct input_state *input = &context->state->input;
    OBJECT_SLOT_SET(input->indices, input_buffer(context, command->objects[0], &set_indices));
    input->index_format = args->format;
    input->index_offset = args->offset;
}

static void submit_indices(struct context *context, struct resource *buffer, const struct index_args *args)
{
    struct object *const objects[] = {(struct object *)buffer};
    context_submit(context, &(struct command){COMMAND_SET_INDICES, COMMAND_OBJECTS(objects, 1), .args = args,
                                              .args_size = sizeof(*args)});
}

void STDMETHODCALLTYPE context_IASetIndexBuffer(ID3D11DeviceContext4 *iface, ID3D11Buffer *buffer_iface,
                                                DXGI_FORMAT format, UINT offset)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct index_args args = {format, offset};
    struct resource *buffer = buffer_for(context, buffer_iface, D3D11_BIND_INDEX_BUFFER, &set_indices);
    if (buffer && format != DXGI_FORMAT_R16_UINT && format != DXGI_FORMAT_R32_UINT) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_IASETINDEXBUFFER_FORMAT_INVALID,
                      "IASetIndexBuffer: format %d is neither R16_UINT nor R32_UINT; nothing is bound",
                      format);
        return;
    }
    submit_indices(context, buffer, &args);
}

void STDMETHODCALLTYPE context_IAGetIndexBuffer(ID3D11DeviceContext4 *iface, ID3D11Buffer **buffer,
                                                DXGI_FORMAT *format, UINT *offset)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct input_state *input = &context->state->input;
    if (buffer)
        SLOT_GET(*buffer, input->indices, &input->indices->iface.buffer);
    if (format)
        *format = input->index_format;
    if (offset)
        *offset = input->index_offset;
}

static bool is_topology(D3D11_PRIMITIVE_TOPOLOGY topology)
{
    return (topology >= D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED &&
            topology <= D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP) ||
           (topology >= D3D11_PRIMITIVE_TOPOLOGY_LINELIST_ADJ &&
            topology <= D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP_ADJ) ||
           (topology >= D3D11_PRIMITIVE_TOPOLOGY_1_CONTROL_POINT_PATCHLIST &&
            topology <= D3D11_PRIMITIVE_TOPOLOGY_32_CONTROL_POINT_PATCHLIST);
}

void command_set_topology(struct context *context, const struct command *command)
{
    memcpy(&context->state->input.topology, command->args, sizeof(context->state->input.topology));
}

static void submit_topology(struct context *context, D3D11_PRIMITIVE_TOPOLOGY topology)
{
    context_submit(context, &(struct command){COMMAND_SET_TOPOLOGY, COMMAND_ARGS(topology)});
}

void STDMETHODCALLTYPE context_IASetPrimitiveTopology(ID3D11DeviceContext4 *iface,
                                                      D3D11_PRIMITIVE_TOPOLOGY topology)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (is_topology(topology))
        submit_topology(context, topology);
    else
        message_error(context->obj.device,
                      D3D11_MESSAGE_ID_DEVICE_IASETPRIMITIVETOPOLOGY_TOPOLOGY_UNRECOGNIZED,
                      "IASetPrimitiveTopology: %d is no topology", topology);
}

void STDMETHODCALLTYPE context_IAGetPrimitiveTopology(ID3D11DeviceContext4 *iface,
                                                      D3D11_PRIMITIVE_TOPOLOGY *topology)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (topology)
        *topology = context->state->input.topology;
}

/* Input layouts cannot be created yet, so only none can be set. */
void STDMETHODCALLTYPE context_IASetInputLayout(ID3D11DeviceContext4 *iface, ID3D11InputLayout *layout)
{
    if (layout)
        message_error(context_of(iface)->obj.device, D3D11_MESSAGE_ID_UNKNOWN,
                      "IASetInputLayout: the layout is not one of weft's");
}

void STDMETHODCALLTYPE context_IAGetInputLayout(ID3D11DeviceContext4 *iface, ID3D11InputLayout **layout)
{
    if (layout)
        *layout = NULL;
}

void input_record(struct context *context)
{
    const struct input_state *input = &context->state->input;
    const struct index_args indices = {input->index_format, input->index_offset};
    struct object *objects[VERTEX_SLOTS];
    struct vertex_range ranges[VERTEX_SLOTS];
    for (UINT i = 0; i < VERTEX_SLOTS; i++) {
        objects[i] = (struct object *)input->vertices[i].buffer;
        ranges[i] = (struct vertex_range){input->vertices[i].stride, input->vertices[i].offset};
    }
    submit_vertices(context, 0, VERTEX_SLOTS, objects, ranges);
    submit_indices(context, input->indices, &indices);
    submit_topology(context, input->topology);
}

/* ---- stream output ---- */

static const struct hazard_call set_streams = {"SOSetTargets", D3D11_MESSAGE_ID_DEVICE_SOSETTARGETS_HAZARD};

void command_set_streams(struct context *context, const struct command *command)
{
    const struct hazard_own own = {.streams = true};
    for (UINT i = 0; i < STREAM_SLOTS; i++) {
        struct resource *buffer = (struct resource *)command->objects[i];
        struct stream_slot *at = &context->state->streams[i];
        if (buffer)
            hazard_resolve(context, &set_streams, &own, buffer, &view_whole_buffer);
        OBJECT_SLOT_SET(at->buffer, buffer);
        memcpy(&at->offset, command->data.bytes + i * sizeof(at->offset), sizeof(at->offset));
    }
}

static void submit_streams(struct context *context, struct object *const *objects, const UINT *offsets)
{
    context_submit(context,
                   &(struct command){COMMAND_SET_STREAMS, COMMAND_OBJECTS(objects, STREAM_SLOTS),
                                     .data = command_bytes(offsets, STREAM_SLOTS * sizeof(*offsets))});
}

/* Slots from `count` on become empty. */
void STDMETHODCALLTYPE context_SOSetTargets(ID3D11DeviceContext4 *iface, UINT count,
                                            ID3D11Buffer *const *targets, const UINT *offsets)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct object *objects[STREAM_SLOTS] = {NULL};
    UINT starts[STREAM_SLOTS] = {0};
    if (!slots_valid(context, &set_streams, 0, count, STREAM_SLOTS))
        return;
    for (UINT i = 0; i < count && targets; i++) {
        objects[i] = (struct object *)buffer_for(context, targets[i], D3D11_BIND_STREAM_OUTPUT, &set_streams);
        starts[i] = offsets ? offsets[i] : 0;
        if (starts[i] % 4 && starts[i] != UINT32_MAX) {
            message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_SOSETTARGETS_OFFSET_UNALIGNED,
                          "SOSetTargets: offset %u of slot %u is no multiple of 4; nothing is bound",
                          starts[i], i);
            return;
        }
        for (UINT j = 0; j < i; j++)
            if (objects[i] && objects[j] == objects[i]) {
                message_error(context->obj.device, set_streams.id,
                              "SOSetTargets: slots %u and %u hold one buffer; nothing is bound", j, i);
                return;
            }
    }
    submit_streams(context, objects, starts);
}

void STDMETHODCALLTYPE context_SOGetTargets(ID3D11DeviceContext4 *iface, UINT count, ID3D11Buffer **targets)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    if (!targets || !slots_valid(context, &set_streams, 0, count, STREAM_SLOTS))
        return;
    for (UINT i = 0; i < count; i++) {
        struct resource *buffer = context->state->streams[i].buffer;
        SLOT_GET(targets[i], buffer, &buffer->iface.buffer);
    }
}

void stream_record(struct context *context)
{
    struct object *objects[STREAM_SLOTS];
    UINT offsets[STREAM_SLOTS];
    for (UINT i = 0; i < STREAM_SLOTS; i++) {
        objects[i] = (struct object *)context->state->streams[i].buffer;
        offsets[i] = context->state->streams[i].offset;
    }
    submit_streams(context, objects, offsets);
}

/* ---- rasteriser ---- */

void command_set_rasterizer(struct context *context, const struct command *command)
{
    OBJECT_SLOT_SET(context->state->raster.state, (struct fixed_state *)command->objects[0]);
}

static void submit_rasterizer(struct context *context, struct fixed_state *state)
{
    struct object *const objects[] = {(struct object *)state};
    context_submit(context, &(struct command){COMMAND_SET_RASTERIZER, COMMAND_OBJECTS(objects, 1)});
}

void STDMETHODCALLTYPE context_RSSetState(ID3D11DeviceContext4 *iface, ID3D11RasterizerState *state)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    submit_rasterizer(context, fixed_state_of((ID3D11DeviceChild *)state));
}

void STDMETHODCALLTYPE context_RSGetState(ID3D11DeviceContext4 *iface, ID3D11RasterizerState **out)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct fixed_state *state = context->state->raster.state;
    if (out)
        SLOT_GET(*out, state, &state->iface.rasterizer);
}

/* The array and its count from a command's data, which may be the array itself (a state recorded anew). */
static void set_array(const struct command *command, void *array, size_t size, size_t each, UINT *count)
{
    size_t bytes = command->data.shape.width_bytes;
    memmove(array, command->data.bytes, bytes);
    memset((char *)array + bytes, 0, size - bytes);
    *count = bytes / each;
}

void command_set_viewports(struct context *context, const struct command *command)
{
    struct raster_state *raster = &context->state->raster;
    set_array(command, raster->viewports, sizeof(raster->viewports), sizeof(*raster->viewports),
              &raster->viewport_count);
}

void command_set_scissors(struct context *context, const struct command *command)
{
    struct raster_state *raster = &context->state->raster;
    set_array(command, raster->scissors, sizeof(raster->scissors), sizeof(*raster->scissors),
              &raster->scissor_count);
}

static void submit_bytes(struct context *context, enum command_kind kind, const void *bytes, size_t size)
{
    static const char nothing;
    context_submit(context, &(struct command){kind, .data = command_bytes(size ? bytes : &nothing, size)});
}

/* A NaN is out of every range. */
static bool viewport_valid(const D3D11_VIEWPORT *viewport)
{
    const float low = D3D11_VIEWPORT_BOUNDS_MIN, high = D3D11_VIEWPORT_BOUNDS_MAX;
    return viewport->Width >= 0 && viewport->Height >= 0 && viewport->TopLeftX >= low &&
           viewport->TopLeftY >= low && viewport->TopLeftX + viewport->Width <= high &&
           viewport->TopLeftY + viewport->Height <= high && viewport->MinDepth >= 0 &&
           viewport->MaxDepth <= 1 && viewport->MinDepth <= viewport->MaxDepth;
}

void STDMETHODCALLTYPE context_RSSetViewports(ID3D11DeviceContext4 *iface, UINT count,
                                              const D3D11_VIEWPORT *viewports)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct device *device = context->obj.device;
    if (count > VIEWPORT_SLOTS || (count && !viewports)) {
        message_error(device, D3D11_MESSAGE_ID_DEVICE_RSSETVIEWPORTS_TOO_MANY_VIEWPORTS,
                      "RSSetViewports: %u viewports, but there are %d, or the array is NULL", count,
                      VIEWPORT_SLOTS);
        return;
    }
    for (UINT i = 0; i < count; i++)
        if (!viewport_valid(&viewports[i])) {
            message_error(device, D3D11_MESSAGE_ID_DEVICE_RSSETVIEWPORTS_INVALIDVIEWPORT,
                          "RSSetViewports: viewport %u is out of bounds; none is set", i);
            return;
        }
    submit_bytes(context, COMMAND_SET_VIEWPORTS, viewports, count * sizeof(*viewports));
}

void STDMETHODCALLTYPE context_RSSetScissorRects(ID3D11DeviceContext4 *iface, UINT count,
                                                 const D3D11_RECT *rects)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct device *device = context->obj.device;
    if (count > VIEWPORT_SLOTS || (count && !rects)) {
        message_error(device, D3D11_MESSAGE_ID_DEVICE_RSSETSCISSORRECTS_TOO_MANY_SCISSORS,
                      "RSSetScissorRects: %u rectangles, but there are %d, or the array is NULL", count,
                      VIEWPORT_SLOTS);
        return;
    }
    for (UINT i = 0; i < count; i++)
        if (rects[i].left > rects[i].right || rects[i].top > rects[i].bottom)
            message_warn(device, D3D11_MESSAGE_ID_DEVICE_RSSETSCISSORRECTS_NEGATIVESCISSOR,
                         "RSSetScissorRects: rectangle %u is inside out: it leaves nothing", i);
    submit_bytes(context, COMMAND_SET_SCISSORS, rects, count * sizeof(*rects));
}

/* How many there are into *count, or as many as there is room for; zeros where the array is longer. */
static void get_array(UINT *count, void *out, const void *from, size_t size, UINT have)
{
    UINT room = *count, given = have < room ? have : room;
    *count = out ? given : have;
    if (!out)
        return;
    memcpy(out, from, given * size);
    memset((char *)out + given * size, 0, (room - given) * size);
}

void STDMETHODCALLTYPE context_RSGetViewports(ID3D11DeviceContext4 *iface, UINT *count,
                                              D3D11_VIEWPORT *viewports)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct raster_state *raster = &context->state->raster;
    if (count)
        get_array(count, viewports, raster->viewports, sizeof(*viewports), raster->viewport_count);
}

void STDMETHODCALLTYPE context_RSGetScissorRects(ID3D11DeviceContext4 *iface, UINT *count, D3D11_RECT *rects)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    const struct raster_state *raster = &context->state->raster;
    if (count)
        get_array(count, rects, raster->scissors, sizeof(*rects), raster->scissor_count);
}

void raster_record(struct context *context)
{
    const struct raster_state *raster = &context->state->raster;
    submit_rasterizer(context, raster->state);
    submit_bytes(context, COMMAND_SET_VIEWPORTS, raster->viewports,
                 raster->viewport_count * sizeof(*raster->viewports));
    submit_bytes(context, COMMAND_SET_SCISSORS, raster->scissors,
                 raster->scissor_count * sizeof(*raster->scissors));
}
