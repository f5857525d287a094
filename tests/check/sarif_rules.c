/* sarif_rules FILE ...: what SARIF 2.1.0 asks of a report, as far as weft's have it: required properties,
 * their types, values that are allowed, no properties besides. JSON is read as the YAML that it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doc_tree.h"

static const char *path;

static void fail(const struct doc_node *node, const char *what)
{
    fprintf(stderr, "%s:%u:%u: %s\n", path, node->line, node->column, what);
    exit(1);
}

/* A property; what it must be (a scalar in quotes when it is a string). */
enum type { STRING, NUMBER, LIST, MAP };

struct property {
    const char *name;
    enum type type;
    bool required;
};

static const struct doc_node *find(const struct doc_node *map, const char *name)
{
    for (const struct doc_node *child = map->first; child; child = child->next)
        if (!strcmp(child->key->text, name))
            return child;
    return NULL;
}

static void expect_type(const struct doc_node *node, enum type type)
{
    static const char *const wrong[] = {"not a string", "not a number", "not a list", "not an object"};
    char *end = NULL;
    bool right = type == LIST  ? node->kind == DOC_LIST
                 : type == MAP ? node->kind == DOC_MAP
                               : node->kind == DOC_SCALAR && node->plain == (type == NUMBER);
    if (right && type == NUMBER) {
        strtoull(node->text, &end, 10);
        right = *node->text >= '0' && *node->text <= '9' && !*end;
    }
    if (!right)
        fail(node, wrong[type]);
}

/* An object with these properties and no others. */
static void expect_object(const struct doc_node *node, const struct property *properties)
{
    uint32_t found = 0;
    expect_type(node, MAP);
    for (; properties->name; properties++) {
        const struct doc_node *child = find(node, properties->name);
        if (!child && properties->required)
            fail(node, properties->name);
        if (child)
            expect_type(child, properties->type);
        found += child != NULL;
    }
    if (found != node->count)
        fail(node, "a property that the standard does not know, or one twice");
}

static void expect_one_of(const struct doc_node *node, const char *const *values)
{
    for (; node && *values; values++)
        if (!strcmp(node->text, *values))
            return;
    if (node)
        fail(node, "a value that is not allowed");
}

static void expect_at_least(const struct doc_node *node, unsigned long long least)
{
    if (node && strtoull(node->text, NULL, 10) < least)
        fail(node, "a number that is too small");
}

static void check_message(const struct doc_node *node)
{
    static const struct property properties[] = {{"text", STRING, true}, {0}};
    expect_object(node, properties);
}

/* A URI reference (RFC 3986). */
static void check_uri(const struct doc_node *node)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#[]@!$&'()*+,;=%";
    for (const char *c = node->text; *c; c++) {
        if (!strchr(allowed, *c))
            fail(node, "a character that URIs do not have");
        if (*c == '%' && (!strchr("0123456789ABCDEF", c[1]) || !c[1] || !strchr("0123456789ABCDEF", c[2])))
            fail(node, "a % without two digits");
    }
    if (!*node->text)
        fail(node, "no URI");
}

static void check_location(const struct doc_node *node)
{
    static const struct property location[] = {
        {"physicalLocation", MAP, false}, {"message", MAP, false}, {0}};
    static const struct property physical[] = {{"artifactLocation", MAP, true}, {"region", MAP, false}, {0}};
    static const struct property artifact[] = {{"uri", STRING, true}, {0}};
    static const struct property region[] = {
        {"startLine", NUMBER, true}, {"startColumn", NUMBER, false}, {0}};
    expect_object(node, location);
    const struct doc_node *at = find(node, "physicalLocation");
    expect_object(at, physical);
    expect_object(find(at, "artifactLocation"), artifact);
    check_uri(find(find(at, "artifactLocation"), "uri"));
    expect_object(find(at, "region"), region);
    expect_at_least(find(find(at, "region"), "startLine"), 1);
    expect_at_least(find(find(at, "region"), "startColumn"), 1);
    check_message(find(node, "message"));
}

static const char *const levels[] = {"none", "note", "warning", "error", NULL};

static void check_result(const struct doc_node *node, const struct doc_node *rules)
{
    static const struct property properties[] = {
        {"ruleId", STRING, true},          {"ruleIndex", NUMBER, true},
        {"level", STRING, true},           {"message", MAP, true},
        {"locations", LIST, true},         {"relatedLocations", LIST, false},
        {"occurrenceCount", NUMBER, true}, {0}};
    expect_object(node, properties);
    expect_one_of(find(node, "level"), levels);
    expect_at_least(find(node, "occurrenceCount"), 1);
    check_message(find(node, "message"));
    const struct doc_node *rule = rules->first;
    for (unsigned long long i = strtoull(find(node, "ruleIndex")->text, NULL, 10); i && rule; i--)
        rule = rule->next;
    if (!rule || strcmp(find(rule, "id")->text, find(node, "ruleId")->text) != 0)
        fail(node, "ruleIndex and ruleId differ");
    for (const struct doc_node *at = find(node, "locations")->first; at; at = at->next)
        check_location(at);
    const struct doc_node *related = find(node, "relatedLocations");
    for (const struct doc_node *at = related ? related->first : NULL; at; at = at->next)
        check_location(at);
}

static void check_rule(const struct doc_node *node)
{
    static const struct property properties[] = {
        {"id", STRING, true}, {"shortDescription", MAP, true}, {"defaultConfiguration", MAP, true}, {0}};
    static const struct property configuration[] = {{"level", STRING, true}, {0}};
    expect_object(node, properties);
    check_message(find(node, "shortDescription"));
    expect_object(find(node, "defaultConfiguration"), configuration);
    expect_one_of(find(find(node, "defaultConfiguration"), "level"), levels);
}

static void check_report(const struct doc_node *root)
{
    static const struct property log[] = {
        {"$schema", STRING, true}, {"version", STRING, true}, {"runs", LIST, true}, {0}};
    static const struct property run[] = {{"tool", MAP, true}, {"results", LIST, true}, {0}};
    static const struct property tool[] = {{"driver", MAP, true}, {0}};
    static const struct property driver[] = {
        {"name", STRING, true}, {"version", STRING, true}, {"rules", LIST, true}, {0}};
    static const char *const versions[] = {"2.1.0", NULL};
    expect_object(root, log);
    expect_one_of(find(root, "version"), versions);
    for (const struct doc_node *at = find(root, "runs")->first; at; at = at->next) {
        expect_object(at, run);
        expect_object(find(at, "tool"), tool);
        expect_object(find(find(at, "tool"), "driver"), driver);
        const struct doc_node *rules = find(find(find(at, "tool"), "driver"), "rules");
        for (const struct doc_node *rule = rules->first; rule; rule = rule->next)
            check_rule(rule);
        for (const struct doc_node *result = find(at, "results")->first; result; result = result->next)
            check_result(result, rules);
    }
}

int main(int argc, char **argv)
{
    enum { MOST_BYTES = 1 << 24 };
    for (int i = 1; i < argc; i++) {
        struct cli_arena arena = {0};
        struct cli_error error = {0};
        uint8_t *bytes = NULL;
        size_t size = 0;
        path = argv[i];
        const struct doc_node *root = NULL;
        if (cli_read_file(path, MOST_BYTES, &bytes, &size, &error))
            root = doc_tree_read(&arena, bytes, size, &error);
        if (!root) {
            fprintf(stderr, "%s: %s\n", path, error.text);
            return 1;
        }
        check_report(root);
        cli_arena_free(&arena);
        free(bytes);
    }
    return 0;
}
