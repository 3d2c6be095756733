# SPDX-License-Identifier: BSD-2-Clause
# The formulas of doc/sampling.md once more, in awk: what the tests of numbers compare with.

# What one recorded object of N with S bytes in all stands for, at period R.
function factor(n, s, r) { return n && s && r > 1 ? 1 / expm1_of(s / n / r) : 1 }

# 1 - exp(-x), with its digits
function expm1_of(x) { return x < 1e-5 ? x - x * x / 2 + x * x * x / 6 : 1 - exp(-x) }

# I(1/2; a, b) by Simpson's rule, after the substitution t = sin(u)^2.
function beta_part(a, b, high, i, sum, u, steps) {
    steps = 10000
    for (i = 0; i <= steps; i++) {
        u = high * i / steps
        sum += (i == 0 || i == steps ? 1 : i % 2 ? 4 : 2) * power(sin(u), 2 * a - 1) * power(cos(u), 2 * b - 1)
    }
    return sum * high / steps
}

function power(x, y) { return x <= 1e-12 ? (y == 0) : exp(y * log(x)) }

# Chance that noise of this variance shows such a change; unit: what one recorded object brings.
function chance(change, variance, unit, m, d, pi) {
    if (unit <= 1 && variance == 0)
        return change <= 0
    if (unit <= 1)
        unit = 1
    m = variance / unit / unit
    d = change / unit
    if (d > m)
        return exp(-m * log(2) - (d - m))
    if (m + d <= 0)
        return 1
    pi = atan2(0, -1)
    return beta_part((m + d) / 2, (m - d) / 2 + 1, pi / 4) / beta_part((m + d) / 2, (m - d) / 2 + 1, pi / 2)
}

# Benjamini and Hochberg: p[1..n] to q[1..n].
function adjust(n, i, rank, best, used, smallest) {
    smallest = 1
    for (rank = n; rank; rank--) {
        best = 0
        for (i = 1; i <= n; i++)
            if (!(i in used) && (!best || p[i] >= p[best]))
                best = i
        used[best]
        smallest = min(smallest, p[best] * n / rank)
        q[best] = smallest
    }
}

function median(n, i, j, kept) {
    for (i = 2; i <= n; i++) {
        kept = slope[i]
        for (j = i - 1; j && slope[j] > kept; j--)
            slope[j + 1] = slope[j]
        slope[j + 1] = kept
    }
    return n % 2 ? slope[(n + 1) / 2] : (slope[n / 2] + slope[n / 2 + 1]) / 2
}

function max(a, b) { return a > b ? a : b }
function min(a, b) { return a < b ? a : b }
function abs(a) { return a < 0 ? -a : a + 0 }
function sign(a) { return (a > 0) - (a < 0) }
