/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_json.h"
#include "jp_report_tables.h"
#include "jp_sketch.h"
#include "jp_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_json(struct jp_span text, const char *expected)
{
    struct jp_buf out = JP_BUF_INIT;

    jp_json_text(&out, text);
    assert_string_equal(out.ptr, expected);
    jp_buf_release(&out);
}

/* Expected texts after RFC 8259 and RFC 3629. */
static void test_json_text(void **state)
{
    (void)state;
    assert_json(JP_SPAN(""), "\"\"");
    assert_json(JP_SPAN("a\"b\\c\n\t\r\x01\x7f"), "\"a\\\"b\\\\c\\n\\t\\u000d\\u0001\\u007f\"");
    assert_json(JP_SPAN("nul\0in"), "\"nul\\u0000in\"");
    assert_json(JP_SPAN("\xc3\xa9 \xe2\x82\xac \xf0\x9f\xa6\x80"),
                "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\xa6\x80\"");
    /* Cut, overlong, a surrogate, too large, a lone continuation byte. */
    assert_json(JP_SPAN("\xe2\x82"), "\"\xef\xbf\xbd\xef\xbf\xbd\"");
    assert_json(JP_SPAN("\xc0\xaf"), "\"\xef\xbf\xbd\xef\xbf\xbd\"");
    assert_json(JP_SPAN("\xed\xa0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    assert_json(JP_SPAN("\xf4\x90\x80\x80"),
                "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    assert_json(JP_SPAN("\x80"), "\"\xef\xbf\xbd\"");
    /* No characters, of the first plane and of the second: U+1FFFE is D83F DFFE in UTF-16. */
    assert_json(JP_SPAN("\xef\xbf\xbe"), "\"\\ufffe\"");
    assert_json(JP_SPAN("\xf0\x9f\xbf\xbe"), "\"\\ud83f\\udffe\"");
}

static void make(struct jp_table *table)
{
    jp_table_init(table, "sample", 3);
    jp_table_fact_text(table, "program", JP_SPAN("a\"b"));
    jp_table_fact_number(table, "total", "B", JP_CELL_WHOLE, 12.9);
    jp_table_column(table, "name", "", JP_CELL_TEXT);
    jp_table_column(table, "flat", "B", JP_CELL_WHOLE);
    jp_table_column(table, "share", "", JP_CELL_SHARE);
    jp_table_add_text(table, JP_SPAN("std::map<int, \"x\">"));
    jp_table_add_number(table, -1e15 - 0.5);
    jp_table_add_number(table, 1.0 / 3);
    jp_table_add_text(table, JP_SPAN("t\tab\n\xc3\xa9\\"));
    jp_table_add_number(table, 7);
    jp_table_add_number(table, NAN);
}

static void assert_table(enum jp_table_format format, const char *expected)
{
    struct jp_table table;
    struct jp_buf out = JP_BUF_INIT;

    make(&table);
    jp_table_print(&out, &table, format);
    assert_string_equal(out.ptr, expected);
    jp_buf_release(&out);
    jp_table_release(&table);
}

static void test_formats(void **state)
{
    (void)state;
    assert_table(JP_TABLE_JSON,
                 "{\"schema\":\"sample\",\"version\":3,\n"
                 "\"program\":\"a\\\"b\",\n"
                 "\"total\":12,\n"
                 "\"columns\":[\n"
                 "{\"name\":\"name\",\"unit\":\"\"},\n"
                 "{\"name\":\"flat\",\"unit\":\"B\"},\n"
                 "{\"name\":\"share\",\"unit\":\"\"}],\n"
                 "\"rows\":[\n"
                 "{\"name\":\"std::map<int, \\\"x\\\">\",\"flat\":-1000000000000000,"
                 "\"share\":0.333333},\n"
                 "{\"name\":\"t\\tab\\n\xc3\xa9\\\\\",\"flat\":7,\"share\":null}]}\n");
    assert_table(JP_TABLE_CSV, "name,flat,share\n"
                               "\"std::map<int, \"\"x\"\">\",-1000000000000000,0.333333\n"
                               "\"t\tab\n\xc3\xa9\\\",7,\n");
    assert_table(JP_TABLE_TSV, "name\tflat\tshare\n"
                               "std::map<int, \"x\">\t-1000000000000000\t0.333333\n"
                               "t\\tab\\n\xc3\xa9\\\\\t7\t\n");
    assert_table(JP_TABLE_TEXT, "name                             flat     share\n"
                                "std::map<int, \"x\">  -1000000000000000  0.333333\n"
                                "t\\x09ab\\x0a\xc3\xa9\\                       7          \n");
}

/* Two threads in one CSV file: one line of names, and the thread in each row. */
/* Columns whose cells say what they are: with one text in it a column is of texts. */
static void test_any(void **state)
{
    struct jp_table table;
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    jp_table_init(&table, "sql", 1);
    jp_table_column(&table, "text", "", JP_CELL_ANY);
    jp_table_column(&table, "n", "", JP_CELL_ANY);
    jp_table_column(&table, "both", "", JP_CELL_ANY);
    jp_table_column(&table, "none", "", JP_CELL_ANY);
    jp_table_add_nothing(&table);
    jp_table_add_digits(&table, JP_SPAN("100"));
    jp_table_add_digits(&table, JP_SPAN("1"));
    jp_table_add_nothing(&table);
    jp_table_add_text(&table, JP_SPAN("a"));
    jp_table_add_digits(&table, JP_SPAN("2"));
    jp_table_add_text(&table, JP_SPAN("x"));
    jp_table_add_nothing(&table);
    jp_table_print(&out, &table, JP_TABLE_TEXT);
    assert_string_equal(out.ptr, "text    n  both  none\n"
                                 "      100  1         \n"
                                 "a       2  x         \n");
    jp_buf_clear(&out);
    jp_table_print(&out, &table, JP_TABLE_MARKDOWN);
    assert_non_null(strstr(out.ptr, "\n| --- | ---: | --- | ---: |\n|  | 100 | 1 |  |\n"));
    jp_buf_release(&out);
    jp_table_release(&table);
}

static void test_row_fact(void **state)
{
    struct jp_buf out = JP_BUF_INIT;

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct jp_table table;
        jp_table_init(&table, "sample", 1);
        jp_table_row_fact(&table, "thread", i ? JP_SPAN("t,2") : JP_SPAN("t1"));
        jp_table_column(&table, "flat", "B", JP_CELL_WHOLE);
        jp_table_add_number(&table, i);
        table.is_continued = i > 0;
        jp_table_print(&out, &table, JP_TABLE_CSV);
        jp_table_release(&table);
    }
    assert_string_equal(out.ptr, "thread,flat\nt1,0\n\"t,2\",1\n");
    jp_buf_release(&out);
}

static void draw(struct jp_sketch *sketch)
{
    jp_sketch_init(sketch);
    jp_sketch_add(sketch, 64, "main", "f", "in[inline]", NULL);
    jp_sketch_add(sketch, 32, "main", "f;g", NULL);
    jp_sketch_add(sketch, 16, NULL);
    jp_sketch_finish(sketch);
}

static void assert_csv(struct jp_table *table, const char *expected)
{
    struct jp_buf out = JP_BUF_INIT;

    jp_table_print(&out, table, JP_TABLE_CSV);
    assert_string_equal(out.ptr, expected);
    jp_buf_release(&out);
    jp_table_release(table);
}

static void test_reports(void **state)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_view views[JP_METRIC_COUNT];
    struct jp_sketch sketch;
    struct jp_regex regex;
    struct jp_table table;
    struct jp_tree tree;
    struct jp_top top;

    (void)state;
    draw(&sketch);
    jp_sketch_views(&sketch, views);
    jp_top_init(&top, &sketch.view, &sketch.keys, false);
    jp_report_table_top(&table, &sketch.context, &top);
    assert_csv(&table, "name,flat,flat_share,cum,cum_share\n"
                       "in (inline),64,0.571429,64,0.571429\n"
                       "f;g,32,0.285714,32,0.285714\n"
                       "[no stack],16,0.142857,16,0.142857\n"
                       "f,0,0,64,0.571429\n"
                       "main,0,0,96,0.857143\n");
    jp_tree_init(&tree, &sketch.view, &sketch.keys, false);
    const struct jp_report_tree_limits all = {.node_count = 100};
    assert_int_equal(jp_report_table_tree(&table, &sketch.context, &tree, &all), 0);
    assert_csv(&table, "id,parent,depth,name,self,total,cut\n"
                       "1,0,1,[no stack],16,16,0\n"
                       "2,0,1,main,0,96,0\n"
                       "3,2,2,f,0,64,0\n"
                       "4,3,3,in (inline),64,64,0\n"
                       "5,2,2,f;g,32,32,0\n");
    const struct jp_report_tree_limits two = {.node_count = 2};
    assert_int_equal(jp_report_table_tree(&table, &sketch.context, &tree, &two), 3);
    assert_csv(&table, "id,parent,depth,name,self,total,cut\n"
                       "2,0,1,main,0,96,32\n"
                       "3,2,2,f,0,64,64\n");
    jp_tree_release(&tree);
    assert_true(jp_regex_init(&regex, "^main", &error));
    jp_report_table_peek(&table, &sketch.context, &top, &regex);
    assert_csv(&table, "function,relation,name,value,share\n"
                       "main,caller,,96,1\n"
                       "main,callee,f,64,0.666667\n"
                       "main,callee,f;g,32,0.333333\n");
    jp_regex_release(&regex);
    jp_report_table_traces(&table, &sketch.context, views);
    assert_csv(&table, "stack,objects,bytes,alloc_objects,alloc_bytes\n"
                       "main;f;in[inline],4,64,8,128\n"
                       "main;f:g,2,32,4,64\n"
                       "[no stack],1,16,2,32\n");
    jp_top_release(&top);
    jp_sketch_release_views(views);
    jp_sketch_release(&sketch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_text), cmocka_unit_test(test_formats),
        cmocka_unit_test(test_any),       cmocka_unit_test(test_row_fact),
        cmocka_unit_test(test_reports),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
