/* SPDX-License-Identifier: BSD-2-Clause */
/* The dump reader: any bytes give a dump whose ids and ranges are sound, or an error. */
#include "config.h"

#include "jp_dump.h"
#include "jp_fuzz.h"
#include "jp_sniff.h"

#include <string.h>

static void check_stacks(const struct jp_dump *dump)
{
    size_t used = 0;

    for (size_t i = 0; i < dump->stacks.count; i++) {
        const struct jp_dump_stack *const stack = &dump->stacks.data[i];
        jp_fuzz_check(stack->first == used);
        used += stack->depth;
    }
    jp_fuzz_check(used == dump->addresses.count);
}

static void check_records(const struct jp_dump *dump)
{
    uint32_t last = 0;

    for (size_t i = 0; i < dump->records.count; i++) {
        const struct jp_record record = jp_dump_record(dump, i);
        jp_fuzz_check(record.stack < dump->stacks.count);
        /* No stack without a record, none forgotten. */
        jp_fuzz_check(record.stack == last || record.stack == last + 1);
        jp_fuzz_check(record.thread == JP_DUMP_PROCESS || record.thread < dump->threads.count);
        last = record.stack;
    }
    jp_fuzz_check(dump->stacks.count == (dump->records.count ? last + 1 : 0));
}

static void check_names(const struct jp_dump *dump)
{
    for (size_t i = 0; i < dump->threads.count; i++)
        jp_fuzz_check(dump->threads.data[i].name < dump->strings.spans.count);
    for (size_t i = 0; i < dump->symbols.count; i++) {
        const struct jp_dump_symbol *const symbol = &dump->symbols.data[i];
        jp_fuzz_check(symbol->names_count > 0);
        jp_fuzz_check(symbol->names_first <= dump->symbol_names.count &&
                      symbol->names_count <= dump->symbol_names.count - symbol->names_first);
        jp_fuzz_check(i == 0 || dump->symbols.data[i - 1].address < symbol->address);
    }
    for (size_t i = 0; i < dump->symbol_names.count; i++)
        jp_fuzz_check(dump->symbol_names.data[i] < dump->strings.spans.count);
    jp_fuzz_check(dump->program < dump->strings.spans.count);
}

static void check_dump(const struct jp_dump *dump)
{
    check_stacks(dump);
    check_records(dump);
    check_names(dump);
    jp_fuzz_check(dump->correction == JP_CORRECTION_NONE || dump->format != JP_DUMP_GPERFTOOLS ||
                  dump->period_bytes > 0);
    for (size_t i = 0; i < dump->addresses.count; i++) {
        const struct jp_mapping *const mapping = jp_maps_find(&dump->maps, dump->addresses.data[i]);
        jp_fuzz_check(!mapping || (mapping->start <= dump->addresses.data[i] &&
                                   dump->addresses.data[i] < mapping->end));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct jp_span bytes = {(const char *)data, size};
    struct jp_error error = JP_ERROR_INIT;
    struct jp_diags diags;
    struct jp_dump dump;

    jp_fuzz_check(strlen(jp_sniff_text(jp_sniff(bytes))) > 0);
    jp_diags_init(&diags);
    if (jp_dump_parse(&dump, bytes, "fuzz", &diags, &error)) {
        check_dump(&dump);
        jp_dump_release(&dump);
    } else {
        jp_fuzz_check(error.exit == JP_EXIT_INPUT && error.message[0]);
    }
    /* However many lines are bad, their number of kinds is small. */
    jp_fuzz_check(diags.list.count < 64);
    jp_diags_release(&diags);
    return 0;
}
