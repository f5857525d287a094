/*
 * See jit_gdb.h. gdb looks for the two names __jit_debug_descriptor and __jit_debug_register_code and stands at the
 * second, a function that does nothing. They are in the module, for there nobody else's of the same name (libLLVM has
 * them too) can take their place.
 */
#include "jit_gdb.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "jit_link.h"

enum action { NO_ACTION, REGISTER, UNREGISTER };

/* As gdb has them ("JIT Compilation Interface" in its manual). */
struct jit_shown {
    struct jit_shown *next, *previous;
    const uint8_t *object;
    uint64_t object_bytes;
};

struct descriptor {
    uint32_t version, action;
    struct jit_shown *relevant, *first;
};

extern struct descriptor __jit_debug_descriptor;
void __jit_debug_register_code(void);

__attribute__((visibility("default"))) struct descriptor __jit_debug_descriptor = {.version = 1};

__attribute__((visibility("default"), noinline)) void __jit_debug_register_code(void)
{
    __asm__ volatile("" ::: "memory");
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void tell(enum action action, struct jit_shown *shown)
{
    __jit_debug_descriptor.action = action;
    __jit_debug_descriptor.relevant = shown;
    __jit_debug_register_code();
}

struct jit_shown *jit_gdb_show(const struct jit_code *code, const void *address)
{
    struct jit_shown *shown = code->object ? malloc(sizeof(*shown) + code->object_bytes) : NULL;
    uint8_t *object = (uint8_t *)(shown + 1);

    if (!shown)
        return NULL;
    memcpy(object, code->object, code->object_bytes);
    if (!jit_link_place(object, code->object_bytes, (uint64_t)(uintptr_t)address)) {
        free(shown);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    *shown = (struct jit_shown){__jit_debug_descriptor.first, NULL, object, code->object_bytes};
    if (shown->next)
        shown->next->previous = shown;
    __jit_debug_descriptor.first = shown;
    tell(REGISTER, shown);
    pthread_mutex_unlock(&lock);
    return shown;
}

void jit_gdb_hide(struct jit_shown *shown)
{
    if (!shown)
        return;
    pthread_mutex_lock(&lock);
    if (shown->previous)
        shown->previous->next = shown->next;
    else
        __jit_debug_descriptor.first = shown->next;
    if (shown->next)
        shown->next->previous = shown->previous;
    tell(UNREGISTER, shown);
    pthread_mutex_unlock(&lock);
    free(shown);
}
