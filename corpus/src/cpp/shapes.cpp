// SPDX-License-Identifier: BSD-2-Clause
// Small, but with everything that makes chains of inlined calls and names hard: inline functions in
// several namespaces, templates, generic lambdas, local classes, constructors and destructors,
// functions without linkage name, cold paths, an inlined call inside a lexical block.
// shapes_part.cpp is the second unit.
using size = decltype(sizeof 0);

[[gnu::noinline]] static void *take(size bytes)
{
    return ::operator new(bytes);
}

namespace part
{
long measure(int count);
long scaled(long value);
} // namespace part

namespace outer
{
inline namespace v1
{
struct Node {
    Node *next;
    int value;
    explicit Node(int v, Node *n = nullptr) : next(n), value(v)
    {
    }
};

class List
{
    Node *first = nullptr;

  public:
    List() = default;
    ~List()
    {
        while (first) {
            Node *const gone = first;
            first = first->next;
            delete gone;
        }
    }
    void push(int value)
    {
        first = new Node(value, first);
    }
    template <class Fn> void each(Fn fn) const
    {
        for (const Node *node = first; node; node = node->next)
            fn(node->value);
    }
};
} // namespace v1

namespace
{
int twice(int value)
{
    return value * 2;
}

template <class T> [[gnu::noinline]] T fold(const List &list, T start)
{
    T sum = start;
    auto add = [&](auto value) {
        auto scale = [](auto inner) __attribute__((noinline)) { return inner * 3 + (long)take(1); };
        sum += static_cast<T>(scale(twice(value)));
    };
    list.each(add);
    return sum;
}
} // namespace

[[gnu::noinline]] long run(int count)
{
    struct Counter { // a local class with code
        long calls = 0;
        [[gnu::noinline]] long next(long by)
        {
            calls += by;
            return calls;
        }
    };
    List list;
    Counter counter;
    for (int i = 0; i < count; i++) {
        if (i % 3) {
            const int scaled = twice(i);
            list.push(scaled);
        } else {
            list.push(i);
        }
        counter.next(i);
    }
    if (count < 0)
        throw count;
    return fold<long>(list, 1) + static_cast<long>(fold<double>(list, 0.5)) + counter.calls;
}
} // namespace outer

int main(int argc, char **)
{
    return static_cast<int>((outer::run(argc) + part::measure(argc) + part::scaled(argc)) & 1);
}
