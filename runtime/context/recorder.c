/*
 * The arena that recorded commands live in.
 *
 * A command is one piece: struct recorded, its object pointers, its arguments, its data with rows packed.
 * Blocks grow with what is asked for; all go at once.
 */
#include "recorder.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 16384, ALIGNMENT = 64 };

struct recorder_block {
    struct recorder_block *next;
    size_t used, size;
    _Alignas(ALIGNMENT) uint8_t bytes[];
};

static size_t align(size_t size, size_t alignment)
{
    return (size + alignment - 1) & ~(alignment - 1);
}

void *recorder_alloc(struct recorder *recorder, size_t size)
{
    struct recorder_block *block = recorder->blocks;
    size_t whole;
    if (__builtin_add_overflow(size, (size_t)ALIGNMENT - 1, &whole))
        return NULL;
    whole &= ~(size_t)(ALIGNMENT - 1);
    if (!block || whole > block->size - block->used) {
        size_t room = whole > BLOCK_BYTES ? whole : BLOCK_BYTES, bytes;
        if (__builtin_add_overflow(room, sizeof(*block), &bytes))
            return NULL;
        block = aligned_alloc(ALIGNMENT, bytes);
        if (!block)
            return NULL;
        *block = (struct recorder_block){recorder->blocks, 0, room};
        recorder->blocks = block;
    }
    void *memory = block->bytes + block->used;
    block->used += whole;
    return memory;
}

/* The command's own memory: header, objects, arguments, and then data. */
static struct recorded *copy_command(struct recorder *recorder, const struct command *command)
{
    const struct copy_shape *shape = &command->data.shape;
    uint64_t slice_bytes = shape->width_bytes * shape->rows, data_bytes = slice_bytes * shape->slices;
    size_t objects_at = align(sizeof(struct recorded), sizeof(void *));
    size_t args_at = align(objects_at + command->object_count * sizeof(void *), 16);
    size_t data_at = align(args_at + command->args_size, 16);
    uint8_t *memory = recorder_alloc(recorder, data_at + data_bytes);
    if (!memory)
        return NULL;
    struct recorded *to = (struct recorded *)memory;
    *to = (struct recorded){NULL, *command};
    if (command->object_count)
        memcpy(memory + objects_at, command->objects, command->object_count * sizeof(void *));
    if (command->args_size)
        memcpy(memory + args_at, command->args, command->args_size);
    to->command.objects = (struct object *const *)(void *)(memory + objects_at);
    to->command.args = memory + args_at;
    to->command.data = (struct command_data){memory + data_at, shape->width_bytes, slice_bytes, *shape};
    if (data_bytes)
        copy_rows(memory + data_at, shape->width_bytes, slice_bytes, command->data.bytes,
                  command->data.row_pitch, command->data.depth_pitch, shape);
    return to;
}

void recorder_add(struct recorder *recorder, const struct command *command)
{
    struct recorded *recorded = copy_command(recorder, command);
    if (!recorded) {
        recorder->out_of_memory = true;
        return;
    }
    for (uint32_t i = 0; i < command->object_count; i++)
        if (command->objects[i])
            object_use(command->objects[i]);
    *(recorder->end ? recorder->end : &recorder->first) = recorded;
    recorder->end = &recorded->next;
}

void recorder_clear(struct recorder *recorder)
{
    for (struct recorded *at = recorder->first; at; at = at->next)
        for (uint32_t i = 0; i < at->command.object_count; i++)
            if (at->command.objects[i])
                object_unuse(at->command.objects[i]);
    while (recorder->blocks) {
        struct recorder_block *block = recorder->blocks;
        recorder->blocks = block->next;
        free(block);
    }
    *recorder = (struct recorder){0};
}
