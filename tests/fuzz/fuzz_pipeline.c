/*
 * Pipeline descriptions: a text is read and printed and its rules are checked; what is refused is reported
 * with its line and caret.
 *
 * Memory of buffers is limited, so nothing here may run out of it.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "pipeline.h"
#include "results.h"

enum { MEMORY_LIMIT = 4 << 20, PRINT_LIMIT = 1 << 16, STATUSES = 8 };

static struct {
    unsigned long read, printed, rules, refused[STATUSES];
} totals;

/* cli_report() writes to standard error: not where fuzz_fail() and the driver do. */
static void report(const struct cli_error *error, const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    FILE *usual = stderr;

    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        return;
    stderr = nowhere;
    cli_report(error, "input", (const char *)data, size);
    stderr = usual;
}

static uint64_t buffer_bytes(const struct pipeline *pipeline)
{
    uint64_t bytes = 0;

    for (uint32_t i = 0; i < pipeline->buffer_count; i++)
        bytes += (uint64_t)pipeline->buffers[i].size_bytes * pipeline->buffers[i].array_size;
    return bytes;
}

static void check_rules(const struct pipeline *pipeline, FILE *out)
{
    for (uint32_t i = 0; i < pipeline->rule_count; i++) {
        struct rule_outcome outcome = rule_check(&pipeline->rules[i]);

        totals.rules++;
        if (!outcome.passed)
            rule_print_failure(&pipeline->rules[i], &outcome, out);
    }
}

static void use_pipeline(const struct pipeline *pipeline)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out;

    if (buffer_bytes(pipeline) > PRINT_LIMIT || !(out = open_memstream(&text, &size)))
        return;
    pipeline_print(pipeline, out);
    check_rules(pipeline, out);
    fclose(out);
    free(text);
    totals.printed++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pipeline pipeline = {0};
    struct cli_error error = {0};

    if (pipeline_read(&pipeline, data, size, MEMORY_LIMIT, &error)) {
        totals.read++;
        use_pipeline(&pipeline);
    } else {
        if (error.status == CLI_OK || !error.text[0])
            fuzz_fail("refused without a reason");
        totals.refused[error.status % STATUSES]++;
        report(&error, data, size);
    }
    pipeline_free(&pipeline);
    return 0;
}

static void mutate(struct mutant *mutant, struct fuzz_random *random)
{
    uint32_t changes = fuzz_random_below(random, 2) ? 1 : 1 + fuzz_random_below(random, 4);

    for (uint32_t i = 0; i < changes && mutant->size > 8; i++)
        mutate_text(mutant, random);
}

static void summary(FILE *out)
{
    fprintf(out, "  read %lu (printed %lu), rules %lu; refused:", totals.read, totals.printed, totals.rules);
    for (unsigned i = 0; i < STATUSES; i++) {
        if (totals.refused[i])
            fprintf(out, " status %u: %lu", i, totals.refused[i]);
    }
    fputc('\n', out);
}

const struct fuzz_target fuzz_target = {.name = "fuzz_pipeline", .mutate = mutate, .summary = summary};
