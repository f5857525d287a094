/*
 * The rows of opcodes.def as a table, and the two ways into it.
 */
#include "opcode.h"

#include <string.h>

#define IN_PS     (1 << DXBC_PS)
#define IN_VS     (1 << DXBC_VS)
#define IN_GS     (1 << DXBC_GS)
#define IN_HS     (1 << DXBC_HS)
#define IN_DS     (1 << DXBC_DS)
#define IN_CS     (1 << DXBC_CS)
#define IN_ALL    ((1 << DXBC_STAGE_COUNT) - 1)

#define LITERAL_F 'F'
#define LITERAL_I 'I'
#define LITERAL_U 'U'
#define LITERAL_N 'N'

static const struct dxbc_opcode_info rows[DXBC_OP_COUNT] = {
#define OP(name, number, text, dst, src, literal, kind, since, stages, flags)                                \
    [number] = {text, dst, src, LITERAL_##literal, DXBC_KIND_##kind, since, stages, flags},
#include "opcodes.def"
#undef OP
};

const struct dxbc_opcode_info *dxbc_opcode_info(uint32_t opcode)
{
    return opcode < DXBC_OP_COUNT ? &rows[opcode] : NULL;
}

uint32_t dxbc_opcode_by_mnemonic(const char *mnemonic, size_t length)
{
    for (uint32_t i = 0; i < DXBC_OP_COUNT; ++i) {
        if (length > 0 && strlen(rows[i].mnemonic) == length && !memcmp(rows[i].mnemonic, mnemonic, length))
            return i;
    }
    return DXBC_OP_COUNT;
}
