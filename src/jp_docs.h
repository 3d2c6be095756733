/* SPDX-License-Identifier: BSD-2-Clause */
/* Documents made from the option table; only the generator jp-docs contains this code. */
#ifndef JP_DOCS_H
#define JP_DOCS_H

#include "jp_buf.h"

/* The manual in roff: TEMPLATE with its @OPTIONS@, @EXITS@ and @VERSION@ lines filled in. */
void jp_docs_manual(struct jp_buf *out, struct jp_span template);

/* Completion scripts. */
void jp_docs_bash(struct jp_buf *out);
void jp_docs_zsh(struct jp_buf *out);
void jp_docs_fish(struct jp_buf *out);

#endif
