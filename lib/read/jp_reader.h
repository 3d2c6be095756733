/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the readers of all dump formats share: the lines of the input, the stack that is being
 * filled, and the troubles met so far. Private to lib/read.
 *
 * The body of a dump is read in one pass and without memory for a line: a line is a stretch of a
 * window of the input, its numbers go straight into the vectors of the dump. Whatever is kept of a
 * line beyond the next one must be copied.
 */
#ifndef JP_READER_H
#define JP_READER_H

#include "jp_dump.h"
#include "jp_index.h"
#include "jp_quote.h"
#include "jp_stream.h"

#include <string.h>

/* What can be wrong with a line; each kind is told once, with its first place and a count. */
#define JP_TROUBLE_LIST(X)                                                                   \
    X(LOG, true, "skipped a line in front of the header")                                    \
    X(LINE, true, "skipped a line of no known kind")                                         \
    X(ROW, true, "skipped a row whose counters cannot be read")                              \
    X(REPEATED, true, "skipped a header row that was given before")                          \
    X(BARE, true, "skipped a stack without counters")                                        \
    X(ADDRESS, false, "an address cannot be read and stands as 0 in its stack")              \
    X(NUMBER, false, "a number above 18446744073709551615 is taken as 18446744073709551615") \
    X(LOST, false, JP_DUMP_LOST_STACK)

enum jp_trouble {
#define X(name, is_skipped, text) JP_TROUBLE_##name,
    JP_TROUBLE_LIST(X)
#undef X
        JP_TROUBLE_COUNT,
};

struct jp_trouble_note {
    uint64_t first_line;
    uint64_t count;
    char first_text[JP_QUOTE_SIZE];
};

struct jp_reader {
    struct jp_dump *dump;
    struct jp_diags *diags; /* may be NULL */

    struct jp_stream *stream; /* NULL: all of the input is in rest */
    struct jp_buf *copy;      /* what is read of the stream is appended to it; NULL: to nothing */
    struct jp_error fault;    /* why the stream could not be read to its end */
    char *window;             /* what the stream was read into */
    size_t window_bytes;
    bool is_at_end; /* no more than rest is left */

    struct jp_span rest; /* what is not read yet */
    struct jp_span text; /* the current line without line feed and carriage return */
    uint64_t line;       /* its number, counted from 1 */
    bool is_whole;       /* a line feed ended it */

    bool has_stack;   /* a stack line was met, rows belong to the last stack of the dump */
    bool has_rows;    /* that stack has counters */
    bool has_sum;     /* that stack has a row for the whole process */
    bool is_doubtful; /* a damaged line was met since the last stack line */
    uint64_t stack_line;
    uint64_t used_line; /* the last one that gave counters */

    size_t command_count; /* "%" lines in front of the header */

    struct jp_index threads; /* over dump->threads, by uid */
    uint32_t last_thread;    /* the thread of the last row: the next row is often its successor */
    struct jp_trouble_note notes[JP_TROUBLE_COUNT];
};

/*
 * Read more of the stream behind rest, which may move. False: there is no more; rest is as it was
 * then, and is_at_end set.
 */
bool jp_reader_fill(struct jp_reader *reader);

/* Step to the next line; false at the end of the input. */
static inline bool jp_reader_next(struct jp_reader *reader)
{
    const char *feed = NULL;

    do {
        if (reader->rest.len)
            feed = memchr(reader->rest.ptr, '\n', reader->rest.len);
    } while (!feed && !reader->is_at_end && jp_reader_fill(reader));
    if (reader->rest.len == 0)
        return false;
    const char *const first = reader->rest.ptr;
    const size_t len = feed ? (size_t)(feed - first) : reader->rest.len;
    const size_t used = feed ? len + 1 : len;
    reader->rest = (struct jp_span){first + used, reader->rest.len - used};
    reader->is_whole = feed != NULL;
    reader->text = (struct jp_span){first, len && first[len - 1] == '\r' ? len - 1 : len};
    reader->line++;
    return true;
}

/* Note that something is wrong with the current line. */
void jp_reader_note(struct jp_reader *reader, enum jp_trouble trouble);
/* Tell all troubles in the diagnostics and count the skipped lines in the dump. */
void jp_reader_report(const struct jp_reader *reader);

/* Begin a stack with the addresses in TEXT, the rest of the current line, which must be whole. */
void jp_reader_push_stack(struct jp_reader *reader, struct jp_span text);
/* Add a record for the current stack; THREAD is an index or JP_DUMP_PROCESS. */
void jp_reader_push_record(struct jp_reader *reader, uint32_t thread, struct jp_counters counters);
/* The last stack is complete: forget it when it has no counters. */
void jp_reader_end_stack(struct jp_reader *reader);
/* The input ended inside the body: see whether it was cut there. */
void jp_reader_end_input(struct jp_reader *reader);
/* The index of the thread with that uid, which is entered when it is new. */
uint32_t jp_reader_thread(struct jp_reader *reader, uint64_t uid);

/*
 * Take "objects: bytes [objects: bytes]" off *REST. False: not there, *REST is then somewhere
 * inside. Numbers that do not fit are noted and taken as the largest.
 */
bool jp_reader_take_counters(struct jp_reader *reader, struct jp_span *rest,
                             struct jp_counters *counters);

/* A row of jemalloc, "t*: counters" or "t<uid>: counters". */
struct jp_row_fields {
    bool is_process; /* "t*" */
    uint64_t uid;
    struct jp_counters counters;
    struct jp_span rest; /* what stands behind the bracket */
};

enum jp_row {
    JP_ROW_NONE, /* the line is no row */
    JP_ROW_BAD,  /* it is one, but cannot be read */
    JP_ROW_GOOD,
};

/* Take the current line apart; blanks may stand in front. */
enum jp_row jp_reader_take_row(struct jp_reader *reader, struct jp_row_fields *row);

/* A decimal number off *REST; noted and taken as the largest when it does not fit. */
bool jp_reader_take_decimal(struct jp_reader *reader, struct jp_span *rest, uint64_t *value);

/* The current line is none that the format knows. */
void jp_reader_skip_line(struct jp_reader *reader);

/*
 * Is the current line the marker of a map section, or the header of another dump? The rest of the
 * input is dealt with then, and true returned: nothing is left to read.
 */
bool jp_reader_end_body(struct jp_reader *reader);

/*
 * Read the dump that the input begins with into reader->dump, which is empty but for its path.
 * False: it is none. What was read is to be released in any case.
 */
JP_MUST_CHECK bool jp_reader_dump(struct jp_reader *reader, struct jp_error *error);

/* The bodies of the formats, behind their header line; one file each. */
void jp_jemalloc_read(struct jp_reader *reader);
void jp_gperftools_read(struct jp_reader *reader);
/* The lines behind "--- symbol", up to and with the next "---". */
void jp_symbols_read(struct jp_reader *reader);

#endif
