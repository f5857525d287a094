/*
 * Inside the code generator: its state, values, and what its files share.
 *
 * A register is a variable (an alloca, which LLVM turns into values); what kind follows from its shape. All
 * results are made in the current mode: scalar (one number for the strip) or lanes (a vector).
 */
#ifndef KERNELS_JIT_EMIT_H
#define KERNELS_JIT_EMIT_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/TargetMachine.h>

#include "alloc.h"
#include "jit_layout.h"
#include "jit_planes.h"
#include "jit_range.h"
#include "jit_shape.h"
#include "lane_passes.h"

typedef LLVMValueRef jv;

/* ---- flow ---- */

/* An open construct. Its masks have numbers from `masks` on. Blocks: settle is where the strip goes on when no
 * lane is active any more; end is behind the construct. */
struct jit_flow {
    uint16_t kind;  /* LANE_IF, LANE_LOOP, LANE_SWITCH */
    bool divergent; /* lanes may wait in it: masks, else real branches */
    bool shared;    /* the whole group takes it together, around segments */
    bool leaky;     /* lanes may leave it for elsewhere than what is behind it */
    bool continues; /* LOOP: lanes may wait for the next round */
    bool else_seen;
    uint32_t open, close; /* instructions */
    uint32_t masks, label, label_count;
    LLVMBasicBlockRef settle, head, end, *labels;
};

enum { JIT_WIDTHS = 6 }; /* of strips: 1, 2, 4 .. 32 lanes */

/* OUTER: active before it. WAITING: of an IF for its other side, of a LOOP for the next round. JOINED: those
 * that go on behind it so far. The masks of a SWITCH's labels come after. */
enum jit_mask_role { JIT_OUTER, JIT_WAITING, JIT_JOINED };

struct jit {
    const struct lane_program *program;
    struct jit_plan plan;
    struct jit_layout layout;
    struct dxbc_arena *arena; /* what goes when the code is done */
    enum cpu_isa isa;
    unsigned lanes; /* of the current strips */
    bool bit_masks; /* masks in variables are bits, not lanes */
    bool split_masks; /* those of two vectors stand in two registers */
    const atomic_bool *stop_compiling; /* or NULL */
    bool failed, stopped_compiling;

    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMBuilderRef allocas; /* at the end of the first block */
    LLVMDIBuilderRef debug; /* NULL without lines */
    LLVMMetadataRef scope;
    jv function, group;     /* struct jit_group * */
    LLVMTypeRef i1, i8, i32, i64, f32, f64, ptr, void_type;
    LLVMTypeRef lane_u, lane_f, lane_m; /* vectors: 32 bits, a float, a bit for each lane */
    LLVMTypeRef lane_w, lane_d;         /* 64 bits, a double */
    LLVMTypeRef mask_type;              /* of masks in variables */
    bool scalar;                        /* the current mode, and its types */
    LLVMTypeRef u, f, m, w, d;

    struct jit_shape *shapes; /* of registers, in strips of the current width */
    struct jit_shape *shapes_by_width[JIT_WIDTHS];
    struct jit_range *ranges;
    struct jit_planes planes;
    jv *places;               /* of registers: pointers, or NULL as long as they have none */
    jv *running;              /* registers in a loop of arithmetic: what they hold in active lanes, or NULL */
    bool *tested;             /* registers whose bits come to a condition */
    bool *truth;              /* registers that are all ones or zero */
    bool *in_preamble;        /* registers that are set once for all strips */
    bool *clean;              /* registers that are no denormals LLVM knows of */
    uint8_t *known;           /* registers that LLVM may find to be constants, and which: enum known */
    bool keeps_denormals;     /* FTZ and DAZ are off while code runs: jit_keeps_denormals */
    struct jit_half *halves;  /* of registers, for which one variable stands for two: jit_double.c */
    uint8_t *told;            /* resources that the program may put such into */
    bool *dirty;              /* resources that the program may put such denormals into */
    uint64_t read_uavs;       /* slots that the program reads, or all that there are */
    uint32_t next_construct;

    jv views, shared, waves, rows, calls, stop;
    jv strip;        /* the current one's part of its wave's memory */
    jv first_thread; /* of the strip */
    jv thread[LANE_INPUTS]; /* the strip's first lanes of the inputs */
    jv exec, alive;  /* mask variables */
    jv whole_variable; /* the mask of all threads of the strip, as it stands in variables */
    jv any_waiting;  /* i32 variable: a strip stands at a barrier */
    jv cycles;       /* i64 variable */
    jv *array_variables; /* of arrays that are variables, not memory of the strip; or NULL */
    jv *masks;       /* variables, by number */
    uint32_t next_mask;
    struct jit_flow *flow;
    uint32_t depth, shared_depth; /* of open constructs, and how many of them the group takes together */
    bool unreachable; /* nothing runs into the current place */
    LLVMBasicBlockRef done, next_strip, stopped;
    jv resume; /* the switch over where a strip stands */
    uint32_t barriers;
    bool in_subroutine;          /* or in the main program */
    jv call_depth;               /* i32 variable */
    LLVMBasicBlockRef *label_at; /* of instructions */
    LLVMBasicBlockRef *return_to, returns; /* of calls, by number */
    uint32_t calls_made;
    bool ends_early; /* lanes may end before the program does */

    const struct lane_instr *at;
    uint32_t index;
};

/* ---- jit_emit.c: values ---- */

void jit_set_mode(struct jit *j, bool scalar);
jv jit_k32(struct jit *j, uint32_t k); /* i32 */
jv jit_k64(struct jit *j, uint64_t k);
jv jit_k(struct jit *j, uint32_t k);   /* in the current mode */
jv jit_kf(struct jit *j, float k);
jv jit_splat(struct jit *j, jv scalar);
jv jit_extreme(struct jit *j, LLVMIntPredicate order, jv a, jv b); /* a if it stands before b, else b */
jv jit_bits(struct jit *j, jv f);      /* float to bits, in the current mode */
jv jit_float(struct jit *j, jv u);
/* A call of the intrinsic that is overloaded on these types. */
jv jit_intrinsic(struct jit *j, const char *name, LLVMTypeRef *types, unsigned type_count, jv *args,
                 unsigned count);
jv jit_variable(struct jit *j, LLVMTypeRef type, const char *name);
jv jit_field(struct jit *j, jv base, size_t offset); /* a pointer */
jv jit_load(struct jit *j, LLVMTypeRef type, jv base, size_t offset);
/* What never changes while the code runs. */
jv jit_load_fixed(struct jit *j, LLVMTypeRef type, jv base, size_t offset);
void jit_store(struct jit *j, jv value, jv base, size_t offset);
LLVMBasicBlockRef jit_block(struct jit *j, const char *name);
void jit_go(struct jit *j, LLVMBasicBlockRef block);    /* a jump there, unless nothing runs here */
void jit_place(struct jit *j, LLVMBasicBlockRef block); /* goes on there */
/* Goes on in the first block if the condition holds (rarely: weights say so), later in the second. */
void jit_branch(struct jit *j, jv condition, LLVMBasicBlockRef yes, LLVMBasicBlockRef no);
void jit_branch_likely(struct jit *j, jv condition, LLVMBasicBlockRef yes, LLVMBasicBlockRef no);
jv jit_call(struct jit *j, size_t call_offset, LLVMTypeRef result, jv *args, unsigned count);
/* The same for what is called rarely, with a pointer and two numbers: nothing needs to be saved around it. */
void jit_call_keeping(struct jit *j, size_t call_offset, const jv args[3]);

jv jit_k_wide(struct jit *j, uint64_t k); /* in the current mode, as jit_k */
jv jit_kd(struct jit *j, double k);

/* ---- registers ---- */

bool jit_is_whole(const struct jit *j, lane_value value);  /* one number, from which those of all lanes follow */
bool jit_is_scalar(const struct jit *j, lane_value value); /* the same number for all lanes of the strip */
jv jit_first(struct jit *j, lane_value value);             /* that of the strip's first lane: has a strip shape */
jv jit_lanes_of(struct jit *j, lane_value value);          /* the vector */
jv jit_read(struct jit *j, lane_value value);              /* in the current mode */
/* As a variable has it: the first lane's number for strip shapes, else the vector. */
void jit_set_register(struct jit *j, lane_value reg, jv value);
jv jit_place_of(struct jit *j, lane_value reg); /* a pointer; of pairs that of both */
bool jit_has_place(const struct jit *j, lane_value reg); /* it was read or written before */
/* Results of the current instruction: first lanes or vectors, as the shape says; masked where the program says. */
void jit_write(struct jit *j, uint32_t d, jv value);

/* ---- jit_double.c: doubles, in two registers each ---- */

/* A register that holds the low or high half of doubles, together with another that holds the other half. */
struct jit_half {
    lane_value other; /* LANE_NONE: the register stands alone */
    bool high;
    bool computed; /* all of their NaNs count as the one that arithmetic gives */
};

bool jit_find_doubles(struct jit *j);
/* Is there one variable for both? It stands where the low half's does. */
bool jit_is_paired(const struct jit *j, lane_value reg);
/* Words out of the variable of a pair, and into it. */
jv jit_load_half(struct jit *j, lane_value reg, jv place);
void jit_store_half(struct jit *j, lane_value reg, jv value, jv place);
/* The double that begins with that source of the current instruction. */
jv jit_double(struct jit *j, uint32_t source);
/* The double result of the current instruction. */
void jit_write_double(struct jit *j, jv value);

/* ---- masks ---- */

jv jit_mask(struct jit *j, jv variable); /* lane_m */
void jit_set_mask(struct jit *j, jv variable, jv mask);
jv jit_any(struct jit *j, jv mask);      /* i1 */
jv jit_mask_bits(struct jit *j, jv mask); /* i32 */
jv jit_test(struct jit *j, lane_value value, bool wanted); /* lane_m: not zero is what is wanted, or zero */

jv jit_flushed(struct jit *j, jv bits);
/* In the current mode; also where there is no such instruction. The result may be a denormal. */
jv jit_fma(struct jit *j, jv a, jv b, jv c);
/* code / divisor by the reciprocal, and what the reciprocal lacks: rounded correctly for whole numbers code up to a
 * divisor 2^n - 1 with n <= 24, and for multiples of 1/256 up to 65280 (tried for all of them). */
jv jit_divide(struct jit *j, jv code, jv divisor, jv inverse, jv lacking);

/* ---- jit_compile.c ---- */

/* Nobody wants the code any more: what is emitted fails. */
bool jit_is_stopped(struct jit *j);

/* ---- jit_debug.c ---- */

void jit_open_lines(struct jit *j, const char *listing, const char *name);
void jit_set_line(struct jit *j, uint32_t instruction); /* of what is built from now on */
void jit_close_lines(struct jit *j);

/* ---- jit_analyse.c ---- */

bool jit_analyse(struct jit *j);

/* ---- jit_strips.c, jit_barrier.c ---- */

void jit_set_width(struct jit *j, unsigned lanes);
void jit_emit_function(struct jit *j);
void jit_emit_instr(struct jit *j, uint32_t index);
/* Registers as rows of the wave's memory. */
void jit_move_register(struct jit *j, lane_value reg, bool out);
/* The strip's numbers and masks; number: its own, i32. */
void jit_open_strip(struct jit *j, jv number);
void jit_clear_arrays(struct jit *j);
/* All waves, each from where it stands to its next barrier. */
void jit_emit_resuming(struct jit *j);

/* ---- jit_ops.c, jit_float.c, jit_convert.c, jit_values.c, jit_load.c, jit_store.c, jit_atomic.c ---- */

void jit_op(struct jit *j);
void jit_node(struct jit *j);
void jit_call_node(struct jit *j); /* the slow body */
/* Its results go to variables: of each d, as jit_write takes it. */
void jit_call_node_into(struct jit *j, jv *variables);
void jit_call_op(struct jit *j, uint16_t op, const jv *sources, unsigned count, jv *results, unsigned results_count);

/* sample_row, in the same way. */
void jit_call_sample_into(struct jit *j, jv *variables);

jv jit_half_to_float(struct jit *j, jv half); /* bits, in the current mode; what is above 16 bits is not looked at */
jv jit_float_to_half(struct jit *j, jv bits);

/* ---- jit_texel.c ---- */

/* Typed accesses: layouts of texels that the declaration makes likely, and the slow body for all others. */
void jit_load_texels(struct jit *j, jv *variables); /* results as those of jit_call_node_into */
void jit_store_texels(struct jit *j);

/* ---- jit_filter.c ---- */

/* Has the SAMPLE_VIEW a filter in code, and is what is bound one for it (i1)? */
bool jit_filters(const struct jit *j);
jv jit_filter_inlined(struct jit *j);
void jit_filter(struct jit *j, const jv *variables);

/* ---- jit_vectors.c ---- */

enum { JIT_MOST_STRIDE = 4 }; /* words from lane to lane that are loaded as whole vectors */

/* Parts of equal size, a power of two up to JIT_MOST_STRIDE of them, one behind the other. */
jv jit_join(struct jit *j, jv *parts, unsigned count, unsigned lanes);
/* Words at numbers (of 32 bits, below 2^31) from the base on, in lanes of the mask; 0 in the others. */
jv jit_gather(struct jit *j, jv base, jv numbers, jv mask);
/* The same where neighbours are likely to want words near one another; count: those that can be read from the base on.
 * For instruction sets that have stretches. */
jv jit_gather_near(struct jit *j, jv base, jv numbers, jv mask, jv count);

/* The same where reading up to two native vectors behind `count` words harms nobody. For instruction sets that have
 * gathers. */
jv jit_gather_window(struct jit *j, jv base, jv numbers, jv mask, uint32_t count);

/* Words in a row that eight lanes pick theirs from: how many (0: the instruction set has none), and those of all lanes,
 * from the number `begin` on, as far as they are `there` (equal in all eight lanes). */
struct jit_stretches {
    jv of[JIT_MOST_LANES / 8];
};
unsigned jit_native_lanes(const struct jit *j); /* of 32 bits, in the widest register */
/* For all lanes of a native vector: what its first one has. */
jv jit_of_native(struct jit *j, jv vector);
unsigned jit_stretch_words(const struct jit *j);
struct jit_stretches jit_load_stretches(struct jit *j, jv base, jv begin, jv there);
jv jit_pick(struct jit *j, const struct jit_stretches *stretches, jv places);
jv jit_of_eight(struct jit *j, jv vector, unsigned lane); /* for all eight: the number of one of them */
/* Of two lanes with one number the higher wins. */
void jit_scatter(struct jit *j, jv base, jv numbers, jv mask, jv values);

/* ---- jit_pieces.c ---- */

/* May so many words of a lane that stand side by side move at once? */
bool jit_is_piece(const struct jit *j, unsigned count);
/* Where the lanes of the mask have theirs: at numbers (below 2^31) of words from the base on. */
void jit_point_to_pieces(struct jit *j, jv base, jv numbers, jv mask, jv otherwise, jv *at);
/* Words as vectors of lanes; of two lanes that store to one place the higher wins. */
void jit_load_pieces(struct jit *j, const jv *at, unsigned count, jv *words);
void jit_store_pieces(struct jit *j, const jv *at, unsigned count, const jv *words);

/* ---- jit_flow.c ---- */

/* Goes on where lanes wait, unless some are active. */
void jit_settle_unless(struct jit *j, jv any);
LLVMBasicBlockRef jit_settle_block(struct jit *j);
/* Active lanes for which the test of the instruction holds. */
jv jit_taken(struct jit *j);
void jit_poll(struct jit *j);

/* ---- jit_calls.c ---- */

/* The memory of the subroutine call that runs: masks of its constructs, by number. */
jv jit_frame(struct jit *j);
/* Where subroutines come back to their calls. */
void jit_place_returns(struct jit *j);

typedef void jit_body(struct jit *j);
#define NODE(name, text) jit_body jit_##name;
LANE_NODES(NODE)
#undef NODE

#endif
