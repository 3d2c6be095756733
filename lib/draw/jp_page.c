/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_page.h"

#include "jp_attr.h"
#include "jp_flame_files.h"
#include "jp_page_files.h"
#include "jp_svg.h"

static struct jp_span bytes(const unsigned char *start, size_t size)
{
    return (struct jp_span){(const char *)start, size};
}

static void add_style(struct jp_buf *out)
{
    jp_buf_add(out, bytes(jp_flame_css, jp_flame_css_size));
    jp_buf_add(out, bytes(jp_page_css, jp_page_css_size));
}

static void add_scripts(struct jp_buf *out)
{
    const struct jp_span scripts[] = {
        bytes(jp_hash_js, jp_hash_js_size),
        bytes(jp_flame_words_js, jp_flame_words_js_size),
        bytes(jp_flame_tree_js, jp_flame_tree_js_size),
        bytes(jp_flame_js, jp_flame_js_size),
        bytes(jp_page_table_js, jp_page_table_js_size),
        bytes(jp_page_details_js, jp_page_details_js_size),
        bytes(jp_page_js, jp_page_js_size),
    };

    for (size_t i = 0; i < JP_COUNT_OF(scripts); i++) {
        jp_buf_add_text(out, "<script>\n");
        jp_buf_add(out, scripts[i]);
        jp_buf_add_text(out, "</script>\n");
    }
}

static void add_title(struct jp_buf *out, const struct jp_page *page)
{
    const struct jp_span program = jp_span_basename(jp_span_of(page->context->program));

    jp_svg_text(out, program);
    jp_buf_add_text(out, program.len ? ": heap" : "Heap");
}

/* jp_page.html has a comment <!--WORD--> where each of these comes. */
void jp_page(struct jp_buf *out, const struct jp_page *page)
{
    struct jp_span rest = bytes(jp_page_html, jp_page_html_size);

    for (;;) {
        const size_t at = jp_span_find(rest, JP_SPAN("<!--"), 0);
        if (at == SIZE_MAX)
            break;
        const size_t end = jp_span_find(rest, JP_SPAN("-->"), at);
        const struct jp_span word = jp_span_slice(rest, at + 4, end);
        jp_buf_add(out, jp_span_slice(rest, 0, at));
        if (jp_span_equal(word, JP_SPAN("title")))
            add_title(out, page);
        else if (jp_span_equal(word, JP_SPAN("style")))
            add_style(out);
        else if (jp_span_equal(word, JP_SPAN("data")))
            jp_page_data(out, page);
        else if (jp_span_equal(word, JP_SPAN("scripts")))
            add_scripts(out);
        rest = jp_span_slice(rest, end + 3, rest.len);
    }
    jp_buf_add(out, rest);
}
