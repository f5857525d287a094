/*
 * Calls out of generated code that give back all registers: a callee that overwrites all that a callee may.
 */
#include <stdlib.h>
#include <string.h>

#include "../../support/kernel_machine.h"

#include "jit_keep.h"

static uint64_t seen[3];

__attribute__((used)) static void note(uint64_t a, uint64_t b, uint64_t c)
{
    seen[0] = a;
    seen[1] = b;
    seen[2] = c;
}

#if defined(__x86_64__)

enum { GENERAL = 8, VECTORS = 32, MASKS = 8 };

/* What a call finds and leaves: rcx, rdx, rsi, rdi, r8 .. r11, then vectors, then masks. */
struct registers {
    uint64_t general[GENERAL];
    uint64_t vectors[VECTORS][8];
    uint64_t masks[MASKS];
};

#define ALL_GENERAL(what)                                                                                          \
    what("rcx", "0") what("rdx", "8") what("rsi", "16") what("rdi", "24") what("r8", "32") what("r9", "40")        \
        what("r10", "48") what("r11", "56")
#define GET(reg, at) "mov " at "(%%rbx), %%" reg "\n"
#define PUT(reg, at) "mov %%" reg ", " at "(%%rbx)\n"
#define LOAD(move, kind, list, bytes, offset)                                                                      \
    ".irp i," list "\n" move " " offset "+" bytes "*\\i(%%rbx), %%" kind "\\i\n.endr\n"
#define STORE(move, kind, list, bytes, offset)                                                                     \
    ".irp i," list "\n" move " %%" kind "\\i, " offset "+" bytes "*\\i(%%rbx)\n.endr\n"
#define LOW "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15"
#define HIGH "16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"

/* The callee calls note and then overwrites what is not its caller's. */
__asm__(".text\n.type overwrite, @function\noverwrite:\n"
        "push %rbx\ncall note\npop %rbx\n"
        ".irp i,rax,rcx,rdx,rsi,rdi,r8,r9,r10,r11\nmov $-1, %\\i\n.endr\n"
        ".irp i," LOW "\npcmpeqd %xmm\\i, %xmm\\i\n.endr\nret\n");
__asm__(".type overwrite_wide, @function\noverwrite_wide:\n"
        "call overwrite\n.irp i," LOW "\nvpcmpeqd %ymm\\i, %ymm\\i, %ymm\\i\n.endr\nvzeroupper\nret\n");
__asm__(".type overwrite_all, @function\noverwrite_all:\n"
        "call overwrite_wide\n.irp i," HIGH "\nvpxorq %zmm\\i, %zmm\\i, %zmm\\i\n.endr\n"
        ".irp i,0,1,2,3,4,5,6,7\nkxnorq %k\\i, %k\\i, %k\\i\n.endr\nret\n");

#define CALL(callee, load, store)                                                                                  \
    __asm__ volatile("mov %0, %%rbx\nmov %1, %%r12\nlea " callee "(%%rip), %%rax\n" load ALL_GENERAL(GET)          \
                     "push %%rax\ncall *%%r12\nadd $8, %%rsp\n" ALL_GENERAL(PUT) store                             \
                     :                                                                                             \
                     : "r"(&r), "r"(thunk)                                                                         \
                     : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "memory", "cc",  \
                       "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",    \
                       "xmm11", "xmm12", "xmm13", "xmm14", "xmm15")

__attribute__((noinline)) static void check(enum cpu_isa isa)
{
    void (*thunk)(void) = jit_keep_thunk(isa);
    static struct registers r, before;
    uint64_t *words = (uint64_t *)&r;

    for (size_t i = 0; i < sizeof(r) / sizeof(*words); i++)
        words[i] = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    before = r;
    memset(seen, 0, sizeof(seen));
    if (isa == CPU_SSE41)
        CALL("overwrite", LOAD("movups", "xmm", LOW, "64", "64"), STORE("movups", "xmm", LOW, "64", "64"));
    else if (isa == CPU_AVX2)
        CALL("overwrite_wide", LOAD("vmovups", "ymm", LOW, "64", "64"), STORE("vmovups", "ymm", LOW, "64", "64"));
    else
        CALL("overwrite_all",
             LOAD("vmovups", "zmm", LOW, "64", "64") LOAD("vmovups", "zmm", HIGH, "64", "64")
                 LOAD("kmovq", "k", "0,1,2,3,4,5,6,7", "8", "2112"),
             STORE("vmovups", "zmm", LOW, "64", "64") STORE("vmovups", "zmm", HIGH, "64", "64")
                 STORE("kmovq", "k", "0,1,2,3,4,5,6,7", "8", "2112"));
    assert_memory_equal(&r, &before, sizeof(r));
    assert_true(seen[0] == r.general[3] && seen[1] == r.general[2] && seen[2] == r.general[1]);
}

static void test_all_come_back(void **state)
{
    for (enum cpu_isa isa = CPU_SSE41; isa <= CPU_AVX512; isa++) {
        if (cpu_isa_available(isa))
            check(isa);
    }
}

#elif defined(__aarch64__)

enum { GENERAL = 20, VECTORS = 32, CALLEE = 9 };

struct registers {
    uint64_t general[GENERAL];
    uint64_t vectors[VECTORS][2];
};

#define ALL_GENERAL "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18"
#define ALL_VECTORS "0,1,2,3,4,5,6,7," OWN_VECTORS ",16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"
#define OWN_VECTORS "8,9,10,11,12,13,14,15"
#define EACH(list, what) ".irp i," list "\n" what "\n.endr\n"
#define EACH_REGISTER(move)                                                                                        \
    EACH(ALL_GENERAL, move " x\\i, [x19, #8*\\i]") EACH(ALL_VECTORS, move " q\\i, [x19, #160+16*\\i]")

/* The callee calls note and then overwrites what is not its caller's: of some vectors only the lower halves are. */
void overwrite(void);
__asm__(".text\n.type overwrite, @function\noverwrite:\n"
        "stp x29, x30, [sp, #-16]!\nbl note\nldp x29, x30, [sp], #16\n" EACH(ALL_GENERAL, "mov x\\i, #-1")
        EACH("0,1,2,3,4,5,6,7,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31", "movi v\\i\\().16b, #255")
        EACH(OWN_VECTORS, "mov v\\i\\().d[1], xzr") "ret\n");

static void test_all_come_back(void **state)
{
    void (*thunk)(void) = jit_keep_thunk(CPU_NEON);
    static struct registers r, before;
    uint64_t *words = (uint64_t *)&r;

    for (size_t i = 0; i < sizeof(r) / sizeof(*words); i++)
        words[i] = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    r.general[CALLEE] = (uintptr_t)overwrite;
    before = r;
    __asm__ volatile("mov x19, %0\nmov x20, %1\n" EACH_REGISTER("ldr") "blr x20\n" EACH_REGISTER("str")
                     :
                     : "r"(&r), "r"(thunk)
                     : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14",
                       "x15", "x16", "x17", "x18", "x19", "x20", "x30", "memory", "cc", "v0", "v1", "v2", "v3", "v4", "v5",
                       "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19",
                       "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31");
    assert_memory_equal(&r, &before, sizeof(r));
    assert_true(seen[0] == r.general[0] && seen[1] == r.general[1] && seen[2] == r.general[2]);
}

#else
static void test_all_come_back(void **state)
{
    skip();
}
#endif

static void test_others_have_none(void **state)
{
    assert_null(jit_keep_thunk(CPU_SCALAR));
    assert_true(!jit_keep_thunk(CPU_NEON) != !jit_keep_thunk(CPU_SSE41));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_come_back),
                                       cmocka_unit_test(test_others_have_none)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
