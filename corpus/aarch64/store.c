/* SPDX-License-Identifier: BSD-2-Clause */
/* Code for AArch64 to be disassembled: calls, loops, floating point, vectors, an inlined function. */
typedef unsigned long size_t;

void *malloc(size_t size);
void *realloc(void *block, size_t size);
char *strdup(const char *text);

struct store {
    char **lines;
    size_t count;
    size_t room;
    double load;
    float weights[16];
};

static void grow(struct store *store)
{
    store->room = store->room ? 2 * store->room : 4;
    store->lines = realloc(store->lines, store->room * sizeof *store->lines);
}

void store_append(struct store *store, const char *line)
{
    if (store->count == store->room)
        grow(store);
    store->lines[store->count++] = strdup(line);
    store->load = (double)store->count / (double)store->room;
    for (int i = 0; i < 16; i++)
        store->weights[i] = store->weights[i] * 0.5f + 1;
}

struct store *store_open(void)
{
    struct store *const store = malloc(sizeof *store);

    if (store)
        *store = (struct store){.room = 0};
    return store;
}

/* Bytes among the code that are no instruction. */
__asm__(".text\n"
        ".type store_data, %function\n"
        ".globl store_data\n"
        "store_data:\n"
        "    mov x0, #1\n"
        "    .inst 0x00000000\n"
        "    .inst 0xffffffff\n"
        "    ret\n"
        ".size store_data, .-store_data\n");
