/*
 * A case: one workload at one size, with the memory that it holds.
 */
#include "workload.h"

#include "platform.h"
#include "registry.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASE_ALIGNMENT = 64 };

/* Stands in front of every piece of memory, at the start of what calloc gave. */
struct case_block {
    struct case_block *next;
};

const struct registry_entry *registry_find(const char *name)
{
    for (unsigned i = 0; i < registry_count; i++)
        if (!strcmp(registry[i].workload->name, name))
            return &registry[i];
    return NULL;
}

bool case_create(struct workload_case *c, const struct workload *workload, enum bench_size size)
{
    *c = (struct workload_case){.workload = workload, .size = size};
    if (workload->create(c))
        return true;
    if (!c->error[0])
        case_fail(c, "%s cannot be set up at this size", workload->name);
    return false;
}

void case_destroy(struct workload_case *c)
{
    while (c->blocks) {
        struct case_block *block = c->blocks;
        c->blocks = block->next;
        free(block);
    }
    *c = (struct workload_case){0};
}

void *case_alloc(struct workload_case *c, size_t bytes)
{
    size_t extra = sizeof(struct case_block) + CASE_ALIGNMENT;
    struct case_block *block = bytes > SIZE_MAX - extra ? NULL : calloc(1, bytes + extra);
    if (!block) {
        case_fail(c, "no memory for %zu bytes", bytes);
        return NULL;
    }
    platform_huge_pages(block, bytes + extra);
    block->next = c->blocks;
    c->blocks = block;
    uintptr_t start = (uintptr_t)(block + 1);
    return (void *)((start + CASE_ALIGNMENT - 1) & ~(uintptr_t)(CASE_ALIGNMENT - 1));
}

bool case_fail(struct workload_case *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->error, sizeof c->error, format, arguments);
    va_end(arguments);
    return false;
}

void case_describe(struct workload_case *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->text, sizeof c->text, format, arguments);
    va_end(arguments);
}

void *case_output(struct workload_case *c, const char *name, enum element_type type, size_t bytes,
                  struct tolerance tolerance)
{
    if (c->output_count == CASE_OUTPUTS) {
        case_fail(c, "more than %d outputs", CASE_OUTPUTS);
        return NULL;
    }
    void *expected = case_alloc(c, bytes);
    if (expected)
        c->outputs[c->output_count++] = (struct workload_output){
            .name = name,
            .type = type,
            .bytes = bytes,
            .expected = expected,
            .tolerance = tolerance,
        };
    return expected;
}

void case_output_resource(struct workload_case *c, unsigned i, void *resource)
{
    c->outputs[i].resource = resource;
}
