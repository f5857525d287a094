/* Container faults, side chunks, truncation at every byte, and running out of memory at every allocation. */
#include "dxbc_cases.h"

#include "alloc.h"

static uint8_t *copy_case(size_t *size)
{
    return read_case("golden/vs_4_0_transform.dxbc", size);
}

static void header_faults(void **state)
{
    (void)state;
    static const struct {
        size_t offset;
        uint32_t word;
        enum diag_code code;
        const char *text;
    } faults[] = {
        {0, 0x46454443, DIAG_CONTAINER_MAGIC, "not a DXBC container"},
        {20, 2, DIAG_CONTAINER_VERSION, "version 2.0"},
        {24, 16, DIAG_CONTAINER_SIZE, "16 bytes"},
        {24, 0x7fffffff, DIAG_CONTAINER_SIZE, "bytes"},
        {24, 0x01000000, DIAG_CONTAINER_TRUNCATED, "the file has"},
        {28, 0x40000000, DIAG_CONTAINER_CHUNK, "1073741824 chunks"},
        {32, 0xfffffff0, DIAG_CONTAINER_CHUNK, "past the end"},
    };
    for (size_t i = 0; i < COUNT(faults); ++i) {
        size_t size;
        uint8_t *bytes = copy_case(&size);
        set_word_at(bytes, faults[i].offset, faults[i].word);
        fix_checksum(bytes, size);
        expect_refused(bytes, size, faults[i].code, faults[i].text);
    }
    expect_refused(calloc(1, 4), 4, DIAG_CONTAINER_TRUNCATED, "4 bytes");
    expect_refused(calloc(1, 1), 0, DIAG_CONTAINER_TRUNCATED, "0 bytes");
}

static void chunk_faults(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = copy_case(&size);
    set_word_at(bytes, chunk_at(bytes, "STAT") - 4, 0x1000);
    fix_checksum(bytes, size);
    expect_refused(bytes, size, DIAG_CONTAINER_CHUNK, "4096 bytes");

    bytes = copy_case(&size);
    memcpy(bytes + chunk_at(bytes, "SHDR") - 8, "XXXX", 4);
    fix_checksum(bytes, size);
    expect_refused(bytes, size, DIAG_CONTAINER_NO_PROGRAM, "no program");

    bytes = copy_case(&size);
    memcpy(bytes + chunk_at(bytes, "STAT") - 8, "DXIL", 4);
    fix_checksum(bytes, size);
    expect_refused(bytes, size, DIAG_CONTAINER_DXIL, "DXIL");
}

static void unknown_chunks_are_kept(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = copy_case(&size);
    memcpy(bytes + chunk_at(bytes, "STAT") - 8, "XHSH", 4);
    fix_checksum(bytes, size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    assert_int_equal(shader->chunk_count, 5);
    assert_int_equal(shader->chunks[4].fourcc, 0x48534858);
    assert_int_equal(shader->stat_count, 0);
    dxbc_free(shader);
    free(bytes);
}

static void bytes_behind_the_container_do_not_matter(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = copy_case(&size);
    bytes = realloc(bytes, size + 100);
    memset(bytes + size, 0x55, 100);
    struct dxbc_shader *shader = load_bytes(bytes, size + 100);
    assert_int_equal(shader->size, size);
    dxbc_free(shader);
    free(bytes);
}

static void signatures(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = copy_case(&size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    assert_true(shader->input.present && shader->output.present && !shader->patch_constant.present);
    assert_int_equal(shader->input.count, 5);
    const struct dxbc_signature_element *element = &shader->input.elements[3];
    assert_string_equal(element->name, "SV_VertexID");
    assert_int_equal(element->system_value, 6);
    assert_int_equal(element->component_type, 1);
    assert_int_equal(element->reg, 3);
    assert_int_equal(element->mask, 1);
    assert_string_equal(shader->output.elements[2].name, "COLOR");
    assert_int_equal(shader->output.elements[2].index, 1);
    assert_int_equal(shader->output.elements[2].rw_mask, 8);
    dxbc_free(shader);

    set_word_at(bytes, chunk_at(bytes, "ISGN"), 0x10000000);
    fix_checksum(bytes, size);
    expect_refused(bytes, size, DIAG_SIGNATURE, "past the end");
    bytes = copy_case(&size);
    set_word_at(bytes, chunk_at(bytes, "OSGN") + 8, 0x10000);
    fix_checksum(bytes, size);
    expect_refused(bytes, size, DIAG_SIGNATURE, "no name");
}

static void streams_and_minimum_precision(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/gs_5_0_streams.dxbc", &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    assert_int_equal(shader->output.count, 4);
    assert_int_equal(shader->output.elements[0].stream, 0);
    assert_int_equal(shader->output.elements[3].stream, 1);
    assert_string_equal(shader->output.elements[3].name, "K");
    dxbc_free(shader);
    free(bytes);

    bytes = read_case("golden/ps_5_0_minprecision.dxbc", &size);
    shader = load_bytes(bytes, size);
    assert_int_equal(shader->input.elements[0].min_precision, 1);
    assert_int_equal(shader->input.elements[1].min_precision, 5);
    assert_int_equal(shader->feature_flags, 0x10);
    dxbc_free(shader);
    free(bytes);
}

static void reflection(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/cs_5_0_memory.dxbc", &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    const struct dxbc_reflection *rdef = &shader->reflection;
    assert_true(rdef->present);
    assert_int_equal(rdef->binding_count, 12);
    assert_string_equal(rdef->bindings[5].name, "moved");
    assert_int_equal(rdef->bindings[5].type, 11); /* structured with counter */
    assert_int_equal(rdef->bindings[5].sample_count, 32);
    assert_string_equal(rdef->bindings[3].name, "slices");
    assert_int_equal(rdef->bindings[3].return_type, 4);
    const struct dxbc_cbuffer_info *buffer = &rdef->cbuffers[0];
    assert_string_equal(buffer->name, "settings");
    assert_int_equal(buffer->variable_count, 4);
    assert_string_equal(buffer->variables[2].name, "steps");
    assert_int_equal(buffer->variables[2].offset, 112);
    assert_int_equal(buffer->variables[2].type->elements, 5);
    assert_string_equal(buffer->variables[1].type->name, "float3x4");
    const struct dxbc_type *element = rdef->cbuffers[1].variables[0].type;
    assert_int_equal(element->member_count, 3);
    assert_string_equal(element->members[2].name, "colour");
    assert_int_equal(element->members[2].offset, 16);
    dxbc_free(shader);

    /* A constant buffer that claims more variables than the chunk could hold. */
    const size_t rdef_at = chunk_at(bytes, "RDEF");
    set_word_at(bytes, rdef_at + word_at(bytes, rdef_at + 4) + 4, 0x00100000);
    fix_checksum(bytes, size);
    expect_refused(bytes, size, DIAG_REFLECTION, "past the end");
}

static void default_values(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = copy_case(&size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    const struct dxbc_variable *light = &shader->reflection.cbuffers[0].variables[2];
    float value[3];
    assert_non_null(light->default_value);
    memcpy(value, light->default_value, sizeof(value));
    assert_true(value[0] == 0.5f && value[1] == 0.25f && value[2] == -1.0f);
    assert_null(light->type->name); /* shader model 4 has none */
    dxbc_free(shader);
    free(bytes);
}

static void a_type_that_holds_itself(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/cs_5_0_memory.dxbc", &size);
    const size_t rdef = chunk_at(bytes, "RDEF");
    const size_t buffer = rdef + word_at(bytes, rdef + 4) + 24; /* the second one: particles */
    const size_t variable = rdef + word_at(bytes, buffer + 8);
    const uint32_t type = word_at(bytes, variable + 16);
    const size_t members = rdef + word_at(bytes, rdef + type + 12);
    set_word_at(bytes, members + 4, type);
    fix_checksum(bytes, size);
    expect_refused(bytes, size, DIAG_REFLECTION, "nested too deeply");
}

static void class_linkage(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = read_case("golden/cs_5_0_classes.dxbc", &size);
    struct dxbc_shader *shader = load_bytes(bytes, size);
    const struct dxbc_interfaces *ifce = &shader->interfaces;
    assert_true(ifce->present);
    assert_int_equal(ifce->slot_count, 5);
    assert_int_equal(ifce->type_count, 2);
    assert_int_equal(ifce->instance_count, 3);
    assert_string_equal(ifce->types[1].name, "square");
    assert_string_equal(ifce->instances[2].name, "row");
    assert_int_equal(ifce->instances[2].count, 2);
    assert_int_equal(ifce->instances[2].cb_slot, 1);
    assert_int_equal(ifce->instances[2].cb_offset, 2);
    assert_int_equal(ifce->slots[1].slot_count, 4);
    assert_int_equal(ifce->slots[1].tables[1], 3);
    dxbc_free(shader);
    const size_t chunk = chunk_at(bytes, "IFCE");
    set_word_at(bytes, chunk + 8, 0x01000000);
    fix_checksum(bytes, size);
    expect_refused(bytes, size, DIAG_INTERFACES, "past the end");
}

static const char *const whole_cases[] = {
    "golden/cs_5_0_flow.dxbc",    "golden/cs_5_0_classes.dxbc", "golden/hs_5_0_quad.dxbc",
    "golden/gs_5_0_streams.dxbc", "golden/cs_5_1_ranges.dxbc",
};

static void every_truncation(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(whole_cases); ++i) {
        size_t size;
        uint8_t *bytes = read_case(whole_cases[i], &size);
        for (size_t cut = 0; cut < size; ++cut) {
            uint8_t *copy = malloc(cut + !cut); /* exact, so that a sanitizer sees a read behind it */
            memcpy(copy, bytes, cut);
            expect_refused(copy, cut, DIAG_CONTAINER_TRUNCATED, "bytes");
        }
        free(bytes);
    }
}

/* The same with a size field and a digest that fit: the chunks are what is cut. */
static void every_truncation_that_admits_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(whole_cases); ++i) {
        size_t size;
        uint8_t *bytes = read_case(whole_cases[i], &size);
        for (size_t cut = 32; cut < size; ++cut) {
            uint8_t *copy = malloc(cut);
            memcpy(copy, bytes, cut);
            set_word_at(copy, 24, (uint32_t)cut);
            fix_checksum(copy, cut);
            expect_refused(copy, cut, DIAG_CONTAINER_CHUNK, "");
        }
        free(bytes);
    }
}

static void every_allocation_fails_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(whole_cases); ++i) {
        size_t size;
        uint8_t *bytes = read_case(whole_cases[i], &size);
        struct dxbc_shader *shader = NULL;
        struct diag diag;
        enum diag_code code = DIAG_NO_MEMORY;
        long budget = 0;
        for (; code == DIAG_NO_MEMORY; ++budget) {
            assert_true(budget < 100000);
            dxbc_alloc_budget = budget;
            code = dxbc_load(bytes, size, 0, &shader, &diag);
            assert_int_equal(code, diag.code);
            assert_true((code == DIAG_OK) == (shader != NULL));
        }
        dxbc_alloc_budget = -1;
        assert_int_equal(code, DIAG_OK);
        assert_true(budget > 20);
        dxbc_free(shader);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_faults),
        cmocka_unit_test(chunk_faults),
        cmocka_unit_test(unknown_chunks_are_kept),
        cmocka_unit_test(bytes_behind_the_container_do_not_matter),
        cmocka_unit_test(signatures),
        cmocka_unit_test(streams_and_minimum_precision),
        cmocka_unit_test(reflection),
        cmocka_unit_test(default_values),
        cmocka_unit_test(a_type_that_holds_itself),
        cmocka_unit_test(class_linkage),
        cmocka_unit_test(every_truncation),
        cmocka_unit_test(every_truncation_that_admits_it),
        cmocka_unit_test(every_allocation_fails_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
