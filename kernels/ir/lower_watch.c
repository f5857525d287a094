/*
 * Registers that may be read before they are written, found by following the flow once: a register is known
 * to be written where every way there writes it. Loops and calls only add to what is written, so that one
 * walk will do; a subroutine begins knowing nothing.
 *
 * Where nothing is known, each thread has to remember: behind every write to such a register, and before
 * every read that is not known to be good, stands an operation that tells the check.
 */
#include <string.h>

#include "alloc.h"
#include "lower.h"

enum { MOST_DEPTH = 66 };

struct frame {
    uint16_t opcode;          /* IF, LOOP, SWITCH */
    bool other;               /* IF: the else was met; SWITCH: the default */
    uint32_t *before, *after; /* what is known where it is entered, and on all ways out of it so far */
};

struct lower_watch {
    uint32_t words; /* of a set of registers */
    bool found;
    uint32_t *followed; /* kept from one run to the next */
    uint32_t *written;  /* known, here and now */
    uint32_t array;
    uint32_t depth;
    struct frame frames[MOST_DEPTH];
};

struct lower_watch *lower_watch_create(struct dxbc_arena *arena)
{
    return dxbc_arena_alloc(arena, 1, sizeof(struct lower_watch));
}

bool lower_watch_begin(struct lower_watch *watch, uint32_t end, struct dxbc_arena *arena)
{
    watch->words = (end - LANE_INPUTS + 31) / 32;
    if (!watch->followed)
        watch->followed = dxbc_arena_alloc(arena, watch->words, sizeof(*watch->followed));
    if (!watch->written)
        watch->written = dxbc_arena_alloc(arena, watch->words, sizeof(*watch->written));
    for (unsigned i = 0; i < MOST_DEPTH; i++) {
        struct frame *frame = &watch->frames[i];

        if (!frame->before)
            frame->before = dxbc_arena_alloc(arena, 2 * (size_t)watch->words, sizeof(*frame->before));
        if (!frame->before)
            return false;
        frame->after = frame->before + watch->words;
    }
    if (!watch->followed || !watch->written)
        return false;
    memset(watch->written, 0, watch->words * sizeof(*watch->written));
    watch->depth = 0;
    watch->array = LANE_NONE;
    return true;
}

bool lower_watch_found(const struct lower_watch *watch)
{
    return watch->found;
}

void lower_watch_set_array(struct lower_watch *watch, uint32_t array)
{
    watch->array = array;
}

/* ---- reads and writes ---- */

static bool has(const uint32_t *set, lane_value reg)
{
    return set[(reg - LANE_INPUTS) / 32] >> (reg - LANE_INPUTS) % 32 & 1;
}

static void add(uint32_t *set, lane_value reg)
{
    set[(reg - LANE_INPUTS) / 32] |= UINT32_C(1) << (reg - LANE_INPUTS) % 32;
}

static void tell(struct lower *l, lane_value reg, uint32_t name, bool read)
{
    lane_value at = lane_constant(l->out, (reg - LANE_INPUTS) / 4), value = lane_constant(l->out, name);
    struct lane_instr *instr = lower_emit(l, LANE_STORE_ARRAY, 0, 2);

    instr->src[0] = at;
    instr->src[1] = value;
    instr->resource = l->watch->array;
    instr->imm = (reg - LANE_INPUTS) % 4 | (read ? LANE_WATCH_READ : 0);
}

void lower_watch_read(struct lower *l, lane_value reg, uint32_t name)
{
    struct lower_watch *watch = l->watch;

    if (!watch || has(watch->written, reg))
        return;
    watch->found = true;
    add(watch->followed, reg);
    if (watch->array != LANE_NONE)
        tell(l, reg, name, true);
}

static void note_writes(struct lower *l)
{
    const struct dxbc_opcode_info *info = dxbc_opcode_info(l->at->opcode);
    struct lower_watch *watch = l->watch;
    size_t count = info->kind == DXBC_KIND_DCL ? 0 : strlen(info->dst);

    for (uint32_t i = 0; i < count && i < l->at->operand_count; i++) {
        const struct dxbc_operand *operand = &l->at->operands[i];

        for (unsigned c = 0; c < 4; c++) {
            lane_value reg = lower_named_register(l, operand, c);

            if (reg == LANE_NONE || !(operand->mask >> c & 1))
                continue;
            add(watch->written, reg);
            if (watch->array != LANE_NONE && has(watch->followed, reg))
                tell(l, reg, 0, false);
        }
    }
}

/* ---- flow ---- */

static void copy(const struct lower_watch *watch, uint32_t *to, const uint32_t *from)
{
    memcpy(to, from, watch->words * sizeof(*to));
}

static void keep_common(const struct lower_watch *watch, uint32_t *to, const uint32_t *from)
{
    for (uint32_t i = 0; i < watch->words; i++)
        to[i] &= from[i];
}

/* Nobody comes here: whatever is said is true. */
static void set_all(const struct lower_watch *watch, uint32_t *set)
{
    memset(set, 0xFF, watch->words * sizeof(*set));
}

static void open_frame(struct lower_watch *watch, uint16_t opcode)
{
    struct frame *frame = &watch->frames[watch->depth++];

    frame->opcode = opcode;
    frame->other = false;
    copy(watch, frame->before, watch->written);
    set_all(watch, frame->after);
}

/* What break leaves. */
static struct frame *breakable(struct lower_watch *watch)
{
    uint32_t i = watch->depth;

    while (i && watch->frames[i - 1].opcode == DXBC_OP_IF)
        i--;
    return i ? &watch->frames[i - 1] : NULL;
}

static void leave(struct lower_watch *watch, bool always)
{
    struct frame *frame = breakable(watch);

    if (frame)
        keep_common(watch, frame->after, watch->written);
    if (always)
        set_all(watch, watch->written);
}

static void close_frame(struct lower_watch *watch)
{
    struct frame *frame = &watch->frames[--watch->depth];

    if (frame->opcode == DXBC_OP_LOOP) {
        copy(watch, watch->written, frame->after);
        return;
    }
    keep_common(watch, watch->written, frame->after);
    if (!frame->other)
        keep_common(watch, watch->written, frame->before);
}

static void turn(struct lower_watch *watch)
{
    struct frame *frame = &watch->frames[watch->depth - 1];

    if (frame->opcode == DXBC_OP_IF) {
        keep_common(watch, frame->after, watch->written);
        copy(watch, watch->written, frame->before);
    } else {
        keep_common(watch, watch->written, frame->before); /* from the head, or from the case above */
    }
}

void lower_watch_step(struct lower *l)
{
    struct lower_watch *watch = l->watch;

    if (!watch)
        return;
    note_writes(l);
    switch (l->at->opcode) {
    case DXBC_OP_IF:
    case DXBC_OP_LOOP:
    case DXBC_OP_SWITCH:
        open_frame(watch, l->at->opcode);
        if (l->at->opcode == DXBC_OP_SWITCH)
            set_all(watch, watch->written);
        break;
    case DXBC_OP_ELSE:
    case DXBC_OP_CASE:
    case DXBC_OP_DEFAULT:
        turn(watch);
        watch->frames[watch->depth - 1].other |= l->at->opcode != DXBC_OP_CASE;
        break;
    case DXBC_OP_ENDIF:
    case DXBC_OP_ENDLOOP:
    case DXBC_OP_ENDSWITCH:
        close_frame(watch);
        break;
    case DXBC_OP_BREAK:
    case DXBC_OP_BREAKC:
        leave(watch, l->at->opcode == DXBC_OP_BREAK);
        break;
    case DXBC_OP_CONTINUE:
    case DXBC_OP_RET:
        set_all(watch, watch->written);
        break;
    case DXBC_OP_LABEL:
        memset(watch->written, 0, watch->words * sizeof(*watch->written));
        break;
    default:
        break;
    }
}
