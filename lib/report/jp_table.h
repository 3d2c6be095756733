/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A table that can be written as text for people and as JSON, CSV or TSV for programs.
 *
 * A schema is a name and a version; its columns, their units and its facts are described in
 * doc/json-schema/<schema>.json. The version goes up when a column or fact is removed or changes
 * its meaning. Numbers are never formatted: bytes and objects are whole numbers, the same that
 * --show_bytes prints, and shares are fractions of one.
 */
#ifndef JP_TABLE_H
#define JP_TABLE_H

#include "jp_arena.h"
#include "jp_buf.h"
#include "jp_vec.h"

enum jp_cell_type {
    JP_CELL_TEXT,
    JP_CELL_WHOLE, /* bytes, objects: cut towards zero; nothing (JSON: null) when not finite */
    JP_CELL_REAL,  /* six digits; nothing (JSON: null) when not finite */
    JP_CELL_SHARE, /* a fraction of one; JSON: null when there is nothing to share */
    JP_CELL_ANY,   /* each cell says what it is: text, digits or nothing */
};

/* A column, or a fact: a single value that holds for the whole table. */
struct jp_column {
    const char *name; /* lower case with underscores; static, as is the unit */
    const char *unit; /* "B", "objects", "" */
    enum jp_cell_type type;
};

/* What a cell of a column of type ANY holds. */
enum jp_cell_kind {
    JP_CELL_IS_TEXT,
    JP_CELL_IS_DIGITS,  /* a number as text, with all its digits */
    JP_CELL_IS_NOTHING, /* JSON: null */
};

struct jp_cell {
    double number;
    struct jp_span text;
    enum jp_cell_kind kind;
};

struct jp_fact {
    struct jp_column head;
    struct jp_cell value;
};

struct jp_table {
    const char *schema;
    int version;
    struct jp_arena arena;
    JP_VEC(struct jp_fact) facts;
    JP_VEC(struct jp_column) columns;
    JP_VEC(struct jp_cell) cells; /* row by row */
    bool has_row_fact;            /* the first fact is repeated in each row of CSV and TSV */
    bool is_continued;            /* CSV and TSV: the line of names was written already */
};

/* SCHEMA is static. Facts and columns come first, then cells, row by row. */
void jp_table_init(struct jp_table *table, const char *schema, int version);
void jp_table_release(struct jp_table *table);

/* A first fact that CSV and TSV, which have no other facts, show as the first column. */
void jp_table_row_fact(struct jp_table *table, const char *name, struct jp_span text);
void jp_table_fact_text(struct jp_table *table, const char *name, struct jp_span text);
void jp_table_fact_number(struct jp_table *table, const char *name, const char *unit,
                          enum jp_cell_type type, double number);
void jp_table_column(struct jp_table *table, const char *name, const char *unit,
                     enum jp_cell_type type);
/* The text is copied. */
void jp_table_add_text(struct jp_table *table, struct jp_span text);
void jp_table_add_number(struct jp_table *table, double number);
/* For columns of type ANY: a number that is written as it is, or nothing. */
void jp_table_add_digits(struct jp_table *table, struct jp_span digits);
void jp_table_add_nothing(struct jp_table *table);

enum jp_table_format {
    JP_TABLE_TEXT,
    JP_TABLE_JSONL,    /* one object for each row, a line each; no facts */
    JP_TABLE_JSON,     /* one object: schema, version, facts, columns with units, rows as objects */
    JP_TABLE_CSV,      /* RFC 4180 with line feeds: a line of names, then the rows; no facts */
    JP_TABLE_MARKDOWN, /* the rows as a table of GitHub's markdown */
    JP_TABLE_TSV,      /* the same; tab, line feed, return and backslash are \t \n \r \\ */
};

void jp_table_print(struct jp_buf *out, const struct jp_table *table, enum jp_table_format format);

#endif
