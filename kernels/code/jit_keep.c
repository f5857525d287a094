/*
 * The thunks of jit_keep.h, one for each width of vectors. Callee-saved registers are the callee's. On x86 the vectors'
 * upper halves are clear when it runs; on Arm it keeps no more than the lower halves of some.
 */
#include "jit_keep.h"

#include <stddef.h>

#if defined(__x86_64__)

#define FIRST_16 "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15"
#define LAST_16 "16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31"
#define MASKS "0,1,2,3,4,5,6,7"

/* Registers of one kind to or from slots of as many bytes, `offset` above the stack pointer. */
#define EACH(list, what) ".irp i," list "\n" what "\n.endr\n"
#define SAVE(move, kind, list, bytes, offset) EACH(list, move " %" kind "\\i, " offset "+" bytes "*\\i(%rsp)")
#define RESTORE(move, kind, list, bytes, offset) EACH(list, move " " offset "+" bytes "*\\i(%rsp), %" kind "\\i")

/* Nine registers stand between the frame pointer and the vectors. */
#define THUNK(name, bytes, save, restore)                                                                             \
    extern void name(void);                                                                                        \
    __asm__(".text\n.p2align 4\n.globl " #name "\n.hidden " #name "\n.type " #name ", @function\n" #name ":\n"     \
            ".cfi_startproc\n"                                                                                     \
            "endbr64\n"                                                                                            \
            "push %rbp\n.cfi_def_cfa_offset 16\n.cfi_offset rbp, -16\n"                                            \
            "mov %rsp, %rbp\n.cfi_def_cfa_register rbp\n" EACH("rax,rcx,rdx,rsi,rdi,r8,r9,r10,r11", "push %\\i")    \
            "sub $" bytes ", %rsp\nand $-64, %rsp\n" save "call *%rax\n" restore "lea -72(%rbp), %rsp\n"           \
            EACH("r11,r10,r9,r8,rdi,rsi,rdx,rcx,rax", "pop %\\i") "pop %rbp\n.cfi_def_cfa rsp, 8\n"                \
            "ret\n.cfi_endproc\n.size " #name ", .-" #name "\n")

THUNK(jit_keep_sse, "256", SAVE("movaps", "xmm", FIRST_16, "16", "0"),
      RESTORE("movaps", "xmm", FIRST_16, "16", "0"));
THUNK(jit_keep_avx2, "512", SAVE("vmovaps", "ymm", FIRST_16, "32", "0") "vzeroupper\n",
      RESTORE("vmovaps", "ymm", FIRST_16, "32", "0"));
THUNK(jit_keep_avx512, "2112",
      SAVE("vmovaps", "zmm", FIRST_16, "64", "0") SAVE("vmovaps", "zmm", LAST_16, "64", "0")
          SAVE("kmovq", "k", MASKS, "8", "2048") "vzeroupper\n",
      RESTORE("vmovaps", "zmm", FIRST_16, "64", "0") RESTORE("vmovaps", "zmm", LAST_16, "64", "0")
          RESTORE("kmovq", "k", MASKS, "8", "2048"));

void (*jit_keep_thunk(enum cpu_isa isa))(void)
{
    switch (isa) {
    case CPU_SSE41:
        return jit_keep_sse;
    case CPU_AVX2:
        return jit_keep_avx2;
    case CPU_AVX512:
        return jit_keep_avx512;
    default:
        return NULL;
    }
}

#elif defined(__aarch64__)

/* Pairs of registers; a slot is 8 bytes, vectors take two and begin behind the others. (x19 is there for the pair.) */
#define X(move, a, b) move " x" #a ", x" #b ", [sp, #8*" #a "]\n"
#define Q(move, a, b) move " q" #a ", q" #b ", [sp, #160+16*" #a "]\n"
#define ALL(move)                                                                                                  \
    X(move, 0, 1) X(move, 2, 3) X(move, 4, 5) X(move, 6, 7) X(move, 8, 9) X(move, 10, 11) X(move, 12, 13)          \
    X(move, 14, 15) X(move, 16, 17) X(move, 18, 19)                                                                \
    Q(move, 0, 1) Q(move, 2, 3) Q(move, 4, 5) Q(move, 6, 7) Q(move, 8, 9) Q(move, 10, 11) Q(move, 12, 13)          \
    Q(move, 14, 15) Q(move, 16, 17) Q(move, 18, 19) Q(move, 20, 21) Q(move, 22, 23) Q(move, 24, 25)                \
    Q(move, 26, 27) Q(move, 28, 29) Q(move, 30, 31)

extern void jit_keep_neon(void);
__asm__(".text\n.p2align 4\n.globl jit_keep_neon\n.hidden jit_keep_neon\n.type jit_keep_neon, @function\n"
        "jit_keep_neon:\n.cfi_startproc\n"
        "hint #34\n" /* bti c */
        "stp x29, x30, [sp, #-16]!\n.cfi_def_cfa_offset 16\n.cfi_offset x29, -16\n.cfi_offset x30, -8\n"
        "mov x29, sp\n.cfi_def_cfa_register x29\n"
        "sub sp, sp, #672\n" ALL("stp") "blr x9\n" ALL("ldp") "mov sp, x29\n"
        "ldp x29, x30, [sp], #16\n.cfi_def_cfa sp, 0\n.cfi_restore x29\n.cfi_restore x30\n"
        "ret\n.cfi_endproc\n.size jit_keep_neon, .-jit_keep_neon\n");

void (*jit_keep_thunk(enum cpu_isa isa))(void)
{
    return isa == CPU_NEON ? jit_keep_neon : NULL;
}

#else

void (*jit_keep_thunk(enum cpu_isa isa))(void)
{
    (void)isa;
    return NULL;
}

#endif
