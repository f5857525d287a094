/* Barriers in divergent flow: what is proved about conditions, operation by operation, and what is left
 * alone. */
#include "dxbc_cases.h"

#include "assembler.h"

/* Eight threads; t is the flattened number of a thread, 0 to 7. */
static const char head[] = "cs_5_0\n"
                           "dcl_input vThreadIDInGroup.xyz\n"
                           "dcl_input vThreadIDInGroupFlattened\n"
                           "dcl_uav_raw u0\n"
                           "dcl_temps 3\n"
                           "dcl_thread_group 2, 2, 2\n"
                           "mov r0.x, vThreadIDInGroupFlattened.x\n";

static enum diag_code load_text(const char *body, char reason[256])
{
    char text[2048];
    struct dxbc_assembly assembly;
    struct dxbc_text_error error;
    struct dxbc_shader *shader = NULL;
    struct diag diag = {0};
    snprintf(text, sizeof(text), "%s%s\nret\n", head, body);
    if (dxbc_assemble(text, strlen(text), &assembly, &error) != DIAG_OK)
        fail_msg("line %u, column %u: %s\n%s", error.line, error.column, error.text, body);
    const enum diag_code code = dxbc_load(assembly.bytes, assembly.size, 0, &shader, &diag);
    snprintf(reason, 256, "%s", diag.text);
    dxbc_free(shader);
    dxbc_assembly_free(&assembly);
    return code;
}

static void expect_body(const char *body, bool divergent)
{
    char reason[256];
    const enum diag_code code = load_text(body, reason);
    if (code != (divergent ? DIAG_BARRIER : DIAG_OK))
        fail_msg("%s: %s", body, code == DIAG_OK ? "is taken" : reason);
}

/* r1.x is what the barrier's condition is; mixed: zero for some threads and not for others. */
static const struct condition {
    const char *text;
    bool mixed;
} conditions[] = {
    {"mov r1.x, r0.x", true},
    {"mov r1.x, vThreadIDInGroup.x", true},
    {"mov r1.x, vThreadIDInGroup.y", true},
    {"mov r1.x, vThreadIDInGroup.z", true},
    {"mov r1.x, vThreadIDInGroupFlattened.x", true},
    {"mov r1.x, l(0)", false},
    {"movc r1.x, r0.x, l(1), l(0)", true},
    {"movc r1.x, r0.x, l(1), l(2)", false},
    {"iadd r1.x, r0.x, l(-3)", true},
    {"iadd r1.x, r0.x, l(1)", false},
    {"iadd r1.x, -r0.x, l(3)", true},
    {"imad r1.x, r0.x, l(2), l(1)", false},
    {"imad r1.x, r0.x, l(2), l(-6)", true},
    {"ineg r1.x, r0.x", true},
    {"not r1.x, r0.x", false},
    {"and r1.x, r0.x, l(8)", false},
    {"and r1.x, r0.x, l(4)", true},
    {"or r1.x, r0.x, l(8)", false},
    {"or r1.x, r0.x, l(0)", true},
    {"xor r1.x, r0.x, l(8)", false},
    {"xor r1.x, r0.x, l(3)", true},
    {"ishl r1.x, r0.x, l(31)", true},
    {"ishl r1.x, r0.x, l(32)", true},
    {"ushr r1.x, r0.x, l(3)", false},
    {"ushr r1.x, r0.x, l(2)", true},
    {"ishr r1.x, r0.x, l(2)", true},
    {"ishr r1.x, r0.x, l(0)", true},
    {"not r1.x, r0.x\nishr r1.x, r1.x, l(31)", false},
    {"ieq r1.x, r0.x, l(9)", false},
    {"ieq r1.x, r0.x, l(2)", true},
    {"ine r1.x, r0.x, l(9)", false},
    {"ine r1.x, r0.x, l(2)", true},
    {"ilt r1.x, r0.x, l(-1)", false},
    {"ilt r1.x, r0.x, l(3)", true},
    {"ige r1.x, r0.x, l(-1)", false},
    {"ige r1.x, r0.x, l(3)", true},
    {"ult r1.x, r0.x, l(-1)", false},
    {"ult r1.x, r0.x, l(3)", true},
    {"uge r1.x, r0.x, l(-1)", false},
    {"uge r1.x, r0.x, l(3)", true},
    {"umin r1.x, r0.x, l(0)", false},
    {"umin r1.x, r0.x, l(1)", true},
    {"umax r1.x, r0.x, l(1)", false},
    {"umax r1.x, r0.x, l(0)", true},
    /* what is not followed: floats, memory, what was overwritten, other operations */
    {"imul null, r1.x, r0.x, l(1)", false},
    {"utof r1.x, r0.x", false},
    {"ld_raw r1.x, l(0), u0.x", false},
    {"mov r1.x, r0.x\nld_raw r1.x, l(0), u0.x", false},
    {"mov r1.x, |r0.x|", false},
};

static void operations(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(conditions); ++i) {
        char body[512];
        snprintf(body, sizeof(body), "%s\nif_nz r1.x\nsync_g_t\nendif", conditions[i].text);
        expect_body(body, conditions[i].mixed);
        snprintf(body, sizeof(body), "%s\nif_z r1.x\nsync_g_t\nendif", conditions[i].text);
        expect_body(body, conditions[i].mixed);
    }
}

static void flow(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool divergent;
    } flows[] = {
        {"sync_g_t", false},
        {"if_nz r0.x\nsync_g\nendif", false}, /* does not wait */
        {"if_nz r0.x\nnop\nelse\nsync_g_t\nendif", true},
        {"if_nz l(0)\nif_nz r0.x\nsync_g_t\nendif\nendif", false},
        {"if_nz l(1)\nif_nz r0.x\nsync_g_t\nendif\nendif", true},
        {"if_nz r0.x\nif_nz l(0)\nsync_g_t\nendif\nendif", false},
        {"retc_nz l(0)\nsync_g_t", false},
        {"switch r0.x\ncase l(0)\nbreak\ndefault\nbreak\nendswitch\nif_nz r0.x\nsync_g_t\nendif", true},
        {"switch r0.x\ncase l(0)\nret\ndefault\nbreak\nendswitch\nif_nz r0.x\nsync_g_t\nendif", false},
        {"loop\nbreakc_nz r0.x\nsync_g_t\nendloop", true},
        {"loop\nbreakc_nz l(1)\nendloop\nif_nz r0.x\nsync_g_t\nendif", true},
        {"loop\nif_nz r0.x\nbreak\nendif\nsync_g_t\nbreak\nendloop", true},
        /* not proved, so taken: the executors see to the rest */
        {"if_nz r0.x\nif_nz l(1)\nsync_g_t\nendif\nendif", false},
        {"if_nz r0.x\nret\nendif\nsync_g_t", false},
        {"retc_nz r0.x\nsync_g_t", false},
        {"ld_raw r1.x, l(0), u0.x\nif_nz r1.x\nif_nz r0.x\nsync_g_t\nendif\nendif", false},
    };
    for (size_t i = 0; i < COUNT(flows); ++i)
        expect_body(flows[i].text, flows[i].divergent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(operations), cmocka_unit_test(flow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
