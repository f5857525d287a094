/*
 * Typed reads from a document tree, with one error for the first thing that is wrong. Private to pipeline*.c.
 *
 * Every function does nothing and returns false (or NULL) once an error is set, so callers read straight
 * through a map and look at the error once.
 */
#ifndef CLI_PIPELINE_READER_H
#define CLI_PIPELINE_READER_H

#include "doc_tree.h"
#include "pipeline.h"

struct reader {
    struct pipeline *pipeline;
    struct cli_error *error;
    uint64_t memory_left; /* bytes that buffers may still take */
};

bool reader_fail(struct reader *r, const struct doc_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4))); /* always false */

/* Checks that node is a map whose keys are all in the zero-terminated list; what names it in messages. */
bool read_map(struct reader *r, const struct doc_node *node, const char *what, const char *const *keys);
/* The list's first element and its length; a null value is an empty list. */
const struct doc_node *read_list(struct reader *r, const struct doc_node *node, const char *what,
                                 uint32_t max_count, uint32_t *count);

/* NULL when the key is absent; need_key makes that an error. */
const struct doc_node *find_key(const struct doc_node *map, const char *key);
const struct doc_node *need_key(struct reader *r, const struct doc_node *map, const char *key);
/* As find_key, with the word <none> standing for absent. */
const struct doc_node *find_optional(const struct doc_node *map, const char *key);

/* One scalar. node NULL: out keeps its value. */
bool read_text(struct reader *r, const struct doc_node *node, const char **out);
bool read_uint(struct reader *r, const struct doc_node *node, uint32_t min, uint32_t max, uint32_t *out);
bool read_bool(struct reader *r, const struct doc_node *node, bool *out);
bool read_float(struct reader *r, const struct doc_node *node, float *out);
bool read_double(struct reader *r, const struct doc_node *node, double *out);
bool read_enum(struct reader *r, const struct doc_node *node, const char *const *names, uint32_t count,
               uint32_t *out);

/* pipeline_buffers.c: the Buffers list. */
bool read_buffers(struct reader *r, const struct doc_node *node);

#endif
