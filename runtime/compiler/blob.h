/* Blobs, as the compiler library's functions hand them out. */
#ifndef RUNTIME_BLOB_H
#define RUNTIME_BLOB_H

#include <d3dcommon.h>

#include "object.h"

/* Zeroed memory of `size` bytes. */
HRESULT blob_create(SIZE_T size, ID3DBlob **out);

#endif
