/*
 * Shaders over inputs that hold denormals, infinities, NaNs with all kinds of payload and zeros of both signs: one
 * hash of all that is written, on the interpreter, on the lanes and in generated code, for each instruction set.
 *
 *   hash_nasty SEEDS SHADER.dxbc ...
 *
 * Every t# and u# of a buffer or a plain texture gets a view of what the shader declares. Groups run one after another
 * (how they run side by side is for the tests of the runtime). Seeds for which the interpreter does not end in time are
 * left out, and so are shaders with other resources; a shader that is left with no seed at all fails.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dxbc.h"
#include "format.h"
#include "kernel.h"
#include "mutate.h"

enum { ELEMENTS = 2048, EDGE = 32, MAX_BLOCKS = 256, GROUPS = 4, PATIENCE_MS = 1000 };

struct block {
    uint8_t *bytes;
    size_t size;
};

struct inputs {
    struct bindings bindings;
    struct kernel_mip mips[MAX_BLOCKS];
    struct block blocks[MAX_BLOCKS];
    uint32_t counters[KERNEL_UAVS];
    uint32_t count;
    bool tame; /* small numbers in some buffers */
    struct fuzz_random random;
};

/* ---- inputs ---- */

static uint32_t nasty_word(struct fuzz_random *random)
{
    static const uint32_t special[] = {0,          0x80000000, 1,          0x80000001, 0x007FFFFF, 0x807FFFFF,
                                       0x00800000, 0x80800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000,
                                       0x7FC00000, 0xFFC00001, 0x7F800001, 0xFFFFFFFF, 0x3F800000, 0xBF800000};

    switch (fuzz_random_below(random, 4)) {
    case 0:
        return special[fuzz_random_below(random, sizeof(special) / sizeof(*special))];
    case 1: /* a float from 2^-8 to 2^8 */
        return 0x3B800000 + fuzz_random_below(random, 0x08000000) + (fuzz_random_below(random, 2) << 31);
    case 2:
        return fuzz_random_below(random, 64);
    default:
        return (uint32_t)fuzz_random_next(random);
    }
}

static uint8_t *make_block(struct inputs *in, size_t size, bool small)
{
    struct block *block = &in->blocks[in->count++];

    block->size = size;
    block->bytes = aligned_alloc(64, (size + 63) & ~(size_t)63);
    if (!block->bytes)
        abort();
    for (size_t i = 0; i + 4 <= size; i += 4) {
        uint32_t word = small ? fuzz_random_below(&in->random, 9) : nasty_word(&in->random);
        memcpy(block->bytes + i, &word, 4);
    }
    return block->bytes;
}

static enum format_number format_for(const struct dxbc_resource_decl *decl)
{
    switch (decl->return_types[0]) {
    case 3: /* sint */
        return FORMAT_R32_SINT;
    case 4: /* uint */
        return FORMAT_R32_UINT;
    default:
        return FORMAT_R32G32B32A32_FLOAT;
    }
}

static bool make_view(struct inputs *in, const struct dxbc_resource_decl *decl, struct kernel_view *view)
{
    const struct format_info *format = format_get(format_for(decl));
    struct kernel_mip *mip = &in->mips[in->count];
    size_t size = ELEMENTS * 16;

    if (in->count + 1 >= MAX_BLOCKS)
        return false;
    *view = (struct kernel_view){.size_bytes = size, .element_count = ELEMENTS, .format = format, .sample_count = 1};
    switch (decl->dimension) {
    case DXBC_DIM_RAW_BUFFER:
        view->kind = KERNEL_VIEW_RAW_BUFFER;
        view->element_count = (uint32_t)size;
        break;
    case DXBC_DIM_STRUCTURED_BUFFER:
        view->kind = KERNEL_VIEW_STRUCTURED_BUFFER;
        view->stride = decl->stride;
        view->size_bytes = size = (size_t)decl->stride * ELEMENTS;
        break;
    case DXBC_DIM_BUFFER:
        view->kind = KERNEL_VIEW_TYPED_BUFFER;
        view->size_bytes = size = (size_t)format->block_bytes * ELEMENTS;
        break;
    case DXBC_DIM_TEXTURE2D:
        view->kind = KERNEL_VIEW_TEXTURE;
        view->dimension = decl->dimension;
        view->mip_count = 1;
        view->mips = mip;
        *mip = (struct kernel_mip){.width = EDGE, .height = EDGE, .depth = 1, .row_pitch = EDGE * format->block_bytes};
        view->size_bytes = 0;
        size = (size_t)EDGE * EDGE * format->block_bytes;
        break;
    default:
        return false;
    }
    /* indices and numbers of rounds stand in buffers, too */
    view->data = make_block(in, size, in->tame && fuzz_random_below(&in->random, 2));
    return true;
}

static bool make_inputs(struct inputs *in, const struct dxbc_program *program, uint64_t seed)
{
    *in = (struct inputs){.random = {seed * 0x9E3779B97F4A7C15u + 1}, .tame = seed % 3 == 2};
    for (uint32_t i = 0; i < KERNEL_INTERFACES; i++)
        in->bindings.interfaces[i].table = -1;
    for (uint32_t i = 0; i < program->cbuffer_count; i++) {
        struct kernel_constant_buffer *buffer = &in->bindings.constant_buffers[program->cbuffers[i].lower];
        buffer->size_bytes = program->cbuffers[i].vector_count * 16;
        buffer->data = make_block(in, buffer->size_bytes, seed % 2);
    }
    for (uint32_t i = 0; i < program->resource_count; i++) {
        if (!make_view(in, &program->resources[i], &in->bindings.resources[program->resources[i].lower]))
            return false;
    }
    for (uint32_t i = 0; i < program->uav_count; i++) {
        uint32_t slot = program->uavs[i].lower;
        if (!make_view(in, &program->uavs[i], &in->bindings.uavs[slot]))
            return false;
        in->counters[slot] = 1000;
        in->bindings.uavs[slot].counter = &in->counters[slot];
    }
    return program->sampler_count == 0;
}

static void free_inputs(struct inputs *in)
{
    for (uint32_t i = 0; i < in->count; i++)
        free(in->blocks[i].bytes);
}

/* ---- runs ---- */

struct patience {
    atomic_bool over, stop;
};

static void *lose_patience(void *user)
{
    struct patience *patience = user;

    for (int i = 0; i < PATIENCE_MS && !atomic_load(&patience->over); i++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    atomic_store(&patience->stop, true);
    return NULL;
}

static uint64_t hash_of(const struct inputs *in)
{
    uint64_t hash = fuzz_hash((const uint8_t *)in->counters, sizeof(in->counters));

    for (uint32_t i = 0; i < in->count; i++)
        hash = hash * 31 + fuzz_hash(in->blocks[i].bytes, in->blocks[i].size);
    return hash;
}

/* 0: no such kernel, or it does not end. */
static uint64_t run(const struct dxbc_shader *shader, enum kernel_executor executor, enum cpu_isa isa, uint64_t seed,
                    bool patient)
{
    struct patience patience = {.stop = false};
    struct diag diag = {0};
    struct kernel *kernel;
    struct inputs in;
    pthread_t thread;
    uint64_t hash = 0;

    if (kernel_create_for(shader, executor, isa, &kernel, &diag) != DIAG_OK)
        return 0;
    if (make_inputs(&in, &shader->program, seed)) {
        struct kernel_dispatch dispatch = {
            .bindings = &in.bindings, .group_count = {GROUPS, 2, 1}, .stop = &patience.stop};
        void *scratch = aligned_alloc(64, (kernel_scratch_size(kernel) + 64) & ~(size_t)63);
        bool done = scratch, timed = !patient && !pthread_create(&thread, NULL, lose_patience, &patience);
        uint32_t instruction;

        for (uint32_t i = 0; done && i < 2 * GROUPS; i++) {
            const uint32_t group[3] = {i % GROUPS, i / GROUPS, 0};
            done = kernel_run_group(kernel, &dispatch, group, scratch, &instruction) == KERNEL_DONE;
        }
        atomic_store(&patience.over, true);
        if (timed)
            pthread_join(thread, NULL);
        hash = done ? hash_of(&in) | 1 : 0;
        free(scratch);
    }
    free_inputs(&in);
    kernel_destroy(kernel);
    return hash;
}

/* Whether all agree with the interpreter. */
static bool compare(const char *path, const struct dxbc_shader *shader, uint64_t seed, uint64_t expected)
{
    bool good = true;

    for (int executor = 0; executor < KERNEL_EXECUTOR_COUNT; executor++) {
        for (int isa = 0; isa < CPU_ISA_COUNT; isa++) {
            uint64_t hash;

            if (executor == KERNEL_INTERP || isa == CPU_SCALAR || !cpu_isa_available((enum cpu_isa)isa) ||
                !kernel_executor_available((enum kernel_executor)executor, (enum cpu_isa)isa))
                continue;
            hash = run(shader, (enum kernel_executor)executor, (enum cpu_isa)isa, seed, true);
            if (hash == expected)
                continue;
            printf("odd: %s seed %" PRIu64 ": %016" PRIx64 " on %s %s, not %016" PRIx64 "\n", path, seed, hash,
                   kernel_executor_name((enum kernel_executor)executor), cpu_isa_name((enum cpu_isa)isa), expected);
            good = false;
        }
    }
    return good;
}

static struct dxbc_shader *load(const char *path)
{
    struct dxbc_shader *shader = NULL;
    struct diag diag = {0};
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof(bytes), file) : 0;

    if (file)
        fclose(file);
    if (dxbc_load(bytes, size, 0, &shader, &diag) != DIAG_OK)
        fprintf(stderr, "hash_nasty: %s: %s\n", path, file ? diag.text : "cannot be read");
    return shader;
}

int main(int argc, char **argv)
{
    uint64_t seeds = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    bool good = argc > 2 && seeds;

    for (int i = 2; i < argc; i++) {
        struct dxbc_shader *shader = load(argv[i]);
        const char *name = strrchr(argv[i], '/') ? strrchr(argv[i], '/') + 1 : argv[i];
        uint64_t ran = 0, all = 0;

        for (uint64_t seed = 0; shader && !shader->program.sampler_count && seed < seeds; seed++) {
            uint64_t hash = run(shader, KERNEL_INTERP, CPU_SCALAR, seed, false);

            if (!hash)
                continue;
            ran++;
            all = all * 31 + hash;
            good &= compare(name, shader, seed, hash);
        }
        printf("%-28s %016" PRIx64 " %3" PRIu64 " of %" PRIu64 " seeds\n", name, all, ran, seeds);
        good &= shader && (ran || shader->program.sampler_count);
        dxbc_free(shader);
    }
    return good ? 0 : 1;
}
