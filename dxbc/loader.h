/*
 * What the parts of dxbc_load() share: one loader that runs through container, chunks, tokens, validation.
 * Private to this folder. Each step returns DIAG_OK or the code that it has recorded in the diag.
 */
#ifndef DXBC_LOADER_H
#define DXBC_LOADER_H

#include "alloc.h"
#include "dxbc.h"
#include "rule.h"
#include "token_reader.h"

/* The limits of Direct3D 11, and of this implementation where Direct3D names none. */
enum {
    DXBC_LIMIT_CONTAINER_BYTES = 0x02000000,
    DXBC_LIMIT_NESTING = 64,
    DXBC_LIMIT_TEMPS = 4096, /* r# and elements of x# together */
    DXBC_LIMIT_CB_VECTORS = 4096,
    DXBC_LIMIT_ICB_VECTORS = 4096,
    DXBC_LIMIT_FUNCTIONS = 65536, /* labels and function bodies: one above the highest number */
    DXBC_LIMIT_INTERFACE_SLOTS = 253,
    DXBC_LIMIT_FINDINGS = 1000,
    DXBC_LIMIT_INDEX_DEPTH = 2, /* r0 indexed by x1[r2]: the innermost index is at depth 2 */
};

/* Where findings are kept when all are wanted, not only the first. */
struct findings {
    struct diag *items;
    uint32_t count, refusals, room;
    bool incomplete; /* more than DXBC_LIMIT_FINDINGS, or no memory to keep them in */
};

struct loader {
    struct dxbc_arena *arena;   /* lives as long as the shader */
    struct dxbc_arena *scratch; /* ends with dxbc_load() */
    struct dxbc_shader *shader;
    struct diag *diag;
    struct dxbc_instr *instrs; /* program.instrs, while it is being made */
    struct findings *findings; /* NULL: the first finding ends it */
};

/* Records a breach of a rule by an instruction, or by none (DIAG_NO_INSTRUCTION). */
enum diag_code loader_fault(struct loader *loader, enum dxbc_rule rule, uint32_t index, const char *format,
                            ...) __attribute__((format(printf, 4, 5)));
/* The same with "MNEMONIC text". */
enum diag_code loader_flow_fault(struct loader *loader, enum dxbc_rule rule, uint32_t index,
                                 const char *text);

/* Notes advice where all findings are wanted, nothing otherwise: DIAG_OK or DIAG_NO_MEMORY. */
enum diag_code loader_advise(struct loader *loader, enum dxbc_rule rule, uint32_t index, const char *format,
                             ...) __attribute__((format(printf, 4, 5)));

/* Between two checks that do not need each other: keeps the finding and goes on, where all are wanted. */
enum diag_code loader_go_on(struct loader *loader, enum diag_code code);

enum diag_code loader_no_memory(struct loader *loader);

/* The first chunk of that name, or NULL. */
const struct dxbc_chunk *dxbc_find_chunk(const struct dxbc_shader *shader, uint32_t fourcc);
/* The data of a chunk. */
struct byte_view loader_chunk_view(const struct loader *loader, const struct dxbc_chunk *chunk);

/* signature.c, reflect.c, interfaces.c: one chunk each */
enum diag_code dxbc_read_signature(struct loader *loader, const struct dxbc_chunk *chunk,
                                   struct dxbc_signature *out);
enum diag_code dxbc_read_reflection(struct loader *loader, const struct dxbc_chunk *chunk,
                                    struct dxbc_reflection *out);
enum diag_code dxbc_read_interfaces(struct loader *loader, const struct dxbc_chunk *chunk,
                                    struct dxbc_interfaces *out);

/* decode.c: tokens to instructions. */
enum diag_code dxbc_decode(struct loader *loader, const struct dxbc_chunk *chunk);
/* Whether the tokens hold printf, errorf, abort or debug_break: such programs carry a digest of another kind.
 */
bool dxbc_has_debug_instructions(const struct byte_view *tokens);

/* operand.c: one operand; index is the ordinal of its instruction. */
enum diag_code dxbc_read_operand(struct loader *loader, struct token_reader *reader, uint32_t index,
                                 struct dxbc_operand *out);

/* declarations.c: the lists of program, from its declarations. */
enum diag_code dxbc_collect_declarations(struct loader *loader);

/* flow.c: nesting and targets of constructs; calls.c: labels, function bodies, and that no call recurses. */
enum diag_code dxbc_resolve_flow(struct loader *loader);
enum diag_code dxbc_resolve_calls(struct loader *loader);

/* barrier.c: needs sound flow and operands. */
enum diag_code dxbc_check_barriers(struct loader *loader);

/* validate.c */
enum diag_code dxbc_validate(struct loader *loader);

#endif
