/*
 * The instruction sets that lane kernels are built for, and what of them this processor has.
 */
#ifndef KERNELS_CPU_H
#define KERNELS_CPU_H

#include <stdbool.h>

/* Ascending: a later one is preferred where the processor has it. SCALAR is the plain C reference. */
enum cpu_isa { CPU_SCALAR, CPU_SSE41, CPU_AVX2, CPU_AVX512, CPU_NEON, CPU_ISA_COUNT };

/* "scalar", "sse41" and so on; NULL for numbers outside the list. */
const char *cpu_isa_name(enum cpu_isa isa);

/* True when this build holds kernels for the set and this processor can run them. */
bool cpu_isa_available(enum cpu_isa isa);

/* The best that is available. */
enum cpu_isa cpu_isa_best(void);

#endif
