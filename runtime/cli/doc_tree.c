/*
 * YAML text to a tree of doc_nodes, over libyaml's events.
 */
#include "doc_tree.h"

#include <string.h>
#include <yaml.h>

struct builder {
    struct cli_arena *arena;
    struct cli_error *error;
    struct doc_node *root;
    struct doc_node *open[DOC_MAX_DEPTH], *last[DOC_MAX_DEPTH]; /* containers, and their latest child */
    struct doc_node *pending_key[DOC_MAX_DEPTH];
    uint32_t depth, node_count;
};

static bool builder_fail(struct builder *b, yaml_mark_t mark, const char *text)
{
    return cli_error_set(b->error, CLI_BAD_INPUT, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1, "%s",
                         text);
}

static bool key_is_repeated(const struct doc_node *map, const struct doc_node *key)
{
    for (const struct doc_node *child = map->first; child; child = child->next)
        if (strcmp(child->key->text, key->text) == 0)
            return true;
    return false;
}

/* Hangs the node into the innermost open container; in maps keys and values take turns. */
static bool builder_add(struct builder *b, struct doc_node *node, yaml_mark_t mark)
{
    if (b->depth == 0) {
        b->root = node;
        return true;
    }
    uint32_t level = b->depth - 1;
    struct doc_node *parent = b->open[level];
    if (parent->kind == DOC_MAP && !b->pending_key[level]) {
        enum { MAX_KEYS = 256 }; /* keeps the search for repeated keys short; no map of the format has 20 */
        if (node->kind != DOC_SCALAR)
            return builder_fail(b, mark, "a key must be a plain word");
        if (parent->count == MAX_KEYS)
            return builder_fail(b, mark, "too many keys in one map");
        if (key_is_repeated(parent, node))
            return cli_error_set(b->error, CLI_BAD_INPUT, node->line, node->column,
                                 "key '%.64s' stands twice", node->text);
        b->pending_key[level] = node;
        return true;
    }
    node->key = b->pending_key[level];
    b->pending_key[level] = NULL;
    if (parent->first)
        b->last[level]->next = node;
    else
        parent->first = node;
    b->last[level] = node;
    parent->count++;
    return true;
}

static struct doc_node *builder_node(struct builder *b, enum doc_kind kind, const yaml_event_t *event)
{
    if (++b->node_count > DOC_MAX_NODES) {
        builder_fail(b, event->start_mark, "the document has too many values");
        return NULL;
    }
    struct doc_node *node = cli_arena_alloc(b->arena, sizeof *node);
    node->kind = (uint8_t)kind;
    node->line = (uint32_t)event->start_mark.line + 1;
    node->column = (uint32_t)event->start_mark.column + 1;
    return node;
}

static bool builder_scalar(struct builder *b, const yaml_event_t *event)
{
    const char *text = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    if (event->data.scalar.tag)
        return builder_fail(b, event->start_mark, "tags are not part of the pipeline format");
    if (memchr(text, 0, length))
        return builder_fail(b, event->start_mark, "a value holds a zero byte");
    struct doc_node *node = builder_node(b, DOC_SCALAR, event);
    if (!node)
        return false;
    node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    node->text = cli_arena_text(b->arena, text, length);
    node->count = (uint32_t)length;
    return builder_add(b, node, event->start_mark);
}

static bool builder_open(struct builder *b, enum doc_kind kind, const yaml_event_t *event)
{
    if (b->depth == DOC_MAX_DEPTH)
        return builder_fail(b, event->start_mark, "values are nested too deeply");
    if (kind == DOC_MAP ? event->data.mapping_start.tag != NULL : event->data.sequence_start.tag != NULL)
        return builder_fail(b, event->start_mark, "tags are not part of the pipeline format");
    struct doc_node *node = builder_node(b, kind, event);
    if (!node || !builder_add(b, node, event->start_mark))
        return false;
    b->open[b->depth] = node;
    b->pending_key[b->depth] = NULL;
    b->depth++;
    return true;
}

static bool builder_event(struct builder *b, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return builder_scalar(b, event);
    case YAML_SEQUENCE_START_EVENT:
        return builder_open(b, DOC_LIST, event);
    case YAML_MAPPING_START_EVENT:
        return builder_open(b, DOC_MAP, event);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        b->depth--;
        return true;
    case YAML_ALIAS_EVENT:
        return builder_fail(b, event->start_mark, "aliases are not part of the pipeline format");
    case YAML_DOCUMENT_START_EVENT:
        return !b->root ||
               builder_fail(b, event->start_mark, "one document expected, here begins a second one");
    default:
        return true;
    }
}

static bool parser_fail(struct builder *b, const yaml_parser_t *parser)
{
    const char *problem = parser->problem ? parser->problem : "not YAML";
    yaml_mark_t mark = parser->problem_mark;
    if (parser->error == YAML_MEMORY_ERROR)
        return cli_error_set(b->error, CLI_BAD_INPUT, 0, 0, "out of memory");
    if (parser->error == YAML_READER_ERROR)
        return cli_error_set(b->error, CLI_BAD_INPUT, (uint32_t)parser->mark.line + 1,
                             (uint32_t)parser->mark.column + 1, "%s at byte %zu", problem,
                             parser->problem_offset);
    if (parser->context)
        return cli_error_set(b->error, CLI_BAD_INPUT, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1,
                             "%s %s", problem, parser->context);
    return builder_fail(b, mark, problem);
}

struct doc_node *doc_tree_read(struct cli_arena *arena, const uint8_t *bytes, size_t size_bytes,
                               struct cli_error *error)
{
    struct builder b = {.arena = arena, .error = error};
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        cli_error_set(error, CLI_BAD_INPUT, 0, 0, "out of memory");
        return NULL;
    }
    yaml_parser_set_input_string(&parser, bytes, size_bytes);
    bool more = true, ok = true;
    while (ok && more) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            ok = parser_fail(&b, &parser);
            break;
        }
        more = event.type != YAML_STREAM_END_EVENT;
        ok = builder_event(&b, &event);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    if (ok && !b.root)
        ok = cli_error_set(error, CLI_BAD_INPUT, 1, 1, "the file holds no document");
    return ok ? b.root : NULL;
}
