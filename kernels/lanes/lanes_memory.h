/*
 * Memory as the lane executor's loads, stores and atomics see it.
 */
#ifndef KERNELS_LANES_MEMORY_H
#define KERNELS_LANES_MEMORY_H

#include "lanes.h"
#include "memory.h"

const struct lane_resource *lanes_resource_of(const struct lanes_strip *strip, const struct lanes_step *step);
bool lanes_is_shared(const struct lanes_strip *strip, const struct lanes_step *step);

/* Lane by lane; common as lanes_view_of takes it. */
struct memory_window lanes_raw_window(struct lanes_strip *strip, const struct lanes_step *step,
                                      const struct kernel_view *common, uint32_t lane);
struct memory_window lanes_structure_window(struct lanes_strip *strip, const struct lanes_step *step,
                                            const struct kernel_view *common, uint32_t lane, uint32_t index);

/* Memory that all lanes share, and the shape of its structures in words. */
struct lanes_common {
    bool structured;
    struct lane_memory memory;
    uint32_t count, stride; /* structures */
};

/* False when it has more words than 32-bit numbers reach. */
bool lanes_common_memory(struct lanes_strip *strip, const struct lanes_step *step,
                         const struct kernel_view *view, bool structured, struct lanes_common *common);
/* Word numbers of an access for the active waves, all ones where component c lies outside its structure; from
 * component 0 on, so that c has to be added. A splat when the address is one: returns the step. */
size_t lanes_word_numbers(struct lanes_strip *strip, const struct lanes_step *step,
                          const struct lanes_common *common, uint32_t c, uint32_t *out);
/* Those from component 0 on: the row of structures' numbers where a structure is one word, else in room. */
const uint32_t *lanes_first_words(struct lanes_strip *strip, const struct lanes_step *step,
                                  const struct lanes_common *common, uint32_t *room, size_t *number_step);
/* The word of a lane's access, component 0; false when it, or component c, is outside. */
bool lanes_word_of(const struct lanes_strip *strip, const struct lanes_step *step,
                   const struct lanes_common *common, uint32_t lane, uint32_t c, uint32_t *word);
/* Words that a STORE writes for each lane. */
uint32_t lanes_value_count(const struct lanes_step *step);
/* The highest of the places of an access's components. */
uint32_t lanes_last_place(const struct lanes_step *step, uint32_t components);

/* lanes_runs.c: lanes whose places go up evenly. False: nothing was done, look at each lane. */
bool lanes_load_runs(const struct lanes_strip *strip, const struct lanes_step *step,
                     const struct lanes_common *common);
/* first: of the sources that are values. */
bool lanes_store_runs(struct lanes_strip *strip, const struct lanes_step *step,
                      const struct lanes_common *common, uint32_t first, uint32_t values);

#endif
