/*
 * Views of video formats: textures whose brightness and colour are seen as plain texels, plane by plane, each
 * through a format of its own.
 */
#ifndef RUNTIME_VIDEO_VIEW_H
#define RUNTIME_VIDEO_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "format.h"

struct video_plane {
    uint16_t resource, view; /* DXGI_FORMAT */
    uint8_t plane;           /* 0, or 1 for the colours of planar formats, which stand behind it */
    uint8_t across, down;    /* pixels of the picture for each texel of the view */
    bool casts;              /* unordered access views alone: several channels as one number */
};

/* How the format sees a resource of the other; NULL: it does not. */
const struct video_plane *video_plane_find(const struct format_info *resource,
                                           const struct format_info *view);
/* Is there any such view? */
bool video_has_views(const struct format_info *resource);

#endif
