/*
 * The lane kernels for 64-bit Arm: built with that set's flags, used where the processor has it (cpu.c).
 */
#if !defined(__aarch64__)
#error "lane_neon.c needs the compiler's flags for 64-bit Arm"
#endif
#include "lane_vec_neon.h"

#include "lane_tmpl.h"

void lane_table_neon(struct lane_table *table)
{
    fill_table(table);
}
