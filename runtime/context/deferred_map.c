/*
 * What a deferred context has mapped since its recording began.
 *
 * WRITE_DISCARD records an upload of memory that the application fills in afterwards. WRITE_NO_OVERWRITE adds
 * to that memory and records nothing: what it writes is by contract in no use between the two. Dynamic
 * resources have one mip and are packed like their memory, so that an upload is one copy of the subresource.
 */
#include "deferred_map.h"

#include "checker.h"
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

enum { BUCKETS = 64 };

/* One subresource that was discarded; the recording has a use of the resource. */
struct deferred_mapping {
    struct deferred_mapping *next;
    const struct resource *resource;
    UINT subresource;
    bool mapped;
    uint8_t *bytes;
};

struct deferred_maps {
    struct deferred_mapping *buckets[BUCKETS];
};

struct upload_args {
    UINT subresource;
    const uint8_t *bytes;
    uint64_t size;
};

struct deferred_maps *deferred_maps_create(void)
{
    return calloc(1, sizeof(struct deferred_maps));
}

void deferred_maps_clear(struct deferred_maps *maps)
{
    for (unsigned i = 0; i < BUCKETS; i++)
        while (maps->buckets[i]) {
            struct deferred_mapping *mapping = maps->buckets[i];
            maps->buckets[i] = mapping->next;
            free(mapping);
        }
}

void deferred_maps_destroy(struct deferred_maps *maps)
{
    if (!maps)
        return;
    deferred_maps_clear(maps);
    free(maps);
}

static struct deferred_mapping **bucket_of(struct deferred_maps *maps, const struct resource *resource,
                                           UINT subresource)
{
    return &maps->buckets[((uintptr_t)resource / sizeof(struct resource) + subresource) % BUCKETS];
}

static struct deferred_mapping *find(struct deferred_maps *maps, const struct resource *resource,
                                     UINT subresource)
{
    struct deferred_mapping *at = *bucket_of(maps, resource, subresource);
    while (at && (at->resource != resource || at->subresource != subresource))
        at = at->next;
    return at;
}

static struct deferred_mapping *add(struct deferred_maps *maps, const struct resource *resource,
                                    UINT subresource)
{
    struct deferred_mapping **bucket = bucket_of(maps, resource, subresource),
                            *mapping = malloc(sizeof(*mapping));
    if (!mapping)
        return NULL;
    *mapping = (struct deferred_mapping){*bucket, resource, subresource, false, NULL};
    return *bucket = mapping;
}

void command_upload(struct context *context, const struct command *command)
{
    const struct upload_args *args = command->args;
    struct resource *to = (struct resource *)command->objects[0];
    struct subresource at = resource_subresource(to, args->subresource);
    memcpy(at.data, args->bytes, args->size);
    checker_bytes_written(to, at.data, args->size);
}

/* New memory for the subresource, and the command that brings it there. */
static uint8_t *discard(struct context *context, struct resource *resource, UINT subresource)
{
    struct subresource at = resource_subresource(resource, subresource);
    struct upload_args args = {subresource, NULL, at.depth_pitch * at.depth};
    uint8_t *bytes = recorder_alloc(context->recorder, args.size);
    if (!bytes)
        return NULL;
    /* Undefined in Direct3D; here the same in every run. */
    memset(bytes, 0, args.size);
    args.bytes = bytes;
    struct object *const objects[] = {&resource->obj};
    context_submit(context,
                   &(struct command){COMMAND_UPLOAD, COMMAND_OBJECTS(objects, 1), COMMAND_ARGS(args)});
    return context->recorder->out_of_memory ? NULL : bytes;
}

HRESULT deferred_map(struct context *context, struct resource *resource, UINT subresource, D3D11_MAP type,
                     D3D11_MAPPED_SUBRESOURCE *out)
{
    struct device *device = context->obj.device;
    struct deferred_mapping *mapping = find(context->maps, resource, subresource);
    if (mapping && mapping->mapped)
        return message_fail(device, E_INVALIDARG, D3D11_MESSAGE_ID_RESOURCE_MAP_ALREADYMAPPED,
                            "Map: the subresource is mapped already");
    if (type == D3D11_MAP_WRITE_NO_OVERWRITE && !mapping)
        return message_fail(device, D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD,
                            D3D11_MESSAGE_ID_RESOURCE_MAP_WITHOUT_INITIAL_DISCARD,
                            "Map: the first map of a resource in a deferred context is WRITE_DISCARD");
    if (type == D3D11_MAP_WRITE_DISCARD) {
        uint8_t *bytes = discard(context, resource, subresource);
        if (bytes && !mapping)
            mapping = add(context->maps, resource, subresource);
        if (!bytes || !mapping)
            return message_fail(device, E_OUTOFMEMORY, D3D11_MESSAGE_ID_RESOURCE_MAP_OUTOFMEMORY_RETURN,
                                "Map: no memory for the new contents of the resource");
        mapping->bytes = bytes;
    }
    mapping->mapped = true;
    struct subresource at = resource_subresource(resource, subresource);
    *out = (D3D11_MAPPED_SUBRESOURCE){mapping->bytes, at.row_pitch, (UINT)at.depth_pitch};
    return S_OK;
}

bool deferred_unmap(struct context *context, struct resource *resource, UINT subresource)
{
    struct deferred_mapping *mapping = find(context->maps, resource, subresource);
    if (!mapping || !mapping->mapped)
        return false;
    mapping->mapped = false;
    return true;
}
