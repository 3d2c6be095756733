/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_remedy.h"

/* Files that a distribution's packages bring, whose debug files they bring as well. */
static bool is_packaged(struct jp_span path)
{
    static const char *const folders[] = {"/usr/lib/", "/usr/lib64/", "/usr/bin/", "/usr/sbin/",
                                          "/lib/",     "/lib64/",     "/bin/",     "/sbin/"};

    for (size_t i = 0; i < JP_COUNT_OF(folders); i++)
        if (jp_span_starts_with(path, jp_span_of(folders[i])))
            return true;
    return false;
}

const char *jp_remedy(enum jp_miss miss, struct jp_span path)
{
    switch (miss) {
    case JP_MISS_NO_MAPPING:
        return "the dump does not say what was loaded there";
    case JP_MISS_NOT_A_FILE:
        return "code made at run time has no symbol table";
    case JP_MISS_FILE_NOT_FOUND:
    case JP_MISS_NOT_ELF:
    case JP_MISS_DAMAGED:
        return "copy it from where the dump was taken and name its folder with --sysroot";
    case JP_MISS_OTHER_BUILD:
        return "get the file of the build that ran and name its folder with --sysroot";
    case JP_MISS_NO_SYMBOLS:
        return is_packaged(path)
                   ? "install its debug symbols or name their folder with --debug-dir"
                   : "give the file as it was before strip, of the same build, or name the folder "
                     "of its debug file with --debug-dir";
    case JP_MISS_NO_ALT_FILE:
        return "copy the debug file that dwz made for several programs and name its folder with "
               "--debug-dir";
    default:
        return is_packaged(path)
                   ? "its debug symbols may know more: install them or name their folder with "
                     "--debug-dir"
                   : "its debug file may know more: name its folder with --debug-dir";
    }
}

/* The program lies in front of its libraries, and nobody named it. */
static bool is_unnamed_program(const struct jp_profile *profile, const struct jp_module *module)
{
    for (size_t i = 0; i < profile->modules.count; i++)
        if (profile->modules.data[i].is_program)
            return false;
    for (size_t i = 0; i < profile->sources.count; i++)
        if (profile->sources.data[i].program == module->path)
            return true;
    return false;
}

const char *jp_remedy_of_module(const struct jp_profile *profile, const struct jp_module *module,
                                enum jp_miss miss)
{
    if (miss == JP_MISS_FILE_NOT_FOUND && is_unnamed_program(profile, module))
        return "get it from where the dump was taken and name it in front of the dump, as the "
               "program, or name its folder with --sysroot";
    return jp_remedy(miss, jp_intern_span(&profile->strings, module->path));
}

/* The C library and its loader; the one debug package with a name of its own. */
static bool is_c_library(struct jp_span name)
{
    static const char *const names[] = {"libc.so", "libc-", "ld-linux", "libm.so", "libpthread.so"};

    for (size_t i = 0; i < JP_COUNT_OF(names); i++)
        if (jp_span_starts_with(name, jp_span_of(names[i])))
            return true;
    return false;
}

static void add_package(struct jp_buf *out, struct jp_span path)
{
    if (is_c_library(jp_span_basename(path)))
        jp_buf_add_text(out, "install its debug symbols: Debian and Ubuntu: libc6-dbg; Fedora and "
                             "RHEL: dnf debuginfo-install glibc\n");
    else
        jp_buf_format(out,
                      "install its debug symbols: Debian and Ubuntu: PACKAGE-dbgsym, where "
                      "\"dpkg -S %.*s\" names the package; Fedora and RHEL: dnf debuginfo-install "
                      "%.*s\n",
                      JP_SPAN_ARG(path), JP_SPAN_ARG(path));
}

static void add_copy(struct jp_buf *out, struct jp_span path, const char *which)
{
    const struct jp_span name = jp_span_basename(path);

    jp_buf_format(out,
                  "copy it from %s to FOLDER%s%.*s, or to FOLDER/%.*s, and give "
                  "--sysroot=FOLDER\n",
                  which, path.len && path.ptr[0] == '/' ? "" : "/", JP_SPAN_ARG(path),
                  JP_SPAN_ARG(name));
}

/* Where a debug file of this build is found without further options. */
static void add_debug_file(struct jp_buf *out, struct jp_span id)
{
    if (id.len < 2) {
        jp_buf_add_text(out, "the file has no build-id, by which its debug file would be found: "
                             "link with -Wl,--build-id\n");
        return;
    }
    jp_buf_add_text(out, "or put its debug file at /usr/lib/debug/.build-id/");
    jp_buf_add_hex(out, jp_span_slice(id, 0, 1));
    jp_buf_add_byte(out, '/');
    jp_buf_add_hex(out, jp_span_slice(id, 1, id.len));
    jp_buf_add_text(out, ".debug, or anywhere in a folder given with --debug-dir\n");
}

static void add_stripped(struct jp_buf *out, struct jp_span path, struct jp_span id)
{
    if (is_packaged(path))
        add_package(out, path);
    else
        jp_buf_add_text(out,
                        "give the program or library as it was before strip, of the same build\n"
                        "next time link without -s (Rust: no strip = true in [profile.release] of "
                        "Cargo.toml)\n");
    add_debug_file(out, id);
}

static void add_no_debug(struct jp_buf *out, struct jp_span path, struct jp_span id)
{
    if (is_packaged(path)) {
        add_package(out, path);
        add_debug_file(out, id);
    } else {
        jp_buf_add_text(out, "for lines and inlined calls compile with -g (Rust: debug = "
                             "\"line-tables-only\" in [profile.release] of Cargo.toml)\n");
    }
}

static void add_split(struct jp_buf *out, struct jp_span path)
{
    const struct jp_span name = jp_span_basename(path);

    jp_buf_format(out,
                  "copy the .dwo files, or %.*s.dwp, beside %.*s, or into a folder given with "
                  "--debug-dir (cargo leaves them in target/release and its deps)\n",
                  JP_SPAN_ARG(name), JP_SPAN_ARG(name));
}

static void add_step(struct jp_buf *out, enum jp_miss miss, struct jp_span path, struct jp_span id)
{
    switch (miss) {
    case JP_MISS_NONE:
        break;
    case JP_MISS_NOT_A_FILE:
        jp_buf_add_text(out, "if a just-in-time compiler made this code, let it write a map "
                             "(/tmp/perf-PID.map) and give that with --perf-map\n");
        break;
    case JP_MISS_FILE_NOT_FOUND:
    case JP_MISS_NOT_ELF:
    case JP_MISS_DAMAGED:
        add_copy(out, path, "the machine where the dump was taken");
        break;
    case JP_MISS_OTHER_BUILD:
        add_copy(out, path, "the release that ran");
        break;
    case JP_MISS_NO_SYMBOLS:
        add_stripped(out, path, id);
        break;
    case JP_MISS_NO_DEBUG_INFO:
        add_no_debug(out, path, id);
        break;
    case JP_MISS_NO_SPLIT_FILE:
        add_split(out, path);
        break;
    case JP_MISS_NO_ALT_FILE:
        jp_buf_add_text(out, "copy the debug file that dwz made for several programs "
                             "(/usr/lib/debug/.dwz) as well\n");
        break;
    case JP_MISS_NO_MAPPING:
        jp_buf_add_text(out,
                        "code of a library that was unloaded: give an earlier dump of the same "
                        "process as well, or code made at run time: give its map with "
                        "--perf-map\n");
        break;
    case JP_MISS_READER_FAILED:
        jp_buf_add_text(out, "try --symbolizer=libdwarf, or name the folder of another debug file "
                             "with --debug-dir\n");
        break;
    case JP_MISS_NOT_COVERED:
        jp_buf_format(out, "%s\n", jp_remedy(miss, path));
        break;
    }
}

void jp_remedy_steps(struct jp_buf *out, const struct jp_profile *profile, uint32_t module,
                     const struct jp_module_facts *facts)
{
    const struct jp_module *const at = &profile->modules.data[module];
    const struct jp_span path = jp_intern_span(&profile->strings, at->path);
    const struct jp_span id = jp_profile_build_id(profile, module);

    enum jp_miss first = JP_MISS_NONE;

    if (facts->nameless)
        first = facts->nameless;
    else if (!jp_module_is_lined(facts))
        first = facts->lineless;
    if (first == JP_MISS_NO_MAPPING && !jp_profile_has_map(profile))
        jp_buf_add_text(out, "the dump has no memory map, which stands at its end: copy it again, "
                             "or take another\n");
    else
        add_step(out, first, path, id);
    if (first == JP_MISS_FILE_NOT_FOUND && is_unnamed_program(profile, at))
        jp_buf_add_text(out, "or name it in front of the dump, as the program\n");
    if (facts->thin != first)
        add_step(out, facts->thin, path, id);
}
