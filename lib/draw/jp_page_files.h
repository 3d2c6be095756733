/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of the page that are files, as the build embeds them (build-aux/embed.sh). */
#ifndef JP_PAGE_FILES_H
#define JP_PAGE_FILES_H

#include <stddef.h>

extern const unsigned char jp_page_html[];
extern const size_t jp_page_html_size;
extern const unsigned char jp_page_css[];
extern const size_t jp_page_css_size;
/* In this order: a later one uses the earlier ones. */
extern const unsigned char jp_page_table_js[];
extern const size_t jp_page_table_js_size;
extern const unsigned char jp_page_details_js[];
extern const size_t jp_page_details_js_size;
extern const unsigned char jp_page_js[];
extern const size_t jp_page_js_size;

#endif
