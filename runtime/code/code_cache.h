/*
 * Generated code on disk, so that the next process need not generate it again.
 *
 * A cache is code: its folder has to belong to the user alone, or it is not used. An entry's name is the
 * SHA-256 of all that the code depends on; the entry begins with the SHA-256 of the rest, and one that does
 * not fit is ignored and later replaced. Entries appear by renaming, so processes do not see each other's
 * halves. When the entries outgrow the limit, those that were not used for the longest time go.
 */
#ifndef RUNTIME_CODE_CACHE_H
#define RUNTIME_CODE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "jit.h"

struct code_cache;

enum { CODE_HASH_BYTES = 32, CODE_HASH_TEXT = 65 };
struct code_hash {
    uint8_t bytes[CODE_HASH_BYTES];
};

/* SHA-256 of a shader, and the key of what is generated from it for an instruction set on this processor by
 * this build. */
struct code_hash code_hash_shader(const void *bytes, size_t size);
struct code_hash code_hash_key(const struct code_hash *shader, enum cpu_isa isa);
const char *code_hash_text(const struct code_hash *hash, char text[CODE_HASH_TEXT]);

/* folder: NULL for the user's cache folder. Nothing is created before something is stored. NULL when there is
 * no folder to be had (no home) or memory is short. */
struct code_cache *code_cache_create(const char *folder, uint64_t limit_bytes);
void code_cache_destroy(struct code_cache *cache);

/* False when there is no good entry. The code is given back with code_cache_free(). */
bool code_cache_load(struct code_cache *cache, const struct code_hash *key, struct jit_code *code);
void code_cache_free(struct jit_code *code);
/* Code without texts and object. What goes wrong is told to the log: the next process generates again. */
void code_cache_store(struct code_cache *cache, const struct code_hash *key, const struct jit_code *code);

#endif
