/* SPDX-License-Identifier: BSD-2-Clause */
/* Options that are for some modes only (jp_uses.def): a useless one must not look obeyed. */
#ifndef JP_USES_H
#define JP_USES_H

#include "jp_diag.h"
#include "jp_options.h"

/*
 * False, a usage error that names the modes: an option was given that changes nothing in MODE.
 * jeprof ignores its own options where they mean nothing, and scripts rely on that: between an
 * option and a mode of jeprof it is a note. The shell keeps settings for all its commands and asks
 * once, about itself.
 */
JP_MUST_CHECK bool jp_uses_check(const struct jp_options *options, enum jp_option_id mode,
                                 struct jp_diags *diags, struct jp_error *error);

/*
 * The same where dumps are only stored (jp_stored_is_import_only): what shapes a report is of no
 * use without one.
 */
JP_MUST_CHECK bool jp_uses_check_import(const struct jp_options *options, struct jp_error *error);

#endif
