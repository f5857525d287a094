/*
 * Queries and predicates. Work is complete when a call returns, so every result is ready as soon as End was
 * called.
 */
#ifndef RUNTIME_QUERY_H
#define RUNTIME_QUERY_H

#include "device.h"

enum query_state { QUERY_NEW, QUERY_BEGUN, QUERY_ENDED };

struct query {
    struct object obj;
    ID3D11Query1 iface;
    D3D11_QUERY_DESC1 desc;
    enum query_state state;
    union {
        UINT64 timestamp;
        D3D11_QUERY_DATA_PIPELINE_STATISTICS
            statistics; /* Begin stores the count so far, End the difference */
    } result;
};

static inline struct query *query_of(ID3D11Asynchronous *iface)
{
    return iface ? container_of(iface, struct query, iface) : NULL;
}

/* What GetData of a predicate says. */
bool query_predicate_result(const struct query *query);

/* predicate: CreatePredicate, which takes the kinds that yes or no answers. */
HRESULT query_create(struct device *device, const D3D11_QUERY_DESC1 *desc, bool predicate,
                     ID3D11Query1 **out);

#endif
