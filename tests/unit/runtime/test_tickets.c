/*
 * Tickets: by themselves, under several threads that pass them early, late and never; and with kernels whose
 * groups run side by side and must give what they give one after another.
 */
#include "../../support/kernel_machine.h"

#include <pthread.h>

#include "tickets.h"

enum { WORKERS = 4, GROUPS = 3000 };

/* ---- by themselves ---- */

struct race {
    struct tickets tickets;
    atomic_ullong next;
    uint64_t order[KERNEL_TICKETS][GROUPS]; /* who had the ticket, in turn; plain on purpose */
    uint64_t held[KERNEL_TICKETS];
    uint64_t stop_at; /* this group never passes */
    atomic_bool stop;
};

/* Zeroed; test_calloc aligns to 16 bytes, tickets stand on cache lines of their own. */
static void *alloc_aligned(size_t alignment, size_t size)
{
    void *memory = aligned_alloc(alignment, size);

    assert_non_null(memory);
    return memset(memory, 0, size);
}

static void *take_and_pass(void *argument)
{
    struct race *race = argument;

    for (uint64_t group; (group = atomic_fetch_add(&race->next, 1)) < GROUPS;) {
        if (!tickets_enter(&race->tickets, group))
            return NULL;
        if (group == race->stop_at) {
            atomic_store(&race->stop, true);
            return NULL;
        }
        for (unsigned i = 0; i < race->tickets.count; i++) {
            /* some groups have no need of it */
            if (group % (i + 2)) {
                if (!tickets_take(&race->tickets, i, group))
                    return NULL;
                race->order[i][race->held[i]++] = group;
            }
            tickets_pass(&race->tickets, i, group);
        }
    }
    return NULL;
}

static struct race *run_race(unsigned count, uint64_t stop_at)
{
    struct race *race = alloc_aligned(_Alignof(struct race), sizeof(*race));
    pthread_t threads[WORKERS];

    race->stop_at = stop_at;
    tickets_init(&race->tickets, count, 0, &race->stop);
    for (int i = 0; i < WORKERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, take_and_pass, race), 0);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], NULL);
    tickets_cleanup(&race->tickets);
    return race;
}

static void groups_take_turns(void **state)
{
    struct race *race = run_race(3, UINT64_MAX);

    for (unsigned i = 0; i < 3; i++) {
        uint64_t expected = 0;
        for (uint64_t group = 0; group < GROUPS; group++) {
            if (group % (i + 2))
                assert_int_equal(race->order[i][expected++], group);
        }
        assert_int_equal(race->held[i], expected);
    }
    free(race);
}

/* A group that was stopped passes nothing: those that wait for it end as well. */
static void waiting_ends_when_stopped(void **state)
{
    struct race *race = run_race(2, 1000);

    assert_true(race->held[0] <= 1000);
    free(race);
}

/* ---- with kernels ---- */

enum { THREADS = 48, X = 40, Y = 3, SLOTS = THREADS * X * Y };

struct memory {
    uint32_t structured[2 * SLOTS], other[2 * SLOTS], raw[SLOTS];
    uint32_t counter[2];
};

struct side_by_side {
    struct machine m;
    struct memory memory;
    struct kernel_dispatch dispatch;
    struct tickets tickets;
    atomic_uint next;
};

static uint64_t index_of(const uint32_t group[3])
{
    return (uint64_t)group[1] * X + group[0];
}

static bool take(void *user, unsigned ticket, const uint32_t group[3])
{
    struct side_by_side *run = user;

    return tickets_take(&run->tickets, ticket, index_of(group));
}

static void pass(void *user, unsigned ticket, const uint32_t group[3])
{
    struct side_by_side *run = user;

    tickets_pass(&run->tickets, ticket, index_of(group));
}

static void *run_groups(void *argument)
{
    struct side_by_side *run = argument;
    void *scratch = aligned_alloc(64, (kernel_scratch_size(run->m.kernel) + 64) & ~(size_t)63);
    uint32_t instruction;

    for (uint32_t i; scratch && (i = atomic_fetch_add(&run->next, 1)) < X * Y;) {
        const uint32_t group[3] = {i % X, i / X, 0};

        tickets_enter(&run->tickets, i);
        kernel_run_group(run->m.kernel, &run->dispatch, group, scratch, &instruction);
    }
    free(scratch);
    return NULL;
}

static void run_workers(struct side_by_side *run)
{
    pthread_t threads[WORKERS];

    run->dispatch = (struct kernel_dispatch){.bindings = &run->m.bindings,
                                             .group_count = {X, Y, 1},
                                             .user = run,
                                             .take_ticket = take,
                                             .pass_ticket = pass};
    tickets_init(&run->tickets, kernel_ticket_count(run->m.kernel), 0, NULL);
    for (int i = 0; i < WORKERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_groups, run), 0);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], NULL);
    tickets_cleanup(&run->tickets);
}

typedef void emit_fn(struct token_builder *b);

/* The same program on the interpreter, group by group, and on the lanes, several groups at a time. */
static void compare(emit_fn *emit, enum kernel_order order, unsigned tickets)
{
    struct side_by_side *runs[2];

    for (int parallel = 0; parallel < 2; parallel++) {
        struct side_by_side *run = runs[parallel] =
            alloc_aligned(_Alignof(struct side_by_side), sizeof(*run));
        struct machine *m = &run->m;

        setenv("WEFT_EXECUTOR", parallel ? "lanes" : "interp", 1);
        machine_begin(m);
        tokens_structured(&m->b, "u0", 8);
        tokens_structured(&m->b, "u1", 8);
        tokens_raw(&m->b, "u2");
        tokens_shared_raw(&m->b, "g0", 16);
        tokens_input(&m->b, "vThreadGroupID.xyz");
        machine_threads(m, THREADS, 4);
        emit(&m->b);
        EMIT(&m->b, RET);
        m->bindings.uavs[0] = machine_structured(run->memory.structured, 8, SLOTS);
        m->bindings.uavs[1] = machine_structured(run->memory.other, 8, SLOTS);
        m->bindings.uavs[0].counter = &run->memory.counter[0];
        m->bindings.uavs[1].counter = &run->memory.counter[1];
        m->bindings.uavs[2] = machine_raw(run->memory.raw, sizeof(run->memory.raw));
        machine_build(m);
        if (!parallel) {
            machine_run(m, X, Y, 1);
        } else {
            assert_int_equal(kernel_order(m->kernel, &m->bindings), order);
            assert_int_equal(kernel_ticket_count(m->kernel), tickets);
            run_workers(run);
        }
        machine_end(m);
    }
    unsetenv("WEFT_EXECUTOR");
    assert_memory_equal(&runs[0]->memory, &runs[1]->memory, sizeof(struct memory));
    free(runs[0]);
    free(runs[1]);
}

/* Work before and after, so that a ticket is not most of the program: x of a register, scrambled. */
static void emit_work(struct token_builder *b)
{
    EMIT(b, IMAD, "r0.x", "vThreadID.x", "l(1664525)", "l(1013904223)");
    for (int i = 0; i < 12; i++)
        EMIT(b, IMAD, "r0.x", "r0.x", "l(1664525)", "l(1013904223)");
}

/* Append and consume, as compilers write them: in an if, then two stores. */
static void emit_append(struct token_builder *b)
{
    emit_work(b);
    EMIT(b, AND, "r0.y", "r0.x", "l(0x10000)");
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.y");
    EMIT(b, IMM_ATOMIC_ALLOC, "r1.x", "u0");
    EMIT(b, STORE_STRUCTURED, "u0.x", "r1.x", "l(0)", "vThreadID.x");
    emit_work(b);
    EMIT(b, STORE_STRUCTURED, "u0.x", "r1.x", "l(4)", "r0.x");
    EMIT(b, ENDIF);
    emit_work(b);
    EMIT(b, ATOMIC_IADD, "u2", "l(16)", "r0.x");
}

static void test_append(void **state)
{
    compare(emit_append, KERNEL_ORDER_TICKETS, 1);
}

/* Two objects, two tickets; the second in groups that are odd only. */
static void emit_two(struct token_builder *b)
{
    EMIT(b, IMM_ATOMIC_ALLOC, "r1.x", "u0");
    emit_work(b);
    EMIT(b, STORE_STRUCTURED, "u0.x", "r1.x", "l(0)", "r0.x");
    EMIT(b, AND, "r0.y", "vThreadGroupID.x", "l(1)");
    EMIT_WITH(b, IF, TOKENS_NZ, "r0.y");
    EMIT(b, IMM_ATOMIC_ALLOC, "r1.x", "u1");
    EMIT(b, STORE_STRUCTURED, "u1.x", "r1.x", "l(0)", "vThreadID.x");
    EMIT(b, ENDIF);
    emit_work(b);
    EMIT(b, ATOMIC_IADD, "u2", "l(16)", "r0.x");
}

static void test_two_tickets(void **state)
{
    compare(emit_two, KERNEL_ORDER_TICKETS, 2);
}

/* Lanes that have returned never come to the PASS. */
static void emit_return(struct token_builder *b)
{
    emit_work(b);
    EMIT(b, AND, "r0.y", "vThreadGroupID.x", "l(2)");
    EMIT_WITH(b, RETC, TOKENS_NZ, "r0.y");
    EMIT(b, IMM_ATOMIC_EXCH, "r1.x", "u2", "l(4)", "vThreadID.x");
    EMIT(b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r1.x");
    emit_work(b);
    EMIT(b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(4)", "r0.x");
}

static void test_return(void **state)
{
    compare(emit_return, KERNEL_ORDER_TICKETS, 1);
}

/* The ticket is held for a whole loop, and for two kinds that do not commute. */
static void emit_loop(struct token_builder *b)
{
    for (int i = 0; i < 20; i++)
        emit_work(b);
    EMIT(b, MOV, "r0.y", "l(0)");
    EMIT(b, LOOP);
    EMIT(b, UGE, "r0.z", "r0.y", "l(3)");
    EMIT_WITH(b, BREAKC, TOKENS_NZ, "r0.z");
    EMIT(b, ATOMIC_UMAX, "u2", "l(8)", "r0.x");
    EMIT(b, IADD, "r0.y", "r0.y", "l(1)");
    EMIT(b, ENDLOOP);
    EMIT(b, ATOMIC_IADD, "u2", "l(8)", "vThreadID.x");
}

static void test_loop(void **state)
{
    compare(emit_loop, KERNEL_ORDER_SERIAL, 1);
}

/* A histogram needs no ticket, and neither does an old value that nobody looks at. */
static void emit_free(struct token_builder *b)
{
    emit_work(b);
    EMIT(b, AND, "r0.x", "r0.x", "l(0xfc)");
    EMIT(b, ATOMIC_IADD, "u2", "r0.x", "l(1)");
    EMIT(b, IMM_ATOMIC_IADD, "r1.x", "u2", "r0.x", "l(2)");
    EMIT(b, IMM_ATOMIC_ALLOC, "r1.y", "u0");
    EMIT(b, ATOMIC_UMAX, "u1", "l(0, 0, 0, 0)", "r0.x");
}

static void test_free_order(void **state)
{
    compare(emit_free, KERNEL_ORDER_FREE, 0);
}

/* What is free in slots that are apart is not when they show one memory. */
static void test_overlap(void **state)
{
    struct machine *m = test_malloc(sizeof(*m));
    uint32_t words[64] = {0}, counter = 0;

    setenv("WEFT_EXECUTOR", "lanes", 1);
    machine_begin(m);
    tokens_structured(&m->b, "u0", 8);
    tokens_structured(&m->b, "u1", 8);
    tokens_raw(&m->b, "u2");
    machine_threads(m, THREADS, 4);
    emit_free(&m->b);
    EMIT(&m->b, RET);
    machine_build(m);
    m->bindings.uavs[1] = machine_structured(words, 8, 16);
    m->bindings.uavs[2] = machine_raw(words + 32, 128);
    assert_int_equal(kernel_order(m->kernel, &m->bindings), KERNEL_ORDER_FREE);
    m->bindings.uavs[2] = machine_raw(words, 128);
    assert_int_equal(kernel_order(m->kernel, &m->bindings), KERNEL_ORDER_SERIAL);
    assert_true(kernel_order_visible(m->kernel));
    m->bindings.uavs[2] = machine_raw(words + 32, 128);
    assert_int_equal(kernel_order(m->kernel, &m->bindings), KERNEL_ORDER_FREE);
    m->bindings.uavs[0] = machine_structured(words + 48, 8, 0);
    m->bindings.uavs[0].counter = m->bindings.uavs[1].counter = &counter;
    assert_int_equal(kernel_order(m->kernel, &m->bindings), KERNEL_ORDER_SERIAL);
    machine_end(m);
    unsetenv("WEFT_EXECUTOR");
    test_free(m);
}

/* More objects than tickets: the last ticket is for all the rest. */
static void test_many(void **state)
{
    struct machine *m = test_malloc(sizeof(*m));

    setenv("WEFT_EXECUTOR", "lanes", 1);
    machine_begin(m);
    for (int i = 0; i < KERNEL_TICKETS + 3; i++) {
        char name[8];
        snprintf(name, sizeof(name), "u%d", i);
        tokens_structured(&m->b, name, 8);
    }
    machine_threads(m, THREADS, 4);
    for (int i = 0; i < KERNEL_TICKETS + 3; i++) {
        char name[8];
        snprintf(name, sizeof(name), "u%d", i);
        EMIT(&m->b, IMM_ATOMIC_ALLOC, "r1.x", name);
        EMIT(&m->b, STORE_STRUCTURED, "u0.x", "vThreadID.x", "l(0)", "r1.x");
    }
    EMIT(&m->b, RET);
    machine_build(m);
    assert_int_equal(kernel_ticket_count(m->kernel), KERNEL_TICKETS);
    machine_end(m);
    unsetenv("WEFT_EXECUTOR");
    test_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_take_turns), cmocka_unit_test(waiting_ends_when_stopped),
        cmocka_unit_test(test_append),       cmocka_unit_test(test_two_tickets),
        cmocka_unit_test(test_return),       cmocka_unit_test(test_loop),
        cmocka_unit_test(test_free_order),   cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
