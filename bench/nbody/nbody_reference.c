/* One n-body step in C: bodies as separate arrays, the pairs of a body one after another. */
#include "nbody.h"

#include "reference.h"

static void nbody_range(size_t begin, size_t end, void *context)
{
    struct nbody *n = context;
    const float *restrict x = n->x, *restrict y = n->y, *restrict z = n->z, *restrict mass = n->mass;
    const float *restrict velocities = n->velocities;
    float *restrict new_bodies = n->new_bodies, *restrict new_velocities = n->new_velocities;
    size_t count = n->count;
    float time_step = n->time_step, softening = n->softening;
    REFERENCE_SIMD
    for (size_t i = begin; i < end; i++) {
        float ax = 0, ay = 0, az = 0;
        for (size_t k = 0; k < count; k++) {
            float dx = x[k] - x[i], dy = y[k] - y[i], dz = z[k] - z[i];
            float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + softening);
            float pull = mass[k] * inverse * inverse * inverse;
            ax += dx * pull;
            ay += dy * pull;
            az += dz * pull;
        }
        float vx = velocities[4 * i] + time_step * ax;
        float vy = velocities[4 * i + 1] + time_step * ay;
        float vz = velocities[4 * i + 2] + time_step * az;
        new_velocities[4 * i] = vx;
        new_velocities[4 * i + 1] = vy;
        new_velocities[4 * i + 2] = vz;
        new_velocities[4 * i + 3] = 0;
        new_bodies[4 * i] = x[i] + time_step * vx;
        new_bodies[4 * i + 1] = y[i] + time_step * vy;
        new_bodies[4 * i + 2] = z[i] + time_step * vz;
        new_bodies[4 * i + 3] = mass[i];
    }
}

REFERENCE(nbody, c)
{
    struct nbody *n = c->state;
    parallel_for(n->count, 0, nbody_range, n);
}
