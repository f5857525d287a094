/*
 * The options that say what WEFT_* variables say: they set the variable before the device is created.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <getopt.h>

#include "cli.h"

enum { OPTION_ENVIRONMENT = 0x100, OPTION_ENVIRONMENT_COUNT = 7, OPTION_OWN = 0x200 };

/* Rows for getopt_long's table; their values are OPTION_ENVIRONMENT and up. */
/* clang-format off */
#define OPTION_ENVIRONMENT_ROWS \
    { "executor", required_argument, NULL, OPTION_ENVIRONMENT + 0 }, \
    { "isa", required_argument, NULL, OPTION_ENVIRONMENT + 1 }, \
    { "threads", required_argument, NULL, OPTION_ENVIRONMENT + 2 }, \
    { "timeout-ms", required_argument, NULL, OPTION_ENVIRONMENT + 3 }, \
    { "memory-mb", required_argument, NULL, OPTION_ENVIRONMENT + 4 }, \
    { "relaxed", no_argument, NULL, OPTION_ENVIRONMENT + 5 }, \
    { "log", required_argument, NULL, OPTION_ENVIRONMENT + 6 }
/* clang-format on */

/* True when value was one of them. */
bool option_set_environment(int value, const char *argument);

extern const char option_environment_help[];

#endif
