/*
 * One n-body step in C: sixteen bodies at a time, in lanes, against all others one by one. The loops over
 * lanes become vectors, and each pull on a body is added up in the order of the bodies.
 */
#include "nbody.h"

#include "reference.h"

enum { LANES = 16 };

struct lanes {
    float x[LANES], y[LANES], z[LANES];
};

static void pull_lanes(const struct nbody *n, size_t first, struct lanes *sums)
{
    struct lanes at, a = {{0}, {0}, {0}};
    for (unsigned i = 0; i < LANES; i++) {
        at.x[i] = n->x[first + i];
        at.y[i] = n->y[first + i];
        at.z[i] = n->z[first + i];
    }
    for (size_t k = 0; k < n->count; k++) {
        float x = n->x[k], y = n->y[k], z = n->z[k], mass = n->mass[k];
        REFERENCE_SIMD
        for (unsigned i = 0; i < LANES; i++) {
            float dx = x - at.x[i], dy = y - at.y[i], dz = z - at.z[i];
            float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + n->softening);
            float pull = mass * inverse * inverse * inverse;
            a.x[i] += dx * pull;
            a.y[i] += dy * pull;
            a.z[i] += dz * pull;
        }
    }
    *sums = a;
}

/* The number of bodies is a multiple of the lanes. */
static void nbody_range(size_t begin, size_t end, void *context)
{
    struct nbody *n = context;
    float step = n->time_step;
    for (size_t first = begin; first < end; first += LANES) {
        struct lanes sums;
        pull_lanes(n, first, &sums);
        for (unsigned i = 0; i < LANES; i++) {
            size_t body = first + i;
            float vx = n->velocities[4 * body] + step * sums.x[i];
            float vy = n->velocities[4 * body + 1] + step * sums.y[i];
            float vz = n->velocities[4 * body + 2] + step * sums.z[i];
            n->new_velocities[4 * body] = vx;
            n->new_velocities[4 * body + 1] = vy;
            n->new_velocities[4 * body + 2] = vz;
            n->new_velocities[4 * body + 3] = 0;
            n->new_bodies[4 * body] = n->x[body] + step * vx;
            n->new_bodies[4 * body + 1] = n->y[body] + step * vy;
            n->new_bodies[4 * body + 2] = n->z[body] + step * vz;
            n->new_bodies[4 * body + 3] = n->mass[body];
        }
    }
}

REFERENCE(nbody, c)
{
    struct nbody *n = c->state;
    parallel_for(n->count, 4 * LANES, nbody_range, n);
}
