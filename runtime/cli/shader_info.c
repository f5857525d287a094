/*
 * `weft info FILE`: stage, thread group, sizes, features, and the resources by register with their names.
 */
#include "shader_info.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_CHUNKS_SHOWN = 16 };

static const char *const stage_names[DXBC_STAGE_COUNT] = {
    [DXBC_PS] = "pixel", [DXBC_VS] = "vertex", [DXBC_GS] = "geometry",
    [DXBC_HS] = "hull",  [DXBC_DS] = "domain", [DXBC_CS] = "compute",
};

static const char *const dimension_names[] = {
    [DXBC_DIM_UNKNOWN] = "unknown",
    [DXBC_DIM_BUFFER] = "Buffer",
    [DXBC_DIM_TEXTURE1D] = "Texture1D",
    [DXBC_DIM_TEXTURE2D] = "Texture2D",
    [DXBC_DIM_TEXTURE2DMS] = "Texture2DMS",
    [DXBC_DIM_TEXTURE3D] = "Texture3D",
    [DXBC_DIM_TEXTURECUBE] = "TextureCube",
    [DXBC_DIM_TEXTURE1DARRAY] = "Texture1DArray",
    [DXBC_DIM_TEXTURE2DARRAY] = "Texture2DArray",
    [DXBC_DIM_TEXTURE2DMSARRAY] = "Texture2DMSArray",
    [DXBC_DIM_TEXTURECUBEARRAY] = "TextureCubeArray",
    [DXBC_DIM_RAW_BUFFER] = "ByteAddressBuffer",
    [DXBC_DIM_STRUCTURED_BUFFER] = "StructuredBuffer",
};

/* The RDEF entry of a register, or NULL without reflection data. The numbers are those of
 * D3D_SHADER_INPUT_TYPE. */
static const struct dxbc_binding *binding_at(const struct dxbc_shader *shader, char letter, uint32_t reg)
{
    static const char letters[] = "bttsututuuuu"; /* by input type: cbuffer, tbuffer, texture, sampler, ... */
    for (uint32_t i = 0; i < shader->reflection.binding_count; i++) {
        const struct dxbc_binding *b = &shader->reflection.bindings[i];
        if (b->type < sizeof letters - 1 && letters[b->type] == letter && b->bind_point == reg)
            return b;
    }
    return NULL;
}

static const char *binding_name(const struct dxbc_shader *shader, char letter, uint32_t reg)
{
    const struct dxbc_binding *binding = binding_at(shader, letter, reg);
    return binding ? binding->name : "";
}

/* ", counter" and its kin for structured buffers with a hidden counter. */
static const char *counter_text(const struct dxbc_shader *shader, char letter,
                                const struct dxbc_resource_decl *r)
{
    enum { APPEND = 9, CONSUME = 10 };
    const struct dxbc_binding *binding = binding_at(shader, letter, r->lower);
    if (binding && binding->type == APPEND)
        return ", append";
    if (binding && binding->type == CONSUME)
        return ", consume";
    return r->has_counter ? ", counter" : "";
}

/* "t3", "t3-5" or "t3-" when unbounded. */
static const char *range_text(char letter, uint32_t lower, uint32_t upper, char text[32])
{
    if (upper == lower)
        snprintf(text, 32, "%c%u", letter, lower);
    else if (upper == UINT32_MAX)
        snprintf(text, 32, "%c%u-", letter, lower);
    else
        snprintf(text, 32, "%c%u-%u", letter, lower, upper);
    return text;
}

static void print_row(FILE *out, const char *range, const char *kind, const char *name)
{
    fprintf(out, "  %-8s %-36s %s\n", range, kind, name);
}

static const char *return_type_text(const uint8_t types[4], char text[40])
{
    static const char *const names[] = {"",      "unorm", "snorm",  "sint",      "uint",
                                        "float", "mixed", "double", "continued", "unused"};
    bool same = types[0] == types[1] && types[0] == types[2] && types[0] == types[3];
    snprintf(text, 40, "%s", types[0] < sizeof names / sizeof *names ? names[types[0]] : "unknown");
    if (!same)
        snprintf(text, 40, "mixed");
    return text;
}

static void print_view(FILE *out, const struct dxbc_shader *shader, char letter,
                       const struct dxbc_resource_decl *r)
{
    char range[32], type[40], kind[96];
    const char *rw = letter == 'u' ? "RW" : "";
    const char *dimension =
        r->dimension <= DXBC_DIM_STRUCTURED_BUFFER ? dimension_names[r->dimension] : "unknown";
    if (r->dimension == DXBC_DIM_STRUCTURED_BUFFER)
        snprintf(kind, sizeof kind, "%s%s, stride %u%s", rw, dimension, r->stride,
                 counter_text(shader, letter, r));
    else if (r->dimension == DXBC_DIM_RAW_BUFFER)
        snprintf(kind, sizeof kind, "%s%s", rw, dimension);
    else
        snprintf(kind, sizeof kind, "%s%s of %s", rw, dimension, return_type_text(r->return_types, type));
    if (r->globally_coherent)
        strncat(kind, ", globallycoherent", sizeof kind - strlen(kind) - 1);
    print_row(out, range_text(letter, r->lower, r->upper, range), kind,
              binding_name(shader, letter, r->lower));
}

static void print_constant_buffer(FILE *out, const struct dxbc_shader *shader,
                                  const struct dxbc_cbuffer_decl *c)
{
    char range[32], kind[96];
    snprintf(kind, sizeof kind, "constant buffer, %u bytes%s", c->vector_count * 16,
             c->dynamic ? ", dynamically indexed" : "");
    print_row(out, range_text('b', c->lower, c->upper, range), kind, binding_name(shader, 'b', c->lower));
}

static void print_resources(FILE *out, const struct dxbc_shader *shader)
{
    static const char *const modes[] = {"sampler", "comparison sampler", "mono sampler"};
    const struct dxbc_program *p = &shader->program;
    char range[32];
    fputs(p->cbuffer_count + p->resource_count + p->sampler_count + p->uav_count ? "resources\n"
                                                                                 : "resources         none\n",
          out);
    for (uint32_t i = 0; i < p->cbuffer_count; i++)
        print_constant_buffer(out, shader, &p->cbuffers[i]);
    for (uint32_t i = 0; i < p->sampler_count; i++) {
        const struct dxbc_sampler_decl *s = &p->samplers[i];
        print_row(out, range_text('s', s->lower, s->upper, range), modes[s->mode < 3 ? s->mode : 0],
                  binding_name(shader, 's', s->lower));
    }
    for (uint32_t i = 0; i < p->resource_count; i++)
        print_view(out, shader, 't', &p->resources[i]);
    for (uint32_t i = 0; i < p->uav_count; i++)
        print_view(out, shader, 'u', &p->uavs[i]);
}

static void print_features(FILE *out, const struct dxbc_shader *shader)
{
    static const char *const features[] = {
        "doubles",
        "raw and structured buffers in 10.x",
        "UAVs in every stage",
        "64 UAVs",
        "minimum precision",
        "11.1 double extensions",
        "11.1 shader extensions",
        "level 9 comparison filtering",
        "tiled resources",
        "stencil reference from the pixel shader",
        "inner coverage",
        "typed UAV loads of more formats",
        "rasterizer ordered views",
        "layer and viewport from any stage",
    };
    static const char *const global[] = {
        "refactoring allowed",  "doubles",           "early depth and stencil", "raw and structured buffers",
        "optimisation skipped", "minimum precision", "11.1 double extensions",  "11.1 shader extensions",
    };
    bool any = false;
    fputs("features          ", out);
    for (uint32_t i = 0; i < 64; i++) {
        if (!(shader->feature_flags >> i & 1))
            continue;
        if (i < sizeof features / sizeof *features)
            fprintf(out, "%s%s", any ? ", " : "", features[i]);
        else
            fprintf(out, "%sunknown bit %u", any ? ", " : "", i);
        any = true;
    }
    fputs(any ? "\nglobal flags      " : "none\nglobal flags      ", out);
    any = false;
    for (uint32_t i = 0; i < sizeof global / sizeof *global; i++) {
        if (shader->program.global_flags >> i & 1) {
            fprintf(out, "%s%s", any ? ", " : "", global[i]);
            any = true;
        }
    }
    fputs(any ? "\n" : "none\n", out);
}

static void print_memory(FILE *out, const struct dxbc_program *p)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < p->tgsm_count; i++)
        total += p->tgsm[i].size_bytes;
    fprintf(out, "shared memory     %u bytes\n", total);
    for (uint32_t i = 0; i < p->tgsm_count; i++) {
        const struct dxbc_tgsm_decl *g = &p->tgsm[i];
        if (g->structured)
            fprintf(out, "  g%-7u %u structures of %u bytes\n", g->slot, g->count, g->stride);
        else
            fprintf(out, "  g%-7u %u bytes\n", g->slot, g->size_bytes);
    }
    fprintf(out, "registers         %u temps", p->temp_count);
    for (uint32_t i = 0; i < p->indexable_count; i++)
        fprintf(out, ", x%u[%u]", p->indexable[i].slot, p->indexable[i].count);
    fprintf(out, "; %u vectors of immediate constants\n", p->icb_count);
}

static void print_chunks(FILE *out, const struct dxbc_shader *shader)
{
    fprintf(out, "container         %zu bytes:", shader->size);
    for (uint32_t i = 0; i < shader->chunk_count && i < MAX_CHUNKS_SHOWN; i++) {
        char name[5] = {0};
        memcpy(name, &shader->chunks[i].fourcc, 4);
        for (int c = 0; c < 4; c++)
            if (name[c] < 0x20 || name[c] > 0x7e)
                name[c] = '?';
        fprintf(out, " %s", name);
    }
    fputs(shader->chunk_count > MAX_CHUNKS_SHOWN ? " ...\n" : "\n", out);
}

void shader_info_print(const struct dxbc_shader *shader, const char *path, FILE *out)
{
    const struct dxbc_program *p = &shader->program;
    char target[16];
    uint32_t declarations = 0;
    dxbc_target_name(p, target);
    fprintf(out, "file              %s\n", path);
    print_chunks(out, shader);
    if (shader->reflection.present && shader->reflection.creator)
        fprintf(out, "made by           %s\n", shader->reflection.creator);
    fprintf(out, "stage             %s, %s\n", stage_names[p->stage], target);
    if (p->stage == DXBC_CS)
        fprintf(out, "thread group      %u x %u x %u, %u threads\n", p->thread_group[0], p->thread_group[1],
                p->thread_group[2], p->thread_group[0] * p->thread_group[1] * p->thread_group[2]);
    for (uint32_t i = 0; i < p->instr_count; i++)
        declarations += dxbc_opcode_info(p->instrs[i].opcode)->kind == DXBC_KIND_DCL;
    fprintf(out, "instructions      %u, and %u declarations\n", p->instr_count - declarations, declarations);
    print_memory(out, p);
    if (p->interface_count)
        fprintf(out, "interfaces        %u slots, %u function bodies\n", p->interface_slot_count,
                p->body_count);
    print_features(out, shader);
    print_resources(out, shader);
}
