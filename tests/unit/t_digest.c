/* SPDX-License-Identifier: BSD-2-Clause */
/* Expected values: what "printf ... | b2sum -l 128" of GNU coreutils 9.1 prints. */
#include "config.h"

#include "jp_test.h"

#include "jp_digest.h"
#include "jp_mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(struct jp_span bytes, const char *want)
{
    const struct jp_digest digest = jp_digest_of(bytes);
    char text[2 * JP_DIGEST_BYTES + 1];

    for (size_t i = 0; i < JP_DIGEST_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", digest.bytes[i]);
    assert_string_equal(text, want);
}

/* Around the size of a block, 128 bytes, the last block is another one. */
static void test_known(void **state)
{
    char letters[257];

    (void)state;
    memset(letters, 'a', sizeof letters);
    check(JP_SPAN(""), "cae66941d9efbd404e4d88758ea67670");
    check(JP_SPAN("abc"), "cf4ab791c62b8d2b2109c90275287816");
    check((struct jp_span){letters, 127}, "2228006d5107a5239e500da574466288");
    check((struct jp_span){letters, 128}, "1271d28e731afb57bdfba6bdaf3501be");
    check((struct jp_span){letters, 129}, "68b7bafbad5055c4ebe6eb170a0f8524");
    check((struct jp_span){letters, 256}, "2dbe331c95d600bb74dcd669f0618bd7");
    check((struct jp_span){letters, 257}, "29e452ed1a672b027a1cd3f5ac4849c6");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
    };
    return cmocka_run_group_tests_name("digest", tests, NULL, NULL);
}
