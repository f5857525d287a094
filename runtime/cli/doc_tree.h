/*
 * A YAML document as a bounded tree: scalars, lists and maps, each with its place in the file.
 *
 * Read with libyaml's event interface. Aliases, tags and further documents are refused: the pipeline format
 * uses none of them, and without aliases the tree is never larger than the text. Depth and node count are
 * limited.
 */
#ifndef CLI_DOC_TREE_H
#define CLI_DOC_TREE_H

#include "cli.h"

enum doc_kind { DOC_SCALAR, DOC_LIST, DOC_MAP };

struct doc_node {
    uint8_t kind;          /* enum doc_kind */
    bool plain;            /* scalars: written without quotes */
    uint32_t line, column; /* from 1 */
    uint32_t count;        /* children; scalars: bytes of text */
    const char *text; /* scalars, zero-terminated, without other zero bytes; children of maps: the key is in
                       * key */
    struct doc_node *first; /* children in order */
    struct doc_node *next;
    struct doc_node *key; /* children of maps: the scalar before the colon */
};

enum { DOC_MAX_DEPTH = 32, DOC_MAX_NODES = 1 << 24 };

/* NULL and error set when the text is not one YAML document. Nodes live in the arena. */
struct doc_node *doc_tree_read(struct cli_arena *arena, const uint8_t *bytes, size_t size_bytes,
                               struct cli_error *error);

#endif
