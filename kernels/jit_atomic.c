/*
 * Atomics on words, and memory instructions that go to the lane executor.
 */
#include "atomic.h"
#include "jit_rows.h"

#define B j->builder

/* On words of shared memory and buffers, by number; everything else is the node's. */
void jit_ATOMIC(struct jit *j)
{
    const struct lane_resource *resource = jit_resource(j);
    bool shared = resource->file == DXBC_FILE_TGSM;
    bool structured = shared ? resource->structured : resource->kind == KERNEL_VIEW_STRUCTURED_BUFFER;
    jv structure, word, active, atomic, args[2], numbers;
    struct jit_object object;
    struct jit_ways ways;

    if (!jit_is_plain(j, structured ? KERNEL_VIEW_STRUCTURED_BUFFER : KERNEL_VIEW_RAW_BUFFER) ||
        (structured && !resource->stride)) {
        jit_call_node(j);
        return;
    }
    jit_open_object(j, structured, &object);
    jit_read_address(j, false, object.stride, &structure, &word);
    numbers =
        LLVMBuildSelect(B, jit_inside_of(j, &object, structure, word, 0),
                        jit_number_of(j, object.stride, structure, word, 0), LLVMConstAllOnes(j->lane_u), "");
    if (object.slow)
        jit_open_ways(j, j->at->dst_count, LLVMBuildNot(B, object.slow, ""), &ways);
    else
        jit_open_results(j, j->at->dst_count, &ways);
    active = jit_mask_bits(j, jit_mask(j, j->exec));
    jit_store(j, numbers, j->rows, 0);
    jit_store(j, jit_lanes_of(j, j->at->src[4]), j->rows, JIT_ROW * sizeof(uint32_t));
    if (j->at->imm == ATOMIC_COMPARE_EXCHANGE)
        jit_store(j, jit_lanes_of(j, j->at->src[5]), j->rows, 2 * JIT_ROW * sizeof(uint32_t));
    atomic = j->atomic;
    jit_store(j, object.base, atomic, offsetof(struct jit_atomic, words));
    jit_store(j, jit_k32(j, j->at->imm), atomic, offsetof(struct jit_atomic, op));
    jit_store(j, jit_k32(j, shared), atomic, offsetof(struct jit_atomic, shared));
    jit_store(j, active, atomic, offsetof(struct jit_atomic, active));
    jit_store(j, object.words, atomic, offsetof(struct jit_atomic, count));
    args[0] = atomic;
    args[1] = j->rows;
    jit_call(j, offsetof(struct jit_calls, atomic), j->void_type, args, 2);
    if (j->at->dst_count)
        LLVMBuildStore(B, jit_load(j, j->lane_u, j->rows, 0), ways.results[0]);
    jit_close_ways(j, &ways);
}

void jit_COUNTER(struct jit *j)
{
    jit_call_node(j);
}

void jit_QUERY(struct jit *j)
{
    jit_call_node(j);
}

void jit_FENCE(struct jit *j)
{
    LLVMBuildFence(B, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}
