/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tables of a profile in pprof's format while it is written: a text, a function or a location
 * is put into its table when it is first asked for.
 */
#ifndef JP_PPROF_WRITER_H
#define JP_PPROF_WRITER_H

#include "jp_pprof.pb-c.h"
#include "jp_walk.h"

/* A stretch of addresses with one distance between address and file offset. */
struct jp_pprof_mapping {
    uint32_t module;
    uint64_t distance; /* address - offset */
    uint64_t first;    /* smallest address */
    uint64_t last;
    bool has_functions;
    bool has_files;
};

struct jp_pprof_writer {
    const struct jp_profile *profile;
    const struct jp_keys *keys;
    struct jp_arena arena; /* the messages */
    struct jp_intern strings;
    uint64_t *location_ids; /* per location: 0 while unused */
    uint64_t *function_ids; /* per function */
    JP_VEC(struct jp_pprof_mapping) mappings;
    uint64_t *mapping_ids; /* per location: index in mappings + 1 */
    uint64_t no_stack_id;  /* the location of the empty stack; 0 while unused */
    JP_VEC(JpPprof__Location *) locations;
    JP_VEC(JpPprof__Function *) functions;
};

/* Both must outlive WRITER. */
void jp_pprof_writer_init(struct jp_pprof_writer *writer, const struct jp_profile *profile,
                          const struct jp_keys *keys);
void jp_pprof_writer_release(struct jp_pprof_writer *writer);

/* The index of TEXT, and of a string of the profile, in the table of strings. What is not UTF-8
 * becomes so: pprof refuses other strings. */
int64_t jp_pprof_writer_text(struct jp_pprof_writer *writer, struct jp_span text);
int64_t jp_pprof_writer_string(struct jp_pprof_writer *writer, uint32_t id);

/* The id of LOCATION of the profile. */
uint64_t jp_pprof_writer_location(struct jp_pprof_writer *writer, uint32_t location);
/* The empty stack becomes a frame, because pprof drops samples without one from its tables. */
uint64_t jp_pprof_writer_no_stack(struct jp_pprof_writer *writer);

/* All tables into MESSAGE, which is valid as long as WRITER; nothing can be asked for any more. */
void jp_pprof_writer_finish(struct jp_pprof_writer *writer, JpPprof__Profile *message);

#endif
