/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_header.h"

#include "jp_attr.h"

static bool is_digit(struct jp_span text)
{
    return text.len && text.ptr[0] >= '0' && text.ptr[0] <= '9';
}

static enum jp_header section_of(struct jp_span name)
{
    static const struct {
        struct jp_span name;
        enum jp_header header;
    } sections[] = {
        {{"Stacks:", 7}, JP_HEADER_CONTENTION}, {{"contention", 10}, JP_HEADER_CONTENTION},
        {{"growth", 6}, JP_HEADER_SECTION},     {{"heap", 4}, JP_HEADER_SECTION},
        {{"profile", 7}, JP_HEADER_CPU},        {{"symbol", 6}, JP_HEADER_SYMBOL},
    };

    name = jp_span_trim(name);
    for (size_t i = 0; i < JP_COUNT_OF(sections); i++) {
        if (jp_span_starts_with(name, sections[i].name))
            return sections[i].header;
    }
    return JP_HEADER_NONE;
}

enum jp_header jp_header_of(struct jp_span line)
{
    static const struct jp_span version = {"heap_v", 6};

    if (jp_span_starts_with(line, JP_SPAN("\xef\xbb\xbf")))
        line = jp_span_slice(line, 3, line.len);
    line = jp_span_trim(line);
    if (jp_span_starts_with(line, JP_SPAN("heap_v2/")))
        return JP_HEADER_HEAP_V2;
    if (jp_span_starts_with(line, version) && is_digit(jp_span_slice(line, version.len, line.len)))
        return JP_HEADER_HEAP_OTHER;
    if (jp_span_starts_with(line, JP_SPAN("heap profile:")))
        return JP_HEADER_FLAT;
    if (jp_span_starts_with(line, JP_SPAN("%")))
        return JP_HEADER_COMMAND;
    if (jp_span_starts_with(line, JP_SPAN("---")))
        return section_of(jp_span_slice(line, 3, line.len));
    return JP_HEADER_NONE;
}

enum jp_header jp_header_search(struct jp_span bytes)
{
    struct jp_span rest = jp_span_slice(bytes, 0, JP_HEADER_SEARCH_BYTES);
    struct jp_span line;

    for (size_t i = 0; i < JP_HEADER_SEARCH_LINES && jp_span_take_line(&rest, &line, NULL); i++) {
        const enum jp_header header = jp_header_of(line);
        if (header != JP_HEADER_NONE && header != JP_HEADER_COMMAND)
            return header;
        /* Log output is text. */
        if (jp_span_find(line, (struct jp_span){"", 1}, 0) != SIZE_MAX)
            return JP_HEADER_NONE;
    }
    return JP_HEADER_NONE;
}
