/*
 * The validator: everything that `weft validate` reports about containers of every stage.
 *
 * What must hold, whatever the bytes: no crash, no access outside a block, nothing leaked, an end. The report
 * has advice alone for what loads, and for nothing else; the first refusal is the one that loading stops at; each has
 * its rule and its words, and speaks of an instruction that exists.
 */
#include "dxbc.h"
#include "fuzz.h"
#include "rule.h"

static struct {
    unsigned long accepted, refused, findings, rules[RULE_COUNT];
} totals;

static void check_finding(const struct diag *finding, uint32_t number)
{
    if (!finding->text[0] || !dxbc_rule_id((enum dxbc_rule)finding->rule)[0])
        fuzz_fail("finding %u has no rule or no words", number);
    if (dxbc_rule_code((enum dxbc_rule)finding->rule) != finding->code)
        fuzz_fail("finding %u has code %d, its rule another", number, (int)finding->code);
    totals.rules[finding->rule]++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct dxbc_shader *shader = NULL;
    struct dxbc_report report;
    struct diag diag;
    const enum diag_code code = dxbc_load(data, size, 0, &shader, &diag);
    if (dxbc_check(data, size, &report) != DIAG_OK)
        fuzz_fail("no report");
    uint32_t first = 0;
    if ((report.refusals == 0) != (code == DIAG_OK))
        fuzz_fail("loading gives code %d, the report has %u refusals", (int)code, report.refusals);
    while (first < report.count && report.items[first].code == DIAG_ADVICE)
        ++first;
    if (code != DIAG_OK && (first == report.count || report.items[first].code != code))
        fuzz_fail("loading stops at code %d, finding %u is another", (int)code, first);
    for (uint32_t i = 0; i < report.count; ++i)
        check_finding(&report.items[i], i);
    totals.findings += report.count;
    totals.accepted += code == DIAG_OK;
    totals.refused += code != DIAG_OK;
    dxbc_report_free(&report);
    dxbc_free(shader);
    return 0;
}

static void summary(FILE *out)
{
    fprintf(out, "  accepted %lu, refused %lu, findings %lu; rules never met:", totals.accepted,
            totals.refused, totals.findings);
    for (int i = 1; i < RULE_COUNT; ++i) {
        if (!totals.rules[i])
            fprintf(out, " %s", dxbc_rule_id((enum dxbc_rule)i));
    }
    fputc('\n', out);
}

const struct fuzz_target fuzz_target = {
    .name = "fuzz_validate", .mutate = mutate_container, .cut = cut_container, .summary = summary};
