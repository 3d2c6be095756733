/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_process.h"

#include "jp_dump_name.h"

void jp_process_of(struct jp_buf *text, const struct jp_dump *dump)
{
    const struct jp_dump_name name = jp_dump_name_of(jp_span_of(dump->path));
    const struct jp_mapping *program = NULL;
    const struct jp_mapping *vdso = NULL;

    for (size_t i = 0; i < dump->maps.list.count; i++) {
        const struct jp_mapping *const mapping = &dump->maps.list.data[i];
        if (mapping->kind == JP_MAPPING_FILE && !program)
            program = mapping;
        if (jp_span_equal(jp_intern_span(&dump->strings, mapping->path), JP_SPAN("[vdso]")))
            vdso = mapping;
    }
    if (!name.has_pid && !program && !vdso)
        return;
    if (name.has_pid)
        jp_buf_add(text, jp_span_basename(name.process));
    jp_buf_add_byte(text, ':');
    if (program)
        jp_buf_add(text, jp_intern_span(&dump->strings, program->path));
    jp_buf_add_byte(text, '@');
    if (vdso)
        jp_buf_format(text, "%llx", (unsigned long long)vdso->start);
}

bool jp_process_pid(struct jp_span text, uint64_t *pid)
{
    const struct jp_span name = jp_span_slice(text, 0, jp_span_find(text, JP_SPAN(":"), 0));
    const size_t dot = jp_span_rfind_byte(name, '.');

    if (dot == SIZE_MAX)
        return false;
    struct jp_span number = jp_span_slice(name, dot + 1, name.len);
    return jp_span_take_decimal(&number, pid) && number.len == 0;
}
