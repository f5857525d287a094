/*
 * printf and errorf in the reference interpreter: texts go out lane by lane, in ascending order.
 */
#include "interp.h"
#include "message_text.h"

void interp_run_message(struct interp_wave *wave, const struct interp_instr *instr)
{
    const struct kernel_dispatch *dispatch = wave->group->dispatch;
    struct interp_rows rows[MESSAGE_OPERANDS];
    const uint32_t *operands[MESSAGE_OPERANDS];
    uint32_t count = instr->src_count < MESSAGE_OPERANDS ? instr->src_count : MESSAGE_OPERANDS;
    struct dxbc_message message;

    if (!dispatch->message || !dxbc_instr_message(instr->dx, &message))
        return;
    for (uint32_t i = 0; i < count; i++)
        operands[i] = interp_fetch_scalar(wave, &instr->src[i], &rows[i]);
    INTERP_FOR_EACH_LANE(lane, wave->exec) {
        struct message_text text;
        uint32_t values[MESSAGE_OPERANDS];

        for (uint32_t i = 0; i < count; i++)
            values[i] = operands[i][lane];
        dispatch->message(dispatch->user, message.error, message_format(&text, &message, values, count));
    }
}
