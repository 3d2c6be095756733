/* SPDX-License-Identifier: BSD-2-Clause */
/* Of jeprof-c: the modes that it leaves to jeprof-c-full. */
#include "config.h"

#include "jp_elsewhere.h"

#include "jp_buf.h"
#include "jp_mode.h"

#include <unistd.h>

#define FULL_PROGRAM "jeprof-c-full"

/* X(function of the mode) */
#define ELSEWHERE_LIST(X)  \
    X(jp_mode_disasm)      \
    X(jp_mode_interactive) \
    X(jp_mode_pdf)         \
    X(jp_mode_png)         \
    X(jp_mode_ps)          \
    X(jp_mode_svg)         \
    X(jp_mode_weblist)

/* They stand in the table of modes, and are never called. */
#define X(name)                                                                               \
    bool name(struct jp_session *session, struct jp_buf *out, struct jp_error *error)         \
    {                                                                                         \
        (void)session;                                                                        \
        (void)out;                                                                            \
        return jp_error_set(error, JP_EXIT_INTERNAL, NULL, 0, "is in " FULL_PROGRAM " only"); \
    }
ELSEWHERE_LIST(X)
#undef X

static bool is_elsewhere(jp_mode_run *mode)
{
#define X(name) mode == name ||
    return ELSEWHERE_LIST(X) false;
#undef X
}

/* Become the other program if it lies at WAY from the folder of this one. */
static void try_from_here(const char *way, char *const argv[])
{
    char path[4096];
    const ssize_t len = readlink("/proc/self/exe", path, sizeof path);
    struct jp_buf there = JP_BUF_INIT;

    if (len <= 0 || len == sizeof path)
        return;
    const struct jp_span all = {path, (size_t)len};
    jp_buf_add(&there, jp_span_slice(all, 0, all.len - jp_span_basename(all).len));
    jp_buf_add_text(&there, way);
    execv(there.ptr, argv);
    jp_buf_release(&there);
}

bool jp_elsewhere_go(const struct jp_options *options, char *const argv[], struct jp_error *error)
{
    if (!is_elsewhere(jp_mode_of(options)))
        return true;
    try_from_here(FULL_PROGRAM, argv); /* in a build folder */
    execv(JP_LIBEXECDIR "/" FULL_PROGRAM, argv);
    try_from_here("../libexec/" FULL_PROGRAM, argv); /* installed, and moved since */
    jp_error_errno(error, JP_EXIT_INTERNAL, JP_LIBEXECDIR "/" FULL_PROGRAM, "start");
    return jp_error_hint(error, "pictures, machine code and the shell are in this second program: "
                                "install it too, there or beside jeprof-c");
}
