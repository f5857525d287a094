/* SHA-256 of many messages: what the shader and the C reference share. */
#ifndef SHA256_H
#define SHA256_H

#include "gpu.h"
#include "workload.h"

enum { SHA256_MESSAGE = 128, SHA256_DIGEST = 32 };

struct sha256 {
    size_t count;
    uint8_t *messages;
    uint8_t *digests; /* what the reference finds */
    struct gpu_pass pass;
};

#endif
