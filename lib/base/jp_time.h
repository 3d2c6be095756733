/* SPDX-License-Identifier: BSD-2-Clause */
/* Points in time as text, always in UTC: nothing depends on the place where the program runs. */
#ifndef JP_TIME_H
#define JP_TIME_H

#include "jp_buf.h"

/*
 * Take "2026-11-01", "2026-11-01T12", "2026-11-01 12:30", "2026-11-01T12:30:45.5Z", or the same
 * without separators ("20261101T123045", "20261101-1230") off *REST. *FROM_NS is the beginning of
 * what was named and *UNTIL_NS the end of it (a day, an hour, a minute, a second, an instant), in
 * nanoseconds since 1970. False, with *REST unchanged, when there is no time.
 */
bool jp_time_take(struct jp_span *rest, int64_t *from_ns, int64_t *until_ns);

/* "2026-11-01T12:30:45Z"; parts of a second are dropped. */
void jp_time_format(struct jp_buf *out, int64_t time_ns);

#endif
