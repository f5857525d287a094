/*
 * Memory for generated code, see exec_memory.h. Whole pages of their own, so that nothing else shares their
 * rights.
 */
#include "exec_memory.h"

#include <string.h>
#include <sys/mman.h>

void *exec_memory_create(const uint8_t *bytes, size_t size)
{
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
    memcpy(memory, bytes, size);
    __builtin___clear_cache(memory, memory + size);
    if (mprotect(memory, size, PROT_READ | PROT_EXEC)) {
        munmap(memory, size);
        return NULL;
    }
    return memory;
}

void exec_memory_free(void *memory, size_t size)
{
    if (memory)
        munmap(memory, size);
}
