/*
 * MSF 7.00, the container of program databases: numbered streams in blocks of one size, wherever those stand.
 * Private to this folder.
 */
#ifndef DXBC_MSF_H
#define DXBC_MSF_H

#include <stdbool.h>

#include "alloc.h"
#include "token_reader.h"

struct msf {
    struct byte_view file, directory; /* the directory lives in the arena */
    uint32_t block_bytes, stream_count;
    uint64_t budget; /* bytes that may still be gathered: streams may claim one block over and over */
    bool no_memory;
};

/* False when it is no such container, or, with no_memory, when memory has run out. */
bool msf_open(struct msf *msf, struct byte_view file, struct dxbc_arena *arena);
/* A copy of a stream in one piece; the same kinds of failure, and no stream of that number. */
bool msf_stream(struct msf *msf, uint32_t number, struct dxbc_arena *arena, struct byte_view *out);

#endif
