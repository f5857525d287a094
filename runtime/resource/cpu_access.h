/*
 * ID3D11Device3::WriteToSubresource and ReadFromSubresource: the processor's way into default textures that
 * were created with CPU access and are mapped.
 */
#ifndef RUNTIME_CPU_ACCESS_H
#define RUNTIME_CPU_ACCESS_H

#include "resource.h"

/* A box of a subresource as the application has it in memory. */
struct cpu_box {
    UINT subresource;
    const D3D11_BOX *box; /* NULL: all of it */
    UINT row_pitch, depth_pitch;
};

void cpu_access_write(struct device *device, struct resource *to, const struct cpu_box *where,
                      const void *data);
void cpu_access_read(struct device *device, struct resource *from, const struct cpu_box *where, void *data);

#endif
