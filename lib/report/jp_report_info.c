/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_report_info.h"

#include "jp_interval.h"
#include "jp_mem.h"
#include "jp_module_facts.h"
#include "jp_number.h"
#include "jp_report.h"
#include "jp_report_info_private.h"
#include "jp_stack_facts.h"
#include "jp_visible.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Percent of the bytes: what lies below needs no verdict. */
static const double NOTEWORTHY = 5;

static double share(double part, double total)
{
    return total > 0 ? 100 * part / total : 0;
}

static void add_source(struct jp_buf *out, const struct jp_profile *profile,
                       const struct jp_source *source)
{
    jp_buf_format(out, "%-11s", source->side == JP_SIDE_BASE ? "Base" : "Dump");
    jp_visible_add(out, jp_intern_span(&profile->strings, source->path), "");
    jp_buf_format(out, ": %" PRIu64 " %s, ", source->record_count,
                  jp_number_words(source->record_count, "record", "records"));
    if (source->correction == JP_CORRECTION_NONE) {
        jp_buf_add_text(out, "values as printed, nothing to correct");
    } else if (source->period_bytes == 0 ||
               (source->correction == JP_CORRECTION_DONE && source->period_bytes == 1)) {
        jp_buf_add_text(out, "values as written, nothing to correct");
    } else {
        jp_buf_add_text(out, "one sample every ");
        jp_number_bytes(out, (double)source->period_bytes);
        jp_buf_add_text(out, source->correction == JP_CORRECTION_DONE
                                 ? ", corrected for that by who wrote it"
                                 : ", corrected for that");
    }
    if (source->skipped_lines)
        jp_buf_format(out, ", %" PRIu64 " %s skipped", source->skipped_lines,
                      jp_number_words(source->skipped_lines, "line", "lines"));
    jp_buf_add_text(out, source->is_cut ? ", ends early\n" : "\n");
}

/* The module that most bytes without names pass through, which is not the allocator. */
static uint32_t least_named(const struct jp_profile *profile, const struct jp_profile_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++)
        if (!profile->modules.data[facts->by_nameless_bytes[i]].is_allocator)
            return facts->by_nameless_bytes[i];
    return 0;
}

/* What the user came for, when names are missing. */
static void add_verdict(struct jp_buf *out, const struct jp_profile *profile,
                        const struct jp_profile_facts *facts)
{
    const double missing = share(facts->nameless_bytes, facts->total);

    if (missing <= NOTEWORTHY)
        return;
    const uint32_t id = least_named(profile, facts);
    jp_buf_format(out, "%.1f %% of the bytes pass through code without names, most of it in ",
                  missing);
    jp_visible_add(out, jp_intern_span(&profile->strings, profile->modules.data[id].path), "");
    jp_buf_format(out, ": %s\n", jp_module_nameless_text(&facts->modules[id]));
}

static int rank_of(const struct jp_module *module)
{
    return module->is_program ? 0 : module->is_allocator ? 2 : 1;
}

/* Module ids as they matter: see the header. The caller frees them. */
static uint32_t *module_order(const struct jp_profile *profile,
                              const struct jp_profile_facts *facts)
{
    uint32_t *const order = jp_mem_resize(NULL, facts->count, sizeof *order);
    size_t count = 0;

    for (int rank = 0; rank <= 2; rank++)
        for (size_t i = 0; i < facts->count; i++)
            if (rank_of(&profile->modules.data[facts->by_bytes[i]]) == rank)
                order[count++] = facts->by_bytes[i];
    return order;
}

/* Live bytes, with the recorded objects that they stand on. */
static struct jp_measure live_of(const struct jp_profile *profile, enum jp_side side)
{
    struct jp_measure sum = {0};

    for (size_t i = 0; i < profile->samples.count; i++) {
        const struct jp_sample sample = jp_samples_at(&profile->samples, i);
        const bool is_base = side == JP_SIDE_BASE;
        if (sample.thread != JP_PROCESS)
            continue;
        sum.value += (is_base ? &sample.base : &sample.main)->of[JP_INUSE_BYTES];
        sum.variance += is_base ? sample.base_variance : sample.main_variance;
        sum.count += is_base ? sample.base_count : sample.main_count;
    }
    return sum;
}

/* How far the total can be trusted: the sampling error, as doc/sampling.md derives it. */
static void add_precision(struct jp_buf *out, const struct jp_profile *profile, enum jp_side side)
{
    const struct jp_measure sum = live_of(profile, side);

    if (sum.value <= 0)
        return;
    jp_buf_format(out, "%-11s", side == JP_SIDE_BASE ? "Base live" : "Live");
    jp_number_bytes(out, sum.value);
    if (sum.variance > 0) {
        /* As --errors: of the two sides the longer one. */
        jp_buf_add_text(out, " \xc2\xb1");
        jp_number_bytes(out, jp_interval_of(sum, 0).high - sum.value);
        jp_buf_format(out, " (95 %%; relative error %.1f %%)",
                      100 * sqrt(sum.variance) / sum.value);
    }
    jp_buf_add_text(out, ", from ");
    jp_number_integer(out, sum.count);
    jp_buf_format(out, " recorded %s\n", sum.count == 1 ? "object" : "objects");
}

/* Who writes pprof leaves out what it likes, as Go does with the start of its threads. */
static bool is_all_pprof(const struct jp_profile *profile)
{
    for (size_t i = 0; i < profile->sources.count; i++)
        if (profile->sources.data[i].correction != JP_CORRECTION_DONE)
            return false;
    return true;
}

static void add_stacks(struct jp_buf *out, const struct jp_profile *profile,
                       const struct jp_profile_facts *facts)
{
    struct jp_stack_facts stacks;

    jp_stack_facts(&stacks, profile, facts->metric);
    jp_buf_format(out, "%-11s%" PRIu32 ", the deepest of %" PRIu32 " %s\n", "Stacks",
                  stacks.stack_count, stacks.deepest,
                  jp_number_words(stacks.deepest, "frame", "frames"));
    if (stacks.no_stack > 0)
        jp_buf_format(out, "%10s%.1f %% of the bytes have no frame at all: %s\n", "",
                      share(stacks.no_stack, facts->total),
                      !stacks.has_lost      ? "the unwinder failed"
                      : !stacks.has_unwound ? "lines of the dump are damaged"
                                            : "lines of the dump are damaged, and the unwinder "
                                              "failed");
    if (stacks.at_limit > 0)
        jp_buf_format(out,
                      "%10s%.1f %% of the bytes have stacks cut at %d frames, jemalloc's limit\n",
                      "", share(stacks.at_limit, facts->total), JP_JEMALLOC_DEPTH);
    const double early = stacks.broken_off - stacks.at_limit;
    if (early > 0 && !is_all_pprof(profile))
        jp_buf_format(out,
                      "%10s%.1f %% of the bytes have stacks that break off before the start of "
                      "their thread:\n%10scode without unwind tables or frame pointers lies "
                      "there (-fasynchronous-unwind-tables,\n%10s-fno-omit-frame-pointer; Rust: "
                      "-C force-frame-pointers=yes)\n",
                      "", share(early, facts->total), "", "");
}

static void add_row(struct jp_buf *out, const struct jp_profile *profile,
                    const struct jp_profile_facts *facts, uint32_t id)
{
    const struct jp_module *const module = &profile->modules.data[id];
    const struct jp_module_facts *const own = &facts->modules[id];

    jp_report_share_column(out, own->bytes, facts->total);
    jp_buf_format(out, " %9" PRIu32 " %7" PRIu32 " %7" PRIu32 " %7" PRIu32, own->location_count,
                  own->named_count, own->lined_count, own->inlined_count);
    if (module->judged_count)
        jp_buf_format(out, " %5.1f%%", 100.0 * module->call_count / module->judged_count);
    else
        jp_buf_format(out, " %6s", "-");
    jp_buf_format(out, "  %-24s  ", jp_names_from_text(own->from));
    jp_visible_add(out, jp_intern_span(&profile->strings, module->path), "");
    jp_buf_add_byte(out, '\n');
}

static void add_modules(struct jp_buf *out, const struct jp_profile *profile,
                        const struct jp_profile_facts *facts, const uint32_t *order)
{
    jp_buf_format(out, "\n %6s %9s %7s %7s %7s %6s  %-24s  %s\n", "bytes", "locations", "named",
                  "lines", "inlined", "calls", "names from", "module");
    for (size_t i = 0; i < facts->count; i++)
        add_row(out, profile, facts, order[i]);
}

void jp_report_info(struct jp_buf *out, const struct jp_profile *profile, bool show_places)
{
    struct jp_profile_facts facts;

    jp_profile_facts_init(&facts, profile);
    uint32_t *const order = module_order(profile, &facts);
    add_verdict(out, profile, &facts);
    for (size_t i = 0; i < profile->sources.count; i++)
        add_source(out, profile, &profile->sources.data[i]);
    add_precision(out, profile, JP_SIDE_MAIN);
    add_precision(out, profile, JP_SIDE_BASE);
    add_stacks(out, profile, &facts);
    add_modules(out, profile, &facts, order);
    for (size_t i = 0; i < facts.count; i++)
        jp_report_info_module(out, profile, &facts, order[i], show_places);
    free(order);
    jp_profile_facts_release(&facts);
}

static void add_table_row(struct jp_table *table, const struct jp_profile *profile,
                          const struct jp_profile_facts *facts, uint32_t id)
{
    const struct jp_module *const module = &profile->modules.data[id];
    const struct jp_module_facts *const own = &facts->modules[id];
    const uint32_t debug = module->is_refused ? 0 : module->debug_file;
    const enum jp_miss miss = own->nameless ? own->nameless : own->lineless;
    struct jp_buf text = JP_BUF_INIT;

    jp_table_add_text(table, jp_intern_span(&profile->strings, module->path));
    jp_table_add_number(table, own->bytes);
    jp_table_add_number(table, facts->total > 0 ? own->bytes / facts->total : NAN);
    jp_table_add_text(table, jp_intern_span(&profile->strings, module->file));
    jp_buf_add_hex(&text, jp_profile_build_id(profile, id));
    jp_table_add_text(table, jp_buf_span(&text));
    jp_buf_release(&text);
    jp_table_add_text(table, jp_intern_span(&profile->strings, debug));
    jp_table_add_text(table, jp_span_of(jp_names_from_text(own->from)));
    jp_table_add_number(table, own->location_count);
    jp_table_add_number(table, own->named_count);
    jp_table_add_number(table, own->lined_count);
    jp_table_add_number(table, own->inlined_count);
    jp_table_add_number(table, module->judged_count);
    jp_table_add_number(table, module->call_count);
    jp_table_add_text(table, jp_span_of(miss ? jp_miss_text(miss) : ""));
}

void jp_report_table_info(struct jp_table *table, const struct jp_profile *profile)
{
    static const struct jp_column columns[] = {
        {"module", "", JP_CELL_TEXT},     {"bytes", "B", JP_CELL_WHOLE},
        {"share", "", JP_CELL_SHARE},     {"file", "", JP_CELL_TEXT},
        {"build_id", "", JP_CELL_TEXT},   {"debug_file", "", JP_CELL_TEXT},
        {"names_from", "", JP_CELL_TEXT}, {"locations", "", JP_CELL_WHOLE},
        {"named", "", JP_CELL_WHOLE},     {"lined", "", JP_CELL_WHOLE},
        {"inlined", "", JP_CELL_WHOLE},   {"judged", "", JP_CELL_WHOLE},
        {"calls", "", JP_CELL_WHOLE},     {"missing", "", JP_CELL_TEXT},
    };
    const struct jp_measure live = live_of(profile, JP_SIDE_MAIN);
    struct jp_profile_facts facts;

    jp_profile_facts_init(&facts, profile);
    uint32_t *const order = module_order(profile, &facts);
    jp_table_init(table, "info", 1);
    jp_table_fact_number(table, "live", "B", JP_CELL_WHOLE, live.value);
    jp_table_fact_number(table, "live_error", "", JP_CELL_SHARE,
                         live.value > 0 ? sqrt(live.variance) / live.value : NAN);
    jp_table_fact_number(table, "recorded", "objects", JP_CELL_WHOLE, live.count);
    jp_table_fact_number(table, "total", "B", JP_CELL_WHOLE, facts.total);
    for (size_t i = 0; i < JP_COUNT_OF(columns); i++)
        jp_table_column(table, columns[i].name, columns[i].unit, columns[i].type);
    for (size_t i = 0; i < facts.count; i++)
        add_table_row(table, profile, &facts, order[i]);
    free(order);
    jp_profile_facts_release(&facts);
}
