/*
 * What views video formats have, as the documentation of DXGI_FORMAT lists them.
 */
#include "video_view.h"

#include <stddef.h>

#define BOTH(resource, view, plane, across, down)                                                            \
    {FORMAT_##resource, FORMAT_##view##_UNORM, plane, across, down, false},                                  \
    {                                                                                                        \
        FORMAT_##resource, FORMAT_##view##_UINT, plane, across, down, false                                  \
    }
#define CAST(resource, plane, across, down)                                                                  \
    {                                                                                                        \
        FORMAT_##resource, FORMAT_R32_UINT, plane, across, down, true                                        \
    }

static const struct video_plane planes[] = {
    BOTH(AYUV, R8G8B8A8, 0, 1, 1),
    CAST(AYUV, 0, 1, 1),
    BOTH(Y410, R10G10B10A2, 0, 1, 1),
    CAST(Y410, 0, 1, 1),
    BOTH(Y416, R16G16B16A16, 0, 1, 1),
    BOTH(NV12, R8, 0, 1, 1),
    BOTH(NV12, R8G8, 1, 2, 2),
    BOTH(P010, R16, 0, 1, 1),
    BOTH(P010, R16G16, 1, 2, 2),
    CAST(P010, 1, 2, 2),
    BOTH(P016, R16, 0, 1, 1),
    BOTH(P016, R16G16, 1, 2, 2),
    CAST(P016, 1, 2, 2),
    BOTH(YUY2, R8G8B8A8, 0, 2, 1),
    {FORMAT_YUY2, FORMAT_R8G8_B8G8_UNORM, 0, 1, 1, false},
    CAST(YUY2, 0, 2, 1),
    BOTH(Y210, R16G16B16A16, 0, 2, 1),
    BOTH(Y216, R16G16B16A16, 0, 2, 1),
    BOTH(NV11, R8, 0, 1, 1),
    BOTH(NV11, R8G8, 1, 4, 1),
};
enum { PLANES = sizeof(planes) / sizeof(*planes) };

const struct video_plane *video_plane_find(const struct format_info *resource, const struct format_info *view)
{
    for (unsigned i = 0; i < PLANES; i++)
        if (planes[i].resource == resource->number && planes[i].view == view->number)
            return &planes[i];
    return NULL;
}

bool video_has_views(const struct format_info *resource)
{
    for (unsigned i = 0; i < PLANES; i++)
        if (planes[i].resource == resource->number)
            return true;
    return false;
}
