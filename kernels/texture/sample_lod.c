/*
 * Levels of detail from derivatives (functional specification 7.18.11).
 *
 * The specification lets an implementation leave out the step that makes the two derivatives the axes of an
 * ellipse, and so does this one. Lengths stay squared where their logarithm is all that is asked for.
 */
#include "sample_parts.h"

/* Derivatives in texels of the view's first mip. */
struct footprint {
    uint32_t x[3], y[3];
};

static void scale(const struct sample_state *state, uint32_t derivative[3])
{
    const struct kernel_mip *mip = &state->view->mips[0];
    const uint32_t extent[3] = {mip->width, mip->height, mip->depth};

    for (unsigned axis = 0; axis < 3; axis++)
        derivative[axis] = axis < state->axes ? num_mul(derivative[axis], num_utof(extent[axis])) : 0;
}

static struct footprint footprint_of(const struct sample_state *state,
                                     const uint32_t parameters[SAMPLE_PARAMETERS])
{
    struct footprint print;

    for (unsigned axis = 0; axis < 3; axis++) {
        print.x[axis] = parameters[SAMPLE_DDX + axis];
        print.y[axis] = parameters[SAMPLE_DDY + axis];
    }
    if (state->cube) {
        sample_cube_derivative(&parameters[SAMPLE_COORD], print.x);
        sample_cube_derivative(&parameters[SAMPLE_COORD], print.y);
    }
    scale(state, print.x);
    scale(state, print.y);
    return print;
}

/* log2 of the length that the square belongs to. */
static uint32_t level_of(uint32_t square)
{
    return num_mul(num_log(square), num_bits(0.5f));
}

/* The longer derivative is the line along which an anisotropic filter walks; the shorter side of a rectangle
 * of the same area is the width of its steps, unless that takes more of them than allowed. */
static void walk(const struct sample_state *state, const uint32_t parameters[SAMPLE_PARAMETERS],
                 const struct footprint *print, uint32_t square_x, uint32_t square_y,
                 struct sample_gradient *gradient)
{
    bool x_longer = num_lt(square_y, square_x);
    uint32_t square = x_longer ? square_x : square_y, major = num_sqrt(square), minor;
    uint32_t area = num_abs(num_mad(print->x[0], print->y[1], num_neg(num_mul(print->x[1], print->y[0]))));
    uint32_t ratio = num_div(square, area), most = num_utof(state->most_taps);

    if (num_is_nan(ratio))
        return;
    if (num_lt(most, ratio)) {
        ratio = most;
        minor = num_div(major, most);
    } else {
        minor = num_div(area, major);
    }
    if (num_lt(minor, NUM_ONE))
        ratio = num_max(NUM_ONE, num_mul(ratio, minor));
    gradient->taps = num_ftou(num_round_pi(ratio));
    gradient->lod = num_log(minor);
    for (unsigned axis = 0; axis < 2; axis++)
        gradient->along[axis] = parameters[(x_longer ? SAMPLE_DDX : SAMPLE_DDY) + axis];
}

struct sample_gradient sample_gradient_of(const struct sample_state *state,
                                          const uint32_t parameters[SAMPLE_PARAMETERS])
{
    struct footprint print = footprint_of(state, parameters);
    uint32_t square_x = num_dp3(print.x, print.x), square_y = num_dp3(print.y, print.y);
    struct sample_gradient gradient = {.lod = level_of(num_max(square_x, square_y)), .taps = 1};

    if (state->most_taps > 1 && state->axes == 2 && !state->cube)
        walk(state, parameters, &print, square_x, square_y, &gradient);
    return gradient;
}
