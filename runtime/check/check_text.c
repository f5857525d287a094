/*
 * Findings in words: names of resources, members of structures by their offset, instructions with their
 * lines.
 */
#include "checker_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "dxbc.h"
#include "format.h"
#include "texel.h"

const char *check_access_name(uint8_t access)
{
    static const char *const names[] = {"", "read", "write", "atomic"};
    return access < sizeof(names) / sizeof(*names) ? names[access] : "";
}

/* ---- names ---- */

static char register_letter(uint8_t file)
{
    switch (file) {
    case DXBC_FILE_RESOURCE:
        return 't';
    case DXBC_FILE_UAV:
        return 'u';
    case DXBC_FILE_TGSM:
        return 'g';
    case DXBC_FILE_INDEXABLE_TEMP:
        return 'x';
    default:
        return 0;
    }
}

static bool is_uav_binding(uint32_t type)
{
    switch (type) {
    case D3D_SIT_UAV_RWTYPED:
    case D3D_SIT_UAV_RWSTRUCTURED:
    case D3D_SIT_UAV_RWBYTEADDRESS:
    case D3D_SIT_UAV_APPEND_STRUCTURED:
    case D3D_SIT_UAV_CONSUME_STRUCTURED:
    case D3D_SIT_UAV_RWSTRUCTURED_WITH_COUNTER:
        return true;
    default:
        return false;
    }
}

static bool is_srv_binding(uint32_t type)
{
    return type == D3D_SIT_TEXTURE || type == D3D_SIT_STRUCTURED || type == D3D_SIT_BYTEADDRESS;
}

static const struct dxbc_binding *find_binding(const struct dxbc_shader *shader, uint8_t file, uint32_t slot)
{
    bool view = file == DXBC_FILE_UAV || file == DXBC_FILE_RESOURCE;
    for (uint32_t i = 0; view && i < shader->reflection.binding_count; i++) {
        const struct dxbc_binding *b = &shader->reflection.bindings[i];
        bool sort = file == DXBC_FILE_UAV ? is_uav_binding(b->type) : is_srv_binding(b->type);
        if (sort && slot >= b->bind_point && slot - b->bind_point < b->bind_count)
            return b;
    }
    return NULL;
}

static const struct resource *bound_resource(const struct stage_state *stage, uint8_t file, uint32_t slot)
{
    if (file == DXBC_FILE_UAV && slot < stage->uav_limit && stage->uavs[slot])
        return stage->uavs[slot]->resource;
    if (file == DXBC_FILE_RESOURCE && slot < stage->resource_limit && stage->resources[slot])
        return stage->resources[slot]->resource;
    return NULL;
}

/* u0 'Out', with the shader's name for it, else the resource's own. */
static void name_resource(char out[CHECK_NAME], const struct check_finding *finding,
                          const struct checker_run *run)
{
    char letter = register_letter(finding->file), own[64] = "";
    const struct dxbc_binding *binding = find_binding(run->shader->dxbc, finding->file, finding->slot);
    const struct resource *resource = bound_resource(run->stage, finding->file, finding->slot);
    if (!letter)
        return;
    if (resource)
        object_debug_name((struct object *)&resource->obj, own, sizeof(own));
    if (binding)
        snprintf(out, CHECK_NAME, "%c%u '%.80s'", letter, finding->slot, binding->name);
    else if (*own)
        snprintf(out, CHECK_NAME, "%c%u '%.80s'", letter, finding->slot, own);
    else
        snprintf(out, CHECK_NAME, "%c%u", letter, finding->slot);
}

/* ---- members of structures ---- */

enum { CLASS_STRUCT = 5, CLASS_MATRIX_COLUMNS = 3, TYPE_DOUBLE = 39, MAX_NESTING = 32 };

struct path {
    char *out;
    size_t used;
};

static void append(struct path *path, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(struct path *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(path->out + path->used, CHECK_MEMBER - path->used, format, args);
    va_end(args);
    path->used += length < 0 ? 0 : (size_t)length;
    if (path->used >= CHECK_MEMBER)
        path->used = CHECK_MEMBER - 1;
}

/* Bytes of one element as structured buffers lay it out: no padding but for doubles. */
static uint32_t type_bytes(const struct dxbc_type *type, unsigned depth)
{
    uint32_t scalar = type->type == TYPE_DOUBLE ? 8 : 4, size = 0;
    if (type->class_ != CLASS_STRUCT)
        return scalar * (type->rows ? type->rows : 1) * (type->columns ? type->columns : 1);
    for (uint32_t i = 0; i < type->member_count && depth < MAX_NESTING; i++) {
        const struct dxbc_member *member = &type->members[i];
        uint32_t count = member->type->elements ? member->type->elements : 1;
        uint32_t end = member->offset + count * type_bytes(member->type, depth + 1);
        size = end > size ? end : size;
    }
    return size;
}

static void append_component(struct path *path, const struct dxbc_type *type, uint32_t offset)
{
    uint32_t scalar = type->type == TYPE_DOUBLE ? 8 : 4, at = offset / scalar;
    if (type->rows > 1) {
        uint32_t across = type->class_ == CLASS_MATRIX_COLUMNS ? type->rows : type->columns;
        uint32_t major = across ? at / across : 0, minor = across ? at % across : 0;
        bool columns = type->class_ == CLASS_MATRIX_COLUMNS;
        append(path, "._m%u%u", columns ? minor : major, columns ? major : minor);
    } else if (type->columns > 1 && at < 4) {
        append(path, ".%c", "xyzw"[at]);
    }
}

static void append_member(struct path *path, const struct dxbc_type *type, uint32_t offset, unsigned depth)
{
    uint32_t size = type_bytes(type, depth);
    if (type->elements && size) {
        append(path, "[%u]", offset / size);
        offset %= size;
    }
    if (type->class_ != CLASS_STRUCT) {
        append_component(path, type, offset);
        return;
    }
    for (uint32_t i = type->member_count; i-- > 0 && depth < MAX_NESTING;)
        if (offset >= type->members[i].offset) {
            append(path, "%s%s", path->used ? "." : "", type->members[i].name);
            append_member(path, type->members[i].type, offset - type->members[i].offset, depth + 1);
            return;
        }
}

/* The member at an offset within an element of a structured buffer. */
static void name_member(char out[CHECK_MEMBER], const struct check_finding *finding,
                        const struct checker_run *run, uint32_t offset)
{
    enum { RESOURCE_BIND_INFO = 3 };
    const struct dxbc_reflection *reflection = &run->shader->dxbc->reflection;
    const struct dxbc_binding *binding = find_binding(run->shader->dxbc, finding->file, finding->slot);
    struct path path = {.out = out};
    for (uint32_t i = 0; binding && i < reflection->cbuffer_count; i++) {
        const struct dxbc_cbuffer_info *info = &reflection->cbuffers[i];
        if (info->type == RESOURCE_BIND_INFO && info->variable_count == 1 && info->variables[0].type &&
            !strcmp(info->name, binding->name)) {
            append_member(&path, info->variables[0].type, offset, 0);
            return;
        }
    }
}

/* ---- places ---- */

/* " (3, 4), mip 1": which texel a byte of a texture belongs to. */
static void append_texel(struct path *path, const struct resource *resource, uint64_t offset)
{
    uint64_t slice = resource->array_pitch ? offset / resource->array_pitch : 0, rest = offset;
    uint32_t mip = resource->desc.mip_levels;
    rest -= slice * resource->array_pitch;
    while (mip > 1 && rest < resource->mips[mip - 1].offset)
        mip--;
    const struct kernel_mip *at = &resource->mips[mip - 1];
    rest -= at->offset;
    uint64_t z = at->depth_pitch ? rest / at->depth_pitch : 0;
    rest -= z * at->depth_pitch;
    uint64_t y = at->row_pitch ? rest / at->row_pitch : 0, x = at->row_pitch ? rest % at->row_pitch : 0;
    x /= resource->format->block_bytes * (uint64_t)resource->desc.samples.Count;
    append(path, "texel (%llu, %llu", (unsigned long long)x * resource->format->block_width,
           (unsigned long long)y * resource->format->block_height);
    if (resource->desc.depth > 1)
        append(path, ", %llu", (unsigned long long)z);
    append(path, ")");
    if (resource->desc.array_size > 1)
        append(path, " of slice %llu", (unsigned long long)slice);
    if (resource->desc.mip_levels > 1)
        append(path, ", mip %u", mip - 1);
}

/* "element 3, byte 4 (position.y)", "byte 48", "texel (1, 2)" */
static void describe_place(char out[CHECK_MEMBER * 2], struct check_entry *entry,
                           const struct check_finding *finding, const struct checker_run *run)
{
    const struct resource *resource = bound_resource(run->stage, finding->file, finding->slot);
    uint64_t within = finding->offset - finding->view_offset;
    struct path path = {.out = out};
    if (resource && !resource_is_buffer(resource)) {
        append_texel(&path, resource, finding->offset);
        return;
    }
    if (!finding->stride) {
        append(&path, "byte %llu", (unsigned long long)within);
        return;
    }
    entry->element = within / finding->stride;
    name_member(entry->member, finding, run, (uint32_t)(within % finding->stride));
    append(&path, "element %llu", (unsigned long long)entry->element);
    if (*entry->member)
        append(&path, " (%s)", entry->member);
    else if (finding->stride > 4)
        append(&path, ", byte %llu of it", (unsigned long long)(within % finding->stride));
}

static void fill_side(struct check_side *side, const struct check_actor *actor, struct shader *of)
{
    const struct dxbc_shader *shader = of->dxbc;
    *side =
        (struct check_side){.instruction = actor->instruction, .access = check_access_name(actor->access)};
    if (actor->instruction == CHECK_NO_INSTRUCTION)
        return;
    side->line = dxbc_listing_line(shader, actor->instruction);
    dxbc_print_instr(shader, actor->instruction, side->text, sizeof(side->text));
    for (size_t end = strlen(side->text); end && side->text[end - 1] == ' '; end--)
        side->text[end - 1] = 0;
    const struct dxbc_place *place = shader_place(of, actor->instruction);
    if (place->line) {
        snprintf(side->source_file, sizeof(side->source_file), "%.*s", CHECK_PATH - 1, place->file);
        side->source_line = place->part_line;
        side->source_column = place->part_column;
    }
    memcpy(side->group, actor->group, sizeof(side->group));
    memcpy(side->thread, actor->thread, sizeof(side->thread));
}

/* ---- sentences ---- */

struct sentence {
    char *out;
    size_t used;
};

static void say(struct sentence *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct sentence *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(s->out + s->used, CHECK_SENTENCE - s->used, format, args);
    va_end(args);
    s->used += length < 0 ? 0 : (size_t)length;
    if (s->used >= CHECK_SENTENCE)
        s->used = CHECK_SENTENCE - 1;
}

static const char *base_name(const char *path)
{
    for (const char *c = path; *c; c++)
        if (*c == '/' || *c == '\\')
            path = c + 1;
    return path;
}

/* "line 31 (store_raw ...)", "blur.hlsl:12:5 (line 31, store_raw ...)" */
static void say_instruction(struct sentence *s, const struct check_side *side)
{
    if (!side->source_line) {
        say(s, "line %u (%s)", side->line, side->text);
        return;
    }
    say(s, "%s:%u", base_name(side->source_file), side->source_line);
    if (side->source_column)
        say(s, ":%u", side->source_column);
    say(s, " (line %u, %s)", side->line, side->text);
}

static void say_who(struct sentence *s, const struct check_side *side)
{
    say(s, "group (%u, %u, %u) thread (%u, %u, %u)", side->group[0], side->group[1], side->group[2],
        side->thread[0], side->thread[1], side->thread[2]);
}

static void say_access(struct sentence *s, const struct check_side *side)
{
    static const char *const verbs[][2] = {
        {"read", "reads at"}, {"write", "writes at"}, {"atomic", "has an atomic at"}, {"", "is at"}};
    unsigned i = 0;
    while (i < 3 && strcmp(side->access, verbs[i][0]))
        i++;
    say_who(s, side);
    say(s, " %s ", verbs[i][1]);
    say_instruction(s, side);
}

static void say_race(struct sentence *s, const struct check_entry *entry, const char *place)
{
    const struct check_side *a = &entry->first, *b = &entry->second;
    say(s, "%s, %s: ", entry->resource, place);
    say_access(s, a);
    say(s, ", ");
    say_access(s, b);
    if (memcmp(a->group, b->group, sizeof(a->group)))
        say(s, "; no barrier orders different groups");
}

/* "outside the texture (y is 9, mip 1 of the view is 8 high)" */
static void say_axis(struct sentence *s, const struct check_finding *finding)
{
    static const struct {
        const char *name, *has, *unit;
    } axes[] = {
        [TEXEL_X] = {"x", "is", "wide"},     [TEXEL_Y] = {"y", "is", "high"},
        [TEXEL_Z] = {"z", "is", "deep"},     [TEXEL_SLICE] = {"slice", "has", "slice"},
        [TEXEL_MIP] = {"mip", "has", "mip"}, [TEXEL_SAMPLE] = {"sample", "has", "sample"},
    };
    uint32_t axis = finding->values[0];
    bool extent = axis <= TEXEL_Z;
    say(s, ", outside the texture (%s is %llu, ", axes[axis].name, (unsigned long long)finding->element);
    if (extent && finding->values[1])
        say(s, "mip %u of the view", finding->values[1]);
    else
        say(s, "the view");
    say(s, " %s %llu %s%s)", axes[axis].has, (unsigned long long)finding->limit, axes[axis].unit,
        extent || finding->limit == 1 ? "" : "s");
}

static void say_outside(struct sentence *s, const struct check_entry *entry,
                        const struct check_finding *finding, const struct resource *resource)
{
    unsigned long long offset = finding->offset, element = finding->element, limit = finding->limit;
    say(s, "%s: ", entry->resource);
    say_access(s, &entry->second);
    if (resource && !resource_is_buffer(resource))
        say_axis(s, finding);
    else if (!finding->stride)
        say(s, ", byte %llu of %llu", offset, limit);
    else if (element >= limit)
        say(s, ", element %llu of %llu", element, limit);
    else
        say(s, ", byte %llu of element %llu, which has %u", offset, element, finding->stride);
}

static void say_other(struct sentence *s, const struct check_finding *finding,
                      const struct check_entry *entry, const char *place)
{
    uint32_t other = finding->values[1];
    if (finding->kind == CHECK_ORDER && other == 0)
        say(s, "with groups and threads in descending order ");
    else if (finding->kind == CHECK_ORDER)
        say(s, "with groups and threads shuffled (order %u) ", other);
    else
        say(s, "with %s, %s and %u thread%s ", kernel_executor_name(other >> 24),
            cpu_isa_name(other >> 16 & 0xFF), other & 0xFFFF, (other & 0xFFFF) == 1 ? "" : "s");
    if (!finding->limit)
        say(s, "the counter of %s ends at %u", entry->resource, finding->values[0]);
    else
        say(s, "%llu element%s of %s differ%s, the first at %s", (unsigned long long)finding->limit,
            finding->limit == 1 ? "" : "s", entry->resource, finding->limit == 1 ? "s" : "", place);
    if (entry->second.instruction == CHECK_NO_INSTRUCTION)
        return;
    say(s, "; order becomes visible through ");
    say_instruction(s, &entry->second);
}

static void say_kind(struct sentence *s, struct check_entry *entry, const struct check_finding *finding,
                     const struct checker_run *run)
{
    const struct resource *resource = bound_resource(run->stage, finding->file, finding->slot);
    char place[CHECK_MEMBER * 2] = "";
    switch ((enum check_kind)finding->kind) {
    case CHECK_RACE:
    case CHECK_RACE_SAME_VALUE:
    case CHECK_RACE_ATOMIC:
        describe_place(place, entry, finding, run);
        say_race(s, entry, place);
        break;
    case CHECK_READ_OUTSIDE:
    case CHECK_WRITE_OUTSIDE:
        entry->element = finding->element;
        say_outside(s, entry, finding, resource);
        break;
    case CHECK_INDEX_OUTSIDE:
        say(s, "%s[%u] of %llu: ", entry->resource, finding->values[0], (unsigned long long)finding->limit);
        say_access(s, &entry->second);
        break;
    case CHECK_UNWRITTEN_REGISTER:
        if (finding->file == DXBC_FILE_TEMP)
            say(s, "r%u.%c: ", finding->slot, "xyzw"[finding->values[1] & 3]);
        else
            say(s, "%s[%u].%c: ", entry->resource, finding->values[0], "xyzw"[finding->values[1] & 3]);
        say_access(s, &entry->second);
        break;
    case CHECK_UNWRITTEN_SHARED:
    case CHECK_UNWRITTEN_RESOURCE:
        describe_place(place, entry, finding, run);
        say(s, "%s, %s: ", entry->resource, place);
        say_access(s, &entry->second);
        break;
    case CHECK_COUNTER_BELOW:
    case CHECK_COUNTER_PAST:
        say(s, "%s: the counter stands at %u of %llu: ", entry->resource, finding->values[0],
            (unsigned long long)finding->limit);
        say_access(s, &entry->second);
        break;
    case CHECK_COUNTER_MIXED:
        say(s, "%s: ", entry->resource);
        say_access(s, &entry->first);
        say(s, ", ");
        say_access(s, &entry->second);
        break;
    case CHECK_UNBOUND:
        say(s, "%s: nothing is bound, ", entry->resource);
        say_access(s, &entry->second);
        break;
    case CHECK_DIVERGENT_BARRIER:
    case CHECK_VIEW_MISMATCH:
        say(s, "group (%u, %u, %u) at ", entry->second.group[0], entry->second.group[1],
            entry->second.group[2]);
        say_instruction(s, &entry->second);
        break;
    case CHECK_NOT_A_NUMBER:
    case CHECK_INFINITE:
        say_access(s, &entry->second);
        break;
    case CHECK_ORDER:
    case CHECK_REPRODUCIBLE:
        if (finding->limit)
            describe_place(place, entry, finding, run);
        say_other(s, finding, entry, place);
        break;
    case CHECK_ENDLESS:
        say(s, "stopped at ");
        say_instruction(s, &entry->second);
        break;
    case CHECK_INCOMPLETE:
        say(s, "%s: later accesses to some pages were not looked at",
            finding->values[0] ? "shadow memory is full (option memory=MB)" : "no memory for shadow pages");
        break;
    case CHECK_KIND_COUNT:
        break;
    }
}

void check_entry_describe(struct check_entry *entry, const struct check_finding *finding,
                          const struct checker_run *run)
{
    struct sentence sentence = {.out = entry->text};
    object_debug_name(&run->shader->obj, entry->shader, sizeof(entry->shader));
    name_resource(entry->resource, finding, run);
    fill_side(&entry->first, &finding->first, run->shader);
    fill_side(&entry->second, &finding->second, run->shader);
    say_kind(&sentence, entry, finding, run);
}
