/*
 * Map in deferred contexts: WRITE_DISCARD gives new memory that the recording keeps, WRITE_NO_OVERWRITE the
 * same again.
 */
#ifndef RUNTIME_DEFERRED_MAP_H
#define RUNTIME_DEFERRED_MAP_H

#include "context.h"

struct deferred_maps;

struct deferred_maps *deferred_maps_create(void);
void deferred_maps_destroy(struct deferred_maps *maps);
/* Forgets what was mapped: a new recording begins. */
void deferred_maps_clear(struct deferred_maps *maps);

/* The subresource exists and the resource's usage allows the kind of map. */
HRESULT deferred_map(struct context *context, struct resource *resource, UINT subresource, D3D11_MAP type,
                     D3D11_MAPPED_SUBRESOURCE *out);
/* False when the subresource is not mapped here. */
bool deferred_unmap(struct context *context, struct resource *resource, UINT subresource);

#endif
