/*
 * Detection of instruction sets. Which of them are built says the build system: WEFT_LANES_<SET> is defined
 * where lane_<set>.c is compiled.
 */
#include "cpu.h"

#include <stddef.h>

const char *cpu_isa_name(enum cpu_isa isa)
{
    static const char *const names[CPU_ISA_COUNT] = {
        [CPU_SCALAR] = "scalar", [CPU_SSE41] = "sse41", [CPU_AVX2] = "avx2",
        [CPU_AVX512] = "avx512", [CPU_NEON] = "neon",
    };

    return (unsigned)isa < CPU_ISA_COUNT ? names[isa] : NULL;
}

bool cpu_isa_available(enum cpu_isa isa)
{
    switch (isa) {
    case CPU_SCALAR:
        return true;
#ifdef WEFT_LANES_SSE41
    case CPU_SSE41:
        return __builtin_cpu_supports("sse4.1");
#endif
#ifdef WEFT_LANES_AVX2
    case CPU_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
#ifdef WEFT_LANES_AVX512
    case CPU_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
#ifdef WEFT_LANES_NEON
    case CPU_NEON: /* part of the baseline of 64-bit Arm */
        return true;
#endif
    default:
        return false;
    }
}

enum cpu_isa cpu_isa_best(void)
{
    enum cpu_isa isa = CPU_ISA_COUNT - 1;

    while (!cpu_isa_available(isa))
        isa--;
    return isa;
}
