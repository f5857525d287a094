/*
 * Methods for tiled resources, which cannot be created here (D3D11_OPTIONS1.TiledResourcesTier is 0):
 * whatever they are given is no tiled resource, and that is what they say.
 */
#include "context.h"
#include "context_methods.h"

static HRESULT no_tiles(ID3D11DeviceContext4 *iface, const char *method)
{
    return message_fail(
        context_of(iface)->obj.device, E_INVALIDARG, D3D11_MESSAGE_ID_UNKNOWN,
        "%s: the resource is neither tiled nor a tile pool; D3D11_OPTIONS1.TiledResourcesTier "
        "is 0",
        method);
}

HRESULT STDMETHODCALLTYPE context_UpdateTileMappings(
    ID3D11DeviceContext4 *iface, ID3D11Resource *resource, UINT region_count,
    const D3D11_TILED_RESOURCE_COORDINATE *starts, const D3D11_TILE_REGION_SIZE *sizes, ID3D11Buffer *pool,
    UINT range_count, const UINT *range_flags, const UINT *pool_offsets, const UINT *range_counts, UINT flags)
{
    return no_tiles(iface, "UpdateTileMappings");
}

HRESULT STDMETHODCALLTYPE context_CopyTileMappings(ID3D11DeviceContext4 *iface, ID3D11Resource *to,
                                                   const D3D11_TILED_RESOURCE_COORDINATE *to_start,
                                                   ID3D11Resource *from,
                                                   const D3D11_TILED_RESOURCE_COORDINATE *from_start,
                                                   const D3D11_TILE_REGION_SIZE *size, UINT flags)
{
    return no_tiles(iface, "CopyTileMappings");
}

void STDMETHODCALLTYPE context_CopyTiles(ID3D11DeviceContext4 *iface, ID3D11Resource *resource,
                                         const D3D11_TILED_RESOURCE_COORDINATE *start,
                                         const D3D11_TILE_REGION_SIZE *size, ID3D11Buffer *buffer,
                                         UINT64 offset, UINT flags)
{
    no_tiles(iface, "CopyTiles");
}

void STDMETHODCALLTYPE context_UpdateTiles(ID3D11DeviceContext4 *iface, ID3D11Resource *to,
                                           const D3D11_TILED_RESOURCE_COORDINATE *start,
                                           const D3D11_TILE_REGION_SIZE *size, const void *data, UINT flags)
{
    no_tiles(iface, "UpdateTiles");
}

HRESULT STDMETHODCALLTYPE context_ResizeTilePool(ID3D11DeviceContext4 *iface, ID3D11Buffer *pool, UINT64 size)
{
    return no_tiles(iface, "ResizeTilePool");
}

/* Orders accesses through tiles that resources share; accesses are in order anyhow. */
void STDMETHODCALLTYPE context_TiledResourceBarrier(ID3D11DeviceContext4 *iface, ID3D11DeviceChild *before,
                                                    ID3D11DeviceChild *after)
{
}
