/*
 * Suppressions: findings that somebody has looked at and found right. A line of the file is
 *
 *   KIND [shader=PATTERN] [resource=PATTERN] [instruction=N] : REASON
 *
 * KIND and patterns may hold * and ?. Empty lines and those that begin with # are skipped. A reason is
 * required.
 */
#include "checker_parts.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 1024 };

static bool copy_word(char out[CHECK_NAME], const char *text)
{
    if (!*text || strlen(text) >= CHECK_NAME)
        return false;
    strcpy(out, text);
    return true;
}

static bool take_condition(struct suppression *s, const char *word)
{
    if (!strncmp(word, "shader=", 7))
        return copy_word(s->shader, word + 7);
    if (!strncmp(word, "resource=", 9))
        return copy_word(s->resource, word + 9);
    if (!strncmp(word, "instruction=", 12)) {
        char *end;
        unsigned long number = strtoul(word + 12, &end, 10);
        s->instruction = (uint32_t)number;
        return word[12] >= '0' && word[12] <= '9' && !*end && number < CHECK_NO_INSTRUCTION;
    }
    return false;
}

/* NULL, or what is wrong with the line. */
static const char *parse_line(char *line, struct suppression *s)
{
    char *reason = strstr(line, " : "), *rest = NULL;
    *s = (struct suppression){.instruction = CHECK_NO_INSTRUCTION};
    if (!reason)
        return "has no reason: end it with ' : ' and one";
    *reason = 0;
    reason += 3 + strspn(reason + 3, " \t");
    if (!*reason)
        return "has no reason behind its ' : '";
    snprintf(s->reason, sizeof(s->reason), "%.*s", CHECK_NAME - 1, reason);
    const char *word = strtok_r(line, " \t", &rest);
    if (!word || !copy_word(s->kind, word))
        return "does not begin with a kind";
    while ((word = strtok_r(NULL, " \t", &rest)))
        if (!take_condition(s, word))
            return "has a condition that is neither shader=, resource= nor instruction=";
    return NULL;
}

static bool add(struct suppressions *list, const struct suppression *s)
{
    struct suppression *grown = realloc(list->list, (list->count + 1) * sizeof(*grown));
    if (!grown)
        return false;
    list->list = grown;
    grown[list->count++] = *s;
    return true;
}

bool check_suppressions_read(const char *path, struct suppressions *list, char *error, size_t error_size)
{
    FILE *file = fopen(path, "r");
    char line[MAX_LINE];
    bool ok = true;
    *list = (struct suppressions){0, NULL};
    snprintf(error, error_size, "No memory for the suppressions of WEFT_CHECK");
    if (!file) {
        snprintf(error, error_size, "WEFT_CHECK: the suppressions in %s cannot be read: %s", path,
                 strerror(errno));
        return false;
    }
    for (uint32_t number = 1; ok && fgets(line, sizeof(line), file); number++) {
        struct suppression s;
        line[strcspn(line, "\r\n")] = 0;
        char *text = line + strspn(line, " \t");
        if (!*text || *text == '#')
            continue;
        const char *wrong = parse_line(text, &s);
        s.line = number;
        if (wrong)
            snprintf(error, error_size, "WEFT_CHECK: line %u of %s %s", number, path, wrong);
        ok = !wrong && add(list, &s);
    }
    fclose(file);
    return ok;
}

static bool fits(const char *pattern, const char *text)
{
    return !*pattern || fnmatch(pattern, text, 0) == 0;
}

/* resource= names the register, or the name that the shader or the application gave. */
static bool fits_resource(const char *pattern, const char *resource)
{
    char name[CHECK_NAME];
    const char *quote = strchr(resource, '\'');
    if (fits(pattern, resource))
        return true;
    snprintf(name, sizeof(name), "%.*s", quote ? (int)(quote - resource - 1) : CHECK_NAME - 1, resource);
    if (fits(pattern, name))
        return true;
    if (!quote)
        return false;
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(quote + 1, "'"), quote + 1);
    return fits(pattern, name);
}

bool check_suppressions_match(struct checker *checker, const struct check_entry *entry,
                              const struct check_finding *finding)
{
    for (uint32_t i = 0; i < checker->suppressions.count; i++) {
        struct suppression *s = &checker->suppressions.list[i];
        bool here = s->instruction == CHECK_NO_INSTRUCTION || s->instruction == finding->first.instruction ||
                    s->instruction == finding->second.instruction;
        if (here && fits(s->kind, check_kind_info(finding->kind)->text) && fits(s->shader, entry->shader) &&
            fits_resource(s->resource, entry->resource)) {
            s->used++;
            return true;
        }
    }
    return false;
}
