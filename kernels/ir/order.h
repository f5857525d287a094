/*
 * Whether a shader can make the order of its groups visible without a data race.
 */
#ifndef KERNELS_ORDER_H
#define KERNELS_ORDER_H

#include <stdbool.h>

#include "dxbc.h"

bool order_visible(const struct dxbc_program *program);

#endif
