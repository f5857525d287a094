/*
 * The part of lane_tmpl.h that touches memory, and row tests. In each vector: all lanes at one index, indices
 * that go up by one, or anything else.
 */

enum { V_ALL = (1u << V_LANES) - 1 };

/* As bits: the lanes of a vector at `first` and on that lie inside. */
V_INLINE unsigned inside_from(struct lane_memory memory, uint32_t first)
{
    uint32_t room = first < memory.count ? memory.count - first : 0;

    return room < V_LANES ? (1u << room) - 1 : V_ALL;
}

V_INLINE unsigned active_bits(const uint32_t *mask, uint32_t i)
{
    return mask ? mask[i / 32] >> (i % 32) & V_ALL : V_ALL;
}

V_INLINE bool all_equal(vu index, uint32_t first)
{
    return v_bits(v_ieq(index, v_splat(first))) == V_ALL;
}

V_INLINE bool consecutive(vu index, uint32_t first)
{
    return v_bits(v_ieq(index, v_iadd(v_splat(first), v_iota()))) == V_ALL;
}

V_INLINE uint32_t read_word(struct lane_memory memory, uint32_t at)
{
    return at < memory.count ? __atomic_load_n(&memory.words[at], __ATOMIC_RELAXED) : 0;
}

/* Lane by lane, through the index row: it may be the result's. */
V_INLINE void gather_lanes(uint32_t *dst, struct lane_memory memory, const uint32_t *index, unsigned bits)
{
    for (; bits; bits &= bits - 1) {
        unsigned lane = (unsigned)__builtin_ctz(bits);

        dst[lane] = read_word(memory, index[lane]);
    }
}

V_INLINE void gather_vector(uint32_t *dst, struct lane_memory memory, const uint32_t *index,
                            const uint32_t *mask, uint32_t i)
{
    unsigned active = active_bits(mask, i), inside;
    uint32_t first = index[0];
    vu at = v_load(index);

    if (consecutive(at, first)) {
        inside = inside_from(memory, first);
        if ((active & inside) == V_ALL) {
            v_store(dst, v_load_memory(memory.words + first));
            return;
        }
#ifdef V_PARTIAL
        if (inside) {
            uint32_t bits = active & inside;
            vu loaded = v_load_active(memory.words + first, v_active(&bits, 0));

            v_store_active(dst, v_active(&active, 0), loaded);
            return;
        }
#endif
    } else if (active == V_ALL && all_equal(at, first)) {
        v_store(dst, v_splat(read_word(memory, first)));
        return;
    }
#ifdef V_GATHERS
    if (memory.count <= 0x80000000u) {
        vm lanes = v_active(&active, 0);
        vu loaded = v_gather(memory.words, at, v_mand(lanes, v_ult(at, v_splat(memory.count))));

        v_store_active(dst, lanes, loaded);
        return;
    }
#endif
    gather_lanes(dst, memory, index, active);
}

V_INLINE void gather_uniform(uint32_t *dst, struct lane_memory memory, uint32_t at, const uint32_t *mask,
                             uint32_t count)
{
    bool any = !mask;
    vu value;

    for (uint32_t i = 0; i < count && !any; i += 32)
        any = mask[i / 32] != 0;
    if (!any)
        return;
    value = v_splat(read_word(memory, at));
    for (uint32_t i = 0; i < count; i += V_LANES) {
        if (mask)
            v_store_active(dst + i, v_active(mask, i), value);
        else
            v_store(dst + i, value);
    }
}

static void gather(uint32_t *dst, struct lane_memory memory, const uint32_t *index, size_t index_step,
                   const uint32_t *mask, uint32_t count)
{
    if (index_step == 0) {
        gather_uniform(dst, memory, index[0], mask, count);
        return;
    }
    for (uint32_t i = 0; i < count; i += V_LANES)
        gather_vector(dst + i, memory, index + i, mask, i);
}

V_INLINE void write_word(struct lane_memory memory, uint32_t at, uint32_t value)
{
    if (at < memory.count)
        __atomic_store_n(&memory.words[at], value, __ATOMIC_RELAXED);
}

V_INLINE void scatter_vector(struct lane_memory memory, const uint32_t *index, const uint32_t *value,
                             const uint32_t *mask, uint32_t i)
{
    unsigned active = active_bits(mask, i);
    uint32_t first = index[0];
    vu at = v_load(index);

    if (consecutive(at, first)) {
        unsigned bits = active & inside_from(memory, first);

        if (bits == V_ALL) {
            v_store_memory(memory.words + first, v_load(value));
            return;
        }
#ifdef V_PARTIAL
        if (bits) {
            v_store_memory_active(memory.words + first, v_active(&bits, 0), v_load(value));
            return;
        }
#endif
    }
#ifdef V_SCATTERS
    if (memory.count <= 0x80000000u) {
        vm lanes = v_mand(v_active(&active, 0), v_ult(at, v_splat(memory.count)));

        v_scatter(memory.words, at, lanes, v_load(value));
        return;
    }
#endif
    for (; active; active &= active - 1) {
        unsigned lane = (unsigned)__builtin_ctz(active);

        write_word(memory, index[lane], value[lane]);
    }
}

/* One address: the highest active lane is what stays. */
V_INLINE void scatter_uniform(struct lane_memory memory, uint32_t at, const uint32_t *value,
                              size_t value_step, const uint32_t *mask, uint32_t count)
{
    for (uint32_t i = count; i > 0; i -= 32) {
        uint32_t word = mask ? mask[i / 32 - 1] : UINT32_MAX;

        if (word) {
            write_word(memory, at, value[(i - 1 - (uint32_t)__builtin_clz(word)) & value_step]);
            return;
        }
    }
}

static void scatter(struct lane_memory memory, const uint32_t *index, size_t index_step,
                    const uint32_t *value, size_t value_step, const uint32_t *mask, uint32_t count)
{
    if (index_step == 0) {
        scatter_uniform(memory, index[0], value, value_step, mask, count);
        return;
    }
    for (uint32_t i = 0; i < count; i += V_LANES)
        scatter_vector(memory, index + i, value + (i & value_step), mask, i);
}

/* ---- words at even distances ---- */

/* Plain loops, which compilers turn into shuffles when they know the distance. */
V_INLINE void take_row(uint32_t *restrict dst, const uint32_t *restrict words, ptrdiff_t stride,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        dst[i] = words[(ptrdiff_t)i * stride];
}

static void take_four(uint32_t *restrict a, uint32_t *restrict b, uint32_t *restrict c, uint32_t *restrict d,
                      const uint32_t *restrict words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        a[i] = words[4 * (size_t)i];
        b[i] = words[4 * (size_t)i + 1];
        c[i] = words[4 * (size_t)i + 2];
        d[i] = words[4 * (size_t)i + 3];
    }
}

V_INLINE bool is_vector(const uint8_t place[], uint32_t components, int32_t stride)
{
    return stride == 4 && components == 4 && place[0] == 0 && place[1] == 1 && place[2] == 2 && place[3] == 3;
}

/* Rows of whole vectors, each of them one word or words in a row. */
V_INLINE void take_vectors(uint32_t *dst, const uint32_t *words, const struct lane_grid *grid)
{
    for (uint32_t r = 0; r < grid->rows; r++, words += grid->pitch) {
        for (uint32_t i = 0; i < grid->row; i += V_LANES, dst += V_LANES)
            v_store(dst, grid->stride ? v_load_memory(words + i) : v_splat(words[0]));
    }
}

V_INLINE void take_rows(uint32_t *dst, const uint32_t *words, const struct lane_grid *grid, ptrdiff_t stride)
{
    for (uint32_t r = 0; r < grid->rows; r++)
        take_row(dst + r * grid->row, words + (ptrdiff_t)r * grid->pitch, stride, grid->row);
}

static void take_component(uint32_t *dst, const uint32_t *words, const struct lane_grid *grid)
{
    bool vectors = (uintptr_t)dst % LANE_ALIGN == 0 && grid->row % V_LANES == 0;

    switch (grid->stride) {
    case 0:
    case 1:
        if (vectors)
            take_vectors(dst, words, grid);
        else
            take_rows(dst, words, grid, grid->stride ? 1 : 0);
        break;
    case 2:
        take_rows(dst, words, grid, 2);
        break;
    case 4:
        take_rows(dst, words, grid, 4);
        break;
    default:
        take_rows(dst, words, grid, grid->stride);
    }
}

static void take(uint32_t *const dst[], const uint8_t place[], uint32_t components, const uint32_t *words,
                 const struct lane_grid *grid)
{
    struct lane_grid once = *grid;

    if (!grid->pitch) /* the other rows are those again */
        once.rows = 1;
    for (uint32_t r = 0; r < once.rows && is_vector(place, components, grid->stride); r++) {
        uint32_t at = r * grid->row;

        take_four(dst[0] + at, dst[1] + at, dst[2] + at, dst[3] + at, words + (ptrdiff_t)r * grid->pitch,
                  grid->row);
    }
    for (uint32_t c = 0; c < components; c++) {
        if (!is_vector(place, components, grid->stride))
            take_component(dst[c], words + place[c], &once);
        for (uint32_t r = once.rows; r < grid->rows; r++)
            take_row(dst[c] + r * grid->row, dst[c], 1, grid->row);
    }
}

V_INLINE void put_row(uint32_t *restrict words, ptrdiff_t stride, const uint32_t *restrict src, size_t step,
                      uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        words[(ptrdiff_t)i * stride] = src[i & step];
}

static void put_four(uint32_t *restrict words, const uint32_t *restrict a, const uint32_t *restrict b,
                     const uint32_t *restrict c, const uint32_t *restrict d, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        words[4 * (size_t)i] = a[i];
        words[4 * (size_t)i + 1] = b[i];
        words[4 * (size_t)i + 2] = c[i];
        words[4 * (size_t)i + 3] = d[i];
    }
}

V_INLINE void put_component(uint32_t *words, int32_t stride, const uint32_t *src, size_t step, uint32_t count)
{
    if (!step)
        put_row(words, stride, src, 0, count);
    else if (stride == 1)
        put_row(words, 1, src, SIZE_MAX, count);
    else
        put_row(words, stride, src, SIZE_MAX, count);
}

/* Row after row: words of one may be another's. */
static void put(uint32_t *words, const struct lane_grid *grid, const uint32_t *const src[], const size_t step[],
                const uint8_t place[], uint32_t components)
{
    bool vector = is_vector(place, components, grid->stride) && (step[0] & step[1] & step[2] & step[3]);

    for (uint32_t r = 0; r < grid->rows; r++, words += grid->pitch) {
        size_t at = r * grid->row;

        if (vector) {
            put_four(words, src[0] + at, src[1] + at, src[2] + at, src[3] + at, grid->row);
            continue;
        }
        for (uint32_t c = 0; c < components; c++)
            put_component(words + place[c], grid->stride, src[c] + (at & step[c]), step[c], grid->row);
    }
}

/* ---- bounds ---- */

V_INLINE void bounds_of_wave(uint32_t *low, uint32_t *high, const uint32_t *index, size_t index_step,
                             uint32_t limit, const uint32_t *mask)
{
    vu least = v_splat(UINT32_MAX), most = v_splat(0);

    for (uint32_t i = 0; i < 32; i += V_LANES) {
        vu at = v_load(index + (i & index_step));
        vm taken = v_mand(v_active(mask, i), v_ult(at, v_splat(limit)));

        least = v_umin(least, v_select(taken, at, v_splat(UINT32_MAX)));
        most = v_umax(most, v_select(taken, at, v_splat(0)));
    }
    *low = v_least(least);
    *high = v_most(most);
}

static void bounds(uint32_t *low, uint32_t *high, const uint32_t *index, size_t index_step, uint32_t limit,
                   const uint32_t *mask, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 32)
        bounds_of_wave(&low[i / 32], &high[i / 32], index + (i & index_step), index_step, limit, mask + i / 32);
}

/* ---- elements of one and two bytes ---- */

/* Lanes that go up by one move together. Memory may change while it is read: each element is moved whole. */
#define ELEMENTS(type, suffix)                                                                               \
    V_INLINE void gather_vector_##suffix(uint32_t *dst, struct lane_elements memory, const uint32_t *index,  \
                                         unsigned active)                                                    \
    {                                                                                                        \
        const type *elements = memory.data;                                                                  \
        uint32_t first = index[0];                                                                           \
                                                                                                             \
        if (active == V_ALL && first < memory.count && memory.count - first >= V_LANES &&                    \
            consecutive(v_load(index), first)) {                                                             \
            for (uint32_t lane = 0; lane < V_LANES; lane++)                                                  \
                dst[lane] = elements[first + lane];                                                          \
            return;                                                                                          \
        }                                                                                                    \
        for (; active; active &= active - 1) {                                                               \
            unsigned lane = (unsigned)__builtin_ctz(active);                                                 \
            dst[lane] = index[lane] < memory.count ? elements[index[lane]] : 0;                              \
        }                                                                                                    \
    }                                                                                                        \
    static void gather_##suffix(uint32_t *dst, struct lane_elements memory, const uint32_t *index,           \
                                size_t index_step, const uint32_t *mask, uint32_t count)                     \
    {                                                                                                        \
        uint32_t word = 0;                                                                                   \
                                                                                                             \
        if (index_step == 0) {                                                                               \
            word = index[0] < memory.count ? ((const type *)memory.data)[index[0]] : 0;                      \
            gather_uniform(dst, (struct lane_memory){&word, 1}, 0, mask, count);                             \
            return;                                                                                          \
        }                                                                                                    \
        for (uint32_t i = 0; i < count; i += V_LANES)                                                        \
            gather_vector_##suffix(dst + i, memory, index + i, active_bits(mask, i));                        \
    }                                                                                                        \
    V_INLINE void scatter_vector_##suffix(struct lane_elements memory, const uint32_t *index,                \
                                          const uint32_t *value, unsigned active)                            \
    {                                                                                                        \
        type *elements = memory.data;                                                                        \
        uint32_t first = index[0];                                                                           \
                                                                                                             \
        if (active == V_ALL && first < memory.count && memory.count - first >= V_LANES &&                    \
            consecutive(v_load(index), first)) {                                                             \
            for (uint32_t lane = 0; lane < V_LANES; lane++)                                                  \
                elements[first + lane] = (type)value[lane];                                                  \
            return;                                                                                          \
        }                                                                                                    \
        for (; active; active &= active - 1) {                                                               \
            unsigned lane = (unsigned)__builtin_ctz(active);                                                 \
            if (index[lane] < memory.count)                                                                  \
                elements[index[lane]] = (type)value[lane];                                                   \
        }                                                                                                    \
    }                                                                                                        \
    static void scatter_##suffix(struct lane_elements memory, const uint32_t *index, size_t index_step,      \
                                 const uint32_t *value, size_t value_step, const uint32_t *mask,             \
                                 uint32_t count)                                                             \
    {                                                                                                        \
        for (uint32_t i = 0; i < count && index_step; i += V_LANES)                                          \
            scatter_vector_##suffix(memory, index + i, value + (i & value_step), active_bits(mask, i));      \
        for (uint32_t i = count; i > 0 && !index_step; i -= 32) {                                            \
            uint32_t word = mask ? mask[i / 32 - 1] : UINT32_MAX;                                            \
                                                                                                             \
            if (word && index[0] < memory.count)                                                             \
                ((type *)memory.data)[index[0]] =                                                            \
                    (type)value[(i - 1 - (uint32_t)__builtin_clz(word)) & value_step];                       \
            if (word)                                                                                        \
                return;                                                                                      \
        }                                                                                                    \
    }
ELEMENTS(uint8_t, 8)
ELEMENTS(uint16_t, 16)

static void test(uint32_t *out, const uint32_t *value, size_t step, uint32_t count)
{
    for (uint32_t i = 0; i < count; i += 32) {
        uint32_t zeros = 0;

        for (uint32_t lane = 0; lane < 32; lane += V_LANES)
            zeros |= (uint32_t)v_bits(v_zero(v_load(value + ((i + lane) & step)))) << lane;
        out[i / 32] = ~zeros;
    }
}
