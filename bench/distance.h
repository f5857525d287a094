/*
 * How far two arrays of numbers are apart.
 */
#ifndef DISTANCE_H
#define DISTANCE_H

#include "workload.h"

struct distance {
    size_t elements;
    size_t differing;   /* in any bit */
    size_t wrong;       /* beyond the tolerance */
    size_t first_wrong; /* index of the first of these */
    double ulp;         /* largest; infinite where one of the two is no number */
    double absolute;    /* largest, likewise */
};

size_t element_bytes(enum element_type type);
const char *element_name(enum element_type type);
/* False when there is no type of that name. */
bool element_type_parse(const char *name, enum element_type *type);
double element_value(enum element_type type, const void *array, size_t i);

struct distance distance_measure(enum element_type type, const void *got, const void *expected, size_t bytes,
                                 struct tolerance tolerance);

#endif
