/*
 * One n-body step in double precision in C: sixteen bodies at a time, in lanes, against all others one by
 * one. The loops over lanes become vectors, and each pull on a body is added up in the order of the bodies.
 */
#include "nbody64.h"

#include "reference.h"

enum { LANES = 16 };

static void pull_lanes(const struct nbody64 *n, const struct body64 *bodies, double sums[3][LANES])
{
    double x[LANES], y[LANES], z[LANES], ax[LANES] = {0}, ay[LANES] = {0}, az[LANES] = {0};
    for (unsigned i = 0; i < LANES; i++) {
        x[i] = bodies[i].x;
        y[i] = bodies[i].y;
        z[i] = bodies[i].z;
    }
    for (size_t k = 0; k < n->count; k++) {
        const struct body64 other = n->bodies[k];
        for (unsigned i = 0; i < LANES; i++) {
            double dx = other.x - x[i], dy = other.y - y[i], dz = other.z - z[i];
            double square = dx * dx + dy * dy + dz * dz + n->softening;
            double pull = other.mass / (square * sqrt(square));
            ax[i] += dx * pull;
            ay[i] += dy * pull;
            az[i] += dz * pull;
        }
    }
    for (unsigned i = 0; i < LANES; i++) {
        sums[0][i] = ax[i];
        sums[1][i] = ay[i];
        sums[2][i] = az[i];
    }
}

/* The number of bodies is a multiple of the lanes. */
static void nbody64_range(size_t begin, size_t end, void *context)
{
    const struct nbody64 *n = context;
    double sums[3][LANES], step = n->time_step;
    for (size_t first = begin; first < end; first += LANES) {
        pull_lanes(n, n->bodies + first, sums);
        for (unsigned i = 0; i < LANES; i++) {
            struct body64 b = n->bodies[first + i], v = n->velocities[first + i];
            v.x += step * sums[0][i];
            v.y += step * sums[1][i];
            v.z += step * sums[2][i];
            b.x += step * v.x;
            b.y += step * v.y;
            b.z += step * v.z;
            n->new_velocities[first + i] = v;
            n->new_bodies[first + i] = b;
        }
    }
}

REFERENCE(nbody64, c)
{
    struct nbody64 *n = c->state;
    parallel_for(n->count, 2 * LANES, nbody64_range, n);
}
