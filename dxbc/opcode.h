/*
 * Opcodes and what is known about each of them, stamped from opcodes.def.
 */
#ifndef DXBC_OPCODE_H
#define DXBC_OPCODE_H

#include <stddef.h>
#include <stdint.h>

enum dxbc_stage { DXBC_PS, DXBC_VS, DXBC_GS, DXBC_HS, DXBC_DS, DXBC_CS, DXBC_STAGE_COUNT };

enum dxbc_kind {
    DXBC_KIND_ARITH,    /* component by component, moves and conversions included */
    DXBC_KIND_DOT,      /* fixed components in, one replicated result */
    DXBC_KIND_DOUBLE,   /* works on component pairs */
    DXBC_KIND_FLOW,
    DXBC_KIND_LOAD,     /* unfiltered reads of views and shared memory */
    DXBC_KIND_STORE,
    DXBC_KIND_ATOMIC,
    DXBC_KIND_COUNTER,  /* append and consume counters */
    DXBC_KIND_SYNC,
    DXBC_KIND_QUERY,    /* sizes and sample positions */
    DXBC_KIND_SAMPLE,   /* anything that takes a sampler */
    DXBC_KIND_PIXEL,
    DXBC_KIND_GEOM,
    DXBC_KIND_HULL,     /* phase markers */
    DXBC_KIND_DCL,
    DXBC_KIND_CUSTOM,   /* custom data; class 4 (messages) is executed */
    DXBC_KIND_DEBUG,    /* nop, abort, debug_break */
    DXBC_KIND_RESERVED, /* never legal */
};

enum {
    OPF_SAT = 1 << 0,    /* bit 13 of the opcode token saturates */
    OPF_TEST = 1 << 1,   /* bit 18 chooses _z or _nz */
    OPF_EXT = 1 << 2,    /* may carry extended opcode tokens */
    OPF_OPENS = 1 << 3,  /* opens a level of flow (and of indentation) */
    OPF_CLOSES = 1 << 4, /* closes one */
};

enum dxbc_opcode {
#define OP(name, number, ...) DXBC_OP_##name = number,
#include "opcodes.def"
#undef OP
    DXBC_OP_COUNT
};

struct dxbc_opcode_info {
    const char *mnemonic;
    const char *dst;   /* operand type letters, see opcodes.def */
    const char *src;
    char literal;      /* 'F', 'I', 'U' or 'N' */
    uint8_t kind;      /* enum dxbc_kind */
    uint8_t since;     /* 40, 41, 50, 51 (11.1), 52 (11.2) */
    uint8_t stages;    /* bit 1 << enum dxbc_stage */
    uint8_t flags;     /* OPF_* */
};

/* NULL for numbers outside the list. */
const struct dxbc_opcode_info *dxbc_opcode_info(uint32_t opcode);
/* DXBC_OP_COUNT when there is no such mnemonic. */
uint32_t dxbc_opcode_by_mnemonic(const char *mnemonic, size_t length);

#endif
