/* SPDX-License-Identifier: BSD-2-Clause */
/* Data inside documents. */
#ifndef JP_SCRIPT_H
#define JP_SCRIPT_H

#include "jp_buf.h"

/*
 * TEXT as a JSON string that may stand in a script element of HTML and of XML: as jp_json_text, but
 * nothing in it can end the element or begin markup.
 */
void jp_script_string(struct jp_buf *out, struct jp_span text);

#endif
