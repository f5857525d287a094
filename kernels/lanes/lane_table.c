/*
 * Puts the table of lane kernels together: reference first, then the tiers up to the one that is asked for.
 */
#include "lane_table.h"

const struct lane_op_info lane_op_infos[LANE_OP_COUNT] = {
#define LANE_OP(name, text, dst, src, form, function) [LANE_##name] = {text, dst, src},
#include "lane_ops.def"
#undef LANE_OP
};

unsigned lane_row_count(const char *letters)
{
    unsigned count = 0;

    for (; *letters; letters++)
        count += *letters == 'd' ? 2 : 1;
    return count;
}

void lane_table_init(struct lane_table *table, enum cpu_isa isa)
{
    *table = (struct lane_table){.isa = isa};
    lane_table_ref(table);
#ifdef WEFT_LANES_NEON
    if (isa == CPU_NEON)
        lane_table_neon(table);
#endif
#ifdef WEFT_LANES_SSE41
    if (isa >= CPU_SSE41 && isa <= CPU_AVX512)
        lane_table_sse41(table);
#endif
#ifdef WEFT_LANES_AVX2
    if (isa >= CPU_AVX2 && isa <= CPU_AVX512)
        lane_table_avx2(table);
#endif
#ifdef WEFT_LANES_AVX512
    if (isa == CPU_AVX512)
        lane_table_avx512(table);
#endif
}
