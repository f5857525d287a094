/*
 * Changes to texts: numbers become other numbers, words and lines are copied over others, dropped, indented.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mutate.h"

struct span {
    size_t at, length;
};

static bool is_word_byte(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
}

/* A word, or the line that a random place stands in. */
static struct span pick_span(const struct mutant *mutant, struct fuzz_random *random, bool line)
{
    size_t first = fuzz_random_below(random, (uint32_t)mutant->size), last;
    const uint8_t *bytes = mutant->bytes;

    while (!line && first < mutant->size && !is_word_byte(bytes[first]))
        first++;
    while (first > 0 && (line ? bytes[first - 1] != '\n' : is_word_byte(bytes[first - 1])))
        first--;
    last = first;
    while (last < mutant->size && (line ? bytes[last] != '\n' : is_word_byte(bytes[last])))
        last++;
    if (line && last < mutant->size)
        last++;
    return (struct span){first, last - first};
}

static void put_number(struct mutant *mutant, struct fuzz_random *random)
{
    struct span span = pick_span(mutant, random, false);
    static const char *const numbers[] = {"0",
                                          "-1",
                                          "1",
                                          "18446744073709551615",
                                          "18446744073709551616",
                                          "4294967295",
                                          "4294967296",
                                          "2147483648",
                                          "1e39",
                                          "nan",
                                          "-inf",
                                          "0x7fffffffffffffff",
                                          "0b11",
                                          "1.",
                                          "",
                                          "[]",
                                          "{}",
                                          "~",
                                          "&a",
                                          "*a",
                                          "65536",
                                          "1048576"};
    char text[32];

    for (unsigned i = 0; i < 20 && (span.at >= mutant->size || mutant->bytes[span.at] > '9'); i++)
        span = pick_span(mutant, random, false);
    if (fuzz_random_below(random, 2))
        snprintf(text, sizeof(text), "%u", fuzz_random_word(random, 0));
    else
        snprintf(text, sizeof(text), "%s",
                 numbers[fuzz_random_below(random, sizeof(numbers) / sizeof(*numbers))]);
    mutant_splice(mutant, span.at, span.length, text, strlen(text));
}

/* Copies one span over another, or in front of it. */
static void put_other(struct mutant *mutant, struct span to, struct span from, bool keep)
{
    uint8_t *copy = malloc(from.length + 1);

    if (!copy)
        return;
    memcpy(copy, mutant->bytes + from.at, from.length);
    mutant_splice(mutant, to.at, keep ? 0 : to.length, copy, from.length);
    free(copy);
}

void mutate_text(struct mutant *mutant, struct fuzz_random *random)
{
    struct span word = pick_span(mutant, random, false), line = pick_span(mutant, random, true);

    switch (fuzz_random_below(random, 8)) {
    case 0:
    case 1:
        put_number(mutant, random);
        break;
    case 2:
    case 3:
        put_other(mutant, word, pick_span(mutant, random, false), false);
        break;
    case 4:
        put_other(mutant, line, pick_span(mutant, random, true), true);
        break;
    case 5:
        mutant_splice(mutant, line.at, line.length, NULL, 0);
        break;
    case 6:
        mutant_splice(mutant, line.at, 0, "  ", 1 + fuzz_random_below(random, 2));
        break;
    default:
        mutate_blind(mutant, random, 0, mutant->size);
        break;
    }
}
