/*
 * Devices on every executor and instruction set that the processor has, one after another, the interpreter first: what
 * the others give has to be its bytes. And random numbers, the same for each of them.
 */
#ifndef SUPPORT_EXECUTOR_RIG_H
#define SUPPORT_EXECUTOR_RIG_H

#include "runtime_rig.h"

static const struct {
    const char *executor, *isa;
} executor_rigs[] = {
    {"interp", ""},     {"lanes", "scalar"}, {"lanes", "sse41"}, {"lanes", "avx2"}, {"lanes", "avx512"},
    {"lanes", "neon"}, {"jit", "sse41"},    {"jit", "avx2"},    {"jit", "avx512"},
};
enum { EXECUTOR_RIGS = sizeof(executor_rigs) / sizeof(*executor_rigs) };

/* False when there is no such device here; the interpreter is always there. */
static inline bool executor_rig_open(unsigned number, struct rig *rig, char where[32])
{
    const char *executor = executor_rigs[number].executor, *isa = executor_rigs[number].isa;

    snprintf(where, 32, *isa ? "%s on %s" : "%s", executor, isa);
    setenv("WEFT_EXECUTOR", executor, 1);
    if (*isa)
        setenv("WEFT_ISA", isa, 1);
    setenv("WEFT_CACHE_MB", "0", 1);
    if (SUCCEEDED(D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, NULL, 0, D3D11_SDK_VERSION,
                                    &rig->device, NULL, &rig->context)))
        return true;
    assert_int_not_equal(number, 0);
    return false;
}

/* Behind the last of them. */
static inline void executor_rig_end(void)
{
    unsetenv("WEFT_EXECUTOR");
    unsetenv("WEFT_ISA");
    unsetenv("WEFT_CACHE_MB");
}

static uint64_t rig_random_state;

static inline void rig_random_begin(void)
{
    rig_random_state = UINT64_C(0x9E3779B97F4A7C15);
}

static inline uint32_t rig_random(void)
{
    rig_random_state ^= rig_random_state << 13;
    rig_random_state ^= rig_random_state >> 7;
    rig_random_state ^= rig_random_state << 17;
    return (uint32_t)(rig_random_state >> 32);
}

#endif
