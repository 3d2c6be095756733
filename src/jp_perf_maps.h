/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of code made at run time: the maps of --perf-map, or the one that lies beside the dumps. */
#ifndef JP_PERF_MAPS_H
#define JP_PERF_MAPS_H

#include "jp_session.h"

/* To be called when all dumps have been joined. False: a map that was named cannot be read. */
JP_MUST_CHECK bool jp_perf_maps_apply(struct jp_session *session, struct jp_error *error);

#endif
