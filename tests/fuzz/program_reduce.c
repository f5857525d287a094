/*
 * The reducer, see program_reduce.h. Works on instruction tokens: whatever is taken out, the loader decides
 * whether the rest is a program, and the probe whether it still fails.
 */
#include "program_reduce.h"

enum { MAX_INSTRS = 4096, GLOBAL_FLAGS = 0xFFF800 };

struct reducer {
    struct program_case *best;
    case_probe *probe;
    void *user;
    uint32_t *words; /* the program's tokens, version and length first */
    uint32_t starts[MAX_INSTRS + 1], count;
    bool progress;
};

static uint32_t opcode_at(const struct reducer *r, uint32_t i)
{
    return r->words[r->starts[i]] & 0x7FF;
}

static void split(struct reducer *r)
{
    uint32_t end, at = 2;

    r->words = (uint32_t *)(void *)r->best->bytes + TOKENS_HEADER_WORDS;
    end = r->words[1];
    for (r->count = 0; at < end && r->count < MAX_INSTRS; r->count++) {
        uint32_t length =
            (r->words[at] & 0x7FF) == DXBC_OP_CUSTOMDATA ? r->words[at + 1] : r->words[at] >> 24 & 127;

        r->starts[r->count] = at;
        at += length;
    }
    r->starts[r->count] = at;
}

/* Takes the candidate for the best one when it still fails; it is used up either way. */
static bool offer(struct reducer *r, struct program_case *candidate)
{
    struct dxbc_shader *shader;

    if (dxbc_load(candidate->bytes, candidate->size, 0, &shader, NULL) != DIAG_OK) {
        case_free(candidate);
        return false;
    }
    dxbc_free(shader);
    if (!r->probe(candidate, r->user)) {
        case_free(candidate);
        return false;
    }
    case_free(r->best);
    *r->best = *candidate;
    r->progress = true;
    split(r);
    return true;
}

/* The best program without the instructions that are marked. */
static bool offer_without(struct reducer *r, const bool *drop)
{
    struct program_case candidate = *r->best;
    struct token_builder *b = malloc(sizeof(*b));

    if (!b)
        return false;
    tokens_begin(b, r->words[0]);
    for (uint32_t i = 0; i < r->count; i++) {
        if (opcode_at(r, i) == DXBC_OP_DCL_GLOBALFLAGS) {
            b->flags = drop[i] ? 0 : r->words[r->starts[i]] & GLOBAL_FLAGS; /* put in front again */
            continue;
        }
        for (uint32_t w = r->starts[i]; !drop[i] && w < r->starts[i + 1]; w++)
            tokens_word(b, r->words[w]);
    }
    candidate.bytes = tokens_finish(b, &candidate.size);
    free(b);
    return offer(r, &candidate);
}

static bool offer_without_range(struct reducer *r, uint32_t first, uint32_t end)
{
    bool drop[MAX_INSTRS] = {false};

    for (uint32_t i = first; i < end; i++)
        drop[i] = true;
    return offer_without(r, drop);
}

/* Halves, quarters and so on down to single instructions. */
static void drop_ranges(struct reducer *r)
{
    for (uint32_t size = r->count / 2; size; size /= 2) {
        for (uint32_t end = r->count; end;) {
            uint32_t first = end > size ? end - size : 0;

            offer_without_range(r, first, end);
            end = first < r->count ? first : r->count;
        }
    }
}

static bool opens(uint32_t opcode)
{
    return opcode == DXBC_OP_IF || opcode == DXBC_OP_LOOP || opcode == DXBC_OP_SWITCH;
}

static bool closes(uint32_t opcode)
{
    return opcode == DXBC_OP_ENDIF || opcode == DXBC_OP_ENDLOOP || opcode == DXBC_OP_ENDSWITCH;
}

static uint32_t find_end(const struct reducer *r, uint32_t open)
{
    int depth = 0;

    for (uint32_t i = open; i < r->count; i++) {
        depth += opens(opcode_at(r, i));
        depth -= closes(opcode_at(r, i));
        if (!depth)
            return i;
    }
    return open;
}

/* What goes with the brackets of a construct when they alone are taken out. */
static bool belongs(uint32_t open, uint32_t opcode)
{
    if (open == DXBC_OP_IF)
        return opcode == DXBC_OP_ELSE;
    return opcode == DXBC_OP_CASE || opcode == DXBC_OP_DEFAULT || opcode == DXBC_OP_BREAK ||
           opcode == DXBC_OP_BREAKC || opcode == DXBC_OP_CONTINUE || opcode == DXBC_OP_CONTINUEC;
}

/* A construct with all that is in it; or its brackets alone, with what belongs to them. */
static void drop_constructs(struct reducer *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        bool drop[MAX_INSTRS] = {false};
        uint32_t end, open = opcode_at(r, i);
        int depth = 0;

        if (!opens(open))
            continue;
        end = find_end(r, i);
        if (offer_without_range(r, i, end + 1)) {
            i--;
            continue;
        }
        for (uint32_t k = i; k <= end; k++) {
            uint32_t opcode = opcode_at(r, k);

            depth += opens(opcode);
            drop[k] = k == i || k == end || (depth == 1 && belongs(open, opcode));
            depth -= closes(opcode);
        }
        offer_without(r, drop);
    }
}

static void shrink_group(struct reducer *r)
{
    static const uint32_t sizes[][3] = {{1, 1, 1}, {2, 1, 1}, {32, 1, 1}, {33, 1, 1}, {64, 1, 1}};

    for (uint32_t i = 0; i < r->count; i++) {
        const uint32_t *now = r->words + r->starts[i] + 1;

        if (opcode_at(r, i) != DXBC_OP_DCL_THREAD_GROUP)
            continue;
        for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
            struct program_case candidate = *r->best;
            size_t at = 4 * (TOKENS_HEADER_WORDS + r->starts[i] + 1);

            if (sizes[s][0] >= now[0] * now[1] * now[2])
                return;
            candidate.bytes = malloc(candidate.size);
            if (!candidate.bytes)
                return;
            memcpy(candidate.bytes, r->best->bytes, candidate.size);
            memcpy(candidate.bytes + at, sizes[s], sizeof(sizes[s]));
            dxbc_checksum(candidate.bytes, candidate.size, candidate.bytes + 4);
            if (offer(r, &candidate))
                return;
        }
    }
}

static void shrink_numbers(struct reducer *r)
{
    for (int what = 0; what < 3; what++) {
        struct program_case candidate = *r->best;

        if (what == 2)
            candidate.overlap = false;
        else
            candidate.groups[what] = 1;
        if (!memcmp(candidate.groups, r->best->groups, sizeof(candidate.groups)) &&
            candidate.overlap == r->best->overlap)
            continue;
        candidate.bytes = malloc(candidate.size);
        if (!candidate.bytes)
            return;
        memcpy(candidate.bytes, r->best->bytes, candidate.size);
        offer(r, &candidate);
    }
}

unsigned case_reduce(struct program_case *c, case_probe *probe, void *user)
{
    struct reducer r = {.best = c, .probe = probe, .user = user};
    unsigned left = 0;

    split(&r);
    do {
        r.progress = false;
        shrink_numbers(&r);
        drop_ranges(&r);
        drop_constructs(&r);
        shrink_group(&r);
    } while (r.progress);
    for (uint32_t i = 0; i < r.count; i++) {
        const struct dxbc_opcode_info *info = dxbc_opcode_info(opcode_at(&r, i));

        left += info->kind != DXBC_KIND_DCL && info->kind != DXBC_KIND_CUSTOM;
    }
    return left;
}
