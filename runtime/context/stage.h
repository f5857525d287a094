/*
 * The stages that run shaders, by number and name.
 */
#ifndef RUNTIME_STAGE_H
#define RUNTIME_STAGE_H

enum stage {
#define STAGE(prefix, shader, ...) STAGE_##prefix,
#include "stages.def"
#undef STAGE
    STAGE_COUNT
};

/* "PS", as their methods begin. */
static inline const char *stage_name(enum stage stage)
{
    static const char *const names[] = {
#define STAGE(prefix, shader, ...) #prefix,
#include "stages.def"
#undef STAGE
    };
    return names[stage];
}

#endif
