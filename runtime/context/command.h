/*
 * Commands: the one place where context methods are carried out or recorded.
 *
 * A method checks its arguments, describes what is to be done as a struct command that borrows everything,
 * and submits it. An immediate context runs it at once; a deferred one keeps a copy, with a use of every
 * object, for command lists. Objects of another device are refused here for all methods.
 */
#ifndef RUNTIME_COMMAND_H
#define RUNTIME_COMMAND_H

#include <stddef.h>
#include <stdint.h>

#include "resource.h"

struct context;

enum command_kind {
#define COMMAND(kind, function, flags) COMMAND_##kind,
#include "commands.def"
#undef COMMAND
};

/* Rows of bytes; a recorded copy is packed. Plain data is one row. */
struct command_data {
    const uint8_t *bytes;
    uint64_t row_pitch, depth_pitch;
    struct copy_shape shape; /* all zero: no data */
};

struct command {
    enum command_kind kind;
    uint32_t object_count;
    struct object *const *objects; /* entries may be NULL */
    const void *args;              /* a struct of the kind's own file */
    size_t args_size;
    struct command_data data;
};

static inline struct command_data command_bytes(const void *bytes, size_t size)
{
    return (struct command_data){bytes, 0, 0, {size, 1, 1}};
}

/* Fills in a command's args from a struct, its objects from an array. */
#define COMMAND_ARGS(value)           .args = &(value), .args_size = sizeof(value)
#define COMMAND_OBJECTS(array, count) .objects = (array), .object_count = (count)

/* Runs or records. */
void context_submit(struct context *context, const struct command *command);
/* Runs on an immediate context, or on the state of one that plays a list. */
void context_run(struct context *context, const struct command *command);

#define COMMAND(kind, function, flags)                                                                       \
    void command_##function(struct context *context, const struct command *command);
#include "commands.def"
#undef COMMAND

#endif
