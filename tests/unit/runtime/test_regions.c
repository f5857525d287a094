/*
 * Copies and updates of boxes, GenerateMips and ResolveSubresource, for every dimension and every format that allows
 * them: boxes against a plain model of the bytes, mips and resolves of what is alike everywhere.
 */
#include "../../support/message_rig.h"

enum { SLICES = 6, MIPS = 3, MOST_BYTES = 1 << 16, FORMATS = 192 };

static uint64_t random_state = UINT64_C(0x9E3779B97F4A7C15);

static uint32_t below(uint32_t n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 32) % n;
}

/* ---- textures of every dimension ---- */

struct shape {
    UINT axes, slices, misc;
    DXGI_FORMAT format;
    UINT element, block; /* bytes, texels on a side */
};

static UINT size_of(UINT size, UINT mip)
{
    return size >> mip ? size >> mip : 1;
}

static const UINT extent[3] = {24, 16, 8};

static UINT texels(const struct shape *s, UINT axis, UINT mip)
{
    return axis < s->axes ? size_of(axis == 1 && s->misc & D3D11_RESOURCE_MISC_TEXTURECUBE ? extent[0] : extent[axis], mip)
                          : 1;
}

static UINT blocks(const struct shape *s, UINT axis, UINT mip)
{
    return axis < 2 ? (texels(s, axis, mip) + s->block - 1) / s->block : texels(s, axis, mip);
}

static ID3D11Resource *make(const struct rig *rig, const struct shape *s, UINT mips, UINT bind, UINT misc, bool staging)
{
    D3D11_USAGE usage = staging ? D3D11_USAGE_STAGING : D3D11_USAGE_DEFAULT;
    UINT cpu = staging ? D3D11_CPU_ACCESS_READ : 0;
    D3D11_TEXTURE1D_DESC line = {texels(s, 0, 0), mips, s->slices, s->format, usage, bind, cpu, misc};
    D3D11_TEXTURE2D_DESC flat = {texels(s, 0, 0), texels(s, 1, 0), mips, s->slices, s->format, {1, 0}, usage, bind,
                                 cpu, misc | (staging ? 0 : s->misc)};
    D3D11_TEXTURE3D_DESC volume = {texels(s, 0, 0), texels(s, 1, 0), texels(s, 2, 0), mips, s->format, usage, bind,
                                   cpu, misc};
    void *made = NULL;

    if (s->axes == 1)
        assert_ok(ID3D11Device_CreateTexture1D(rig->device, &line, NULL, (ID3D11Texture1D **)&made));
    else if (s->axes == 2)
        assert_ok(ID3D11Device_CreateTexture2D(rig->device, &flat, NULL, (ID3D11Texture2D **)&made));
    else
        assert_ok(ID3D11Device_CreateTexture3D(rig->device, &volume, NULL, (ID3D11Texture3D **)&made));
    return made;
}

/* The bytes of a subresource, packed. */
static size_t read_packed(const struct rig *rig, const struct shape *s, ID3D11Resource *from, UINT mips, UINT index,
                          uint8_t *out)
{
    UINT mip = index % mips, row = blocks(s, 0, mip) * s->element, rows = blocks(s, 1, mip);
    ID3D11Resource *copy = make(rig, s, mips, 0, 0, true);
    D3D11_MAPPED_SUBRESOURCE mapped;

    ID3D11DeviceContext_CopySubresourceRegion(rig->context, copy, index, 0, 0, 0, from, index, NULL);
    assert_ok(ID3D11DeviceContext_Map(rig->context, copy, index, D3D11_MAP_READ, 0, &mapped));
    for (UINT z = 0; z < texels(s, 2, mip); z++)
        for (UINT y = 0; y < rows; y++)
            memcpy(out + (z * rows + y) * row,
                   (uint8_t *)mapped.pData + z * mapped.DepthPitch + y * mapped.RowPitch, row);
    ID3D11DeviceContext_Unmap(rig->context, copy, index);
    ID3D11Resource_Release(copy);
    return (size_t)row * rows * texels(s, 2, mip);
}

/* ---- boxes ---- */

struct place {
    UINT mip, index, from[3], to[3]; /* texels */
};

/* A box that more often than not is inside and made of whole blocks. */
static struct place random_place(const struct shape *s)
{
    struct place p = {.mip = below(MIPS)};

    p.index = below(s->slices) * MIPS + p.mip;
    for (UINT axis = 0; axis < 3; axis++) {
        UINT size = texels(s, axis, p.mip), step = axis < 2 && below(12) ? s->block : 1;

        p.from[axis] = below((size + step - 1) / step) * step;
        p.to[axis] = p.from[axis] + (below(10) ? 1 + below(size - (p.from[axis] < size ? p.from[axis] : 0)) : below(3));
        if (below(8))
            p.to[axis] = (p.to[axis] + step - 1) / step * step;
        if (below(20) && p.to[axis] > size)
            p.to[axis] = size;
    }
    return p;
}

/* Whole blocks inside the mip? */
static bool is_inside(const struct shape *s, UINT mip, const UINT from[3], const UINT to[3])
{
    for (UINT axis = 0; axis < 3; axis++) {
        UINT size = texels(s, axis, mip), block = axis < 2 && axis < s->axes ? s->block : 1;

        if (to[axis] > size || from[axis] % block || (to[axis] % block && to[axis] != size))
            return false;
    }
    return true;
}

static bool is_empty(const struct place *p)
{
    return p->from[0] >= p->to[0] || p->from[1] >= p->to[1] || p->from[2] >= p->to[2];
}

struct images {
    uint8_t of[SLICES * MIPS][MOST_BYTES];
};

static uint8_t *element_at(const struct shape *s, struct images *images, UINT index, UINT x, UINT y, UINT z)
{
    UINT mip = index % MIPS;

    return images->of[index] + ((z * blocks(s, 1, mip) + y) * blocks(s, 0, mip) + x) * s->element;
}

static void check_images(const struct rig *rig, const struct shape *s, ID3D11Resource *texture, struct images *images)
{
    static uint8_t out[MOST_BYTES];

    for (UINT index = 0; index < s->slices * MIPS; index++) {
        size_t size = read_packed(rig, s, texture, MIPS, index, out);

        assert_memory_equal(out, images->of[index], size);
    }
}

/* For each block of the box: its number along each axis. */
#define EACH_BLOCK(s, p, x, y, z)                                                                                      \
    for (UINT z = (p).from[2]; z < (p).to[2]; z++)                                                                     \
        for (UINT y = (p).from[1] / (s)->block; y < ((p).to[1] + (s)->block - 1) / (s)->block; y++)                    \
            for (UINT x = (p).from[0] / (s)->block; x < ((p).to[0] + (s)->block - 1) / (s)->block; x++)

static void update_boxes(const struct rig *rig, const struct shape *s, ID3D11Resource *texture, struct images *images)
{
    static uint8_t bytes[MOST_BYTES * 4];
    int done = 0;

    for (int n = 0; n < 40; n++) {
        struct place p = random_place(s);
        const D3D11_BOX box = {p.from[0], p.from[1], p.from[2], p.to[0], p.to[1], p.to[2]};
        UINT row = (blocks(s, 0, 0) + 3) * s->element, slice = row * (blocks(s, 1, 0) + 2);

        for (size_t i = 0; i < sizeof(bytes); i++)
            bytes[i] = (uint8_t)below(256);
        ID3D11DeviceContext_UpdateSubresource(rig->context, texture, p.index, &box, bytes, row, slice);
        if (is_empty(&p) || !is_inside(s, p.mip, p.from, p.to))
            continue;
        done++;
        EACH_BLOCK(s, p, x, y, z)
            memcpy(element_at(s, images, p.index, x, y, z),
                   bytes + (z - p.from[2]) * slice + (y - p.from[1] / s->block) * row +
                       (x - p.from[0] / s->block) * s->element,
                   s->element);
    }
    assert_in_range(done, 4, 39);
}

/* Moves a box within the texture; what the two have in common is read before it is written. */
static void copy_boxes(const struct rig *rig, const struct shape *s, ID3D11Resource *texture, struct images *images)
{
    static struct images old;
    int done = 0;

    for (int n = 0; n < 60; n++) {
        struct place p = random_place(s), to = random_place(s);
        const D3D11_BOX box = {p.from[0], p.from[1], p.from[2], p.to[0], p.to[1], p.to[2]};

        for (UINT axis = 0; axis < 3; axis++)
            to.to[axis] = to.from[axis] + p.to[axis] - p.from[axis];
        ID3D11DeviceContext_CopySubresourceRegion(rig->context, texture, to.index, to.from[0], to.from[1], to.from[2],
                                                  texture, p.index, &box);
        if (is_empty(&p) || !is_inside(s, p.mip, p.from, p.to) || !is_inside(s, to.mip, to.from, to.to))
            continue;
        done++;
        memcpy(&old, images, sizeof(old));
        EACH_BLOCK(s, p, x, y, z)
            memcpy(element_at(s, images, to.index, x - p.from[0] / s->block + to.from[0] / s->block,
                              y - p.from[1] / s->block + to.from[1] / s->block, z - p.from[2] + to.from[2]),
                   element_at(s, &old, p.index, x, y, z), s->element);
    }
    assert_in_range(done, 4, 59);
}

static const struct shape shapes[] = {
    {1, 1, 0, DXGI_FORMAT_R8_UNORM, 1, 1},
    {1, 3, 0, DXGI_FORMAT_R32G32B32_FLOAT, 12, 1},
    {2, 1, 0, DXGI_FORMAT_R16G16_TYPELESS, 4, 1},
    {2, 4, 0, DXGI_FORMAT_R32G32B32A32_UINT, 16, 1},
    {2, 6, D3D11_RESOURCE_MISC_TEXTURECUBE, DXGI_FORMAT_R11G11B10_FLOAT, 4, 1},
    {3, 1, 0, DXGI_FORMAT_R16_FLOAT, 2, 1},
    {2, 2, 0, DXGI_FORMAT_BC1_UNORM, 8, 4},
    {3, 1, 0, DXGI_FORMAT_BC3_UNORM_SRGB, 16, 4},
    {2, 6, D3D11_RESOURCE_MISC_TEXTURECUBE, DXGI_FORMAT_BC7_TYPELESS, 16, 4},
    {2, 1, 0, DXGI_FORMAT_BC4_SNORM, 8, 4},
};

static void boxes(void **state)
{
    static struct images images;
    struct rig rig = rig_open();

    for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
        const struct shape *s = &shapes[i];
        ID3D11Resource *texture = make(&rig, s, MIPS, D3D11_BIND_SHADER_RESOURCE, 0, false);

        memset(&images, 0, sizeof(images));
        update_boxes(&rig, s, texture, &images);
        check_images(&rig, s, texture, &images);
        copy_boxes(&rig, s, texture, &images);
        check_images(&rig, s, texture, &images);
        ID3D11Resource_Release(texture);
    }
    rig_close(&rig);
}

/* ---- whole subresources ---- */

static void whole_only(void **state)
{
    struct rig rig = rig_open_flags(D3D11_CREATE_DEVICE_DEBUG);
    ID3D11InfoQueue *queue = rig_queue(&rig);
    const UINT binds[2] = {D3D11_BIND_DEPTH_STENCIL, D3D11_BIND_RENDER_TARGET};

    for (UINT many = 0; many < 2; many++) {
        D3D11_TEXTURE2D_DESC desc = {.Width = 4, .Height = 4, .MipLevels = 1, .ArraySize = 1, .SampleDesc = {1, 0}};
        const D3D11_BOX box = {0, 0, 0, 4, 4, 1};
        uint8_t bytes[256] = {1};
        ID3D11Texture2D *a, *b;

        desc.Format = many ? DXGI_FORMAT_R8G8B8A8_UNORM : DXGI_FORMAT_D32_FLOAT;
        desc.BindFlags = binds[many];
        desc.SampleDesc.Count = many ? 4 : 1;
        assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &a));
        assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &b));
        ID3D11Resource *from = (ID3D11Resource *)a, *to = (ID3D11Resource *)b;
        ID3D11InfoQueue_ClearStoredMessages(queue);
        ID3D11DeviceContext_CopySubresourceRegion(rig.context, to, 0, 0, 0, 0, from, 0, NULL);
        assert_int_equal(ID3D11InfoQueue_GetNumStoredMessages(queue), 0);
        ID3D11DeviceContext_CopySubresourceRegion(rig.context, to, 0, 0, 0, 0, from, 0, &box);
        assert_true(rig_said(queue, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCEBOX));
        ID3D11InfoQueue_ClearStoredMessages(queue);
        ID3D11DeviceContext_CopySubresourceRegion(rig.context, to, 0, 1, 0, 0, from, 0, NULL);
        assert_true(rig_said(queue, D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCEBOX));
        ID3D11DeviceContext_UpdateSubresource(rig.context, to, 0, NULL, bytes, 64, 0);
        assert_true(rig_said(queue, D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONSTATE));
        ID3D11Texture2D_Release(a);
        ID3D11Texture2D_Release(b);
    }
    ID3D11InfoQueue_Release(queue);
    rig_close(&rig);
}

/* ---- mips ---- */

static UINT element_bytes(DXGI_FORMAT format)
{
    static const struct {
        DXGI_FORMAT last;
        UINT bytes;
    } sizes[] = {{DXGI_FORMAT_R32G32B32A32_SINT, 16}, {DXGI_FORMAT_R32G32B32_SINT, 12},
                 {DXGI_FORMAT_X32_TYPELESS_G8X24_UINT, 8}, {DXGI_FORMAT_X24_TYPELESS_G8_UINT, 4},
                 {DXGI_FORMAT_R16_SINT, 2}, {DXGI_FORMAT_A8_UNORM, 1}, {DXGI_FORMAT_R9G9B9E5_SHAREDEXP, 4},
                 {DXGI_FORMAT_BC5_SNORM, 0}, {DXGI_FORMAT_B5G5R5A1_UNORM, 2}, {DXGI_FORMAT_B8G8R8X8_UNORM_SRGB, 4},
                 {DXGI_FORMAT_A8P8, 0}, {DXGI_FORMAT_B4G4R4A4_UNORM, 2}};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
        if (format <= sizes[i].last)
            return sizes[i].bytes;
    return 0;
}

/* What a cleared texel of the format is, as bytes. */
static void clear_first(const struct rig *rig, ID3D11Resource *texture)
{
    static const FLOAT colour[4] = {0.3f, 0.8f, 0.1f, 0.6f};
    D3D11_RESOURCE_DIMENSION dimension;
    ID3D11RenderTargetView *target;

    ID3D11Resource_GetType(texture, &dimension);
    assert_ok(ID3D11Device_CreateRenderTargetView(rig->device, texture, NULL, &target));
    ID3D11DeviceContext_ClearRenderTargetView(rig->context, target, colour);
    ID3D11RenderTargetView_Release(target);
}

/* Mips of what is alike everywhere are like it. Returns whether the format has them. */
static bool check_mips(const struct rig *rig, const struct shape *s)
{
    static uint8_t out[MOST_BYTES], first[16];
    const UINT bind = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET;
    UINT support = 0;

    ID3D11Device_CheckFormatSupport(rig->device, s->format, &support);
    if (!(support & D3D11_FORMAT_SUPPORT_MIP_AUTOGEN))
        return false;
    assert_int_not_equal(s->element, 0);
    ID3D11Resource *texture = make(rig, s, MIPS, bind, D3D11_RESOURCE_MISC_GENERATE_MIPS, false);
    ID3D11ShaderResourceView *view = rig_srv(rig, texture, NULL);
    clear_first(rig, texture);
    ID3D11DeviceContext_GenerateMips(rig->context, view);
    for (UINT index = 0; index < s->slices * MIPS; index++) {
        size_t size = read_packed(rig, s, texture, MIPS, index, out);

        if (index == 0)
            memcpy(first, out, s->element);
        for (size_t i = 0; i < size; i++)
            if (out[i] != first[i % s->element])
                fail_msg("format %d, %u axes, subresource %u: byte %zu", s->format, s->axes, index, i);
    }
    ID3D11ShaderResourceView_Release(view);
    ID3D11Resource_Release(texture);
    return true;
}

static void mips_of_every_format(void **state)
{
    struct rig rig = rig_open();
    UINT formats = 0;

    for (UINT format = 1; format < FORMATS; format++) {
        const UINT bytes = element_bytes((DXGI_FORMAT)format);
        const struct shape kinds[] = {{1, 1, 0, (DXGI_FORMAT)format, bytes, 1},
                                      {1, 3, 0, (DXGI_FORMAT)format, bytes, 1},
                                      {2, 1, 0, (DXGI_FORMAT)format, bytes, 1},
                                      {2, 2, 0, (DXGI_FORMAT)format, bytes, 1},
                                      {2, 6, D3D11_RESOURCE_MISC_TEXTURECUBE, (DXGI_FORMAT)format, bytes, 1},
                                      {3, 1, 0, (DXGI_FORMAT)format, bytes, 1}};

        for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
            formats += check_mips(&rig, &kinds[i]) && i == 0;
    }
    assert_in_range(formats, 20, 40);
    rig_close(&rig);
}

/* Means of two, four or eight texels. */
static void mips_of_every_dimension(void **state)
{
    struct rig rig = rig_open();
    const UINT bind = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET;

    for (UINT axes = 1; axes <= 3; axes++) {
        const struct shape s = {axes, axes < 3 ? 3 : 1, 0, DXGI_FORMAT_R8_UNORM, 1, 1};
        ID3D11Resource *texture = make(&rig, &s, MIPS, bind, D3D11_RESOURCE_MISC_GENERATE_MIPS, false);
        ID3D11ShaderResourceView *view = rig_srv(&rig, texture, NULL);
        static uint8_t large[MOST_BYTES], small[MOST_BYTES];

        for (UINT slice = 0; slice < s.slices; slice++) {
            for (size_t i = 0; i < sizeof(large); i++)
                large[i] = (uint8_t)below(256);
            ID3D11DeviceContext_UpdateSubresource(rig.context, texture, slice * MIPS, NULL, large, texels(&s, 0, 0),
                                                  texels(&s, 0, 0) * texels(&s, 1, 0));
        }
        ID3D11DeviceContext_GenerateMips(rig.context, view);
        for (UINT index = 0; index < s.slices * MIPS; index++) {
            UINT mip = index % MIPS, w = texels(&s, 0, mip), h = texels(&s, 1, mip);
            size_t size = read_packed(&rig, &s, texture, MIPS, index, small);

            for (size_t i = 0; mip && i < size; i++) {
                UINT x = (UINT)(i % w), y = (UINT)(i / w % h), z = (UINT)(i / w / h), sum = 0;

                for (UINT k = 0; k < 1u << axes; k++)
                    sum += large[((axes > 2 ? 2 * z + (k >> 2) : 0) * texels(&s, 1, mip - 1) +
                                  (axes > 1 ? 2 * y + (k >> 1 & 1) : 0)) *
                                     texels(&s, 0, mip - 1) +
                                 2 * x + (k & 1)];
                assert_in_range(2 * ((uint64_t)small[i] << axes) + (1u << axes), 2 * sum, 2 * sum + (2u << axes));
            }
            memcpy(large, small, sizeof(large));
        }
        ID3D11ShaderResourceView_Release(view);
        ID3D11Resource_Release(texture);
    }
    rig_close(&rig);
}

/* ---- samples ---- */

static void resolves_of_every_format(void **state)
{
    struct rig rig = rig_open();
    UINT formats = 0;

    for (UINT format = 1; format < FORMATS; format++) {
        const UINT both = D3D11_FORMAT_SUPPORT_MULTISAMPLE_RESOLVE | D3D11_FORMAT_SUPPORT_MULTISAMPLE_RENDERTARGET;
        struct shape s = {2, 1, 0, (DXGI_FORMAT)format, element_bytes((DXGI_FORMAT)format), 1};
        D3D11_TEXTURE2D_DESC desc = {extent[0], extent[1], 1, 1, s.format, {4, 0}, D3D11_USAGE_DEFAULT,
                                     D3D11_BIND_RENDER_TARGET, 0, 0};
        static uint8_t out[MOST_BYTES], expected[MOST_BYTES];
        UINT support = 0;
        ID3D11Texture2D *many, *one, *cleared;

        ID3D11Device_CheckFormatSupport(rig.device, s.format, &support);
        if ((support & both) != both)
            continue;
        formats++;
        assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &many));
        desc.SampleDesc.Count = 1;
        assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &one));
        assert_ok(ID3D11Device_CreateTexture2D(rig.device, &desc, NULL, &cleared));
        clear_first(&rig, (ID3D11Resource *)many);
        clear_first(&rig, (ID3D11Resource *)cleared);
        ID3D11DeviceContext_ResolveSubresource(rig.context, (ID3D11Resource *)one, 0, (ID3D11Resource *)many, 0,
                                               s.format);
        size_t size = read_packed(&rig, &s, (ID3D11Resource *)one, 1, 0, out);
        read_packed(&rig, &s, (ID3D11Resource *)cleared, 1, 0, expected);
        if (memcmp(out, expected, size) != 0)
            fail_msg("format %u", format);
        ID3D11Texture2D_Release(many);
        ID3D11Texture2D_Release(one);
        ID3D11Texture2D_Release(cleared);
    }
    assert_in_range(formats, 20, 40);
    rig_close(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes),
        cmocka_unit_test(whole_only),
        cmocka_unit_test(mips_of_every_format),
        cmocka_unit_test(mips_of_every_dimension),
        cmocka_unit_test(resolves_of_every_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
