/*
 * The lane kernels for AVX2 with FMA: built with that set's flags, used where the processor has it (cpu.c).
 */
#if !defined(__AVX2__) || !defined(__FMA__)
#error "lane_avx2.c needs the compiler's flags for AVX2 with FMA"
#endif
#include "lane_vec_avx2.h"

#include "lane_tmpl.h"

void lane_table_avx2(struct lane_table *table)
{
    fill_table(table);
}
