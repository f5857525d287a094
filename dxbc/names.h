/*
 * The words that stand for numbers in declarations: one table for the printer and the assembler.
 */
#ifndef DXBC_NAMES_H
#define DXBC_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dxbc_name_table {
    NAMES_DIMENSION,
    NAMES_RETURN_TYPE,
    NAMES_SYSTEM_VALUE,
    NAMES_INTERPOLATION,
    NAMES_PRIMITIVE,
    NAMES_TOPOLOGY,
    NAMES_SAMPLER_MODE,
    NAMES_DOMAIN,
    NAMES_PARTITIONING,
    NAMES_OUTPUT_PRIMITIVE,
    NAMES_PRECISION,
    NAMES_FILE,
    NAMES_GLOBAL_FLAG, /* by bit of the opcode token */
    /* of the comment header */
    NAMES_FEATURE, /* by bit of SFI0 */
    NAMES_SIGNATURE_VALUE,
    NAMES_HEADER_DOMAIN,
    NAMES_HEADER_PARTITIONING,
    NAMES_HEADER_PRIMITIVE,
    NAMES_TABLE_COUNT
};

/* NULL for numbers without a name. */
const char *dxbc_name(enum dxbc_name_table table, uint32_t number);
/* The first number of that name; false when there is none. */
bool dxbc_number(enum dxbc_name_table table, const char *name, size_t length, uint32_t *number);
/* What the table holds, for error texts: "a dimension". */
const char *dxbc_name_kind(enum dxbc_name_table table);

#endif
