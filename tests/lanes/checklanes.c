/*
 * Holds the lane kernels of every instruction set that the processor has against the reference: every
 * operation, plain and masked, on nasty and random values, rows and splats, masks from none to all, results
 * in rows of their own and in those of sources. All bits have to be equal (a NaN may be any where
 * lane_ops.def says so), lanes outside the mask and the words around rows untouched, the processor's mode the
 * same afterwards.
 *
 *   checklanes [--seed N] [--rounds N] [--isa NAME] [--op NAME] [--every] [--bench] [--lanes N]
 *
 * --every: all 2^32 values of operations with one operand. --bench: nanoseconds for 32 lanes in rows of
 * N, each set beside the reference; nothing is compared.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lane_table.h"
#include "lane_values.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
static unsigned mode_get(void)
{
    return _mm_getcsr() & 0xFFC0u; /* without the sticky flags */
}

static void mode_flush(bool on)
{
    _mm_setcsr(on ? _mm_getcsr() | 0x8040u : _mm_getcsr() & ~0x8040u);
}
#else
static unsigned mode_get(void)
{
    return 0;
}

static void mode_flush(bool on)
{
}
#endif

enum { ROW = 1024, GUARD = 64, MAX_ROWS = 2 + LANE_MAX_SRC, MAX_REPORTS = 5 };

/* Rows with guards on both sides; the copy is the reference's. */
struct rows {
    _Alignas(LANE_ALIGN) uint32_t words[MAX_ROWS][GUARD + ROW + GUARD];
};

struct check {
    uint64_t seed;
    unsigned rounds;
    uint32_t lanes; /* of a row that is timed */
    const char *only_isa, *only_op;
    bool every, bench;
    struct lane_table ref, table;
    struct rows initial, expected, actual;
    uint32_t mask[ROW / 32];
    unsigned failures;
};

/* Where an operation's operands stand in this call: numbers of rows. */
struct call {
    enum lane_op op;
    bool masked, keeping;
    uint32_t count;
    unsigned dst_rows, src_rows;
    unsigned dst[2], src[LANE_MAX_SRC];
    bool splat[LANE_MAX_SRC];
};

static void bind(const struct call *call, struct rows *rows, const uint32_t *mask, struct lane_args *args)
{
    *args = (struct lane_args){.count = call->count, .mask = call->masked ? mask : NULL};
    for (unsigned d = 0; d < call->dst_rows; d++)
        args->dst[d] = rows->words[call->dst[d]] + GUARD;
    for (unsigned s = 0; s < call->src_rows; s++) {
        args->src[s] = rows->words[call->src[s]] + GUARD;
        args->step[s] = call->splat[s] ? 0 : SIZE_MAX;
    }
}

static char letter_of_row(const char *letters, unsigned row)
{
    for (; *letters; letters++) {
        unsigned rows = *letters == 'd' ? 2 : 1;

        if (row < rows)
            return *letters;
        row -= rows;
    }
    return 0;
}

static bool same(uint32_t a, uint32_t b, bool any_nan)
{
    return a == b || (any_nan && (a & 0x7FFFFFFF) > 0x7F800000 && (b & 0x7FFFFFFF) > 0x7F800000);
}

static void report(struct check *check, const struct call *call, unsigned row, uint32_t i)
{
    if (++check->failures > MAX_REPORTS)
        return;
    printf("FAIL %s %s%s: row %u lane %d of %u: %08" PRIX32 ", not %08" PRIX32 "; sources",
           cpu_isa_name(check->table.isa), lane_op_infos[call->op].text, call->masked ? " masked" : "", row,
           (int)i - GUARD, call->count, check->actual.words[row][i], check->expected.words[row][i]);
    for (unsigned s = 0; s < call->src_rows; s++)
        printf(" %08" PRIX32, check->initial.words[call->src[s]][call->splat[s] ? GUARD : i]);
    printf("\n");
}

/* Every word of every row: results may differ in their NaNs where allowed, all others not at all. */
static void compare(struct check *check, const struct call *call)
{
    for (unsigned row = 0; row < MAX_ROWS; row++) {
        bool any_nan = false;

        if (!memcmp(check->actual.words[row], check->expected.words[row], sizeof check->actual.words[row]))
            continue;
        for (unsigned d = 0; d < call->dst_rows; d++)
            any_nan |= call->dst[d] == row && letter_of_row(lane_op_infos[call->op].dst, d) == 'f';
        for (uint32_t i = 0; i < GUARD + ROW + GUARD; i++) {
            bool written = i >= GUARD && i - GUARD < call->count &&
                           (!call->masked || check->mask[(i - GUARD) / 32] >> ((i - GUARD) % 32) & 1);

            if (!same(check->actual.words[row][i], check->expected.words[row][i], any_nan && written)) {
                report(check, call, row, i);
                break;
            }
        }
    }
}

static lane_run *body_of(const struct lane_table *table, const struct call *call)
{
    if (call->keeping)
        return (call->masked ? table->keeping_masked : table->keeping)[call->op];
    return (call->masked ? table->masked : table->run)[call->op];
}

static void run_call(struct check *check, const struct call *call)
{
    struct lane_args expected, actual;
    unsigned mode;

    memcpy(&check->expected, &check->initial, sizeof check->initial);
    memcpy(&check->actual, &check->initial, sizeof check->initial);
    bind(call, &check->expected, check->mask, &expected);
    bind(call, &check->actual, check->mask, &actual);
    (call->masked ? check->ref.masked : check->ref.run)[call->op](&expected);
    mode_flush(!call->keeping);
    mode = mode_get();
    body_of(&check->table, call)(&actual);
    if (mode_get() != mode) {
        printf("FAIL %s %s: mode %04X became %04X\n", cpu_isa_name(check->table.isa),
               lane_op_infos[call->op].text, mode, mode_get());
        check->failures++;
    }
    mode_flush(false);
    compare(check, call);
}

static void fill_mask(uint64_t *state, uint32_t *mask, uint32_t words)
{
    unsigned flavour = random_next(state) % 6;

    for (uint32_t w = 0; w < words; w++) {
        uint64_t bits = random_next(state);

        mask[w] = flavour == 0   ? 0
                  : flavour == 1 ? UINT32_MAX
                  : flavour == 2 ? 1u << (bits & 31)
                  : flavour == 3 ? ~(1u << (bits & 31))
                  : flavour == 4 ? (bits & 32 ? (1u << (bits & 31)) - 1 : UINT32_MAX)
                                 : (uint32_t)bits;
    }
}

/* A call with operands in rows of their own; results start behind the sources. */
static struct call plain_call(enum lane_op op, uint32_t count)
{
    struct call call = {.op = op, .count = count};

    call.dst_rows = lane_row_count(lane_op_infos[op].dst);
    call.src_rows = lane_row_count(lane_op_infos[op].src);
    for (unsigned s = 0; s < call.src_rows; s++)
        call.src[s] = s;
    for (unsigned d = 0; d < call.dst_rows; d++)
        call.dst[d] = LANE_MAX_SRC + d;
    return call;
}

static void fill_sources(uint64_t *state, struct check *check, const char *letters)
{
    unsigned row = 0;

    for (const char *l = letters; *l; l++) {
        if (*l == 'd') {
            fill_doubles(state, check->initial.words[row] + GUARD, check->initial.words[row + 1] + GUARD,
                         ROW);
            row += 2;
        } else {
            fill_words(state, check->initial.words[row++] + GUARD, ROW);
        }
    }
    if (!strncmp(letters, "ff", 2) && random_next(state) % 3 == 0)
        relate_floats(state, check->initial.words[0] + GUARD, check->initial.words[1] + GUARD,
                      letters[2] == 'f' ? check->initial.words[2] + GUARD : NULL, ROW);
}

/* Splats are read at sixteen words; those of a double's halves go together. */
static void make_splats(uint64_t *state, struct check *check, struct call *call)
{
    uint64_t bits = random_next(state);

    for (unsigned s = 0; s < call->src_rows; s++) {
        uint32_t *row = check->initial.words[s] + GUARD;

        call->splat[s] = (bits >> s & 5) == 5;
        for (unsigned i = 1; call->splat[s] && i < LANE_SPLAT; i++)
            row[i] = row[0];
    }
}

static void random_round(uint64_t *state, struct check *check, enum lane_op op)
{
    static const uint32_t counts[] = {32, 64, 96, 160, ROW};
    struct call call = plain_call(op, counts[random_next(state) % 5]);
    unsigned shared = random_next(state) % 4;

    for (unsigned row = 0; row < MAX_ROWS; row++)
        for (unsigned i = 0; i < GUARD + ROW + GUARD; i++)
            check->initial.words[row][i] = 0xA5000000u | row << 16 | i;
    fill_sources(state, check, lane_op_infos[op].src);
    fill_mask(state, check->mask, ROW / 32);
    make_splats(state, check, &call);
    call.masked = random_next(state) & 1;
    call.keeping = check->table.keeping[op] && random_next(state) & 1;
    if (shared < call.src_rows && !call.splat[shared]) /* the result stands in a source */
        call.dst[0] = call.src[shared];
    run_call(check, &call);
}

/* All pairs of nasty words in the first two operands. */
static void nasty_pairs(uint64_t *state, struct check *check, enum lane_op op)
{
    struct call call = plain_call(op, ROW);
    size_t total = nasty_word_count * (call.src_rows > 1 ? nasty_word_count : 1);

    if (strchr(lane_op_infos[op].src, 'd'))
        return;
    for (size_t start = 0; start < total; start += ROW) {
        fill_sources(state, check, lane_op_infos[op].src);
        fill_nasty_words(check->initial.words[0] + GUARD, ROW, start, 1);
        if (call.src_rows > 1)
            fill_nasty_words(check->initial.words[1] + GUARD, ROW, start, nasty_word_count);
        run_call(check, &call);
    }
}

static void every_word(struct check *check, enum lane_op op)
{
    struct call call = plain_call(op, ROW);
    uint32_t word = 0;

    if (strlen(lane_op_infos[op].src) != 1 || lane_op_infos[op].src[0] == 'd')
        return;
    do {
        for (unsigned i = 0; i < ROW; i++)
            check->initial.words[0][GUARD + i] = word++;
        run_call(check, &call);
    } while (word && check->failures <= MAX_REPORTS);
}

/* ---- memory and tests ---- */

enum { MEMORY = 4096 };
struct memory_case {
    uint32_t words[GUARD + MEMORY + GUARD];
};

/* Indices that go up by one, those that repeat, those that lie anywhere, and their mixtures; some outside. */
static void fill_indices(uint64_t *state, uint32_t *index, uint32_t room)
{
    unsigned flavour = random_next(state) % 6;

    for (uint32_t i = 0; i < ROW; i += 32) {
        uint64_t base = random_next(state);
        uint32_t first = flavour == 1 && base >> 62 ? (uint32_t)(base % (room + 40)) : UINT32_MAX - base % 64;

        for (uint32_t lane = 0; lane < 32; lane++) {
            uint64_t bits = random_next(state);

            index[i + lane] = flavour == 0   ? (uint32_t)(base % 64) + i + lane
                              : flavour == 1 ? first + lane
                              : flavour == 2 ? (uint32_t)(bits % (room + 16))
                              : flavour == 3 ? (uint32_t)(bits % 8)
                              : flavour == 4 ? (uint32_t)bits
                                             : (uint32_t)base % (room + 1) + (bits % 32 == 0) + lane;
        }
    }
}

/* Elements of a byte and of two: gathers into rows of their own, scatters over what words left. */
static void move_elements(const struct lane_table *table, struct rows *rows, uint32_t *words, uint32_t room,
                          size_t index_step, size_t value_step, const uint32_t *mask, uint32_t count)
{
    struct lane_elements memory = {words, room};
    const uint32_t *index = rows->words[0] + GUARD, *value = rows->words[1] + GUARD;

    table->gather_8(rows->words[4] + GUARD, memory, index, index_step, mask, count);
    table->gather_16(rows->words[5] + GUARD, memory, index, index_step, mask, count);
    table->scatter_8(memory, index, index_step, value, value_step, mask, count);
    memory.data = words + MEMORY / 2;
    table->scatter_16(memory, index, index_step, value, value_step, mask, count);
}

/* Words at even distances: into rows 2 to 5, and rows 0 and 1 over them. */
static void move_evenly(const struct lane_table *table, struct rows *rows, uint32_t *words, uint64_t choice)
{
    static const int32_t strides[] = {0, 1, 2, 3, 4, 4, 5, -1, -4, -7};
    static const uint8_t places[2][4] = {{0, 1, 2, 3}, {1, 3, 0, 2}};
    static const uint32_t heights[] = {1, 1, 2, 5}, widths[] = {16, 32, 8, 4};
    static const int32_t pitches[] = {0, 1, 64, 3, 16, -5, 256, 7};
    uint32_t rows_of_grid = heights[choice >> 40 & 3], most = rows_of_grid > 1 ? 32 : 64;
    uint32_t components = (uint32_t)(choice / 10 % 4) + 1;
    struct lane_grid grid = {strides[choice % 10], rows_of_grid > 1 ? pitches[choice >> 42 & 7] : 0,
                             choice >> 45 & 1 ? widths[choice >> 46 & 3] : (uint32_t)(choice / 40 % most) + 1,
                             rows_of_grid};
    int32_t reach = grid.stride < 0 ? -grid.stride : grid.stride;
    const uint8_t *place = places[choice / 2560 % 2];
    uint32_t *first = words + (grid.stride < 0 ? reach * (int32_t)(grid.row - 1) : 0) +
                      (grid.pitch < 0 ? -grid.pitch * (int32_t)(grid.rows - 1) : 0),
             *dst[4];
    const uint32_t *src[4];
    size_t step[4];

    for (unsigned c = 0; c < 4; c++) {
        dst[c] = rows->words[2 + c] + GUARD + (choice >> 48 & 1 ? 0 : choice / 5120 % 16);
        step[c] = choice >> (20 + c) & 1 ? SIZE_MAX : 0;
        src[c] = rows->words[c & 1] + GUARD;
    }
    table->take(dst, place, components, first, &grid);
    if (reach >= 4 || (grid.stride && components == 1))
        table->put(first, &grid, src, step, place, components);
}

/* Bounds of row 0 into row 6. */
static void find_bounds(const struct lane_table *table, struct rows *rows, size_t index_step, uint32_t limit,
                        const uint32_t *mask, uint32_t count)
{
    uint32_t *out = rows->words[6] + GUARD;

    table->bounds(out, out + count / 32, rows->words[0] + GUARD, index_step, limit, mask, count);
}

static void memory_round(uint64_t *state, struct check *check, struct memory_case cases[2])
{
    static const uint32_t counts[] = {32, 64, 96, 160, ROW};
    uint32_t count = counts[random_next(state) % 5], room = random_next(state) % (MEMORY + 1);
    const uint32_t *mask = random_next(state) & 1 ? check->mask : NULL;
    size_t index_step = random_next(state) % 4 ? SIZE_MAX : 0,
           value_step = random_next(state) % 4 ? SIZE_MAX : 0;
    bool in_place = index_step && random_next(state) % 4 == 0;
    struct lane_memory memory[2];
    uint64_t choice = random_next(state);

    fill_mask(state, check->mask, ROW / 32);
    for (unsigned row = 0; row < MAX_ROWS; row++)
        for (unsigned i = 0; i < GUARD + ROW + GUARD; i++)
            check->initial.words[row][i] = 0x5A000000u | row << 16 | i;
    for (unsigned i = 0; i < ROW; i++)
        check->initial.words[1][GUARD + i] = random_next(state) & 1 ? (uint32_t)random_next(state) : 0;
    fill_indices(state, check->initial.words[0] + GUARD, room);
    for (unsigned i = 1; i < LANE_SPLAT && !index_step; i++)
        check->initial.words[0][GUARD + i] = check->initial.words[0][GUARD];
    for (unsigned i = 1; i < LANE_SPLAT && !value_step; i++)
        check->initial.words[1][GUARD + i] = check->initial.words[1][GUARD];
    memcpy(&check->expected, &check->initial, sizeof check->initial);
    memcpy(&check->actual, &check->initial, sizeof check->initial);
    for (unsigned i = 0; i < GUARD + MEMORY + GUARD; i++)
        cases[0].words[i] = cases[1].words[i] = (uint32_t)random_next(state);
    for (unsigned c = 0; c < 2; c++) {
        const struct lane_table *table = c ? &check->table : &check->ref;
        struct rows *rows = c ? &check->actual : &check->expected;

        memory[c] = (struct lane_memory){cases[c].words + GUARD, room};
        table->gather(rows->words[in_place ? 0 : 2] + GUARD, memory[c], rows->words[0] + GUARD, index_step,
                      mask, count);
        memcpy(rows->words[0], check->initial.words[0], sizeof rows->words[0]);
        table->scatter(memory[c], rows->words[0] + GUARD, index_step, rows->words[1] + GUARD, value_step,
                       mask, count);
        move_evenly(table, rows, cases[c].words + GUARD, choice);
        move_elements(table, rows, cases[c].words + GUARD, room, index_step, value_step, mask, count);
        find_bounds(table, rows, index_step, room, check->mask, count);
        table->test(rows->words[3] + GUARD, rows->words[1] + GUARD, value_step, count);
    }
    if (memcmp(&check->expected, &check->actual, sizeof check->actual) ||
        memcmp(&cases[0], &cases[1], sizeof cases[0])) {
        printf("FAIL %s gather, scatter, take, put, bounds or test: %u lanes, room for %u\n", cpu_isa_name(check->table.isa),
               count, room);
        check->failures++;
    }
}

/* ---- timing ---- */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

enum { BENCH_CALLS = 400, BENCH_TRIES = 7 };

static double time_run(lane_run *run, const struct lane_args *args)
{
    double best = 1e30;

    for (int attempt = 0; attempt < BENCH_TRIES; attempt++) {
        double start = now(), taken;

        for (int i = 0; i < BENCH_CALLS; i++)
            run(args);
        taken = (now() - start) / BENCH_CALLS / (args->count / 32);
        if (taken < best)
            best = taken;
    }
    return best;
}

static void bench_op(struct check *check, enum lane_op op)
{
    uint64_t state = check->seed;
    struct call call = plain_call(op, check->lanes);
    struct lane_args args;
    double run, masked, ref;

    call.masked = true;
    memset(check->mask, 0x77, sizeof check->mask);
    for (unsigned row = 0; row < call.src_rows; row++)
        for (unsigned i = 0; i < ROW; i++)
            check->initial.words[row][GUARD + i] = 0x3F800000u + (uint32_t)(random_next(&state) & 0x00FFFFFF);
    bind(&call, &check->initial, check->mask, &args);
    mode_flush(true);
    ref = time_run(check->ref.run[op], &args);
    run = time_run(check->table.run[op], &args);
    masked = time_run(check->table.masked[op], &args);
    mode_flush(false);
    printf("%-8s %-14s reference %8.2f  run %7.2f  masked %7.2f ns for 32 lanes\n",
           cpu_isa_name(check->table.isa), lane_op_infos[op].text, ref, run, masked);
}

/* Kinds of indices: 0 one after another, 1 anywhere in 4096 words, 2 the same */
static void bench_memory(struct check *check)
{
    static uint32_t words[MEMORY];
    static const char *const kinds[] = {"consecutive", "scattered", "uniform"};
    struct lane_memory memory = {words, MEMORY};
    uint64_t state = check->seed;
    uint32_t *index = check->initial.words[0] + GUARD, *value = check->initial.words[1] + GUARD;

    for (unsigned kind = 0; kind < 3; kind++) {
        double taken[2] = {1e30, 1e30};

        for (uint32_t i = 0; i < ROW; i++)
            index[i] = kind == 0 ? i + 3 : kind == 1 ? (uint32_t)(random_next(&state) % MEMORY) : 7;
        for (int attempt = 0; attempt < BENCH_TRIES; attempt++) {
            for (int what = 0; what < 2; what++) {
                double start = now(), each;

                for (int i = 0; i < BENCH_CALLS && what == 0; i++)
                    check->table.gather(value, memory, index, kind == 2 ? 0 : SIZE_MAX, NULL, check->lanes);
                for (int i = 0; i < BENCH_CALLS && what == 1; i++)
                    check->table.scatter(memory, index, kind == 2 ? 0 : SIZE_MAX, value, SIZE_MAX, NULL,
                                         check->lanes);
                each = (now() - start) / BENCH_CALLS / (check->lanes / 32);
                if (each < taken[what])
                    taken[what] = each;
            }
        }
        printf("%-8s %-14s gather %7.2f  scatter %7.2f ns for 32 lanes\n", cpu_isa_name(check->table.isa),
               kinds[kind], taken[0], taken[1]);
    }
}

/* ---- the program ---- */

static void check_op(struct check *check, enum lane_op op)
{
    uint64_t state = check->seed + (uint64_t)op * 1000003;

    check->failures = 0;
    if (check->bench) {
        bench_op(check, op);
        return;
    }
    if (check->every) {
        every_word(check, op);
        return;
    }
    nasty_pairs(&state, check, op);
    for (unsigned round = 0; round < check->rounds; round++)
        random_round(&state, check, op);
}

static unsigned check_isa(struct check *check, enum cpu_isa isa)
{
    static struct memory_case cases[2];
    uint64_t state = check->seed;
    unsigned failed = 0;

    lane_table_init(&check->table, isa);
    for (int op = 0; op < LANE_OP_COUNT; op++) {
        if (check->only_op && strcmp(check->only_op, lane_op_infos[op].text))
            continue;
        check_op(check, (enum lane_op)op);
        if (check->failures)
            printf("FAIL %s %s: %u calls\n", cpu_isa_name(isa), lane_op_infos[op].text, check->failures);
        failed += check->failures != 0;
    }
    check->failures = 0;
    if (check->bench && !check->only_op)
        bench_memory(check);
    for (unsigned round = 0; round < check->rounds * 4 && !check->bench && !check->every && !check->only_op;
         round++)
        memory_round(&state, check, cases);
    failed += check->failures != 0;
    if (!check->bench)
        printf("%s: %s\n", cpu_isa_name(isa), failed ? "FAILED" : "ok");
    return failed;
}

static bool read_options(struct check *check, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;

        if (!strcmp(argv[i], "--bench"))
            check->bench = true;
        else if (!strcmp(argv[i], "--every"))
            check->every = true;
        else if (!value)
            return false;
        else if (!strcmp(argv[i], "--seed"))
            check->seed = strtoull(argv[++i], NULL, 0);
        else if (!strcmp(argv[i], "--rounds"))
            check->rounds = (unsigned)strtoul(argv[++i], NULL, 0);
        else if (!strcmp(argv[i], "--lanes"))
            check->lanes = (uint32_t)strtoul(argv[++i], NULL, 0);
        else if (!strcmp(argv[i], "--isa"))
            check->only_isa = argv[++i];
        else if (!strcmp(argv[i], "--op"))
            check->only_op = argv[++i];
        else
            return false;
    }
    return check->lanes > 0 && check->lanes <= ROW && check->lanes % 32 == 0;
}

int main(int argc, char **argv)
{
    static struct check check = {.seed = 1, .rounds = 200, .lanes = 256};
    unsigned failed = 0;

    if (!read_options(&check, argc, argv)) {
        fprintf(stderr,
                "usage: checklanes [--seed N] [--rounds N] [--isa NAME] [--op NAME] [--every] [--bench]\n"
                "                  [--lanes N, a multiple of 32 up to 1024]\n");
        return 2;
    }
    lane_table_init(&check.ref, CPU_SCALAR);
    for (int isa = CPU_SCALAR + 1; isa < CPU_ISA_COUNT; isa++) {
        if (check.only_isa && strcmp(check.only_isa, cpu_isa_name((enum cpu_isa)isa)))
            continue;
        if (cpu_isa_available((enum cpu_isa)isa))
            failed += check_isa(&check, (enum cpu_isa)isa);
        else
            printf("%s: not here\n", cpu_isa_name((enum cpu_isa)isa));
    }
    return failed != 0;
}
