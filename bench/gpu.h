/*
 * Direct3D 11 in few words, for workloads: buffers with their views, shaders, a dispatch with its bindings,
 * waiting and reading back. Written against d3d11.h alone.
 *
 * Errors stick: the first call that fails is kept in gpu->error, later calls do nothing and give NULL
 * objects, so that workloads need no checks. Every object belongs to the gpu and is released by
 * gpu_release_objects.
 */
#ifndef GPU_H
#define GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef COBJMACROS
#define COBJMACROS
#endif
#include <d3d11.h>

/* Words that the headers of Windows take from everybody. */
#undef near
#undef far
#undef NEAR
#undef FAR
#undef small

enum gpu_driver {
    GPU_HARDWARE, /* the default adapter, or the one that gpu_options names by number */
    GPU_WARP,
    GPU_REFERENCE,
};

struct gpu_options {
    enum gpu_driver driver;
    int adapter; /* -1: the default one */
};

struct gpu {
    ID3D11Device *device;
    ID3D11DeviceContext *context;
    ID3D11Query *event;
    IUnknown **objects; /* what workloads made */
    size_t object_count, object_space;
    HRESULT result;  /* of the first failure */
    char error[240]; /* "" while all is well */
};

struct gpu_blob {
    const void *bytes;
    size_t size;
};

/* Views that a kind of buffer does not have are NULL. */
struct gpu_buffer {
    ID3D11Buffer *buffer;
    ID3D11ShaderResourceView *srv;
    ID3D11UnorderedAccessView *uav;
};

struct gpu_texture {
    ID3D11Texture2D *texture;
    ID3D11ShaderResourceView *srv;
    ID3D11UnorderedAccessView *uav;
};

/* "default", "warp", "reference" or the number of an adapter. False when it is none of these. */
bool gpu_options_parse(struct gpu_options *options, const char *text);
bool gpu_open(struct gpu *gpu, const struct gpu_options *options);
/* What the adapter calls itself, and what else the device tells of itself ("" when nothing). */
void gpu_describe(const struct gpu *gpu, char *name, size_t name_size, char *notes, size_t notes_size);
/* Does the device run on the processor, by what its adapter says? */
bool gpu_is_processor(const struct gpu *gpu);
void gpu_close(struct gpu *gpu);
void gpu_release_objects(struct gpu *gpu);
/* Keeps the first failure; returns whether the result was one. */
bool gpu_failed(struct gpu *gpu, HRESULT result, const char *call);

/* With an SRV and a UAV each. data may be NULL: then the content is zero. */
struct gpu_buffer gpu_structured(struct gpu *gpu, unsigned stride, size_t count, const void *data);
struct gpu_buffer gpu_raw(struct gpu *gpu, size_t bytes, const void *data);
struct gpu_buffer gpu_typed(struct gpu *gpu, DXGI_FORMAT format, unsigned element_bytes, size_t count,
                            const void *data);
/* Structured; the UAV has a hidden counter, for Append and Consume or for IncrementCounter. */
struct gpu_buffer gpu_append(struct gpu *gpu, unsigned stride, size_t count, const void *data);
struct gpu_buffer gpu_counted(struct gpu *gpu, unsigned stride, size_t count, const void *data);
/* Raw, and good as arguments of an indirect dispatch. */
struct gpu_buffer gpu_arguments(struct gpu *gpu, size_t bytes, const void *data);
/* A constant buffer, filled for good or anew by gpu_update. The size is rounded up to 16. */
ID3D11Buffer *gpu_constants(struct gpu *gpu, size_t bytes, const void *data);
void gpu_update(struct gpu *gpu, ID3D11Buffer *constants, size_t bytes, const void *data);
/* One level. data has packed rows of width * texel_bytes. */
struct gpu_texture gpu_texture2d(struct gpu *gpu, DXGI_FORMAT format, unsigned texel_bytes, unsigned width,
                                 unsigned height, const void *data);
ID3D11ComputeShader *gpu_shader(struct gpu *gpu, const struct gpu_blob *blob);

/* No mips beyond the first, one address mode for all axes. */
ID3D11SamplerState *gpu_sampler(struct gpu *gpu, D3D11_FILTER filter, D3D11_TEXTURE_ADDRESS_MODE address);

enum { GPU_CONSTANTS = 4, GPU_SRVS = 8, GPU_UAVS = 8, GPU_SAMPLERS = 2 };

/* One dispatch with all that it sees: slots that are not named are unbound. */
struct gpu_pass {
    ID3D11ComputeShader *shader;
    ID3D11Buffer *constants[GPU_CONSTANTS];
    ID3D11ShaderResourceView *srvs[GPU_SRVS];
    ID3D11UnorderedAccessView *uavs[GPU_UAVS];
    ID3D11SamplerState *samplers[GPU_SAMPLERS];
    const UINT *initial_counts; /* GPU_UAVS of them; NULL: counters stay as they are */
    unsigned groups[3];         /* 0 counts as 1 */
    ID3D11Buffer *arguments;    /* of DispatchIndirect, instead of groups */
    unsigned arguments_offset;
};

void gpu_dispatch(struct gpu *gpu, const struct gpu_pass *pass);
void gpu_copy(struct gpu *gpu, void *to_resource, void *from_resource);
void gpu_copy_counter(struct gpu *gpu, ID3D11Buffer *to, unsigned offset, ID3D11UnorderedAccessView *from);
/* Sets every 32-bit word to 0. (A hidden counter is set by a pass's initial_counts.) */
void gpu_clear(struct gpu *gpu, ID3D11UnorderedAccessView *uav);

/* Until the device has done all that was asked. */
void gpu_finish(struct gpu *gpu);
/* The first `bytes` of a buffer, or a 2D texture with packed rows. Waits. */
bool gpu_read(struct gpu *gpu, ID3D11Resource *resource, void *bytes, size_t size);

#endif
