/*
 * What the parts of validation share: the declarations of the scope that is being looked at, as tables.
 *
 * A scope is the program, or one phase of a hull shader: each phase declares its temps, inputs and outputs
 * anew. Views, samplers, constant buffers and shared memory belong to the program. Private to this folder.
 */
#ifndef DXBC_VALIDATOR_H
#define DXBC_VALIDATOR_H

#include "loader.h"

enum {
    LIMIT_RESOURCES = 128,
    LIMIT_SAMPLERS = 16,
    LIMIT_CBUFFERS = 15,
    LIMIT_UAVS = 64,
    LIMIT_RANGE_IDS = 4096, /* shader model 5.1; this implementation's */
    LIMIT_TGSM_SLOTS = 8192,
    LIMIT_TGSM_BYTES = 32768,
    LIMIT_TGSM_BYTES_4 = 16384,
    LIMIT_IO_REGISTERS = 32,
    LIMIT_STRIDE = 2048,
    LIMIT_STREAMS = 4,
    LIMIT_CONTROL_POINTS = 32,
    LIMIT_THREADS = 1024,
    LIMIT_THREADS_4 = 768,
    LIMIT_THREADS_Z = 64,
    LIMIT_MAXOUT = 1024,
    LIMIT_GS_INSTANCES = 32,
    LIMIT_GS_SCALARS = 1024,
    LIMIT_TARGETS = 8,
    LIMIT_PATCH_SCALARS = 3968,
    LIMIT_DISTANCES = 8,
    LIMIT_DISTANCE_REGISTERS = 2,
};
static const float LIMIT_BIAS_LOW = -16, LIMIT_BIAS_HIGH = 15.99f;

struct register_map {
    int16_t *index; /* by slot, or by range id in shader model 5.1: position in the program's list, or -1 */
    uint32_t count;
};

struct scope {
    uint32_t temps;
    uint32_t temp_vectors;             /* r# and the elements of x# together */
    int32_t x_count[DXBC_LIMIT_TEMPS]; /* elements of x#, -1: not declared */
    uint64_t files;                    /* registers without a number that are declared: bit = file */
    uint8_t file_masks[DXBC_FILE_COUNT]; /* their components; 0: they have none to choose */
    uint8_t x_masks[DXBC_LIMIT_TEMPS];   /* components of x# */
    bool has_temps;
    /* v, o, vicp, vocp, vpc */
    uint32_t io[DXBC_FILE_COUNT];     /* those that are declared: bit = register */
    uint32_t ranged[DXBC_FILE_COUNT]; /* those in a dcl_indexrange */
    uint8_t masks[DXBC_FILE_COUNT][LIMIT_IO_REGISTERS]; /* declared components */
    uint8_t seen[DXBC_FILE_COUNT][LIMIT_IO_REGISTERS];  /* the same, of the latest stream alone */
    uint8_t named[DXBC_FILE_COUNT][LIMIT_IO_REGISTERS]; /* of these, those that are system values */
    uint32_t no_range[DXBC_FILE_COUNT]; /* registers with a system value other than a tessellation factor */
    uint8_t interpolation[LIMIT_IO_REGISTERS]; /* pixel shaders: how v# is interpolated; 0: not declared */
    bool has_instructions; /* one that is no declaration stood already */
};

struct validator {
    struct loader *loader;
    struct dxbc_program *program;
    unsigned model; /* 40, 41, 50, 51 */
    uint32_t index; /* instruction being looked at */
    uint32_t input_vertices, input_points, output_points;
    struct register_map resources, samplers, cbuffers, uavs, tgsm;
    uint16_t *counters;               /* by position in uavs: the first opcode that counts, or 0 */
    uint8_t streams, topologies;      /* declared: bit = stream */
    uint32_t stream;                  /* that of the declarations being looked at */
    struct scope *scope;
};

/* Records a fault of the current instruction, with its mnemonic before the text. */
enum diag_code validator_fault(struct validator *validator, enum dxbc_rule rule, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* validate_declarations.c: fills the maps in; then, at each declaration of the current scope, the scope. */
enum diag_code validator_map_declarations(struct validator *validator);
enum diag_code validator_declare(struct validator *validator, const struct dxbc_instr *instr);
void validator_open_scope(struct validator *validator);

/* validate_io.c: inputs and outputs. */
enum io_fault { IO_FINE, IO_NOT_DECLARED, IO_NO_RANGE, IO_NO_COMPONENT, IO_NO_VERTEX };
enum diag_code validator_declare_io(struct validator *validator, const struct dxbc_instr *instr);
enum diag_code validator_check_eval(struct validator *validator, const struct dxbc_instr *instr);
enum diag_code validator_declare_index_range(struct validator *validator, const struct dxbc_instr *instr);
void validator_open_stream(struct validator *validator);
uint8_t validator_named_components(const struct dxbc_operand *operand);
enum io_fault validator_check_io(const struct validator *validator, const struct dxbc_operand *operand);

/* validate_operands.c: the operands of one instruction against its letters. */
enum diag_code validator_check_operands(struct validator *validator, const struct dxbc_instr *instr);

/* validate_resources.c: what an instruction asks of its textures, samplers and shared memory, operands being sound. */
enum diag_code validator_check_resources(struct validator *validator, const struct dxbc_instr *instr);

/* validate_features.c: what dcl_globalFlags and SFI0 have to say about it. */
enum diag_code validator_check_flags(struct validator *validator, const struct dxbc_instr *instr);
enum diag_code validator_check_features(struct validator *validator);

/* validate_temps.c: advice about registers that are read and never written. */
enum diag_code validator_advise_temps(struct validator *validator);

/* validate_patch.c: hull and domain shaders. */
bool validator_is_factor(uint32_t name); /* does it name a tessellation factor? */
enum diag_code validator_check_patch(struct validator *validator);

/* validate_signature.c; the number of the system value that a declaration names, 0: none. */
bool validator_is_input(uint16_t opcode);
bool validator_is_output(uint16_t opcode);
uint32_t validator_declared_name(const struct dxbc_instr *instr);
enum diag_code validator_check_signatures(struct validator *validator);

/* validate_stage.c: what the program as a whole has to have. */
enum diag_code validator_check_stage(struct validator *validator);

#endif
