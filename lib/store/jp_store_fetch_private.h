/* SPDX-License-Identifier: BSD-2-Clause */
/* What fetching stacks and fetching their names need of each other. */
#ifndef JP_STORE_FETCH_PRIVATE_H
#define JP_STORE_FETCH_PRIVATE_H

#include "jp_store_fetch.h"

/* The profile's module for ID. */
JP_MUST_CHECK bool jp_store_fetch_module(struct jp_store_fetch *fetch, uint32_t id, uint32_t *found,
                                         struct jp_error *error);

/* The frames of LOCATION of the profile, which has none; with NO_INLINES the outermost one only. */
JP_MUST_CHECK bool jp_store_fetch_frames(struct jp_store_fetch *fetch, uint32_t location,
                                         bool no_inlines, struct jp_error *error);

#endif
