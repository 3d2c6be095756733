/* SPDX-License-Identifier: BSD-2-Clause */
/* The reader of pprof profiles: any bytes give a profile whose indices are sound, or an error. */
#include "config.h"

#include "jp_fuzz.h"
#include "jp_pprof.h"

static void check_names(const struct jp_pprof *pprof)
{
    const size_t strings = pprof->dump.strings.spans.count;

    for (size_t i = 0; i < pprof->functions.count; i++) {
        const struct jp_pprof_function *const function = &pprof->functions.data[i];
        jp_fuzz_check(function->name < strings && function->linkage < strings &&
                      function->file < strings);
    }
    for (size_t i = 0; i < pprof->lines.count; i++)
        jp_fuzz_check(pprof->lines.data[i].function < pprof->functions.count);
    for (size_t i = 0; i < pprof->dump.maps.list.count; i++) {
        const struct jp_mapping *const mapping = &pprof->dump.maps.list.data[i];
        jp_fuzz_check(mapping->path < strings && mapping->build_id < strings);
        jp_fuzz_check(i == 0 || mapping[-1].start <= mapping->start);
    }
}

static void check_samples(const struct jp_pprof *pprof)
{
    for (size_t i = 0; i < pprof->locations.count; i++) {
        const struct jp_pprof_location *const location = &pprof->locations.data[i];
        jp_fuzz_check(location->mapping == JP_PPROF_NO_MAPPING ||
                      location->mapping < pprof->dump.maps.list.count);
        jp_fuzz_check(location->lines_first <= pprof->lines.count &&
                      location->lines_count <= pprof->lines.count - location->lines_first);
    }
    for (size_t i = 0; i < pprof->stacks.count; i++)
        jp_fuzz_check(pprof->stacks.data[i] < pprof->locations.count);
    for (size_t i = 0; i < pprof->samples.count; i++) {
        const struct jp_pprof_sample *const sample = &pprof->samples.data[i];
        jp_fuzz_check(sample->stack_first <= pprof->stacks.count &&
                      sample->depth <= pprof->stacks.count - sample->stack_first);
        jp_fuzz_check(sample->thread == JP_DUMP_PROCESS ||
                      sample->thread < pprof->dump.threads.count);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct jp_error error = JP_ERROR_INIT;
    struct jp_pprof pprof;

    if (jp_pprof_parse(&pprof, (struct jp_span){(const char *)data, size}, "fuzz", NULL, &error)) {
        check_names(&pprof);
        check_samples(&pprof);
        jp_pprof_release(&pprof);
    } else {
        jp_fuzz_check(error.exit == JP_EXIT_INPUT && error.message[0]);
    }
    return 0;
}
