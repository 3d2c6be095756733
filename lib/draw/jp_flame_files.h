/* SPDX-License-Identifier: BSD-2-Clause */
/* Style and scripts of flame graphs, as the build embeds them (build-aux/embed.sh). */
#ifndef JP_FLAME_FILES_H
#define JP_FLAME_FILES_H

#include <stddef.h>

extern const unsigned char jp_flame_css[];
extern const size_t jp_flame_css_size;

extern const unsigned char jp_hash_js[];
extern const size_t jp_hash_js_size;

/* In this order: a later one uses the earlier ones. */
extern const unsigned char jp_flame_words_js[];
extern const size_t jp_flame_words_js_size;
extern const unsigned char jp_flame_tree_js[];
extern const size_t jp_flame_tree_js_size;
extern const unsigned char jp_flame_js[];
extern const size_t jp_flame_js_size;
extern const unsigned char jp_flame_file_js[]; /* for a picture by itself only */
extern const size_t jp_flame_file_js_size;

#endif
