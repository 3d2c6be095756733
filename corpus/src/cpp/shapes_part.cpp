// SPDX-License-Identifier: BSD-2-Clause
// The second unit of shapes.cpp: what an optimizer of whole programs takes into the first one, and
// functions of which compilers make copies (.isra, .constprop, .part, .cold).
struct Point {
    long x, y;
    const char *name;
};

namespace part
{
static long squared(long value)
{
    return value * value;
}

// One member is used: gcc passes it alone and calls the copy .isra.
[[gnu::noinline]] static long length(const Point *point)
{
    long sum = 0;
    for (long i = 0; i < point->x; i++)
        sum += squared(i) ^ point->x;
    return sum;
}

// Called with one constant only: a copy without that parameter.
[[gnu::noinline]] static long power(long base, int exponent)
{
    long result = 1;
    for (int i = 0; i < exponent; i++)
        result = result * base + squared(i);
    return result;
}

// A short test in front of a long rest: the test is inlined, the rest stays behind as .part.
static long rest(const Point &point, int depth)
{
    if (depth <= 0)
        return point.x;
    long sum = 0;
    for (int i = 0; i < depth; i++)
        sum += power(point.y + i, 7) + rest(point, depth - 1);
    return sum;
}

// Rare, so gcc and clang move it out of the way.
[[gnu::cold, gnu::noinline]] static void refuse(const Point &point)
{
    throw point.name;
}

long measure(int count)
{
    Point point = {count, count + 1, "point"};
    if (__builtin_expect(count < -5, 0)) {
        point.y = squared(count);
        refuse(point);
    }
    return length(&point) + power(count, 7) + rest(point, count & 3);
}

// Small enough to be inlined into another unit.
long scaled(long value)
{
    return squared(value) + 1;
}
} // namespace part
