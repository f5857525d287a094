/*
 * The lane kernels for SSE4.1: built with that set's flags, used where the processor has it (cpu.c).
 */
#if !defined(__SSE4_1__)
#error "lane_sse41.c needs the compiler's flags for SSE4.1"
#endif
#include "lane_vec_sse41.h"

#include "lane_tmpl.h"

void lane_table_sse41(struct lane_table *table)
{
    fill_table(table);
}
