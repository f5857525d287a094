/*
 * SetShader and GetShader of every stage: the shader and the class instances in its interface slots.
 */
#include "context.h"
#include "context_methods.h"
#include "context_record.h"
#include "context_slots.h"

/* How many instances the shader wants. */
static uint32_t interface_slots(const struct shader *shader)
{
    const struct dxbc_program *program = &shader->dxbc->program;
    return program->interface_count ? program->interface_slot_count : 0;
}

/* One slot: its instance to what kernels see; false with a message when it does not fit. */
static bool show_instance(struct context *context, enum stage at, const struct shader *shader, uint32_t slot)
{
    struct stage_state *stage = &context->state->stages[at];
    const struct class_instance *instance = stage->instances[slot];
    struct kernel_class_instance *to = &stage->bindings.interfaces[slot];
    D3D11_MESSAGE_ID why = D3D11_MESSAGE_ID_DEVICE_SETSHADER_INVALID_INSTANCE;
    to->table = -1;
    if (!instance)
        return false;
    if (instance->linkage == shader->linkage &&
        class_instance_resolve(instance, &shader->dxbc->interfaces, slot, to, &why))
        return true;
    message_error(context->obj.device, why,
                  "%sSetShader: the class instance for interface slot %u is of another linkage, unknown to "
                  "the shader, or of a class that cannot stand there",
                  stage_name(at), slot);
    return false;
}

void command_set_shader(struct context *context, const struct command *command)
{
    const struct slot_args *args = command->args;
    struct stage_state *stage = &context->state->stages[args->stage];
    struct shader *shader = (struct shader *)command->objects[0];
    uint32_t count = command->object_count - 1;
    stage_use(stage);
    for (uint32_t i = 0; i < count || i < stage->instance_count; i++) {
        OBJECT_SLOT_SET(stage->instances[i],
                        i < count ? (struct class_instance *)command->objects[1 + i] : NULL);
        stage->bindings.interfaces[i].table = -1;
    }
    stage->instance_count = count;
    OBJECT_SLOT_SET(stage->shader, shader);
    stage->instances_fit = shader && count == interface_slots(shader);
    for (uint32_t i = 0; i < count && stage->instances_fit; i++)
        stage->instances_fit = show_instance(context, args->stage, shader, i);
}

static void submit(struct context *context, enum stage stage, struct shader *shader,
                   struct class_instance *const *instances, uint32_t count)
{
    const struct slot_args args = {.stage = stage};
    struct object *objects[1 + KERNEL_INTERFACES] = {shader ? &shader->obj : NULL};
    for (uint32_t i = 0; i < count; i++)
        objects[1 + i] = instances[i] ? &instances[i]->obj : NULL;
    context_submit(context, &(struct command){COMMAND_SET_SHADER, COMMAND_OBJECTS(objects, 1 + count),
                                              COMMAND_ARGS(args)});
}

void shader_record(struct context *context, enum stage at)
{
    const struct stage_state *stage = &context->state->stages[at];
    submit(context, at, stage->shader, stage->instances, stage->instance_count);
}

static void set_shader(struct context *context, enum stage stage, struct shader *shader,
                       ID3D11ClassInstance *const *instance_ifaces, UINT count)
{
    CONTEXT_GUARD(context);
    struct class_instance *instances[KERNEL_INTERFACES];
    if (!instance_ifaces)
        count = 0;
    if (count > KERNEL_INTERFACES || (count && shader && count != interface_slots(shader))) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_SETSHADER_INTERFACE_COUNT_MISMATCH,
                      "%sSetShader: %u class instances, but the shader has %u interface slots; none is set",
                      stage_name(stage), count, shader ? interface_slots(shader) : 0);
        count = 0;
    }
    for (UINT i = 0; i < count; i++)
        instances[i] = class_instance_of(instance_ifaces[i]);
    submit(context, stage, shader, instances, shader ? count : 0);
}

/* shader: where its interface pointer goes. */
static void get_shader(struct context *context, enum stage at, ID3D11DeviceChild **shader,
                       ID3D11ClassInstance **instances, UINT *instance_count)
{
    CONTEXT_GUARD(context);
    struct stage_state *stage = &context->state->stages[at];
    UINT count = stage->instance_count;
    if (shader)
        SLOT_GET(*shader, stage->shader, &stage->shader->iface);
    if (!instance_count)
        return;
    if (instances && count > *instance_count)
        count = *instance_count;
    for (UINT i = 0; instances && i < count; i++)
        SLOT_GET(instances[i], stage->instances[i], &stage->instances[i]->iface);
    *instance_count = count;
}

#define STAGE(prefix, type, ...)                                                                             \
    void STDMETHODCALLTYPE context_##prefix##SetShader(ID3D11DeviceContext4 *iface,                          \
                                                       ID3D11##type##Shader *shader,                         \
                                                       ID3D11ClassInstance *const *instances, UINT count)    \
    {                                                                                                        \
        set_shader(context_of(iface), STAGE_##prefix, shader_of((ID3D11DeviceChild *)shader), instances,     \
                   count);                                                                                   \
    }                                                                                                        \
    void STDMETHODCALLTYPE context_##prefix##GetShader(ID3D11DeviceContext4 *iface,                          \
                                                       ID3D11##type##Shader **shader,                        \
                                                       ID3D11ClassInstance **instances, UINT *count)         \
    {                                                                                                        \
        get_shader(context_of(iface), STAGE_##prefix, (ID3D11DeviceChild **)shader, instances, count);       \
    }
#include "stages.def"
#undef STAGE
