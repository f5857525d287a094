/*
 * Instructions to tokens, the way back of decode.c. Private to this folder.
 */
#ifndef DXBC_ENCODE_H
#define DXBC_ENCODE_H

#include "dxbc.h"
#include "token_writer.h"

/* operand.c: the tokens that dxbc_read_operand() would read. */
void dxbc_write_operand(struct token_writer *writer, const struct dxbc_operand *operand);

/*
 * decode.c's counterpart. Opcode, controls (bits 23..11 of token0) and operands make up the instruction;
 * declarations and custom data add their data words. Lengths and extension bits are computed. False when the
 * instruction is longer than its length field can say.
 */
bool dxbc_encode_instr(struct token_writer *writer, const struct dxbc_instr *instr);

/* Layout of a printf or errorf block's words behind its length: header, operands, text. */
enum { MESSAGE_HEADER_WORDS = 5, MESSAGE_PRINT = 0x00200102, MESSAGE_ERROR = 0x00200103 };
enum { CUSTOM_COMMENT = 0, CUSTOM_ICB = 3, CUSTOM_MESSAGE = 4 };
enum { EXTENDED_EMPTY, EXTENDED_OFFSETS, EXTENDED_DIMENSION, EXTENDED_RETURN_TYPES };

#endif
