/* SPDX-License-Identifier: BSD-2-Clause */
/* Random numbers for simulations: the same on every machine for the same seed. */
#ifndef JP_RANDOM_H
#define JP_RANDOM_H

#include <math.h>
#include <stdint.h>

/* splitmix64 (Sebastiano Vigna, public domain): small, and good enough for a simulation. */
static inline uint64_t jp_random_bits(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* In (0, 1]. */
static inline double jp_random_uniform(uint64_t *state)
{
    return ((double)(jp_random_bits(state) >> 11) + 1) / 9007199254740992.0;
}

/* Exponential with mean 1. */
static inline double jp_random_exponential(uint64_t *state)
{
    return -log(jp_random_uniform(state));
}

/* Standard normal (Box and Muller). */
static inline double jp_random_normal(uint64_t *state)
{
    const double radius = sqrt(2 * jp_random_exponential(state));

    return radius * cos(6.283185307179586 * jp_random_uniform(state));
}

/* Poisson; above a mean of 60 a rounded normal one, which differs by less than a simulation sees.
 */
static inline double jp_random_poisson(uint64_t *state, double mean)
{
    double count = 0;

    if (mean > 60) {
        const double value = floor(mean + sqrt(mean) * jp_random_normal(state) + 0.5);
        return value > 0 ? value : 0;
    }
    for (double sum = jp_random_exponential(state); sum < mean; count++)
        sum += jp_random_exponential(state);
    return count;
}

/* How many of COUNT are taken, each with PROBABILITY: from one taken to the next in one step. */
static inline double jp_random_binomial(uint64_t *state, double count, double probability)
{
    const double step = log1p(-probability);
    double taken = 0;

    if (!(probability > 0))
        return 0;
    if (probability >= 1)
        return count;
    for (double at = 0;; taken++) {
        at += floor(log(jp_random_uniform(state)) / step) + 1;
        if (at > count)
            return taken;
    }
}

#endif
