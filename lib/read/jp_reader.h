/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the readers of all dump formats share: the lines of the input, the stack that is being
 * filled, and the troubles met so far. Private to lib/read.
 *
 * The body of a dump is read in one pass and without memory for a line: a line is a stretch of the
 * input, its numbers go straight into the vectors of the dump.
 */
#ifndef JP_READER_H
#define JP_READER_H

#include "jp_dump.h"
#include "jp_index.h"

/* What can be wrong with a line; each kind is told once, with its first place and a count. */
#define JP_TROUBLE_LIST(X)                                                                   \
    X(LOG, true, "skipped a line in front of the header")                                    \
    X(LINE, true, "skipped a line of no known kind")                                         \
    X(ROW, true, "skipped a row whose counters cannot be read")                              \
    X(REPEATED, true, "skipped a header row that was given before")                          \
    X(BARE, true, "skipped a stack without counters")                                        \
    X(ADDRESS, false, "an address cannot be read and stands as 0 in its stack")              \
    X(NUMBER, false, "a number above 18446744073709551615 is taken as 18446744073709551615") \
    X(LOST, false,                                                                           \
      "counters behind a damaged line are kept, but their stack is lost; they have none")

enum jp_trouble {
#define X(name, is_skipped, text) JP_TROUBLE_##name,
    JP_TROUBLE_LIST(X)
#undef X
        JP_TROUBLE_COUNT,
};

struct jp_trouble_note {
    uint64_t first_line;
    uint64_t count;
    struct jp_span first_text; /* the line, inside the input */
};

struct jp_reader {
    struct jp_dump *dump;
    struct jp_diags *diags; /* may be NULL */

    struct jp_span rest; /* what is not read yet */
    struct jp_span text; /* the current line without line feed and carriage return */
    uint64_t line;       /* its number, counted from 1 */
    bool is_whole;       /* a line feed ended it */

    bool has_stack;   /* a stack line was met, rows belong to the last stack of the dump */
    bool has_rows;    /* that stack has counters */
    bool has_sum;     /* that stack has a row for the whole process */
    bool is_doubtful; /* a damaged line was met since the last stack line */
    uint64_t stack_line;
    struct jp_span stack_text;

    size_t command_count; /* "%" lines in front of the header */

    struct jp_index threads; /* over dump->threads, by uid */
    uint32_t last_thread;    /* the thread of the last row: the next row is often its successor */
    struct jp_trouble_note notes[JP_TROUBLE_COUNT];
};

/* Step to the next line; false at the end of the input. */
bool jp_reader_next(struct jp_reader *reader);

/* Note that something is wrong with the current line. */
void jp_reader_note(struct jp_reader *reader, enum jp_trouble trouble);
/* Tell all troubles in the diagnostics and count the skipped lines in the dump. */
void jp_reader_report(const struct jp_reader *reader);

/* Begin a stack with the addresses in TEXT, which is part of the current line. */
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

/* The same for one number. */
bool jp_reader_take_decimal(struct jp_reader *reader, struct jp_span *rest, uint64_t *value);

/* The current line is none that the format knows. */
void jp_reader_skip_line(struct jp_reader *reader);

/*
 * Is the current line the marker of a map section, or the header of another dump? The rest of the
 * input is dealt with then, and true returned: nothing is left to read.
 */
bool jp_reader_end_body(struct jp_reader *reader);

/* The bodies of the formats, behind their header line; one file each. */
void jp_jemalloc_read(struct jp_reader *reader);
void jp_gperftools_read(struct jp_reader *reader);
/* The lines behind "--- symbol", up to and with the next "---". */
void jp_symbols_read(struct jp_reader *reader);

#endif
