/*
 * Narrow regions that run wide in the hope that no wave touches what another one writes (lane_hopes.c): who
 * has touched which piece of memory since the last barrier.
 *
 * Memory counts in pieces of 16 words; for each piece that a watched access touches there is an entry in a
 * small hash table: the one wave that touched it, and how. What a wave touches with one instruction counts as
 * a whole, from its lowest word to its highest. All of that errs on one side: waves are thought to meet that
 * do not.
 */
#include <string.h>

#include "lanes_memory.h"

enum { PIECE = 16, MOST_PIECES = 64, PROBES = 8, TABLE_BITS = 10, ENTRIES = 1 << TABLE_BITS };

enum how { READ_BY_ONE, READ_BY_MANY, WRITTEN };

struct entry {
    uint32_t key;
    uint16_t pass; /* the entry is free in all others */
    uint8_t wave, how;
};

struct lanes_touch {
    struct entry entries[ENTRIES];
};

size_t lanes_touch_bytes(void)
{
    return sizeof(struct lanes_touch);
}

void lanes_touch_begin(struct lanes_group *group, struct lanes_touch *touch)
{
    group->touch = touch;
    if (group->pass == 0 || group->pass == UINT16_MAX) {
        memset(touch, 0, sizeof(*touch));
        group->pass = 0;
    }
    group->pass++;
}

/* The entry of a piece, or a free one; NULL: too many pieces. */
static struct entry *find_entry(struct lanes_touch *touch, uint16_t pass, uint32_t key)
{
    uint32_t at = key * 0x9E3779B1u >> (32 - TABLE_BITS);

    for (unsigned i = 0; i < PROBES; i++) {
        struct entry *entry = &touch->entries[(at + i) % ENTRIES];

        if (entry->pass != pass || entry->key == key)
            return entry;
    }
    return NULL;
}

/* False: two waves meet, as far as can be told. */
static bool note(struct lanes_group *group, uint32_t key, uint32_t wave, enum how how)
{
    struct entry *entry = find_entry(group->touch, group->pass, key);

    if (!entry)
        return false;
    if (entry->pass != group->pass) {
        *entry = (struct entry){key, group->pass, (uint8_t)wave, (uint8_t)how};
        return true;
    }
    if (entry->how != READ_BY_MANY && entry->wave == wave && how != READ_BY_MANY) {
        entry->how = how > entry->how ? (uint8_t)how : entry->how;
        return true;
    }
    if (entry->how == WRITTEN || how == WRITTEN)
        return false;
    entry->how = READ_BY_MANY;
    return true;
}

/* Words [first, last]. Pieces are named by the addresses of their words, the low bits of them. */
static bool note_words(struct lanes_group *group, const uint32_t *words, uint32_t first, uint32_t last,
                       uint32_t wave, enum how how)
{
    uint32_t piece = first / PIECE, end = last / PIECE;

    if (end - piece >= MOST_PIECES)
        return false;
    for (; piece <= end; piece++) {
        if (!note(group, (uint32_t)((uintptr_t)(words + (size_t)piece * PIECE) / sizeof(uint32_t)), wave,
                  how))
            return false;
    }
    return true;
}

/* Numbers that go up evenly: those of the first and the last active lane of a wave say it all, if both are
 * inside and nothing wraps round between them. */
static bool bounds_of_even(const struct lanes_strip *strip, const struct lanes_step *step, uint32_t wave,
                           const uint32_t *number, uint32_t limit, uint32_t *low, uint32_t *high)
{
    uint32_t lanes = strip->exec[wave], first, last;
    int64_t rise;

    if (step->ir->pattern != LANE_PATTERN_LINEAR || !lanes)
        return false;
    first = (uint32_t)__builtin_ctz(lanes);
    last = 31 - (uint32_t)__builtin_clz(lanes);
    rise = (int64_t)step->ir->stride * (last - first);
    number += (wave - strip->low) * LANES_WAVE;
    if (number[first] >= limit || number[last] >= limit || number[first] + rise != number[last])
        return false;
    *low = rise < 0 ? number[last] : number[first];
    *high = rise < 0 ? number[first] : number[last];
    return true;
}

/* What the active lanes of each wave touch. */
static bool note_waves(struct lanes_strip *strip, const struct lanes_step *step,
                       const struct lanes_common *common, uint32_t components, enum how how)
{
    uint32_t room[LANES_MAX_LANES] __attribute__((aligned(LANE_ALIGN)));
    uint32_t span = lanes_last_place(step, components);
    uint32_t waves = strip->high - strip->low;
    size_t number_step;
    const uint32_t *number = lanes_first_words(strip, step, common, room, &number_step);

    for (uint32_t i = 0; i < waves; i++) {
        bool alike = step->ir->flags & LANE_UNIFORM;
        uint32_t low, high;

        if (!number_step ||
            !bounds_of_even(strip, step, strip->low + i, number, common->memory.count, &low, &high))
            strip->kernel->table.bounds(&low, &high, number + (i * LANES_WAVE & number_step), number_step,
                                        common->memory.count, &strip->exec[strip->low + i], LANES_WAVE);
        if (low <= high && !note_words(strip->group, common->memory.words, low, high + span, strip->low + i,
                                       alike ? READ_BY_MANY : how))
            return false;
    }
    return true;
}

static bool give_up(struct lanes_strip *strip)
{
    lanes_meet(strip);
    return true;
}

static bool touches(struct lanes_strip *strip, const struct lanes_step *step, uint32_t components,
                    enum how how)
{
    const struct kernel_view *view = lanes_is_shared(strip, step) ? NULL : lanes_common_view(strip, step);
    struct lanes_common common;

    return !lanes_common_memory(strip, step, view, step->ir->flags & LANE_STRUCTURED, &common) ||
           !note_waves(strip, step, &common, components, how);
}

bool lanes_load_meets(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (strip->watch != LANES_WATCH_WAVES || !step->ir->in_order)
        return false;
    return touches(strip, step, step->ir->dst_count, READ_BY_ONE) && give_up(strip);
}

static bool is_uav(const struct lanes_strip *strip, const struct lanes_step *step)
{
    return lanes_resource_of(strip, step)->file == DXBC_FILE_UAV;
}

bool lanes_write_meets(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (!is_uav(strip, step))
        return false;
    /* loads to come may meet what was stored before, and the group could not be run anew; behind the first
     * write to u# there is nothing that could meet */
    if (strip->watch == LANES_WATCH_WAVES && strip->has_stored && !strip->has_written &&
        !strip->kernel->program->only_stores)
        return give_up(strip);
    strip->has_written = true;
    strip->group->has_written = true;
    return false;
}

bool lanes_store_meets(struct lanes_strip *strip, const struct lanes_step *step)
{
    if (lanes_write_meets(strip, step))
        return true;
    if (strip->watch != LANES_WATCH_WAVES || !step->ir->in_order || step->ir->looked_at)
        return false;
    for (uint32_t i = 0; i <= step->ir->ahead; i++) {
        const struct lanes_step *store = step + i;

        if (store->ir->op == LANE_STORE && touches(strip, store, lanes_value_count(store), WRITTEN))
            return give_up(strip);
    }
    strip->has_stored = true;
    return false;
}
