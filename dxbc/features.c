/*
 * What a program needs of a device: feature flags and feature level.
 */
#include "dxbc.h"
#include "token_reader.h"

enum { FLAG_EARLY_DEPTH = 1 << 13, REQUIRES_EARLY_DEPTH = 2, REQUIRES_64_UAVS = 8 };
enum { FOURCC_AON9 = 0x396e6f41, AON9_CODE_OFFSET = 12 };
enum { LEVEL_9_1 = 0x9100, LEVEL_9_2 = 0x9200, LEVEL_9_3 = 0x9300 };
enum { LEVEL_10_0 = 0xa000, LEVEL_10_1 = 0xa100, LEVEL_11_0 = 0xb000, LEVEL_11_1 = 0xb100 };

uint64_t dxbc_required_features(const struct dxbc_shader *shader)
{
    /* In the file the bit speaks of raw buffers in shader model 4. */
    const bool early = shader->program.global_flags & FLAG_EARLY_DEPTH;
    return (shader->feature_flags & ~(uint64_t)REQUIRES_EARLY_DEPTH) | (early ? REQUIRES_EARLY_DEPTH : 0);
}

/* The level-9 targets carry a program of an older kind, whose version says which. */
static uint32_t level_9(const struct dxbc_shader *shader, const struct dxbc_chunk *chunk)
{
    const struct byte_view view = {shader->bytes + chunk->offset, chunk->size};
    const uint32_t version = view_word(&view, view_word(&view, AON9_CODE_OFFSET));
    switch (version & 0xffff) {
    case 0x0201: /* vs_2_a, ps_2_x */
        return LEVEL_9_3;
    case 0x0200:
        return LEVEL_9_1;
    default:
        return LEVEL_9_2;
    }
}

uint32_t dxbc_min_feature_level(const struct dxbc_shader *shader)
{
    for (uint32_t i = 0; i < shader->chunk_count; ++i) {
        if (shader->chunks[i].fourcc == FOURCC_AON9)
            return level_9(shader, &shader->chunks[i]);
    }
    const unsigned model = shader->program.major * 10u + shader->program.minor;
    if (model < 50)
        return model == 40 ? LEVEL_10_0 : LEVEL_10_1;
    return shader->feature_flags & REQUIRES_64_UAVS ? LEVEL_11_1 : LEVEL_11_0;
}
