/*
 * Inside the code generator: what a memory instruction reaches, and where. Numbers are of words.
 */
#ifndef KERNELS_JIT_ADDRESS_H
#define KERNELS_JIT_ADDRESS_H

#include "jit_emit.h"

/* What an instruction reaches: base, how many words, and structures. i32 numbers, all below 2^31. */
struct jit_object {
    jv base, words, structures, slow; /* slow: NULL when it never is */
    uint32_t stride;                  /* words; 0: not structured */
    uint32_t fixed_words, fixed_structures; /* shared memory: known numbers; else 0 */
    /* Shared memory may stand as planes (jit_planes.h), words of one each so far apart; places are from this one on.
     * Numbers of words are then those of elements, which are their words' numbers in each plane. */
    uint32_t planes, pitch, first_plane;
};

/* Words from the first lane's on; known for chunks. */
struct jit_run {
    uint32_t chunk;
    int64_t word[JIT_MOST_LANES]; /* of each lane, from its chunk's first lane; elements of planes */
    int64_t low, high;            /* the least and the greatest of them, words always */
};

/* The word number of lane 0 and the check that a strip's whole row, place 0 to last, is inside. */
struct jit_checked {
    jv number;                   /* i64 */
    jv word;                     /* the same, but of words even when they stand as planes; without structures */
    jv inside;                   /* i1 */
    jv structure_inside, offset; /* structures: i1; i64, words */
    bool fits;                   /* inside whatever happens */
};

const struct lane_resource *jit_resource(const struct jit *j);
bool jit_is_structured(const struct jit *j);
/* Can the object be opened here, whatever is bound? Else the node's body does all. */
bool jit_is_plain(const struct jit *j, enum kernel_view_kind kind);
jv jit_view_field(struct jit *j, LLVMTypeRef type, size_t field);
void jit_open_object(struct jit *j, bool structured, struct jit_object *object);
jv jit_word_at(struct jit *j, const struct jit_object *object, jv number);
/* How much further on the word stands that is `place` words behind an access's first one. */
uint32_t jit_word_place(const struct jit_object *object, uint32_t place);

/* Are places 0 to last inside for all lanes, as ranges of registers tell? */
bool jit_row_fits(const struct jit *j, const struct jit_object *object, uint32_t last);
/* The last of the first `count` words, from the first one on. */
uint32_t jit_last_place(const struct jit *j, uint32_t count);
/* Words by number (typed buffers), by byte (raw), or in structures. False: nothing is known. */
bool jit_find_run(const struct jit *j, bool by_number, const struct jit_object *object, struct jit_run *run);
/* Have chunks of neighbours the same number each? */
bool jit_is_flat_within(const struct jit *j, lane_value coordinate, unsigned chunk);
jv jit_widen(struct jit *j, jv number);
struct jit_checked jit_check_row(struct jit *j, const struct jit_object *object, const struct jit_run *run,
                                 bool by_number, uint32_t last);

/* Is the word `place` further on inside? Numbers stay below 2^31 wherever it is. */
jv jit_inside_of(struct jit *j, const struct jit_object *object, jv number, jv word, uint32_t place);
/* Addresses as the instruction has them: structure or nothing, and the word in it or in all. */
void jit_read_address(struct jit *j, bool by_number, uint32_t stride, jv *structure, jv *word);
/* The number that an access begins at, to which places are added. A structure is as many elements as planes need, so
 * what begins at a known word of one divides evenly. */
jv jit_number_in(struct jit *j, const struct jit_object *object, jv structure, jv word);
jv jit_number_of(struct jit *j, const struct jit_object *object, jv structure, jv word, uint32_t place);

#endif
