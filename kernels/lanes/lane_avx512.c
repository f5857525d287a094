/*
 * The lane kernels for AVX-512 (F, BW, DQ, VL): built with that set's flags, used where the processor has it
 * (cpu.c).
 */
#if !defined(__AVX512F__) || !defined(__AVX512BW__) || !defined(__AVX512DQ__) || !defined(__AVX512VL__)
#error "lane_avx512.c needs the compiler's flags for AVX-512 (F, BW, DQ, VL)"
#endif
#include "lane_vec_avx512.h"

#include "lane_tmpl.h"

void lane_table_avx512(struct lane_table *table)
{
    fill_table(table);
}
