/*
 * One item of a plan on its way to a Direct3D object. Private to run_bind.c and run_texture.c.
 */
#ifndef CLI_RUN_BINDER_H
#define CLI_RUN_BINDER_H

#include "run_bind.h"

struct binder {
    struct run_device *run;
    struct run_item *item;
    const struct pipeline_buffer *buffer;
    struct cli_error *error;
};

/* ---- run_bind.c ---- */

/* "CreateBuffer for u0 (Out): sentence"; always false. */
bool bind_fail(struct binder *b, HRESULT hr, const char *call);
/* The view format that the buffer's format and channels name, or DXGI_FORMAT_UNKNOWN; the error for that. */
DXGI_FORMAT bind_view_format(const struct pipeline_buffer *buffer);
bool bind_no_format(const struct pipeline_buffer *buffer, uint32_t line, uint32_t column,
                    struct cli_error *error);
/* Names the object after the buffer, in messages. */
void bind_name(struct binder *b);
/* One of the two; the other is NULL. */
bool bind_views(struct binder *b, const D3D11_SHADER_RESOURCE_VIEW_DESC *srv,
                const D3D11_UNORDERED_ACCESS_VIEW_DESC *uav);

/* ---- run_texture.c ---- */

bool bind_texture(struct binder *b);
/* What is read back of a texture, packed: a DDS texture whole, others in their first mip. */
size_t bind_texture_bytes(const struct pipeline_buffer *buffer);
bool bind_read_texture(struct binder *b, uint8_t *out);

#endif
