/*
 * Options that stand for environment variables.
 */
#include "options.h"

#include <stdlib.h>

const char option_environment_help[] =
    "Device (each option sets the variable behind it, which says the same):\n"
    "  --executor NAME    what runs the shader                      WEFT_EXECUTOR\n"
    "  --isa NAME         instruction set                           WEFT_ISA\n"
    "  --threads N        workers                                   WEFT_THREADS\n"
    "  --timeout-ms N     time limit of a dispatch, 0 for none      WEFT_TIMEOUT_MS\n"
    "  --memory-mb N      what resources may take                   WEFT_MEMORY_MB\n"
    "  --relaxed          give up the order of groups               WEFT_RELAXED=1\n"
    "  --log LEVEL        error, warn, info or debug                WEFT_LOG\n";

bool option_set_environment(int value, const char *argument)
{
    static const char *const variables[OPTION_ENVIRONMENT_COUNT] = {
        "WEFT_EXECUTOR",  "WEFT_ISA",     "WEFT_THREADS", "WEFT_TIMEOUT_MS",
        "WEFT_MEMORY_MB", "WEFT_RELAXED", "WEFT_LOG",
    };
    if (value < OPTION_ENVIRONMENT || value >= OPTION_ENVIRONMENT + OPTION_ENVIRONMENT_COUNT)
        return false;
    setenv(variables[value - OPTION_ENVIRONMENT], argument ? argument : "1", 1);
    return true;
}
