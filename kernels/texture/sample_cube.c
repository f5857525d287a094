/*
 * The faces of cubes, numbered +X -X +Y -Y +Z -Z: which one a direction meets, and where a texel beyond an
 * edge lies (functional specification 5.3.8, 7.18.7, 7.18.12).
 */
#include "sample_parts.h"

/* Which component of a direction runs along each face, to the right and down, and in which sense: the axis
 * that a face stands on is what is left. */
struct face {
    uint8_t right, down, out;
    int8_t right_sign, down_sign, out_sign;
};
static const struct face faces[6] = {
    {2, 1, 0, -1, -1, 1}, {2, 1, 0, 1, -1, -1},  /* +X -X */
    {0, 2, 1, 1, 1, 1},   {0, 2, 1, 1, -1, -1},  /* +Y -Y */
    {0, 1, 2, 1, -1, 1},  {0, 1, 2, -1, -1, -1}, /* +Z -Z */
};

/* Ties go to Z, then Y. */
static const struct face *choose(const uint32_t direction[3])
{
    float x = num_float(num_abs(num_flush(direction[0]))), y = num_float(num_abs(num_flush(direction[1]))),
          z = num_float(num_abs(num_flush(direction[2])));
    uint32_t axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;

    return &faces[2 * axis + (num_lt(direction[axis], 0) & 1)];
}

static uint32_t with_sign(uint32_t value, int8_t sign)
{
    return sign < 0 ? num_neg(value) : value;
}

uint32_t sample_cube_face(const uint32_t direction[3], uint32_t u[2])
{
    const struct face *face = choose(direction);
    uint32_t size = num_abs(direction[face->out]), half = num_bits(0.5f);

    u[0] = num_mad(num_div(with_sign(direction[face->right], face->right_sign), size), half, half);
    u[1] = num_mad(num_div(with_sign(direction[face->down], face->down_sign), size), half, half);
    u[0] = num_saturate(u[0]); /* only directions that are none lie outside */
    u[1] = num_saturate(u[1]);
    return (uint32_t)(face - faces);
}

/* The quotient rule for minor / |major| / 2. */
static uint32_t quotient(uint32_t minor, uint32_t d_minor, uint32_t major, uint32_t d_major)
{
    uint32_t up = num_mad(major, d_minor, num_neg(num_mul(minor, d_major)));

    return num_mul(num_div(up, num_mul(major, major)), num_bits(0.5f));
}

void sample_cube_derivative(const uint32_t direction[3], uint32_t derivative[3])
{
    const struct face *face = choose(direction);
    uint32_t major = num_abs(direction[face->out]),
             d_major = with_sign(derivative[face->out], face->out_sign);
    uint32_t right = quotient(with_sign(direction[face->right], face->right_sign),
                              with_sign(derivative[face->right], face->right_sign), major, d_major);
    uint32_t down = quotient(with_sign(direction[face->down], face->down_sign),
                             with_sign(derivative[face->down], face->down_sign), major, d_major);

    derivative[0] = right;
    derivative[1] = down;
    derivative[2] = 0;
}

/* A texel one step beyond an edge lies on the next face, in the row that meets the edge. Directions to texels
 * are counted in half texels from the middle of the cube, n to each face. */
uint32_t sample_cube_cross(uint32_t number, int32_t n, int32_t at[2])
{
    const struct face *face = &faces[number];
    bool down = at[1] < 0 || at[1] >= n;
    int32_t direction[3];
    uint32_t next;

    direction[face->right] = face->right_sign * (2 * at[0] + 1 - n);
    direction[face->down] = face->down_sign * (2 * at[1] + 1 - n);
    direction[face->out] = face->out_sign * (n - 1);
    next = down ? face->down : face->right;
    next = 2 * next + (direction[next] < 0);
    face = &faces[next];
    at[0] = (face->right_sign * direction[face->right] + n - 1) / 2;
    at[1] = (face->down_sign * direction[face->down] + n - 1) / 2;
    return next;
}
