/*
 * Whole runs: a container is loaded, made a kernel of each executor, given made-up bindings and run for a few groups.
 *
 * What must hold, whatever the bytes: no crash, no access outside a block, an end. Then: a refused container
 * has a code and a text; a run that was told to stop names an instruction of the program; no event comes
 * twice for an instruction and a group; a second run with other garbage in the scratch memory leaves the same
 * bytes and says the same text.
 *
 * The stop flag is set from the beginning, so that a wave ends at its first look at it: deterministic, and
 * enough instructions for every seed. One input in 32 runs until a thread sets the flag.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dxbc.h"
#include "fabricate.h"
#include "fuzz.h"

enum { CODES = 512, GROUPS = 3, MAX_SCRATCH = 1 << 30, STOP_AFTER_NS = 3000000 };

static struct {
    unsigned long loaded, printed, refused[CODES], kernels, unsupported, large, done, stopped, events,
        messages;
    size_t largest_scratch;
} totals;

/* One run of a kernel. */
struct run {
    const struct dxbc_shader *shader;
    const struct kernel *kernel;
    struct fabricated fabricated;
    atomic_bool stop;
    uint8_t *reported; /* instructions that reported an event in this group */
    uint64_t said;     /* hash of messages and events */
    unsigned stopped;  /* groups */
};

static void on_message(void *user, bool error, const char *text)
{
    struct run *run = user;

    totals.messages++;
    run->said = run->said * 31 + fuzz_hash(text, strlen(text)) + error;
}

static void on_event(void *user, enum kernel_event event, uint32_t instruction, const uint32_t group[3])
{
    struct run *run = user;

    totals.events++;
    if (instruction >= run->shader->program.instr_count || event > KERNEL_EVENT_VIEW_MISMATCH)
        fuzz_fail("event %d at instruction %" PRIu32 " of %" PRIu32, (int)event, instruction,
                  run->shader->program.instr_count);
    if (run->reported[instruction]++)
        fuzz_fail("a second event at instruction %" PRIu32 " in one group", instruction);
    run->said = run->said * 31 + instruction + group[0] + event;
}

static void *stop_later(void *user)
{
    struct timespec delay = {0, STOP_AFTER_NS};

    nanosleep(&delay, NULL);
    atomic_store((atomic_bool *)user, true);
    return NULL;
}

static void run_groups(struct run *run, void *scratch)
{
    static const uint32_t groups[GROUPS][3] = {{0, 0, 0}, {1, 0, 0}, {65534, 3, 2}};
    struct kernel_dispatch dispatch = {.bindings = &run->fabricated.bindings,
                                       .group_count = {65535, 4, 3},
                                       .stop = &run->stop,
                                       .user = run,
                                       .message = on_message,
                                       .event = on_event};

    for (unsigned i = 0; i < GROUPS; i++) {
        uint32_t instruction = UINT32_MAX;
        char text[200];

        memset(run->reported, 0, run->shader->program.instr_count);
        if (kernel_run_group(run->kernel, &dispatch, groups[i], scratch, &instruction) == KERNEL_DONE)
            continue;
        run->stopped++;
        if (instruction >= run->shader->program.instr_count)
            fuzz_fail("stopped at instruction %" PRIu32 " of %" PRIu32, instruction,
                      run->shader->program.instr_count);
        dxbc_print_instr(run->shader, instruction, text, sizeof(text));
    }
}

/* Returns a hash of all that the run left behind. */
static uint64_t run_once(struct run *run, uint64_t seed, uint8_t garbage)
{
    size_t size = kernel_scratch_size(run->kernel);
    pthread_t stopper;
    bool later = seed % 32 == 5;
    void *scratch;
    uint64_t hash;

    if (posix_memalign(&scratch, 64, size))
        return 0;
    memset(scratch, garbage, size);
    fabricate(&run->fabricated, &run->shader->program, seed);
    run->said = run->stopped = 0;
    atomic_store(&run->stop, !later);
    if (later && pthread_create(&stopper, NULL, stop_later, &run->stop))
        fuzz_fail("no thread");
    run_groups(run, scratch);
    if (later)
        pthread_join(stopper, NULL);
    free(scratch);
    hash = fabricated_hash(&run->fabricated) + run->said;
    fabricated_free(&run->fabricated);
    return later ? 0 : hash;
}

static void run_kernel(const struct dxbc_shader *shader, const struct kernel *kernel, uint64_t seed)
{
    static struct run run;
    size_t scratch = kernel_scratch_size(kernel);

    if (scratch > totals.largest_scratch)
        totals.largest_scratch = scratch;
    if (scratch > MAX_SCRATCH) {
        totals.large++;
        return;
    }
    run.shader = shader;
    run.kernel = kernel;
    run.reported = malloc((size_t)shader->program.instr_count + 1);
    if (!run.reported)
        return;
    kernel_order_visible(kernel);
    if (run_once(&run, seed, 0xA5) != run_once(&run, seed, 0x5A))
        fuzz_fail("two runs differ");
    totals.done += GROUPS - run.stopped;
    totals.stopped += run.stopped;
    free(run.reported);
}

static void check_refusal(enum diag_code code, const struct diag *diag)
{
    char text[400];

    if (code != diag->code || !diag->text[0] || memchr(diag->text, 0, sizeof(diag->text)) == NULL)
        fuzz_fail("refused with code %d, but the diagnosis says %d: %.256s", (int)code, (int)diag->code,
                  diag->text);
    diag_format(diag, text, sizeof(text));
    totals.refused[(unsigned)code < CODES ? code : 0]++;
}

static void print_listing(const struct dxbc_shader *shader)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);

    if (!stream)
        return;
    dxbc_print(shader, DXBC_PRINT_HEADER | DXBC_PRINT_OFFSETS, stream);
    fclose(stream);
    free(text);
    totals.printed++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct diag diag = {0};
    struct dxbc_shader *shader;
    struct kernel *kernel;
    enum diag_code code = dxbc_load(data, size, 0, &shader, &diag);
    uint64_t seed = fuzz_hash(data, size);

    if (code == DIAG_CONTAINER_CHECKSUM) {
        diag = (struct diag){0};
        code = dxbc_load(data, size, DXBC_LOAD_IGNORE_CHECKSUM, &shader, &diag);
    }
    if (code != DIAG_OK) {
        check_refusal(code, &diag);
        if (shader)
            fuzz_fail("a shader in spite of code %d", (int)code);
        return 0;
    }
    totals.loaded++;
    if (seed % 8 == 0)
        print_listing(shader);
    for (enum kernel_executor executor = 0; executor < KERNEL_EXECUTOR_COUNT; executor++) {
        diag = (struct diag){0};
        code = kernel_create(shader, executor, &kernel, &diag);
        if (code == DIAG_OK) {
            totals.kernels++;
            run_kernel(shader, kernel, seed);
            kernel_destroy(kernel);
        } else {
            check_refusal(code, &diag);
            totals.unsupported++;
        }
    }
    dxbc_free(shader);
    return 0;
}

static void summary(FILE *out)
{
    fprintf(out, "  loaded %lu (printed %lu), kernels %lu, no kernel %lu\n", totals.loaded, totals.printed,
            totals.kernels, totals.unsupported);
    fprintf(
        out,
        "  groups done %lu, stopped %lu; messages %lu, events %lu; scratch up to %zu bytes, too large %lu\n",
        totals.done, totals.stopped, totals.messages, totals.events, totals.largest_scratch, totals.large);
    fputs("  refused:", out);
    for (unsigned i = 0; i < CODES; i++) {
        if (totals.refused[i])
            fprintf(out, " %u: %lu", i, totals.refused[i]);
    }
    fputc('\n', out);
}

const struct fuzz_target fuzz_target = {
    .name = "fuzz_run", .mutate = mutate_container, .cut = cut_container, .summary = summary};
