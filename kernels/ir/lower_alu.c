/*
 * Lowering of arithmetic: component by component, dot products, doubles.
 *
 * All sources of an instruction are brought up first. A result goes straight to its register unless a later
 * component of the same instruction still reads that register: then it waits in a fresh one until the end.
 */
#include <string.h>

#include "lower.h"

/* What component-wise instructions become. Those with two results or with a shape of their own are SPECIAL.
 */
enum { SPECIAL = LANE_NODE_END };

#define ALU_MOV                       LANE_MOV
#define ALU_MOVC                      LANE_SELECT
#define ALU_ADD                       LANE_ADD
#define ALU_MUL                       LANE_MUL
#define ALU_MAD                       LANE_MAD
#define ALU_DIV                       LANE_DIV
#define ALU_MIN                       LANE_MIN
#define ALU_MAX                       LANE_MAX
#define ALU_EQ                        LANE_EQ
#define ALU_NE                        LANE_NE
#define ALU_LT                        LANE_LT
#define ALU_GE                        LANE_GE
#define ALU_RCP                       LANE_RCP
#define ALU_RSQ                       LANE_RSQ
#define ALU_SQRT                      LANE_SQRT
#define ALU_EXP                       LANE_EXP
#define ALU_LOG                       LANE_LOG
#define ALU_SINCOS                    SPECIAL
#define ALU_FRC                       LANE_FRC
#define ALU_ROUND_NE                  LANE_ROUND_NE
#define ALU_ROUND_NI                  LANE_ROUND_NI
#define ALU_ROUND_PI                  LANE_ROUND_PI
#define ALU_ROUND_Z                   LANE_ROUND_Z
#define ALU_FTOI                      LANE_FTOI
#define ALU_FTOU                      LANE_FTOU
#define ALU_ITOF                      LANE_ITOF
#define ALU_UTOF                      LANE_UTOF
#define ALU_F32TOF16                  LANE_F32TOF16
#define ALU_F16TOF32                  LANE_F16TOF32
#define ALU_IADD                      LANE_IADD
#define ALU_INEG                      LANE_INEG
#define ALU_IMUL                      SPECIAL
#define ALU_UMUL                      SPECIAL
#define ALU_UDIV                      SPECIAL
#define ALU_UADDC                     SPECIAL
#define ALU_USUBB                     SPECIAL
#define ALU_SWAPC                     SPECIAL
#define ALU_IMAD                      LANE_IMAD
#define ALU_UMAD                      LANE_IMAD
#define ALU_IMIN                      LANE_IMIN
#define ALU_IMAX                      LANE_IMAX
#define ALU_UMIN                      LANE_UMIN
#define ALU_UMAX                      LANE_UMAX
#define ALU_IEQ                       LANE_IEQ
#define ALU_INE                       LANE_INE
#define ALU_ILT                       LANE_ILT
#define ALU_IGE                       LANE_IGE
#define ALU_ULT                       LANE_ULT
#define ALU_UGE                       LANE_UGE
#define ALU_MSAD                      LANE_MSAD
#define ALU_AND                       LANE_AND
#define ALU_OR                        LANE_OR
#define ALU_XOR                       LANE_XOR
#define ALU_NOT                       LANE_NOT
#define ALU_ISHL                      LANE_ISHL
#define ALU_ISHR                      LANE_ISHR
#define ALU_USHR                      LANE_USHR
#define ALU_COUNTBITS                 LANE_COUNTBITS
#define ALU_FIRSTBIT_LO               LANE_FIRSTBIT_LO
#define ALU_FIRSTBIT_HI               LANE_FIRSTBIT_HI
#define ALU_FIRSTBIT_SHI              LANE_FIRSTBIT_SHI
#define ALU_BFREV                     LANE_BFREV
#define ALU_UBFE                      LANE_UBFE
#define ALU_IBFE                      LANE_IBFE
#define ALU_BFI                       LANE_BFI
/* resources are never tiled here: every access is fully mapped, and its status is not zero */
#define ALU_CHECK_ACCESS_FULLY_MAPPED SPECIAL

static const uint16_t alu_ops[DXBC_OP_COUNT] = {
#define STAMP_ARITH(name) [DXBC_OP_##name] = ALU_##name,
#include "interp_stamp.h"
};

#define DOUBLE_DADD  LANE_DADD
#define DOUBLE_DMUL  LANE_DMUL
#define DOUBLE_DDIV  LANE_DDIV
#define DOUBLE_DFMA  LANE_DFMA
#define DOUBLE_DRCP  LANE_DRCP
#define DOUBLE_DMIN  LANE_DMIN
#define DOUBLE_DMAX  LANE_DMAX
#define DOUBLE_DMOV  SPECIAL
#define DOUBLE_DMOVC SPECIAL
#define DOUBLE_DEQ   LANE_DEQ
#define DOUBLE_DNE   LANE_DNE
#define DOUBLE_DLT   LANE_DLT
#define DOUBLE_DGE   LANE_DGE
#define DOUBLE_DTOF  LANE_DTOF
#define DOUBLE_DTOI  LANE_DTOI
#define DOUBLE_DTOU  LANE_DTOU
#define DOUBLE_FTOD  LANE_FTOD
#define DOUBLE_ITOD  LANE_ITOD
#define DOUBLE_UTOD  LANE_UTOD

static const uint16_t double_ops[DXBC_OP_COUNT] = {
#define STAMP_DOUBLE(name) [DXBC_OP_##name] = DOUBLE_##name,
#include "interp_stamp.h"
};

/* ---- an instruction's components ---- */

enum { MAX_SOURCES = 4 };

/* One operation to come: a result (two for pairs), from sources that are there already. */
struct job {
    uint16_t op;
    uint8_t rows;      /* results: 1, or 2 that go to components c and c + 1 */
    uint8_t target, c; /* destination operand and component */
    uint32_t src_count;
    lane_value src[LANE_MAX_SRC];
    lane_value result[2];
};

struct jobs {
    uint32_t count;
    struct job list[8];
    struct lower_target targets[2];
};

static struct job *add_job(struct jobs *jobs, uint16_t op, unsigned target, unsigned c, const lane_value *src,
                           uint32_t src_count)
{
    struct job *job = &jobs->list[jobs->count++];

    *job =
        (struct job){.op = op, .rows = 1, .target = (uint8_t)target, .c = (uint8_t)c, .src_count = src_count};
    memcpy(job->src, src, src_count * sizeof(*src));
    return job;
}

static bool read_later(const struct jobs *jobs, uint32_t from, lane_value reg)
{
    for (uint32_t i = from; i < jobs->count; i++) {
        for (uint32_t s = 0; s < jobs->list[i].src_count; s++) {
            if (jobs->list[i].src[s] == reg)
                return true;
        }
    }
    return false;
}

/* The register for a result: its own, unless it is still read, or something has to be done to the result
 * first. */
static lane_value place_result(struct lower *l, const struct jobs *jobs, uint32_t number, unsigned row)
{
    const struct job *job = &jobs->list[number];
    const struct lower_target *target = &jobs->targets[job->target];
    unsigned c = job->c + row;
    lane_value reg = target->mask >> c & 1 ? target->reg[c] : LANE_NONE;

    if (reg == LANE_NONE || l->at->saturate || read_later(jobs, number + 1, reg))
        return lane_new_reg(l->out);
    return reg;
}

static void saturate_job(struct lower *l, struct job *job)
{
    struct lane_instr *instr;
    lane_value low, high;

    if (job->rows == 1) {
        job->result[0] = lower_op(l, LANE_SATURATE, job->result[0], LANE_NONE, LANE_NONE);
        return;
    }
    low = lane_new_reg(l->out);
    high = lane_new_reg(l->out);
    instr = lower_emit(l, LANE_DSATURATE, 2, 2);
    memcpy(instr->src, job->result, 2 * sizeof(*instr->src));
    instr->dst[0] = job->result[0] = low;
    instr->dst[1] = job->result[1] = high;
}

static void run_jobs(struct lower *l, struct jobs *jobs)
{
    for (uint32_t i = 0; i < jobs->count; i++) {
        struct job *job = &jobs->list[i];
        struct lane_instr *instr;

        for (unsigned row = 0; row < job->rows; row++)
            job->result[row] = place_result(l, jobs, i, row);
        instr = lower_emit(l, job->op, job->rows, job->src_count);
        memcpy(instr->dst, job->result, job->rows * sizeof(*instr->dst));
        memcpy(instr->src, job->src, job->src_count * sizeof(*instr->src));
        if (l->at->saturate)
            saturate_job(l, job);
    }
    for (uint32_t i = 0; i < jobs->count; i++) {
        const struct job *job = &jobs->list[i];
        for (unsigned row = 0; row < job->rows; row++)
            lower_write(l, &jobs->targets[job->target], job->c + row, job->result[row]);
    }
}

static void open_targets(struct lower *l, struct jobs *jobs, unsigned count)
{
    for (unsigned d = 0; d < count; d++)
        lower_open_target(l, &l->at->operands[d], &jobs->targets[d]);
}

/* ---- component by component ---- */

static lane_value fetch(struct lower *l, unsigned operand, unsigned c)
{
    return lower_source(l, &l->at->operands[operand], c, lower_operand_type(l, operand));
}

/* Takes the sign off a float source: true when it was negated. Its absolute value stays. */
static bool take_sign(struct lower *l, unsigned operand, unsigned c, lane_value *value)
{
    const struct dxbc_operand *source = &l->at->operands[operand];
    struct dxbc_operand positive = *source;

    if (!(source->modifier & DXBC_MOD_NEG) || source->file == DXBC_FILE_IMMEDIATE32) {
        *value = fetch(l, operand, c);
        return false;
    }
    positive.modifier &= (uint8_t)~DXBC_MOD_NEG;
    *value = lower_source(l, &positive, c, LOWER_FLOAT);
    return true;
}

/* a + b where signs go into the operation. */
static void add_sum(struct lower *l, struct jobs *jobs, unsigned c)
{
    lane_value a, b;
    bool minus_a = take_sign(l, 1, c, &a), minus_b = take_sign(l, 2, c, &b);

    if (minus_a && minus_b) {
        a = lower_op(l, LANE_FNEG, a, LANE_NONE, LANE_NONE);
        minus_a = false;
    }
    if (minus_a)
        add_job(jobs, LANE_SUB, 0, c, (const lane_value[]){b, a}, 2);
    else
        add_job(jobs, minus_b ? LANE_SUB : LANE_ADD, 0, c, (const lane_value[]){a, b}, 2);
}

/* a * b + c likewise. */
static void add_product_sum(struct lower *l, struct jobs *jobs, unsigned c)
{
    lane_value a, b, addend;
    bool minus = take_sign(l, 1, c, &a) != take_sign(l, 2, c, &b), minus_addend = take_sign(l, 3, c, &addend);

    if (minus && minus_addend) {
        addend = lower_op(l, LANE_FNEG, addend, LANE_NONE, LANE_NONE);
        minus_addend = false;
    }
    add_job(jobs,
            minus          ? LANE_NMAD
            : minus_addend ? LANE_MSUB
                           : LANE_MAD,
            0, c, (const lane_value[]){a, b, addend}, 3);
}

static void lower_simple(struct lower *l, uint16_t op)
{
    struct jobs jobs = {.count = 0};
    uint32_t sources = l->at->operand_count - 1u;
    lane_value src[MAX_SOURCES];

    open_targets(l, &jobs, 1);
    for (unsigned c = 0; c < 4; c++) {
        if (!(jobs.targets[0].mask >> c & 1))
            continue;
        if (op == LANE_ADD) {
            add_sum(l, &jobs, c);
        } else if (op == LANE_MAD) {
            add_product_sum(l, &jobs, c);
        } else {
            for (uint32_t s = 0; s < sources && s < MAX_SOURCES; s++)
                src[s] = fetch(l, 1 + s, c);
            add_job(&jobs, op, 0, c, src, sources);
        }
    }
    run_jobs(l, &jobs);
}

/* Two results from the same sources, either of which may be wanted. */
static void lower_two(struct lower *l, uint16_t first, uint16_t second)
{
    struct jobs jobs = {.count = 0};
    uint32_t sources = l->at->operand_count - 2u;
    lane_value src[MAX_SOURCES];

    open_targets(l, &jobs, 2);
    for (unsigned c = 0; c < 4; c++) {
        if (!((jobs.targets[0].mask | jobs.targets[1].mask) >> c & 1))
            continue;
        for (uint32_t s = 0; s < sources; s++)
            src[s] = fetch(l, 2 + s, c);
        if (jobs.targets[0].mask >> c & 1)
            add_job(&jobs, first, 0, c, src, sources);
        if (jobs.targets[1].mask >> c & 1)
            add_job(&jobs, second, 1, c, src, sources);
    }
    run_jobs(l, &jobs);
}

/* Where the condition holds the two sources change places. */
static void lower_swapc(struct lower *l)
{
    struct jobs jobs = {.count = 0};

    open_targets(l, &jobs, 2);
    for (unsigned c = 0; c < 4; c++) {
        lane_value condition, a, b;

        if (!((jobs.targets[0].mask | jobs.targets[1].mask) >> c & 1))
            continue;
        condition = fetch(l, 2, c);
        a = fetch(l, 3, c);
        b = fetch(l, 4, c);
        if (jobs.targets[0].mask >> c & 1)
            add_job(&jobs, LANE_SELECT, 0, c, (const lane_value[]){condition, b, a}, 3);
        if (jobs.targets[1].mask >> c & 1)
            add_job(&jobs, LANE_SELECT, 1, c, (const lane_value[]){condition, a, b}, 3);
    }
    run_jobs(l, &jobs);
}

/* Sine and cosine of one angle share most of their work. */
static void lower_sincos(struct lower *l)
{
    struct jobs jobs = {.count = 0};
    lane_value values[2][4];

    if (!l->at->operands[0].mask || !l->at->operands[1].mask) {
        lower_two(l, LANE_SIN, LANE_COS);
        return;
    }
    open_targets(l, &jobs, 2);
    for (unsigned c = 0; c < 4; c++) {
        struct lane_instr *instr;
        lane_value angle;

        if (!((jobs.targets[0].mask | jobs.targets[1].mask) >> c & 1))
            continue;
        angle = fetch(l, 2, c);
        values[0][c] = lane_new_reg(l->out);
        values[1][c] = lane_new_reg(l->out);
        instr = lower_emit(l, LANE_SINCOS, 2, 1);
        instr->src[0] = angle;
        instr->dst[0] = values[0][c];
        instr->dst[1] = values[1][c];
    }
    for (unsigned d = 0; d < 2; d++) {
        for (unsigned c = 0; c < 4; c++) {
            if (!(jobs.targets[d].mask >> c & 1))
                continue;
            if (l->at->saturate)
                values[d][c] = lower_op(l, LANE_SATURATE, values[d][c], LANE_NONE, LANE_NONE);
            lower_write(l, &jobs.targets[d], c, values[d][c]);
        }
    }
}

static void lower_mapped(struct lower *l)
{
    struct jobs jobs = {.count = 0};

    open_targets(l, &jobs, 1);
    for (unsigned c = 0; c < 4; c++) {
        if (jobs.targets[0].mask >> c & 1)
            add_job(&jobs, LANE_INE, 0, c, (const lane_value[]){fetch(l, 1, c), lane_constant(l->out, 0)}, 2);
    }
    run_jobs(l, &jobs);
}

void lower_arith(struct lower *l)
{
    switch (l->at->opcode) {
    case DXBC_OP_IMUL:
        lower_two(l, LANE_IMUL_HI, LANE_IMUL);
        break;
    case DXBC_OP_UMUL:
        lower_two(l, LANE_UMUL_HI, LANE_IMUL);
        break;
    case DXBC_OP_UDIV:
        lower_two(l, LANE_UDIV, LANE_UREM);
        break;
    case DXBC_OP_UADDC:
        lower_two(l, LANE_IADD, LANE_UADDC);
        break;
    case DXBC_OP_USUBB:
        lower_two(l, LANE_ISUB, LANE_USUBB);
        break;
    case DXBC_OP_SWAPC:
        lower_swapc(l);
        break;
    case DXBC_OP_SINCOS:
        lower_sincos(l);
        break;
    case DXBC_OP_CHECK_ACCESS_FULLY_MAPPED:
        lower_mapped(l);
        break;
    default:
        lower_simple(l, alu_ops[l->at->opcode]);
    }
}

/* ---- dot products ---- */

/* A product, then one fused step for each further component; the result goes to every component of the mask.
 */
void lower_dot(struct lower *l)
{
    unsigned count = l->at->opcode == DXBC_OP_DP2 ? 2 : l->at->opcode == DXBC_OP_DP3 ? 3 : 4;
    struct lower_target target;
    lane_value a[4], b[4], sum;

    for (unsigned c = 0; c < count; c++) {
        a[c] = fetch(l, 1, c);
        b[c] = fetch(l, 2, c);
    }
    lower_open_target(l, &l->at->operands[0], &target);
    sum = lower_op(l, LANE_MUL, a[0], b[0], LANE_NONE);
    for (unsigned c = 1; c < count; c++)
        sum = lower_op(l, LANE_MAD, a[c], b[c], sum);
    if (l->at->saturate)
        sum = lower_op(l, LANE_SATURATE, sum, LANE_NONE, LANE_NONE);
    for (unsigned c = 0; c < 4; c++)
        lower_write(l, &target, c, sum);
}

/* ---- doubles ---- */

/* The k-th double of a source, or the k-th component of one that is no double. Returns how many rows that is.
 */
static uint32_t fetch_wide(struct lower *l, unsigned operand, unsigned k, lane_value *rows)
{
    if (lower_operand_type(l, operand) != LOWER_DOUBLE) {
        rows[0] = fetch(l, operand, k);
        return 1;
    }
    rows[0] = fetch(l, operand, 2 * k);
    rows[1] = fetch(l, operand, 2 * k + 1);
    return 2;
}

/* dmov and dmovc work on halves; _sat needs the whole. */
static void add_moves(struct lower *l, struct jobs *jobs, unsigned k)
{
    bool chosen = l->at->opcode == DXBC_OP_DMOVC;
    lane_value condition, a[2], b[2] = {LANE_NONE, LANE_NONE};

    if (chosen)
        fetch_wide(l, 1, k, &condition);
    fetch_wide(l, chosen ? 2 : 1, k, a);
    if (chosen) {
        fetch_wide(l, 3, k, b);
        for (unsigned half = 0; half < 2; half++)
            a[half] = lower_op(l, LANE_SELECT, condition, a[half], b[half]);
    }
    if (l->at->saturate) {
        add_job(jobs, LANE_DSATURATE, 0, 2 * k, a, 2)->rows = 2;
        return;
    }
    for (unsigned half = 0; half < 2; half++)
        add_job(jobs, LANE_MOV, 0, 2 * k + half, &a[half], 1);
}

/* The component of the mask that takes the k-th 32-bit result; 4 when there is none. */
static unsigned nth_component(unsigned mask, unsigned k)
{
    for (unsigned c = 0; c < 4; c++) {
        if (mask >> c & 1 && k-- == 0)
            return c;
    }
    return 4;
}

static void add_wide(struct lower *l, struct jobs *jobs, uint16_t op, unsigned k, unsigned c)
{
    lane_value src[LANE_MAX_SRC];
    uint32_t count = 0;

    for (unsigned s = 1; s < l->at->operand_count && count + 2 <= LANE_MAX_SRC; s++)
        count += fetch_wide(l, s, k, &src[count]);
    add_job(jobs, op, 0, c, src, count)->rows = (uint8_t)lane_row_count(lane_op_infos[op].dst);
}

void lower_double(struct lower *l)
{
    uint16_t op = double_ops[l->at->opcode];
    struct jobs jobs = {.count = 0};
    bool wide_result = dxbc_opcode_info(l->at->opcode)->dst[0] == 'd';

    open_targets(l, &jobs, 1);
    for (unsigned k = 0; k < 2; k++) {
        unsigned mask = jobs.targets[0].mask, c = wide_result ? 2 * k : nth_component(mask, k);

        if (c >= 4 || (wide_result && !(mask >> c & 3)))
            continue;
        if (op == SPECIAL)
            add_moves(l, &jobs, k);
        else
            add_wide(l, &jobs, op, k, c);
    }
    run_jobs(l, &jobs);
}
