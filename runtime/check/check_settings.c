/*
 * Reads WEFT_CHECK.
 */
#include "check_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "checker_parts.h"

enum { DEFAULT_ORDERS = 2, MAX_ORDERS = 1000, DEFAULT_MEMORY_MB = 4096, MAX_WORD = CHECK_PATH + 32 };

static bool number_of(const char *text, uint64_t limit, uint64_t *out)
{
    char *end = NULL;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || value > limit)
        return false;
    *out = value;
    return true;
}

static bool path_of(const char *text, char out[CHECK_PATH])
{
    if (!*text || strlen(text) >= CHECK_PATH)
        return false;
    strcpy(out, text);
    return true;
}

/* "u0[123]" */
static bool place_of(const char *text, struct check_settings *s)
{
    int end = 0;
    unsigned slot;
    unsigned long long element;
    if (sscanf(text, "u%u[%llu]%n", &slot, &element, &end) != 2 || !end || text[end] || slot >= KERNEL_UAVS)
        return false;
    s->watch = true;
    s->watch_slot = slot;
    s->watch_element = element;
    return true;
}

/* NAME=VALUE; false when there is no such name or the value will not do. */
static bool take_option(struct check_settings *s, const char *name, const char *value)
{
    uint64_t number;
    if (!strcmp(name, "orders") && number_of(value, MAX_ORDERS, &number))
        s->orders = (unsigned)number;
    else if (!strcmp(name, "seed") && number_of(value, UINT64_MAX, &number))
        s->seed = number;
    else if (!strcmp(name, "memory") && number_of(value, UINT64_MAX >> 20, &number) && number)
        s->memory_bytes = number << 20;
    else if (!strcmp(name, "watch"))
        return place_of(value, s);
    else if (!strcmp(name, "json"))
        return path_of(value, s->json);
    else if (!strcmp(name, "sarif"))
        return path_of(value, s->sarif);
    else if (!strcmp(name, "suppressions"))
        return path_of(value, s->suppressions);
    else
        return false;
    return true;
}

/* *only: kinds were named, so that nothing else is on. */
static bool take_word(struct check_settings *s, char *word, bool *only)
{
    char *equals = strchr(word, '=');
    char sign = *word == '+' || *word == '-' ? *word : 0;
    const char *name = word + (sign != 0);
    enum check_kind kind = check_kind_by_text(name, strlen(name));
    if (equals) {
        *equals = 0;
        return take_option(s, word, equals + 1);
    }
    if (kind != CHECK_KIND_COUNT) {
        if (!sign && !*only) {
            *only = true;
            s->kinds = 0;
        }
        if (sign == '-')
            s->kinds &= ~CHECK_BIT(kind);
        else
            s->kinds |= CHECK_BIT(kind);
        return true;
    }
    if (!strcmp(word, "all"))
        s->kinds = CHECK_BIT(CHECK_KIND_COUNT) - 1;
    else if (!strcmp(word, "quiet"))
        s->quiet = true;
    else
        return !strcmp(word, "1");
    return true;
}

static bool refuse(const char *word, char *error, size_t size)
{
    size_t used = (size_t)snprintf(
        error, size,
        "WEFT_CHECK has \"%.64s\" but takes 0, 1, all, quiet, orders=N, seed=N, memory=MB, "
        "watch=u#[ELEMENT], json=FILE, sarif=FILE, suppressions=FILE and, alone or behind + or -:",
        word);
    for (unsigned i = 0; i < CHECK_KIND_COUNT && used < size; i++)
        used += (size_t)snprintf(error + used, size - used, " %s", check_kind_info(i)->text);
    return false;
}

/* Read again by each device's checker: here only so that what is wrong is told at once. */
static bool suppressions_are_valid(const char *path, char *error, size_t error_size)
{
    struct suppressions list;
    bool ok = check_suppressions_read(path, &list, error, error_size);
    free(list.list);
    return ok;
}

bool check_settings_read(const char *text, struct check_settings *out, char *error, size_t error_size)
{
    bool only = false;
    *out = (struct check_settings){.kinds = check_kinds_by_default(),
                                   .orders = DEFAULT_ORDERS,
                                   .seed = 1,
                                   .memory_bytes = (uint64_t)DEFAULT_MEMORY_MB << 20};
    if (!text || !*text || !strcmp(text, "0"))
        return true;
    out->on = true;
    while (*text) {
        char word[MAX_WORD], original[MAX_WORD];
        size_t length = strcspn(text, ",");
        if (length >= sizeof(word))
            return refuse(text, error, error_size);
        memcpy(word, text, length);
        word[length] = 0;
        strcpy(original, word);
        if (length && !take_word(out, word, &only))
            return refuse(original, error, error_size);
        text += length + (text[length] == ',');
    }
    out->kinds |= CHECK_BIT(CHECK_INCOMPLETE);
    return !*out->suppressions || suppressions_are_valid(out->suppressions, error, error_size);
}
