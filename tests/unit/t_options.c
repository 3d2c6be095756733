/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line: what a spelling means, and which value it leaves behind. */
#include "config.h"

#include "jp_test.h"

#include "jp_options.h"

#include <string.h>

enum { WORD_LIMIT = 16 };

/* Parse words separated by blanks. */
static bool parse(struct jp_options *options, char *line, struct jp_error *error)
{
    char *argv[WORD_LIMIT] = {(char[]){"jeprof-c"}};
    int argc = 1;

    for (char *word = strtok(line, " "); word && argc < WORD_LIMIT; word = strtok(NULL, " "))
        argv[argc++] = word;
    *error = (struct jp_error)JP_ERROR_INIT;
    jp_options_init(options);
    return jp_options_parse(options, argc, argv, error);
}

static void assert_on(const char *line, enum jp_option_id id, bool is_on)
{
    struct jp_options options;
    struct jp_error error;
    char copy[128];

    strcpy(copy, line);
    if (!parse(&options, copy, &error))
        fail_msg("%s: %s", line, error.message);
    if (jp_options_is_on(&options, id) != is_on)
        fail_msg("%s: --%s is %s", line, jp_option_table[id].name, is_on ? "off" : "on");
    jp_options_release(&options);
}

static void assert_text(const char *line, enum jp_option_id id, const char *text)
{
    struct jp_options options;
    struct jp_error error;
    char copy[128];

    strcpy(copy, line);
    if (!parse(&options, copy, &error))
        fail_msg("%s: %s", line, error.message);
    assert_string_equal(jp_options_text(&options, id), text);
    jp_options_release(&options);
}

static void assert_refused(const char *line, const char *message)
{
    struct jp_options options;
    struct jp_error error;
    char copy[128];

    strcpy(copy, line);
    if (parse(&options, copy, &error))
        fail_msg("%s was taken", line);
    assert_int_equal(error.exit, JP_EXIT_USAGE);
    if (!strstr(error.message, message))
        fail_msg("%s: %s", line, error.message);
    jp_options_release(&options);
}

/* Perl's Getopt::Long 2.52 with jeprof's table does the same with each of these lines. */
static void test_spelling(JP_UNUSED void **state)
{
    assert_on("-cum", JP_OPT_CUM, true);
    assert_on("--cum", JP_OPT_CUM, true);
    assert_on("--CUM", JP_OPT_CUM, true);
    assert_on("--cum --nocum", JP_OPT_CUM, false);
    assert_on("--nocum --cum", JP_OPT_CUM, true);
    assert_on("--cum --no-cum", JP_OPT_CUM, false);
    assert_on("-cum --NO-Cum", JP_OPT_CUM, false);
    assert_on("--show", JP_OPT_SHOW_BYTES, true);
    assert_on("--noshow", JP_OPT_SHOW_BYTES, false);
    assert_on("--drop", JP_OPT_DROP_NEGATIVE, true);
    assert_on("--inuse_o", JP_OPT_INUSE_OBJECTS, true);
    assert_on("--fi", JP_OPT_FILES, true);
    assert_on("--lin", JP_OPT_LINES, true);
    assert_on("--addr", JP_OPT_ADDRESSES, true);
    assert_on("--heapc", JP_OPT_HEAPCHECK, true);
    assert_on("a -cum b", JP_OPT_CUM, true);
    assert_on("-- -cum", JP_OPT_CUM, false);
    assert_text("--focus=a", JP_OPT_FOCUS, "a");
    assert_text("--focus a", JP_OPT_FOCUS, "a");
    assert_text("-focus a -focus=b", JP_OPT_FOCUS, "b");
    assert_text("--focus=a=b", JP_OPT_FOCUS, "a=b");
    assert_text("--focus --cum", JP_OPT_FOCUS, "--cum");
    assert_text("--focus -- x", JP_OPT_FOCUS, "--");
    assert_text("--fo x", JP_OPT_FOCUS, "x");
    assert_text("--ig=x", JP_OPT_IGNORE, "x");
    assert_text("--re=x", JP_OPT_RETAIN, "x");
    assert_text("--th 3", JP_OPT_THREAD, "3");
    assert_refused("--inuse", "short for several");
    assert_refused("--alloc", "short for several");
    assert_refused("--cum=1", "takes no value");
    assert_refused("--focus=", "needs a value");
    assert_refused("--focus", "needs a value");
    assert_refused("--noheapcheck", "there is no option");
    assert_refused("--nofocus x", "there is no option");
}

/* Abbreviations that an option of ours would make ambiguous. */
static void test_jeprof_first(JP_UNUSED void **state)
{
    assert_on("--ve", JP_OPT_VERSION, true);      /* and --verbose */
    assert_on("--show", JP_OPT_SHOW_BYTES, true); /* and --show-allocator */
    assert_on("--show-a", JP_OPT_SHOW_ALLOCATOR, true);
    assert_on("-v", JP_OPT_VERBOSE, true);
    assert_on("-h", JP_OPT_HELP, true);
}

/* Old scripts shorten jeprof's options: no other one may be called like that. */
static void test_no_name_is_taken(void **state)
{
    (void)state;
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        const char *const ours = jp_option_table[i].name;
        for (size_t k = 0; k < JP_OPTION_COUNT && !jp_option_table[i].is_jeprof; k++)
            if (jp_option_table[k].is_jeprof &&
                strncmp(jp_option_table[k].name, ours, strlen(ours)) == 0)
                fail_msg("--%s is short for jeprof's --%s", ours, jp_option_table[k].name);
    }
}

static void test_ours(JP_UNUSED void **state)
{
    assert_on("", JP_OPT_INLINES, true);
    assert_on("--no-inlines", JP_OPT_INLINES, false);
    assert_on("--noinlines", JP_OPT_INLINES, false);
    assert_on("--show-bytes", JP_OPT_SHOW_BYTES, true);
    assert_on("--strict", JP_OPT_STRICT, true);
    assert_text("", JP_OPT_NAMES, "short");
    assert_text("--names=Full", JP_OPT_NAMES, "Full");
    assert_text("-o x", JP_OPT_OUTPUT, "x");
    assert_refused("--names=f", "is none of");
    assert_refused("-ox", "there is no option");
}

static void test_numbers(JP_UNUSED void **state)
{
    static const struct {
        const char *line;
        enum jp_option_id id;
        double number;
    } cases[] = {
        {"", JP_OPT_NODECOUNT, 80},
        {"", JP_OPT_NODEFRACTION, 0.005},
        {"", JP_OPT_EDGEFRACTION, 0.001},
        {"", JP_OPT_MAXDEGREE, 8},
        {"--nodecount=12", JP_OPT_NODECOUNT, 12},
        {"--nodecount 1_000", JP_OPT_NODECOUNT, 1000},
        {"--nodecount=+7", JP_OPT_NODECOUNT, 7},
        {"--nodefraction=0", JP_OPT_NODEFRACTION, 0},
        {"--nodefraction .25", JP_OPT_NODEFRACTION, 0.25},
        {"--edgefraction=1e-3", JP_OPT_EDGEFRACTION, 0.001},
    };

    for (size_t i = 0; i < JP_COUNT_OF(cases); i++) {
        struct jp_options options;
        struct jp_error error;
        char copy[128];
        strcpy(copy, cases[i].line);
        assert_true(parse(&options, copy, &error));
        if (options.values[cases[i].id].number != cases[i].number)
            fail_msg("%s", cases[i].line);
        jp_options_release(&options);
    }
    assert_refused("--nodecount=-1", "not a whole number");
    assert_refused("--nodecount=1e3", "not a whole number");
    assert_refused("--nodecount=", "needs a value");
    assert_refused("--nodefraction=nan", "not a number");
    assert_refused("--nodefraction=-1", "not a number");
}

static void test_lists(JP_UNUSED void **state)
{
    char line[] = "prog --base a,b x --base=c --sysroot d,e --sysroot f y";
    struct jp_options options;
    struct jp_error error;

    assert_true(parse(&options, line, &error));
    assert_int_equal(options.values[JP_OPT_BASE].list.count, 2);
    assert_string_equal(options.values[JP_OPT_BASE].list.data[0], "a,b");
    assert_string_equal(options.values[JP_OPT_BASE].list.data[1], "c");
    assert_int_equal(options.values[JP_OPT_SYSROOT].list.count, 2);
    assert_string_equal(options.values[JP_OPT_SYSROOT].list.data[0], "d,e");
    assert_int_equal(options.arguments.count, 3);
    assert_string_equal(options.arguments.data[0], "prog");
    assert_string_equal(options.arguments.data[1], "x");
    assert_string_equal(options.arguments.data[2], "y");
    jp_options_release(&options);
}

static void test_sets(JP_UNUSED void **state)
{
    assert_refused("--lines --files", "--lines and --files cannot be used together");
    assert_refused("--alloc_space --inuse_objects",
                   "--inuse_objects and --alloc_space cannot be used together");
    assert_on("--lines --nolines --files", JP_OPT_FILES, true);
    assert_on("--files --files", JP_OPT_FILES, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spelling), cmocka_unit_test(test_jeprof_first),
        cmocka_unit_test(test_ours),     cmocka_unit_test(test_no_name_is_taken),
        cmocka_unit_test(test_numbers),  cmocka_unit_test(test_lists),
        cmocka_unit_test(test_sets),
    };

    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
