/*
 * Decoded DXBC becomes a lowered program (lane_ir.h). lower_program is the face; the rest is what the files
 * of the lowering share: where registers went, sources with swizzle and modifiers, and where results go.
 *
 * Nothing is shared with the interpreter's preparation on purpose: a fault in either shows as a difference.
 */
#ifndef KERNELS_LOWER_H
#define KERNELS_LOWER_H

#include "diag.h"
#include "lane_ir.h"

/* Everything lies in the arena. DIAG_UNSUPPORTED names what lanes cannot run; the analyses are not done yet.
 */
enum diag_code lower_program(const struct dxbc_shader *shader, struct dxbc_arena *arena,
                             struct lane_program **out, struct diag *diag);
/* The same for a kernel that watches: reads of registers that may not have been written are told by operations
 * of their own (LANE_WATCH_SLOT). */
enum diag_code lower_program_watched(const struct dxbc_shader *shader, struct dxbc_arena *arena,
                                     struct lane_program **out, struct diag *diag);

/* An array of this slot is none of the program's: a STORE_ARRAY to it says that a register is written, or read
 * (LANE_WATCH_READ in imm); the value names it. In kernels that watch only. */
#define LANE_WATCH_SLOT UINT32_MAX
enum { LANE_WATCH_READ = 4 };
#define LANE_WATCHED_X           0x80000000u /* | slot << 16 | index; otherwise the number of an r# */
#define LANE_WATCHED_SLOT(name)  ((name) >> 16 & 0x7FFF)
#define LANE_WATCHED_INDEX(name) ((name) & 0xFFFF)

/* ---- inside the lowering ---- */

/* An x#: memory when some index of it is computed, registers otherwise. */
struct lower_array {
    bool indexed;
    uint32_t count;
    uint32_t first; /* register of [0].x, or the array's number */
};

/* A word of a constant buffer at a fixed place, loaded once for a group. */
struct lower_constant {
    uint32_t slot, vector, component;
    lane_value reg;
};

struct lower_watch;

struct lower {
    const struct dxbc_program *dxbc;
    struct lane_program *out;
    struct diag *diag;
    enum diag_code code;
    uint32_t index;              /* of the instruction being lowered */
    const struct dxbc_instr *at; /* that instruction */
    struct lower_array *x;       /* one for each declaration */
    uint32_t constant_count, constant_room;
    struct lower_constant *constants;
    struct lower_watch *watch; /* NULL: nobody asks which registers were written */
};

enum lower_type { LOWER_FLOAT, LOWER_INT, LOWER_DOUBLE };

/* Records why the current instruction cannot run here. */
void lower_unsupported(struct lower *l, const char *what, const char *why);

/* Appends an operation; the results are the caller's to fill in. */
struct lane_instr *lower_emit(struct lower *l, uint16_t op, uint8_t dst_count, uint32_t src_count);
/* Appends an operation of one result with up to three sources (LANE_NONE: none) to a register. */
void lower_to(struct lower *l, lane_value dst, uint16_t op, lane_value a, lane_value b, lane_value c);
/* The same to a fresh register, which it returns. */
lane_value lower_op(struct lower *l, uint16_t op, lane_value a, lane_value b, lane_value c);

bool lower_has_range_ids(const struct lower *l);
lane_value lower_index(struct lower *l, const struct dxbc_index *index);
/* What stands at component `component` of the instruction's view of the operand, without and with modifiers.
 */
lane_value lower_plain_source(struct lower *l, const struct dxbc_operand *operand, unsigned component);
lane_value lower_source(struct lower *l, const struct dxbc_operand *operand, unsigned component,
                        enum lower_type type);
/* How operand number `number` of the current instruction is meant. */
enum lower_type lower_operand_type(const struct lower *l, unsigned number);

/* A destination. Opening it computes the index of an x#[computed], which has to come before the first write.
 */
struct lower_target {
    uint8_t mask;
    lane_value reg[4]; /* LANE_NONE: goes to memory */
    uint32_t array;
    lane_value index;
};
void lower_open_target(struct lower *l, const struct dxbc_operand *operand, struct lower_target *target);
/* Where an operation may put component c's result: the register itself or a fresh one. */
lane_value lower_result(struct lower *l, const struct lower_target *target, unsigned c);
/* Brings a result to its place unless it stands there already. */
void lower_write(struct lower *l, const struct lower_target *target, unsigned c, lane_value value);

/* lower_watch.c. The lowering runs twice: the first time finds the registers that may be read before they are
 * written, the second one follows these alone. */
struct lower_watch *lower_watch_create(struct dxbc_arena *arena);
/* Registers [LANE_INPUTS, end) have names in DXBC. */
bool lower_watch_begin(struct lower_watch *watch, uint32_t end, struct dxbc_arena *arena);
bool lower_watch_found(const struct lower_watch *watch);
/* The array that stands for what is followed; LANE_NONE: there is nothing to follow. */
void lower_watch_set_array(struct lower_watch *watch, uint32_t array);
/* The current instruction reads a register, which has this name (LANE_WATCHED_*). */
void lower_watch_read(struct lower *l, lane_value reg, uint32_t name);
/* The current instruction has been lowered. */
void lower_watch_step(struct lower *l);
lane_value lower_named_register(const struct lower *l, const struct dxbc_operand *operand, unsigned component);

/* Families. */
void lower_arith(struct lower *l);
void lower_dot(struct lower *l);
void lower_double(struct lower *l);
void lower_memory(struct lower *l);
void lower_query(struct lower *l);
void lower_sample(struct lower *l);
void lower_flow(struct lower *l);
void lower_message(struct lower *l);

#endif
