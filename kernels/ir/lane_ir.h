/*
 * The lowered program: one-component operations on virtual registers, in structured flow.
 *
 * Meaning is that of one lane: each lane runs the instructions in order, a register is a variable of the
 * lane. An executor runs many lanes at a time under a mask, in the order of the canonical machine. What the
 * analyses found is written into the program, so that executors need none of their own:
 *   - lane_reg.uniform: all active lanes of a wave (of any strip, see below) hold the same value: one scalar
 * will do;
 *   - LANE_MASKED on an instruction: lanes that are not active have to keep what its results held before.
 * Without it the value of inactive lanes is never looked at again, so a code generator may treat the write as
 * complete;
 *   - lane_reg.crosses: lives across a barrier, so each wave needs its own;
 *   - lane_reg.affine, lane_instr.pattern: values and addresses that go up evenly from thread to thread
 * (lane_affine.c);
 *   - lane_instr.region, region.wide: no lane can see in which order the waves of the region run
 * (lane_order.c): strips may be wider there; lane_instr.in_order: these accesses are what shows it;
 *   - LANE_ORDERED on an instruction: it shows in which order groups run, so its group first needs ticket
 * number instr->ticket. PASS #n: the lanes that come here want ticket n no more (lane_tickets.c).
 *
 * Flow instructions nest as in DXBC: IF [ELSE] ENDIF, LOOP ENDLOOP, SWITCH CASE/DEFAULT ENDSWITCH; LABEL to
 * RET is a subroutine and stands behind the main program. Where target leads (lane_link fills it in):
 *   - IF: its ELSE or ENDIF; ELSE: its ENDIF; LOOP: its ENDLOOP, and back
 *   - BREAK*: the ENDLOOP or ENDSWITCH that it leaves for; CONTINUE*: the ENDLOOP
 *   - SWITCH: its ENDSWITCH; CASE, DEFAULT: the next CASE, DEFAULT or ENDSWITCH
 *   - CALL, CALLC: the LABEL
 *
 * Floats: a result with letter f (lane_ops.def) may be any NaN until CANON stands behind it. The lowering
 * puts one behind every such result whose bits are looked at: all loads, stores, moves and integer operations
 * see exact bits.
 */
#ifndef KERNELS_LANE_IR_H
#define KERNELS_LANE_IR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "dxbc.h"
#include "lane_table.h"

struct dxbc_arena;

/* A virtual register, or a constant (top bit set): an index into the program's lists. */
typedef uint32_t lane_value;
#define LANE_CONSTANT 0x80000000u
#define LANE_NONE     UINT32_MAX

static inline bool lane_is_register(lane_value value)
{
    return value < LANE_CONSTANT;
}

static inline bool lane_is_constant(lane_value value)
{
    return value >= LANE_CONSTANT && value != LANE_NONE;
}

/* Registers that hold something when a program starts; all others hold 0. A group's threads are group_size of the
 * program; packed programs run several of DXBC's groups, and LANE_GROUP_ID is the first one's. */
enum {
    LANE_THREAD_ID = 0,          /* .. 2 */
    LANE_GROUP_ID = 3,           /* .. 5 */
    LANE_THREAD_ID_IN_GROUP = 6, /* .. 8 */
    LANE_FLATTENED = 9,
    LANE_PACKED = 10, /* of packed programs (lane_pack.h): the threads along x that are there */
    LANE_INPUTS,
};

/* What is not an operation of lane_ops.def, with sources -> results. Values that have neighbours:
 *   - LOAD_CONST: slot, vector -> word; imm: component of a constant buffer's vector
 *   - LOAD_ICB: vector -> word; imm: component of the immediate constant buffer's vector
 *   - LOAD_THIS: slot -> word; imm: which word of what stands in an interface slot
 *   - LOAD_ARRAY: index -> word; resource: which array; imm: component
 *   - STORE_ARRAY: index, value; the same; nothing when the index is outside
 *   - CYCLES: -> word; imm: 0 low, 1 high half of the cycle counter
 *
 * Memory. resource says which; [slot] is there with LANE_SLOT, the number of the t# or u# register, otherwise
 * it is resource->slot. An address is a byte offset, or an index and a byte offset with LANE_STRUCTURED; word
 * i is the one place[i] words behind it, of vectors component place[i]:
 *   - LOAD: address [slot] -> words
 *   - STORE: address, words [slot]
 *   - LOAD_TYPED: 4 address components [, sample] [slot] -> words; imm: LANE_TEXEL_MIPS
 *   - STORE_TYPED: 4 address components, 4 words [slot]
 *   - SAMPLE_VIEW: parameters of filtered sampling (sample.h), those that the instruction has [sampler] [slot]
 *     -> words; [sampler] is there with LANE_SAMPLER_SLOT; imm: LANE_SAMPLER
 *   - ATOMIC: 4 address components, value [, compare] [slot] [-> old]; imm: enum atomic_op
 *   - COUNTER: [slot] [-> value]; imm: what is added
 *   - QUERY: argument [slot] -> words; imm: its DXBC opcode
 *
 * Flow is as in DXBC, LANE_TEST_NZ: act when not zero. FCALL: index, first slot, count of slots. MESSAGE has
 * its operands for sources, COUNT adds imm executed DXBC instructions to the cycle counter, PASS has the
 * number of a ticket in imm. */
#define LANE_NODES(NODE)                                                                                     \
    NODE(LOAD_CONST, "load_const")                                                                           \
    NODE(LOAD_ICB, "load_icb")                                                                               \
    NODE(LOAD_THIS, "load_this")                                                                             \
    NODE(LOAD_ARRAY, "load_array")                                                                           \
    NODE(STORE_ARRAY, "store_array")                                                                         \
    NODE(CYCLES, "cycles")                                                                                   \
    NODE(LOAD, "load")                                                                                       \
    NODE(STORE, "store")                                                                                     \
    NODE(LOAD_TYPED, "load_typed")                                                                           \
    NODE(STORE_TYPED, "store_typed")                                                                         \
    NODE(SAMPLE_VIEW, "sample_view")                                                                         \
    NODE(ATOMIC, "atomic")                                                                                   \
    NODE(COUNTER, "counter")                                                                                 \
    NODE(QUERY, "query")                                                                                     \
    NODE(IF, "if")                                                                                           \
    NODE(ELSE, "else")                                                                                       \
    NODE(ENDIF, "endif")                                                                                     \
    NODE(LOOP, "loop")                                                                                       \
    NODE(ENDLOOP, "endloop")                                                                                 \
    NODE(BREAK, "break")                                                                                     \
    NODE(BREAKC, "breakc")                                                                                   \
    NODE(CONTINUE, "continue")                                                                               \
    NODE(CONTINUEC, "continuec")                                                                             \
    NODE(SWITCH, "switch")                                                                                   \
    NODE(CASE, "case")                                                                                       \
    NODE(DEFAULT, "default")                                                                                 \
    NODE(ENDSWITCH, "endswitch")                                                                             \
    NODE(CALL, "call")                                                                                       \
    NODE(CALLC, "callc")                                                                                     \
    NODE(FCALL, "fcall")                                                                                     \
    NODE(LABEL, "label")                                                                                     \
    NODE(RET, "ret")                                                                                         \
    NODE(RETC, "retc")                                                                                       \
    NODE(BARRIER, "barrier")                                                                                 \
    NODE(FENCE, "fence")                                                                                     \
    NODE(ABORT, "abort")                                                                                     \
    NODE(MESSAGE, "message")                                                                                 \
    NODE(COUNT, "count")                                                                                     \
    NODE(PASS, "pass")

enum lane_node {
    LANE_FIRST_NODE = LANE_OP_COUNT - 1,
#define NODE(name, text) LANE_##name,
    LANE_NODES(NODE)
#undef NODE
        LANE_NODE_END
};

enum lane_flags {
    LANE_MASKED = 1 << 0,
    LANE_UNIFORM = 1 << 1, /* all results are uniform registers: executed once for all lanes */
    LANE_TEST_NZ = 1 << 2,
    LANE_STRUCTURED = 1 << 3, /* LOAD, STORE: index and offset */
    LANE_SLOT = 1 << 4,       /* the last source is the slot */
    LANE_SAMPLE = 1 << 5,     /* LOAD_TYPED: the fifth source is the sample */
    LANE_ORDERED = 1 << 6,    /* ATOMIC, COUNTER, MESSAGE: groups take turns */
    LANE_SAMPLER_SLOT = 1 << 7, /* SAMPLE_VIEW: the source before the slot is the sampler's */
};
enum { LANE_TEXEL_MIPS = 1 };

/* How the place of an access (LOAD, STORE, LOAD_TYPED, STORE_TYPED, ATOMIC) goes with the thread. Its number
 * is that of the first word (of its memory for raw and structured, element or x of the texel for typed):
 *   - SAME: one place for all active lanes
 *   - LINEAR: number = s + stride * flattened number of the thread, in the whole group
 *   - ROWS: number = s + stride * x of the thread, for threads of one y and z; s differs between those, and so
 *     may the row of texels. Such runs begin at multiples of group_size[0] in the flattened number
 *   - ANY: nothing is known
 * s is the same for all lanes that are active in a strip, whatever its width. All numbers are modulo 2^32 (of
 * bytes before the division by 4), and nothing is said of being inside: an executor has to compare the first
 * and the last lane of a run with its memory, or each lane. Lanes that are not active hold anything. */
enum lane_pattern { LANE_PATTERN_ANY, LANE_PATTERN_SAME, LANE_PATTERN_LINEAR, LANE_PATTERN_ROWS };
/* imm of SAMPLE_VIEW: the sampler's slot, and which component of texels gather4 looks at. */
#define LANE_SAMPLER(slot, component)   ((uint32_t)(slot) << 2 | (component))
#define LANE_SAMPLER_SLOT_OF(imm)       ((imm) >> 2)
#define LANE_SAMPLER_COMPONENT_OF(imm)  ((imm) & 3)

struct lane_instr {
    uint16_t op; /* enum lane_op, enum lane_node */
    uint8_t flags;
    uint8_t dst_count;
    uint32_t src_count;
    lane_value *dst, *src;
    uint8_t place[4];
    uint8_t ticket; /* with LANE_ORDERED */
    uint8_t pattern; /* accesses: enum lane_pattern */
    bool in_order;   /* accesses, COUNTER: waves have to come here one after another (lane_order.c) */
    bool looked_at; /* STORE: one before it says where it goes as well, by `ahead` (lane_hopes.c) */
    uint16_t ahead; /* STORE: distance of the last one that is looked at together with it */
    int32_t stride;  /* for it: words, elements, texels */
    uint32_t region; /* of regions */
    uint32_t imm; /* CASE: its value; CALL, CALLC, LABEL: DXBC instruction of the label; FCALL: call site */
    uint32_t resource; /* of resources, arrays or messages */
    int32_t target;
    uint32_t origin; /* DXBC instruction, in program order */
};

/* Registers of one sort (uniform or not, crossing or not) that live at different times share a slot. affine:
 * where it is read, its value in active lanes is step . (x, y, z of the thread in its group) + what is the
 * same for all active lanes of the strip, modulo 2^32; uniform registers have steps of 0. loose: so it is
 * among lanes of one y and z only. */
struct lane_reg {
    bool uniform, crosses, used, affine, loose;
    int32_t step[3];
    uint32_t slot;
};

/* A t#, u# or g#, as one instruction uses it. */
struct lane_resource {
    uint8_t file;      /* DXBC_FILE_RESOURCE, _UAV, _TGSM */
    uint8_t kind;      /* t#, u#: enum kernel_view_kind that the view must have; NONE: nothing is right */
    uint8_t dimension; /* textures: enum dxbc_dimension as declared */
    uint8_t return_type; /* typed: DXBC's number for it, as declared for the first component; 0: not said */
    bool any;          /* nothing was declared: any of these kinds will do */
    uint8_t any_kinds; /* bits 1 << enum kernel_view_kind */
    uint32_t slot;     /* t#, u# without LANE_SLOT; g#: its number */
    uint32_t stride;   /* bytes, as declared */
    bool structured;   /* g# */
    uint32_t count, offset, size_bytes; /* g#: structures; bytes from the start of shared memory; bytes */
};

/* Instructions that are connected without passing a barrier (which belongs to what is before it). wide: waves
 * may run side by side there instead of one after another; when any region is wide, all waves of a group take
 * the same way through uniform flow, in every region, and have the same uniform values across barriers. */
struct lane_region {
    bool wide, wide_if_apart; /* the latter: only while the views of u# do not overlap in memory */
    /* Not wide, but would be if no two stores to u# met, of several instructions or rounds; and a group may be run
     * anew, for it reads nothing that it writes but shared memory */
    bool wide_if_stores_apart;
    /* Not wide, but would be if no wave touched what another one writes (lane_hopes.c); both may be so */
    bool wide_if_waves_apart;
};

/* An x# whose index is computed somewhere. */
struct lane_array {
    uint32_t count; /* vectors */
    uint32_t slot;  /* of x# */
};

struct lane_program {
    const struct dxbc_program *dxbc;
    uint32_t group_size[3]; /* threads, as the program runs */
    uint32_t pack;          /* DXBC's groups in it, side by side along x; all others but 1 are of packed programs */
    uint32_t strip_lanes;   /* of those: no strip may be wider, and all have to be so wide as far as lanes reach */
    struct dxbc_arena *arena;
    uint32_t instr_count, instr_room;
    struct lane_instr *instrs;
    uint32_t preamble; /* the first instructions: run once for a group, with uniform results that nothing
                          changes */
    uint32_t reg_count, reg_room;
    uint32_t slot_count[2][2]; /* [uniform][crosses] */
    struct lane_reg *regs;
    uint32_t constant_count, constant_room;
    uint32_t *constants;
    uint32_t resource_count, resource_room;
    struct lane_resource *resources;
    uint32_t array_count;
    struct lane_array *arrays;
    const int32_t *label_at; /* DXBC instruction -> its LABEL here, or -1; NULL when there are no labels */
    bool has_calls, has_barrier, has_cycles;
    uint32_t region_count;
    struct lane_region *regions;
    bool wide, wide_if_apart; /* all regions are wide; some that are wide are so only if apart */
    bool only_stores;         /* u# are only stored to: a group may be run twice */
    bool order_known;         /* in_order says all that keeps waves apart, while views do not overlap */
    bool overlap_shows;       /* overlapping views keep more of them apart */
    bool waves_agree; /* all waves take the same way through uniform flow, with the same uniform values */
    uint32_t ticket_count;
    uint32_t ticket_share; /* percent of a strip's work between the first need of a ticket and its passing */
    bool ordered_if_overlapping; /* the order of groups shows when all views of u# share one memory */
    bool out_of_memory;
};

/* ---- building: out_of_memory is set when memory runs out, and what is returned is then harmless ---- */

lane_value lane_new_reg(struct lane_program *program);
lane_value lane_constant(struct lane_program *program, uint32_t bits);
uint32_t lane_new_resource(struct lane_program *program, const struct lane_resource *resource);
/* Appends an instruction with room for its operands, which are LANE_NONE. The pointer is good until the next
 * one. */
struct lane_instr *lane_append(struct lane_program *program, uint16_t op, uint8_t dst_count,
                               uint32_t src_count, uint32_t origin);
/* Fills in targets and label_at after instructions have been added or taken out. */
void lane_link(struct lane_program *program);

/* ---- asking ---- */

const char *lane_op_text(uint16_t op);
/* Letters of the operands, see lane_ops.def; nodes' operands are all x, their conditions c (not zero is all
 * that counts). */
char lane_src_letter(const struct lane_instr *instr, uint32_t s);
char lane_dst_letter(const struct lane_instr *instr, uint32_t d);
/* LOAD, STORE, LOAD_TYPED, STORE_TYPED, ATOMIC. */
bool lane_is_access(uint16_t op);
/* False: the value is not affine; else its steps, all 0 for constants. */
bool lane_step_of(const struct lane_program *program, lane_value value, int32_t step[3]);
/* False: nothing but its results comes of it, and those it gives whatever the mask. */
bool lane_has_effect(const struct lane_instr *instr);

void lane_print(const struct lane_program *program, FILE *out);
/* NULL, or what is wrong: counts and ranges of operands, nesting, targets. */
const char *lane_verify(const struct lane_program *program);

#endif
