/*
 * The rows of rules.def as a table.
 */
#include "rule.h"

static const struct {
    const char *id, *sentence;
    enum diag_code code;
} rows[RULE_COUNT] = {
    [RULE_NONE] = {"", "", DIAG_OK},
#define RULE(name, id, code, sentence) [RULE_##name] = {id, sentence, code},
#include "rules.def"
#undef RULE
};

const char *dxbc_rule_id(enum dxbc_rule rule)
{
    return rule < RULE_COUNT ? rows[rule].id : "";
}

const char *dxbc_rule_sentence(enum dxbc_rule rule)
{
    return rule < RULE_COUNT ? rows[rule].sentence : "";
}

enum diag_code dxbc_rule_code(enum dxbc_rule rule)
{
    return rows[rule].code;
}

enum dxbc_rule dxbc_rule_of(const struct diag *diag)
{
    if (diag->rule)
        return (enum dxbc_rule)diag->rule;
    for (int i = 1; i < RULE_COUNT; ++i) {
        if (rows[i].code == diag->code)
            return (enum dxbc_rule)i;
    }
    return RULE_NONE;
}
