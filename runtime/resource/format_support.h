/*
 * What this device can do with each format: the format table's columns, less what no stage can do yet.
 */
#ifndef RUNTIME_FORMAT_SUPPORT_H
#define RUNTIME_FORMAT_SUPPORT_H

#include <d3d11.h>

#include <stdbool.h>
#include <stdint.h>

#include "format.h"

/* enum format_caps of one format; 0 for NULL. */
uint32_t format_device_caps(const struct format_info *format);
/* The same for a resource's format: a typeless one can do what any view of its family can. */
uint32_t format_resource_caps(const struct format_info *format);
/* D3D11_FORMAT_SUPPORT and D3D11_FORMAT_SUPPORT2 bits. */
UINT format_support_bits(const struct format_info *format);
UINT format_support2_bits(const struct format_info *format);

#endif
