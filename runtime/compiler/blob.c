/*
 * ID3DBlob: a piece of memory with a reference count.
 */
#include "blob.h"

#include <stdlib.h>

struct blob {
    struct object obj;
    ID3DBlob iface;
    SIZE_T size;
    _Alignas(16) unsigned char bytes[];
};

OBJECT_IUNKNOWN(ID3DBlob, blob, blob, iface)

static LPVOID STDMETHODCALLTYPE blob_GetBufferPointer(ID3DBlob *iface)
{
    return container_of(iface, struct blob, iface)->bytes;
}

static SIZE_T STDMETHODCALLTYPE blob_GetBufferSize(ID3DBlob *iface)
{
    return container_of(iface, struct blob, iface)->size;
}

static const ID3D10BlobVtbl blob_vtbl = {
    OBJECT_IUNKNOWN_ENTRIES(blob),
    .GetBufferPointer = blob_GetBufferPointer,
    .GetBufferSize = blob_GetBufferSize,
};

static void blob_destroy(struct object *object)
{
    free(object);
}

static const struct iface_entry blob_ifaces[] = {
    {&IID_ID3D10Blob, offsetof(struct blob, iface)},
    {NULL, 0},
};
static const struct object_class blob_class = {"Blob", blob_ifaces, blob_destroy, NULL};

HRESULT blob_create(SIZE_T size, ID3DBlob **out)
{
    struct blob *blob =
        size > SIZE_MAX - sizeof(*blob) ? NULL : object_create(sizeof(*blob) + size, &blob_class, NULL);
    *out = NULL;
    if (!blob)
        return E_OUTOFMEMORY;
    blob->iface.lpVtbl = &blob_vtbl;
    blob->size = size;
    *out = &blob->iface;
    return S_OK;
}
