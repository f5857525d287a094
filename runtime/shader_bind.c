/*
 * CSSetShader and CSGetShader: the shader and the class instances in its interface slots.
 */
#include "context.h"
#include "context_methods.h"

/* How many instances the shader wants. */
static uint32_t interface_slots(const struct shader *shader)
{
    const struct dxbc_program *program = &shader->dxbc->program;
    return program->interface_count ? program->interface_slot_count : 0;
}

/* One slot: its instance to what kernels see; false with a message when it does not fit. */
static bool show_instance(struct context *context, const struct shader *shader, uint32_t slot)
{
    struct stage_state *stage = &context->state->cs;
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
                  "CSSetShader: the class instance for interface slot %u is of another linkage, unknown to "
                  "the shader, or "
                  "of a class that cannot stand there",
                  slot);
    return false;
}

void command_set_shader(struct context *context, const struct command *command)
{
    struct stage_state *stage = &context->state->cs;
    struct shader *shader = (struct shader *)command->objects[0];
    uint32_t count = command->object_count - 1;
    for (uint32_t i = 0; i < count || i < stage->instance_count; i++) {
        OBJECT_SLOT_SET(stage->instances[i],
                        i < count ? (struct class_instance *)command->objects[1 + i] : NULL);
        stage->bindings.interfaces[i].table = -1;
    }
    stage->instance_count = count;
    OBJECT_SLOT_SET(stage->shader, shader);
    stage->instances_fit = shader && count == interface_slots(shader);
    for (uint32_t i = 0; i < count && stage->instances_fit; i++)
        stage->instances_fit = show_instance(context, shader, i);
}

static void submit(struct context *context, struct shader *shader, struct class_instance *const *instances,
                   uint32_t count)
{
    struct object *objects[1 + KERNEL_INTERFACES] = {shader ? &shader->obj : NULL};
    for (uint32_t i = 0; i < count; i++)
        objects[1 + i] = instances[i] ? &instances[i]->obj : NULL;
    context_submit(context, &(struct command){COMMAND_SET_SHADER, COMMAND_OBJECTS(objects, 1 + count)});
}

void shader_record(struct context *context)
{
    const struct stage_state *stage = &context->state->cs;
    struct class_instance *instances[KERNEL_INTERFACES];
    for (uint32_t i = 0; i < stage->instance_count; i++)
        instances[i] = stage->instances[i];
    submit(context, stage->shader, instances, stage->instance_count);
}

void STDMETHODCALLTYPE context_CSSetShader(ID3D11DeviceContext4 *iface, ID3D11ComputeShader *shader_iface,
                                           ID3D11ClassInstance *const *instance_ifaces, UINT count)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct shader *shader = shader_of_compute(shader_iface);
    struct class_instance *instances[KERNEL_INTERFACES];
    if (!instance_ifaces)
        count = 0;
    if (count > KERNEL_INTERFACES || (count && shader && count != interface_slots(shader))) {
        message_error(context->obj.device, D3D11_MESSAGE_ID_DEVICE_SETSHADER_INTERFACE_COUNT_MISMATCH,
                      "CSSetShader: %u class instances, but the shader has %u interface slots; none is set",
                      count, shader ? interface_slots(shader) : 0);
        count = 0;
    }
    for (UINT i = 0; i < count; i++)
        instances[i] = class_instance_of(instance_ifaces[i]);
    submit(context, shader, instances, shader ? count : 0);
}

void STDMETHODCALLTYPE context_CSGetShader(ID3D11DeviceContext4 *iface, ID3D11ComputeShader **shader,
                                           ID3D11ClassInstance **instances, UINT *instance_count)
{
    struct context *context = context_of(iface);
    CONTEXT_GUARD(context);
    struct stage_state *stage = &context->state->cs;
    UINT count = stage->instance_count;
    if (shader) {
        if (stage->shader)
            object_add_ref(&stage->shader->obj);
        *shader = stage->shader ? &stage->shader->iface.compute : NULL;
    }
    if (!instance_count)
        return;
    if (instances && count > *instance_count)
        count = *instance_count;
    for (UINT i = 0; instances && i < count; i++) {
        if (stage->instances[i])
            object_add_ref(&stage->instances[i]->obj);
        instances[i] = stage->instances[i] ? &stage->instances[i]->iface : NULL;
    }
    *instance_count = count;
}
