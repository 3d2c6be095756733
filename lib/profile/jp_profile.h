/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The model: who holds how much, in a form that does not depend on one process's addresses.
 *
 * Everything is a 32-bit id into a vector. A location is a module and an offset in its file, so
 * that address randomisation, restarts and several processes need no special case. Stacks are a
 * trie: a node is its parent (the caller) and a location; a parent's id is always smaller than its
 * children's, so one reverse loop is a bottom-up walk. Values are corrected for sampling record by
 * record before anything is added (doc/sampling.md).
 */
#ifndef JP_PROFILE_H
#define JP_PROFILE_H

#include "jp_call_site.h"
#include "jp_dense.h"
#include "jp_dump.h"
#include "jp_finder.h"
#include "jp_intern.h"
#include "jp_rules.h"
#include "jp_samples.h"
#include "jp_stack_index.h"
#include "jp_stack_memo.h"

enum jp_module_kind {
    JP_MODULE_FILE,     /* offset = file offset; see is_distance */
    JP_MODULE_PSEUDO,   /* [vdso], [heap], memfd: ...; offset = distance from the mapping's start */
    JP_MODULE_ANON,     /* anonymous memory; offset = absolute address */
    JP_MODULE_UNMAPPED, /* no mapping; offset = absolute address */
};

/* The best symbol table that the file of a module, or its debug file, has. */
enum jp_symbols {
    JP_SYMBOLS_NO_FILE,
    JP_SYMBOLS_DYNSYM,   /* at most the names that it exports */
    JP_SYMBOLS_MINI,     /* .gnu_debugdata */
    JP_SYMBOLS_FULL,     /* .symtab */
    JP_SYMBOLS_PERF_MAP, /* no file: a just-in-time compiler told */
};

/*
 * Two modules are one when their kinds agree and their build-ids do, or, where no build-id is
 * known, their path, inode, process and (without an inode) the extent of their code.
 */
struct jp_module {
    uint32_t path; /* string id as mapped; "[anon]" and "[unknown]" for the kinds without a name */
    uint64_t inode;
    uint64_t layout; /* hash over the executable ranges as mapped: differs, another build */
    enum jp_module_kind kind;
    bool is_distance; /* the map named no file offsets: offset = distance from the first mapping */
    uint64_t only_bytes; /* length of the only mapping, when is_distance; 0: there are several */
    bool is_deleted;
    bool is_unloaded;    /* some dump knew its place only from an earlier dump's map */
    bool is_allocator;   /* malloc's own library: see jp_allocator.h */
    bool is_judged;      /* what it exports was looked at for that */
    uint32_t process;    /* string id: without a file, whose addresses; see struct jp_dump */
    uint32_t build_id;   /* string id of its raw bytes; 0: not known */
    uint32_t file;       /* string id: path of the file that was found for it; 0: none */
    uint32_t debug_file; /* string id: path of its separate debug file; 0: none */
    uint32_t tried;      /* string id: where it was looked for, see struct jp_binary */
    bool is_program;     /* FILE is the program that the user named */
    bool is_guess;       /* FILE has another name: it was taken because its segments fit */
    enum jp_symbols symbols;
    bool is_refused;       /* FILE is another build than the one that ran: nothing counts of it */
    uint32_t judged_count; /* recorded return addresses whose code was looked at */
    uint32_t call_count;   /* those of them that follow a call instruction */
    enum jp_miss miss;     /* the worst reason met while naming its locations */
    /*
     * What names are read from, owned by the finder; NULL when there is no such file, when it is
     * refused, and in profiles that did not come from dumps: they bring their names with them.
     */
    const struct jp_binary *binary;
};

struct jp_location {
    uint32_t module;
    uint64_t offset;        /* of the return address; look-ups use offset - 1 */
    uint64_t address;       /* as recorded, in the first dump that had it */
    uint32_t frames_first;  /* index in frames: innermost inlined call first */
    uint32_t frames_count;  /* 0: no name */
    enum jp_miss miss;      /* why names or lines are missing */
    uint64_t vaddr;         /* ELF virtual address of the return address; see has_vaddr */
    bool has_vaddr;         /* the file was found and a segment of it covers the offset */
    bool is_named_by_dump;  /* by a symbolized profile */
    bool is_resolved;       /* names were looked for: jp_resolve changes nothing any more */
    enum jp_call_site site; /* what the code in front of the address is; see jp_call_site.h */
};

struct jp_function {
    uint32_t name;    /* string id: demangled, complete */
    uint32_t linkage; /* string id: mangled, the first met or what it is a copy of; 0: none */
    uint32_t module;  /* the module of a function that others cannot see; JP_NO_MODULE: external */
    uint32_t file;    /* string id: tells local functions of one name apart; 0: not known */
};

#define JP_NO_MODULE UINT32_MAX

struct jp_frame {
    uint32_t function;
    uint32_t linkage; /* string id: its own; functions of one name share one, see jp_function */
    uint32_t file;    /* string id; 0: not known */
    uint32_t line;
    uint32_t column;
    bool is_inlined;
};

#define JP_PROCESS 0 /* thread id of samples that stand for the whole process */

/*
 * Threads of several dumps are one thread when uid and name agree (a missing name agrees with any),
 * so that --thread works together with --base.
 */
struct jp_thread {
    uint32_t source; /* index in sources: the first that had it */
    uint64_t uid;
    uint32_t name;    /* string id; 0: no name */
    uint32_t partner; /* thread that has its samples now: see jp_thread_pairs.h; JP_PROCESS: none */
};

/* A dump that went into the profile. */
struct jp_source {
    uint32_t path;
    enum jp_side side;
    int64_t mtime_ns; /* of the file; 0: not known */
    uint64_t period_bytes;
    enum jp_correction correction;
    struct jp_values header;   /* corrected header totals; zero when there is no header */
    struct jp_values sum;      /* corrected sum of the process records */
    struct jp_values no_stack; /* part of sum: records whose stack is empty */
    uint64_t no_stack_records;
    uint64_t lost_stacks; /* of these records, those that have none because the dump is damaged */
    uint64_t record_count;
    uint64_t skipped_lines;
    uint32_t program; /* string id: path of the mapped file at the lowest address; 0: no map */
    bool is_cut;
    bool is_damaged;       /* in any way that --strict refuses */
    bool has_exact_header; /* jemalloc's, which is the sum of the records but for rounding */
    bool has_accum;        /* some record has allocated counts */
};

/* A line of the memory map of a source: see jp_mappings.h. */
struct jp_kept_mapping {
    uint32_t source; /* index in sources */
    uint32_t module; /* that stacks pass through there; JP_NO_MODULE: none */
    uint64_t start;
    uint64_t end; /* first address behind it */
    uint64_t offset;
    uint64_t inode; /* 0: not known */
    uint32_t path;  /* string id, without " (deleted)" */
    bool has_offset;
    bool is_executable;
    bool is_deleted;
};

/* By function, filled in when they are asked for: a part of the cost of a report. */
struct jp_function_classes {
    JP_VEC(uint8_t) known; /* 0: not yet, else the class and 1 */
};

struct jp_profile {
    struct jp_intern strings;
    JP_VEC(struct jp_module) modules;
    JP_VEC(struct jp_location) locations;
    JP_VEC(struct jp_frame) frames;
    JP_VEC(struct jp_function) functions;
    JP_VEC(struct jp_stack) stacks;
    struct jp_samples samples;
    JP_VEC(struct jp_thread) threads; /* element 0 stands for the process */
    JP_VEC(struct jp_source) sources;
    JP_VEC(struct jp_kept_mapping) mappings; /* when keeps_mappings: of each source, ascending */
    uint32_t program;                        /* string id: name for headings */
    /*
     * Set between jp_profile_init and the first jp_join by who wants no report by thread: thread
     * rows, which are most of a dump, then make no samples.
     */
    bool without_threads;
    bool without_noise; /* and this by who does not ask for noise: samples have no variance */
    /* Set then as well, by who writes a dump again. */
    bool keeps_mappings;
    /* Set then as well: the dumps are looked at one by one (jp_series.h), not added up. */
    bool is_series;
    bool is_one_process; /* and this: the user knows that all dumps are, whatever their names say */
    struct jp_stack_memo stack_memo; /* of a series only */
    /*
     * The locations are places that somebody asks about and need not follow a call instruction: no
     * file is judged by them.
     */
    bool has_plain_addresses;
    bool is_at_rest; /* see jp_profile_rest */
    /* Which frames are plumbing; what the user adds goes in before the first jp_join. */
    struct jp_rules rules;
    struct jp_function_classes *classes; /* what these rules say of names: jp_allocator.h */
    struct jp_index module_index, location_index, function_index, thread_index;
    struct jp_dense sample_index;
    struct jp_stack_index stack_index;
};

void jp_profile_init(struct jp_profile *profile);
void jp_profile_release(struct jp_profile *profile);

/*
 * Find or make; equal things get equal ids. A module that had no file takes that of MODULE over, a
 * function without a linkage name that of FUNCTION.
 */
uint32_t jp_profile_module(struct jp_profile *profile, const struct jp_module *module);
uint32_t jp_profile_location(struct jp_profile *profile, uint32_t module, uint64_t offset,
                             uint64_t address);
/* The same without making it; JP_INDEX_NONE: there is none. */
uint32_t jp_profile_find_location(const struct jp_profile *profile, uint32_t module,
                                  uint64_t offset);
uint32_t jp_profile_function(struct jp_profile *profile, struct jp_function function);
uint32_t jp_profile_stack(struct jp_profile *profile, uint32_t parent, uint32_t location);
/* Frames of the stack, of the root: 0. It takes a step for each. */
uint32_t jp_profile_depth(const struct jp_profile *profile, uint32_t stack);
uint32_t jp_profile_thread(struct jp_profile *profile, uint32_t source, uint64_t uid,
                           struct jp_span name);
/* Its index in samples. */
uint32_t jp_profile_sample(struct jp_profile *profile, uint32_t stack, uint32_t thread);

/*
 * All stacks and samples are there, for now: give back the memory that finds them by what they are.
 * To add some later is possible and makes it again.
 */
void jp_profile_rest(struct jp_profile *profile);

/* Is a dump of --base among the sources? */
bool jp_profile_has_base(const struct jp_profile *profile);

/* Both sides of SAMPLE together, when it is one of the process; else 0. */
double jp_profile_process_value(const struct jp_profile *profile, size_t sample,
                                enum jp_metric metric);

void jp_values_add(struct jp_values *sum, const struct jp_values *values);

/* Some location lies in a mapping: there was a map. */
bool jp_profile_has_map(const struct jp_profile *profile);

/* Raw bytes of the module's build-id; empty when it is not known. */
struct jp_span jp_profile_build_id(const struct jp_profile *profile, uint32_t module);

/*
 * Location's address for people: the ELF virtual address (of the return address, as offset is)
 * where the file was found and a segment covers it, else offset.
 */
uint64_t jp_profile_vaddr(const struct jp_profile *profile, uint32_t location);
/* The same with a result that says whether it is an ELF address. */
bool jp_profile_find_vaddr(const struct jp_profile *profile, uint32_t location, uint64_t *vaddr);

#endif
