/*
 * WEFT_CHECK: whether dispatches are checked, and how.
 *
 * A list separated by commas: "1" for what is on by default, "all", names of kinds (check_kinds.def) to look
 * for these alone, +NAME and -NAME to add and take out, and options NAME=VALUE.
 */
#ifndef RUNTIME_CHECK_SETTINGS_H
#define RUNTIME_CHECK_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHECK_PATH = 512 };

struct check_settings {
    bool on;
    bool quiet; /* the program asks for the findings itself: nothing to standard error and the info queue */
    uint32_t kinds;  /* bits of enum check_kind */
    unsigned orders; /* runs in other orders than the canonical one */
    uint64_t seed;   /* of the orders behind the first */
    uint64_t memory_bytes;
    bool watch; /* writes to u#watch_slot[watch_element] are told */
    uint32_t watch_slot;
    uint64_t watch_element;
    char json[CHECK_PATH], sarif[CHECK_PATH]; /* files for the report, "" when not wanted */
    char suppressions[CHECK_PATH];
};

/* False with a sentence in error when the text is no such list. */
bool check_settings_read(const char *text, struct check_settings *out, char *error, size_t error_size);

#endif
