/*
 * See jit_exit.h. Static objects of C++ register their destructors when they are made, those of functions in the
 * middle of a compilation; exit() runs the latest first, so before any handler of ours that could wait for the
 * compile thread. (A set of types of the instruction selector is such an object: what is selected after its end
 * crashes or comes out wrong.) Nothing of LLVM's needs destroying when a process ends, so the one entry by which
 * libLLVM reaches __cxa_atexit is pointed to a function that forgets what it is told.
 *
 * The entry is found the way the dynamic linker found it: relocations of the object that holds LLVM's API. That
 * is done before libLLVM makes its first object: the module is linked as one that is initialised first.
 */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "jit_exit.h"

#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <llvm-c/Core.h>

#if defined(__x86_64__)
#define IS_ENTRY(type) ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT)
#elif defined(__aarch64__)
#define IS_ENTRY(type) ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT)
#else
#define IS_ENTRY(type) false
#endif

static bool safe;

bool jit_exit_is_safe(void)
{
    return safe;
}

static int forget(void (*destructor)(void *), void *object, void *library)
{
    return 0;
}

struct dynamic {
    uintptr_t base;
    const ElfW(Sym) *symbols;
    const char *names;
    const ElfW(Rela) *lists[2];
    size_t counts[2];
    uintptr_t relro, relro_end; /* read only since it was relocated */
};

/* glibc has relocated the addresses in the dynamic section, musl has not. */
static const void *address_of(const struct dynamic *dynamic, uintptr_t value)
{
    return (const void *)(value < dynamic->base ? value + dynamic->base : value);
}

static void read_dynamic(struct dynamic *dynamic, const ElfW(Dyn) *entry)
{
    for (; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_SYMTAB:
            dynamic->symbols = address_of(dynamic, entry->d_un.d_ptr);
            break;
        case DT_STRTAB:
            dynamic->names = address_of(dynamic, entry->d_un.d_ptr);
            break;
        case DT_JMPREL:
            dynamic->lists[0] = address_of(dynamic, entry->d_un.d_ptr);
            break;
        case DT_PLTRELSZ:
            dynamic->counts[0] = entry->d_un.d_val / sizeof(ElfW(Rela));
            break;
        case DT_RELA:
            dynamic->lists[1] = address_of(dynamic, entry->d_un.d_ptr);
            break;
        case DT_RELASZ:
            dynamic->counts[1] = entry->d_un.d_val / sizeof(ElfW(Rela));
            break;
        default:
            break;
        }
    }
}

static bool redirect(const struct dynamic *dynamic, uintptr_t at)
{
    uintptr_t page_bytes = (uintptr_t)sysconf(_SC_PAGESIZE), page = at / page_bytes * page_bytes;
    bool sealed = at >= dynamic->relro && at < dynamic->relro_end;
    int (*function)(void (*)(void *), void *, void *) = forget;

    if (sealed && mprotect((void *)page, page_bytes, PROT_READ | PROT_WRITE))
        return false;
    memcpy((void *)at, &function, sizeof(function));
    return !sealed || mprotect((void *)page, page_bytes, PROT_READ) == 0;
}

static bool redirect_all(const struct dynamic *dynamic)
{
    bool found = false;

    for (unsigned l = 0; l < 2; l++) {
        for (size_t i = 0; dynamic->lists[l] && i < dynamic->counts[l]; i++) {
            const ElfW(Rela) *entry = &dynamic->lists[l][i];
            const ElfW(Sym) *symbol = &dynamic->symbols[ELF64_R_SYM(entry->r_info)];

            if (!IS_ENTRY(ELF64_R_TYPE(entry->r_info)) ||
                strcmp(dynamic->names + symbol->st_name, "__cxa_atexit") != 0)
                continue;
            if (!redirect(dynamic, dynamic->base + entry->r_offset))
                return false;
            found = true;
        }
    }
    return found;
}

static bool holds(const struct dl_phdr_info *object, uintptr_t address)
{
    for (unsigned i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];

        if (part->p_type == PT_LOAD && address - object->dlpi_addr - part->p_vaddr < part->p_memsz)
            return true;
    }
    return false;
}

static int visit(struct dl_phdr_info *object, size_t size, void *unused)
{
    struct dynamic dynamic = {.base = object->dlpi_addr};

    if (!holds(object, (uintptr_t)LLVMContextCreate))
        return 0;
    for (unsigned i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t at = object->dlpi_addr + part->p_vaddr;

        if (part->p_type == PT_DYNAMIC)
            read_dynamic(&dynamic, (const ElfW(Dyn) *)at);
        if (part->p_type == PT_GNU_RELRO) {
            dynamic.relro = at;
            dynamic.relro_end = at + part->p_memsz;
        }
    }
    safe = dynamic.symbols && dynamic.names && redirect_all(&dynamic);
    return 1;
}

__attribute__((constructor)) static void keep_destructors_away(void)
{
    dl_iterate_phdr(visit, NULL);
}
