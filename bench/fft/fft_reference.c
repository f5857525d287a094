/*
 * Fourier transforms in C, in four steps that suit vectors: 1024 numbers are a square of 32 rows; all its
 * columns are transformed at once, each number is turned, the square is transposed, and all columns are
 * transformed again. Real and imaginary parts stand apart, and every inner loop runs along a row.
 */
#include "fft.h"

#include "reference.h"

enum { SIDE = 32 };

struct square {
    float re[SIDE][SIDE], im[SIDE][SIDE];
} __attribute__((aligned(64)));

struct job {
    struct fft *f;
    float re[SIDE], im[SIDE]; /* roots of unity of order 32 */
    struct square turns;      /* of order 1024, to the power row * column */
};

/* Combines transforms of `size` rows, four at a time, into transforms of 4 * size rows (Stockham's order). */
static void radix4(const struct job *job, unsigned size, const struct square *restrict from,
                   struct square *restrict to)
{
    for (unsigned j = 0; j < SIDE / 4; j++) {
        unsigned k = j % size, place = (j - k) * 4 + k, turn = k * (SIDE / 4 / size);
        float c1 = job->re[turn], s1 = job->im[turn], c2 = job->re[2 * turn], s2 = job->im[2 * turn];
        float c3 = job->re[3 * turn], s3 = job->im[3 * turn];
        for (unsigned i = 0; i < SIDE; i++) {
            float ar = from->re[j][i], ai = from->im[j][i];
            float xr = from->re[j + 8][i], xi = from->im[j + 8][i];
            float br = xr * c1 - xi * s1, bi = xr * s1 + xi * c1;
            xr = from->re[j + 16][i], xi = from->im[j + 16][i];
            float cr = xr * c2 - xi * s2, ci = xr * s2 + xi * c2;
            xr = from->re[j + 24][i], xi = from->im[j + 24][i];
            float dr = xr * c3 - xi * s3, di = xr * s3 + xi * c3;
            float acr = ar + cr, aci = ai + ci, amr = ar - cr, ami = ai - ci;
            float bdr = br + dr, bdi = bi + di, bmr = br - dr, bmi = bi - di;
            to->re[place][i] = acr + bdr;
            to->im[place][i] = aci + bdi;
            to->re[place + size][i] = amr + bmi;
            to->im[place + size][i] = ami - bmr;
            to->re[place + 2 * size][i] = acr - bdr;
            to->im[place + 2 * size][i] = aci - bdi;
            to->re[place + 3 * size][i] = amr - bmi;
            to->im[place + 3 * size][i] = ami + bmr;
        }
    }
}

/* The last step: from 2 times 16 rows to 32. */
static void radix2(const struct job *job, const struct square *restrict from, struct square *restrict to)
{
    for (unsigned j = 0; j < SIDE / 2; j++) {
        float c = job->re[j], s = job->im[j];
        for (unsigned i = 0; i < SIDE; i++) {
            float xr = from->re[j + 16][i], xi = from->im[j + 16][i];
            float br = xr * c - xi * s, bi = xr * s + xi * c;
            to->re[j][i] = from->re[j][i] + br;
            to->im[j][i] = from->im[j][i] + bi;
            to->re[j + 16][i] = from->re[j][i] - br;
            to->im[j + 16][i] = from->im[j][i] - bi;
        }
    }
}

static void transform_columns(const struct job *job, struct square *s, struct square *scratch)
{
    radix4(job, 1, s, scratch);
    radix4(job, 4, scratch, s);
    radix2(job, s, scratch);
}

static void turn_and_transpose(const struct job *job, struct square *restrict from,
                               struct square *restrict to)
{
    for (unsigned row = 0; row < SIDE; row++) {
        for (unsigned i = 0; i < SIDE; i++) {
            float re = from->re[row][i], im = from->im[row][i];
            float c = job->turns.re[row][i], s = job->turns.im[row][i];
            from->re[row][i] = re * c - im * s;
            from->im[row][i] = re * s + im * c;
        }
    }
    for (unsigned row = 0; row < SIDE; row++) {
        for (unsigned i = 0; i < SIDE; i++) {
            to->re[row][i] = from->re[i][row];
            to->im[row][i] = from->im[i][row];
        }
    }
}

static void fft_range(size_t begin, size_t end, void *context)
{
    const struct job *job = context;
    struct square a, b;
    for (size_t t = begin; t < end; t++) {
        const float *restrict in = job->f->input + t * FFT_LENGTH * 2;
        float *restrict out = job->f->output + t * FFT_LENGTH * 2;
        float *re = &a.re[0][0], *im = &a.im[0][0];
        for (unsigned i = 0; i < FFT_LENGTH; i++) {
            re[i] = in[2 * i];
            im[i] = in[2 * i + 1];
        }
        transform_columns(job, &a, &b);
        turn_and_transpose(job, &b, &a);
        transform_columns(job, &a, &b);
        re = &b.re[0][0], im = &b.im[0][0];
        for (unsigned i = 0; i < FFT_LENGTH; i++) {
            out[2 * i] = re[i];
            out[2 * i + 1] = im[i];
        }
    }
}

REFERENCE(fft, c)
{
    static const double turn = 6.28318530717958647692;
    struct job job = {.f = c->state};
    for (unsigned i = 0; i < SIDE; i++) {
        job.re[i] = (float)cos(turn * i / SIDE);
        job.im[i] = (float)-sin(turn * i / SIDE);
        for (unsigned k = 0; k < SIDE; k++) {
            job.turns.re[i][k] = (float)cos(turn * (i * k) / FFT_LENGTH);
            job.turns.im[i][k] = (float)-sin(turn * (i * k) / FFT_LENGTH);
        }
    }
    parallel_for(job.f->count, 8, fft_range, &job);
}
