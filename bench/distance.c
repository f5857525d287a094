/*
 * Comparing arrays element by element: bits, units in the last place, absolute distance.
 */
#include "distance.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    size_t bytes;
} types[] = {
    [ELEMENT_UINT8] = {"uint8", 1},
    [ELEMENT_UINT32] = {"uint32", 4},
    [ELEMENT_FLOAT32] = {"float32", 4},
    [ELEMENT_FLOAT64] = {"float64", 8},
};

size_t element_bytes(enum element_type type)
{
    return types[type].bytes;
}

const char *element_name(enum element_type type)
{
    return types[type].name;
}

bool element_type_parse(const char *name, enum element_type *type)
{
    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++)
        if (!strcmp(name, types[i].name)) {
            *type = (enum element_type)i;
            return true;
        }
    return false;
}

/* An element as its bits and as a number. */
struct element {
    uint64_t bits;
    double value;
};

static struct element element_load(enum element_type type, const void *array, size_t i)
{
    const char *at = (const char *)array + i * types[type].bytes;
    struct element e = {0};
    float single;
    switch (type) {
    case ELEMENT_UINT8:
        e.bits = *(const uint8_t *)at;
        e.value = (double)e.bits;
        break;
    case ELEMENT_UINT32:
        e.bits = *(const uint32_t *)at;
        e.value = (double)e.bits;
        break;
    case ELEMENT_FLOAT32:
        e.bits = *(const uint32_t *)at;
        memcpy(&single, at, sizeof single);
        e.value = single;
        break;
    case ELEMENT_FLOAT64:
        e.bits = *(const uint64_t *)at;
        memcpy(&e.value, at, sizeof e.value);
        break;
    }
    return e;
}

double element_value(enum element_type type, const void *array, size_t i)
{
    return element_load(type, array, i).value;
}

/* Numbers on a line where neighbouring floats are 1 apart and the two zeros are the same place. */
static uint64_t place(enum element_type type, uint64_t bits)
{
    uint64_t sign = type == ELEMENT_FLOAT32 ? 0x80000000u : type == ELEMENT_FLOAT64 ? (uint64_t)1 << 63 : 0;
    uint64_t middle = (uint64_t)1 << 63;
    if (!sign)
        return middle + bits;
    return bits & sign ? middle - (bits - sign) : middle + bits;
}

static double ulp_distance(enum element_type type, struct element a, struct element b)
{
    uint64_t x = place(type, a.bits), y = place(type, b.bits);
    return (double)(x > y ? x - y : y - x);
}

struct distance distance_measure(enum element_type type, const void *got, const void *expected, size_t bytes,
                                 struct tolerance tolerance)
{
    struct distance d = {.elements = bytes / types[type].bytes};
    for (size_t i = 0; i < d.elements; i++) {
        struct element g = element_load(type, got, i), e = element_load(type, expected, i);
        if (g.bits == e.bits)
            continue;
        d.differing++;
        if (isnan(g.value) && isnan(e.value))
            continue;
        bool numbers = !isnan(g.value) && !isnan(e.value);
        double ulp = numbers ? ulp_distance(type, g, e) : INFINITY;
        double absolute = numbers ? fabs(g.value - e.value) : INFINITY;
        d.ulp = fmax(d.ulp, ulp);
        d.absolute = fmax(d.absolute, absolute);
        if (ulp <= tolerance.ulp || absolute <= tolerance.absolute ||
            (isfinite(e.value) && absolute <= tolerance.relative * fabs(e.value)))
            continue;
        if (!d.wrong++)
            d.first_wrong = i;
    }
    return d;
}
