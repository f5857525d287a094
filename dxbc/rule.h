/*
 * The rules of rules.def by number, for diagnostics.
 */
#ifndef DXBC_RULE_H
#define DXBC_RULE_H

#include "diag.h"

enum dxbc_rule {
    RULE_NONE,
#define RULE(name, ...) RULE_##name,
#include "rules.def"
#undef RULE
    RULE_COUNT
};

/* "V060-declared"; "" for RULE_NONE and for what is no rule. The texts live as long as the program. */
const char *dxbc_rule_id(enum dxbc_rule rule);
const char *dxbc_rule_sentence(enum dxbc_rule rule);
enum diag_code dxbc_rule_code(enum dxbc_rule rule);
/* The rule that a diagnostic speaks of: its own, else the first one with its code. */
enum dxbc_rule dxbc_rule_of(const struct diag *diag);

#endif
