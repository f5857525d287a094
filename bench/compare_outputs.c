/*
 * How far the outputs of two runs are apart, from the bytes that --outputs kept.
 */
#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file named in `path`, beside `json` or else as it stands. */
static FILE *open_beside(const char *json, const char *folder, const char *name)
{
    char path[700];
    const char *slash = strrchr(json, '/');
    FILE *file = NULL;
    if (folder[0] != '/' && slash) {
        snprintf(path, sizeof path, "%.*s/%s/%s", (int)(slash - json), json, folder, name);
        file = fopen(path, "rb");
    }
    if (!file) {
        snprintf(path, sizeof path, "%s/%s", folder, name);
        file = fopen(path, "rb");
    }
    return file;
}

/* Exactly o->bytes bytes; NULL when they are not there. */
static void *load_output(const struct results *r, const char *json, const struct output_result *o)
{
    /* A name of a file and no more: the JSON may come from anywhere. */
    if (!o->file[0] || strchr(o->file, '/') || strchr(o->file, '\\'))
        return NULL;
    FILE *file = open_beside(json, r->outputs_folder, o->file);
    if (!file)
        return NULL;
    void *bytes = malloc(o->bytes ? o->bytes : 1);
    bool good = bytes && fread(bytes, 1, o->bytes, file) == o->bytes && fgetc(file) == EOF;
    fclose(file);
    if (good)
        return bytes;
    free(bytes);
    return NULL;
}

static void add_distance(struct distance *sum, const struct distance *d, enum element_type type)
{
    sum->elements += d->elements;
    sum->differing += d->differing;
    if (type == ELEMENT_FLOAT32 || type == ELEMENT_FLOAT64)
        sum->ulp = fmax(sum->ulp, d->ulp);
    sum->absolute = fmax(sum->absolute, d->absolute);
}

struct outputs_compared outputs_compare(const struct results *a, const char *path_a,
                                        const struct workload_result *wa, const struct results *b,
                                        const char *path_b, const struct workload_result *wb)
{
    struct outputs_compared c = {.same = wa->output_count == wb->output_count, .measured = true};
    if (!c.same)
        c.measured = false;
    for (unsigned i = 0; c.measured && i < wa->output_count; i++) {
        const struct output_result *oa = &wa->outputs[i], *ob = &wb->outputs[i];
        struct distance d = {.elements = oa->bytes / element_bytes(oa->type)};
        if (oa->hash != ob->hash || oa->bytes != ob->bytes) {
            c.same = false;
            bool alike = oa->bytes == ob->bytes && oa->type == ob->type;
            void *bytes_a = alike ? load_output(a, path_a, oa) : NULL;
            void *bytes_b = bytes_a ? load_output(b, path_b, ob) : NULL;
            c.measured = bytes_b != NULL;
            if (bytes_b)
                d = distance_measure(oa->type, bytes_a, bytes_b, oa->bytes, (struct tolerance){0});
            free(bytes_a);
            free(bytes_b);
        }
        add_distance(&c.distance, &d, oa->type);
    }
    return c;
}

const char *outputs_compared_text(const struct outputs_compared *c, char *text, size_t size)
{
    const struct distance *d = &c->distance;
    if (c->same)
        snprintf(text, size, "same bits");
    else if (!c->measured)
        snprintf(text, size, "differ (no bytes kept)");
    else if (d->ulp > 0)
        snprintf(text, size, "%zu of %zu differ, by %.3g ULP and %.3g at most", d->differing, d->elements,
                 d->ulp, d->absolute);
    else
        snprintf(text, size, "%zu of %zu differ, by %.3g at most", d->differing, d->elements, d->absolute);
    return text;
}
