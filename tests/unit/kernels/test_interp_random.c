/*
 * Random structured programs: what 64 threads compute together in two waves, with all their masks, has to be
 * what each of them computes alone in a group of its own, where no mask ever divides anything.
 */
#include "../../support/kernel_machine.h"

enum { THREADS = 64, PROGRAMS = 200, DEEPEST = 5, SUBROUTINES = 3 };

struct generator {
    struct token_builder *b;
    uint64_t state;
    int first_counter; /* register of the loop counter at depth 0; each depth has its own */
    int callable;      /* subroutines below this number may be called: no recursion */
    int statements;    /* left */
};

static uint32_t next(struct generator *g, uint32_t limit)
{
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (uint32_t)(g->state >> 33) % limit;
}

static void emit(struct generator *g, uint32_t opcode, uint32_t controls, const char *a, const char *b,
                 const char *c, const char *d)
{
    tokens_instr(g->b, opcode, controls, (const char *const[]){a, b, c, d, NULL});
}

/* A bit of r1.x, which differs from thread to thread, to r2.x. */
static void emit_condition(struct generator *g)
{
    char shift[16];

    snprintf(shift, sizeof(shift), "l(%u)", next(g, 32));
    emit(g, DXBC_OP_USHR, 0, "r2.x", "r1.x", shift, NULL);
    emit(g, DXBC_OP_AND, 0, "r2.x", "r2.x", next(g, 4) ? "l(1)" : "l(3)", NULL);
}

static uint32_t random_test(struct generator *g)
{
    return next(g, 2) ? TOKENS_NZ : 0;
}

static void emit_change(struct generator *g)
{
    char number[24];

    snprintf(number, sizeof(number), "l(%u)", next(g, 100000));
    emit(g, DXBC_OP_IMAD, 0, "r1.x", "r1.x", "l(1664525)", number);
    emit(g, DXBC_OP_XOR, 0, "r1.x", "r1.x", "vThreadID.x", NULL);
}

struct place {
    int depth;
    bool in_loop, in_switch;
};

static void emit_block(struct generator *g, struct place place);

static void emit_if(struct generator *g, struct place place)
{
    emit_condition(g);
    emit(g, DXBC_OP_IF, random_test(g), "r2.x", NULL, NULL, NULL);
    emit_block(g, place);
    if (next(g, 2)) {
        EMIT(g->b, ELSE);
        emit_block(g, place);
    }
    EMIT(g->b, ENDIF);
}

/* At most seven rounds: the counter goes up at the head, where no continue can miss it. */
static void emit_loop(struct generator *g, struct place place)
{
    char counter[16], limit[16];

    snprintf(counter, sizeof(counter), "r%d.x", g->first_counter + place.depth);
    snprintf(limit, sizeof(limit), "l(%u)", 1 + next(g, 7));
    emit(g, DXBC_OP_MOV, 0, counter, "l(0)", NULL, NULL);
    EMIT(g->b, LOOP);
    emit(g, DXBC_OP_IADD, 0, counter, counter, "l(1)", NULL);
    emit(g, DXBC_OP_ULT, 0, "r2.x", limit, counter, NULL);
    emit(g, DXBC_OP_BREAKC, TOKENS_NZ, "r2.x", NULL, NULL, NULL);
    place.in_loop = true;
    place.in_switch = false;
    emit_block(g, place);
    EMIT(g->b, ENDLOOP);
}

static void emit_switch(struct generator *g, struct place place)
{
    uint32_t labels = 1 + next(g, 4), fallback = next(g, 6);
    char value[16];

    emit(g, DXBC_OP_AND, 0, "r2.x", "r1.x", "l(3)", NULL);
    emit(g, DXBC_OP_SWITCH, 0, "r2.x", NULL, NULL, NULL);
    place.in_switch = true;
    for (uint32_t i = 0; i < labels; i++) {
        snprintf(value, sizeof(value), "l(%u)", (i * 3 + 1) & 3);
        if (i == fallback)
            EMIT(g->b, DEFAULT);
        else
            emit(g, DXBC_OP_CASE, 0, value, NULL, NULL, NULL);
        const bool has_code = next(g, 4);
        if (has_code)
            emit_block(g, place);
        if (has_code || next(g, 3))
            EMIT(g->b, BREAK);
    }
    EMIT(g->b, ENDSWITCH);
}

static void emit_jump(struct generator *g, struct place place)
{
    char label[16];

    emit_condition(g);
    switch (next(g, 5)) {
    case 0:
        if (place.in_loop || place.in_switch)
            emit(g, DXBC_OP_BREAKC, random_test(g), "r2.x", NULL, NULL, NULL);
        break;
    case 1:
        if (place.in_loop)
            emit(g, DXBC_OP_CONTINUEC, random_test(g), "r2.x", NULL, NULL, NULL);
        break;
    case 2:
        if (next(g, 3) == 0)
            emit(g, DXBC_OP_RETC, random_test(g), "r2.x", NULL, NULL, NULL);
        break;
    default:
        if (!g->callable)
            break;
        snprintf(label, sizeof(label), "label%u", next(g, (uint32_t)g->callable));
        if (next(g, 2))
            emit(g, DXBC_OP_CALL, 0, label, NULL, NULL, NULL);
        else
            emit(g, DXBC_OP_CALLC, random_test(g), "r2.x", label, NULL, NULL);
    }
}

static void emit_block(struct generator *g, struct place place)
{
    uint32_t count = 1 + next(g, 4);

    place.depth++;
    emit_change(g);
    for (uint32_t i = 0; i < count && g->statements > 0; i++) {
        uint32_t choice = place.depth < DEEPEST ? next(g, 5) : 3 + next(g, 2);

        g->statements--;
        switch (choice) {
        case 0:
            emit_if(g, place);
            break;
        case 1:
            emit_loop(g, place);
            break;
        case 2:
            emit_switch(g, place);
            break;
        case 3:
            emit_jump(g, place);
            break;
        default:
            emit_change(g);
        }
    }
}

/* Writes r1.x of each thread that gets to the end. */
static void generate(struct token_builder *b, uint32_t seed, uint32_t group)
{
    struct generator g = {.b = b, .state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1, .statements = 40};
    char label[16];

    tokens_structured(b, "u0", 4);
    tokens_input(b, "vThreadID.x");
    tokens_temps(b, 40);
    tokens_thread_group(b, group, 1, 1);
    g.first_counter = 3;
    g.callable = SUBROUTINES;
    emit(&g, DXBC_OP_IMUL, 0, "null", "r1.x", "vThreadID.x", "l(0x9E3779B1)");
    emit_block(&g, (struct place){0});
    EMIT(b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r1.x");
    EMIT(b, RET);
    for (int i = SUBROUTINES - 1; i >= 0; i--) { /* each calls later ones */
        g.first_counter = 3 + (i + 1) * (DEEPEST + 1);
        g.callable = i;
        g.statements = 15;
        snprintf(label, sizeof(label), "label%d", i);
        emit(&g, DXBC_OP_LABEL, 0, label, NULL, NULL, NULL);
        emit_block(&g, (struct place){0});
        EMIT(b, RET);
    }
}

static void run(struct machine *m, uint32_t seed, uint32_t group, uint32_t *out)
{
    machine_begin(m);
    generate(&m->b, seed, group);
    memset(out, 0, THREADS * sizeof(*out));
    m->bindings.uavs[0] = machine_structured(out, 4, THREADS);
    machine_build(m);
    machine_run(m, THREADS / group, 1, 1);
    machine_end(m);
}

static void test_together_as_alone(void **state)
{
    struct machine *m = test_malloc(sizeof(*m));
    uint32_t different = 0;

    for (uint32_t seed = 1; seed <= PROGRAMS; seed++) {
        uint32_t together[THREADS], alone[THREADS];

        run(m, seed, THREADS, together);
        run(m, seed, 1, alone);
        for (uint32_t i = 0; i < THREADS; i++) {
            if (together[i] != alone[i])
                fail_msg("program %u, thread %u: 0x%08x together, 0x%08x alone", seed, i, together[i],
                         alone[i]);
        }
        different += together[0] != together[1];
    }
    assert_true(different > PROGRAMS / 2); /* the programs do compute something */
    test_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_together_as_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
