/*
 * Whole runs of the command: a pipeline description with a shader behind it goes through `weft run` or, every
 * fourth input, through what `weft check` does. An input is the text of the description, then the container.
 *
 * What must hold, whatever the input: no crash, nothing leaked, an end within the limits, and one of the exit
 * statuses that the command's help names.
 */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "run.h"

enum { STATUSES = 5, CHECK_SHARE = 4 };

static struct {
    unsigned long statuses[STATUSES], findings;
} totals;

static size_t shader_offset(const uint8_t *data, size_t size)
{
    const uint8_t *found = size ? memmem(data, size, "DXBC", 4) : NULL;

    return found ? (size_t)(found - data) : size;
}

/* A file in memory; its name goes to path. */
static int open_file(const uint8_t *data, size_t size, char path[32])
{
    int file = memfd_create("input", MFD_CLOEXEC);

    if (file < 0 || write(file, data, size) != (ssize_t)size)
        fuzz_fail("no memory file");
    snprintf(path, 32, "/proc/self/fd/%d", file);
    return file;
}

static int check(char *pipeline_path, char *shader_path)
{
    struct run run = {.options = {.pipeline_path = pipeline_path,
                                  .shader_paths = &shader_path,
                                  .shader_count = 1,
                                  .repeat = 1,
                                  .checks = true}};
    int status;

    setenv("WEFT_CHECK", "1,quiet,+not-reproducible", 1);
    status = run_stages(&run);
    if (status == CLI_OK) {
        weft_device_write_findings(run.device.device, "json", "/dev/null");
        weft_device_write_findings(run.device.device, "sarif", "/dev/null");
        totals.findings += weft_device_get_finding_count(run.device.device);
    }
    run_cleanup(&run);
    unsetenv("WEFT_CHECK");
    return status;
}

static int run_command(char *pipeline_path, char *shader_path)
{
    char *arguments[] = {"run", "--hash", "-o", "/dev/null", pipeline_path, shader_path, NULL};

    optind = 0;
    return cmd_run(6, arguments);
}

/* Memory is limited to what a test may take, time to what many inputs leave. */
static void set_limits(void)
{
    setenv("WEFT_MEMORY_MB", "16", 1);
    setenv("WEFT_TIMEOUT_MS", "200", 1);
    setenv("WEFT_THREADS", "2", 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    FILE *usual_error = stderr, *usual_output = stdout;
    const size_t split = shader_offset(data, size);
    char pipeline_path[32], shader_path[32];
    const int pipeline = open_file(data, split, pipeline_path);
    const int shader = open_file(data + split, size - split, shader_path);
    int status;

    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        fuzz_fail("no /dev/null");
    set_limits();
    stdout = stderr = nowhere;
    status = fuzz_hash(data, size) % CHECK_SHARE ? run_command(pipeline_path, shader_path)
                                                 : check(pipeline_path, shader_path);
    stdout = usual_output;
    stderr = usual_error;
    if (status < 0 || status >= STATUSES)
        fuzz_fail("exit status %d", status);
    totals.statuses[status]++;
    close(pipeline);
    close(shader);
    return 0;
}

/* The text or the shader. */
static void mutate(struct mutant *mutant, struct fuzz_random *random)
{
    const size_t split = shader_offset(mutant->bytes, mutant->size);
    const bool text = split > 8 && (split == mutant->size || fuzz_random_below(random, 2));
    struct mutant part = {0};
    const size_t at = text ? 0 : split, size = text ? split : mutant->size - split;

    if (size < 16)
        return;
    mutant_set(&part, mutant->bytes + at, size);
    if (text)
        mutate_text(&part, random);
    else
        mutate_container(&part, random);
    mutant_splice(mutant, at, size, part.bytes, part.size);
    mutant_free(&part);
}

static void summary(FILE *out)
{
    fputs("  exit statuses:", out);
    for (unsigned i = 0; i < STATUSES; i++)
        fprintf(out, " %u: %lu", i, totals.statuses[i]);
    fprintf(out, "; findings of checks %lu\n", totals.findings);
}

const struct fuzz_target fuzz_target = {.name = "fuzz_weft", .mutate = mutate, .summary = summary};
