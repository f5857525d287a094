/*
 * Typed reads from a document tree.
 */
#include "pipeline_reader.h"

#include <stdarg.h>
#include <string.h>

bool reader_fail(struct reader *r, const struct doc_node *node, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cli_error_setv(r->error, CLI_BAD_INPUT, node->line, node->column, format, args);
    va_end(args);
    return false;
}

static bool failed(const struct reader *r)
{
    return r->error->status != CLI_OK;
}

static bool is_null(const struct doc_node *node)
{
    static const char *const words[] = {"", "~", "null", "Null", "NULL"};
    if (node->kind != DOC_SCALAR || !node->plain)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(node->text, words[i]) == 0)
            return true;
    return false;
}

/* "A, B or C", cut to fit. */
static const char *join_words(const char *const *words, uint32_t count, char *text, size_t size)
{
    size_t used = 0;
    text[0] = 0;
    for (uint32_t i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i == 0          ? ""
                                 : i + 1 < count ? ", "
                                                 : " or ",
                                 words[i]);
    return text;
}

bool read_map(struct reader *r, const struct doc_node *node, const char *what, const char *const *keys)
{
    if (failed(r))
        return false;
    if (is_null(node))
        return true;
    if (node->kind != DOC_MAP)
        return reader_fail(r, node, "%s must be a map of keys and values", what);
    for (const struct doc_node *child = node->first; child; child = child->next) {
        uint32_t known = 0;
        while (keys[known] && strcmp(keys[known], child->key->text) != 0)
            known++;
        if (keys[known])
            continue;
        char text[320];
        return reader_fail(r, child->key, "unknown key '%.64s' in %s: expected %s", child->key->text, what,
                           join_words(keys, known, text, sizeof text));
    }
    return true;
}

const struct doc_node *read_list(struct reader *r, const struct doc_node *node, const char *what,
                                 uint32_t max_count, uint32_t *count)
{
    *count = 0;
    if (failed(r) || is_null(node))
        return NULL;
    if (node->kind != DOC_LIST) {
        reader_fail(r, node, "%s must be a list", what);
        return NULL;
    }
    if (node->count > max_count) {
        reader_fail(r, node, "%s holds %u values, at most %u are possible", what, node->count, max_count);
        return NULL;
    }
    *count = node->count;
    return node->first;
}

const struct doc_node *find_key(const struct doc_node *map, const char *key)
{
    if (map->kind != DOC_MAP)
        return NULL;
    for (const struct doc_node *child = map->first; child; child = child->next)
        if (strcmp(child->key->text, key) == 0)
            return child;
    return NULL;
}

const struct doc_node *need_key(struct reader *r, const struct doc_node *map, const char *key)
{
    const struct doc_node *node = find_key(map, key);
    if (!node)
        reader_fail(r, map, "missing required key '%s'", key);
    return node;
}

const struct doc_node *find_optional(const struct doc_node *map, const char *key)
{
    const struct doc_node *node = find_key(map, key);
    return node && node->kind == DOC_SCALAR && node->plain && strcmp(node->text, "<none>") == 0 ? NULL : node;
}

/* False when there is nothing to read: an earlier error, an absent key, or no scalar (which is an error). */
static bool is_scalar(struct reader *r, const struct doc_node *node, const char *expected)
{
    if (failed(r) || !node)
        return false;
    return node->kind == DOC_SCALAR || reader_fail(r, node, "expected %s", expected);
}

bool read_text(struct reader *r, const struct doc_node *node, const char **out)
{
    if (!is_scalar(r, node, "a name"))
        return false;
    *out = node->text;
    return true;
}

bool read_uint(struct reader *r, const struct doc_node *node, uint32_t min, uint32_t max, uint32_t *out)
{
    uint64_t value = 0;
    if (!is_scalar(r, node, "a whole number"))
        return false;
    const char *wrong = data_parse_unsigned(node->text, max, &value);
    if (!wrong && value < min)
        wrong = "out of range number";
    if (wrong)
        return reader_fail(r, node, "%s '%.64s': expected a whole number from %u to %u", wrong, node->text,
                           min, max);
    *out = (uint32_t)value;
    return true;
}

bool read_bool(struct reader *r, const struct doc_node *node, bool *out)
{
    static const char *const words[] = {"false", "False", "FALSE", "no",   "No",   "NO",   "off", "Off",
                                        "OFF",   "n",     "N",     "true", "True", "TRUE", "yes", "Yes",
                                        "YES",   "on",    "On",    "ON",   "y",    "Y"};
    enum { FIRST_TRUE = 11 };
    if (!is_scalar(r, node, "true or false"))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(node->text, words[i]) == 0) {
            *out = i >= FIRST_TRUE;
            return true;
        }
    }
    return reader_fail(r, node, "invalid boolean '%.64s': expected true or false", node->text);
}

bool read_float(struct reader *r, const struct doc_node *node, float *out)
{
    if (!is_scalar(r, node, "a number"))
        return false;
    const char *wrong = data_parse_float(node->text, out);
    return !wrong || reader_fail(r, node, "%s '%.64s'", wrong, node->text);
}

bool read_double(struct reader *r, const struct doc_node *node, double *out)
{
    if (!is_scalar(r, node, "a number"))
        return false;
    const char *wrong = data_parse_double(node->text, out);
    return !wrong || reader_fail(r, node, "%s '%.64s'", wrong, node->text);
}

bool read_enum(struct reader *r, const struct doc_node *node, const char *const *names, uint32_t count,
               uint32_t *out)
{
    char text[320];
    if (!is_scalar(r, node, join_words(names, count, text, sizeof text)))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(node->text, names[i]) == 0) {
            *out = i;
            return true;
        }
    }
    return reader_fail(r, node, "unknown value '%.64s': expected %s", node->text,
                       join_words(names, count, text, sizeof text));
}
