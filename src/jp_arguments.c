/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_arguments.h"

#include "jp_choice.h"
#include "jp_piped.h"
#include "jp_sniff.h"
#include "jp_store.h"
#include "jp_stored.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PEEK_BYTES = 64 * 1024 }; /* what jp_sniff asks for */

static bool fail_missing(const char *path, const struct jp_options *options, struct jp_error *error)
{
    const bool is_first = path == options->arguments.data[0];

    jp_error_errno(error, JP_EXIT_INPUT, path, "open");
    if (jp_store_is_name(path))
        return jp_error_hint(error, "%s names stored dumps: --db=FILE says in which store", path);
    if (strstr(path, "://"))
        return jp_error_hint(error, "only files are read: fetch the profile first, for example "
                                    "with curl -o a.heap URL");
    if (is_first && options->arguments.count > 1)
        return jp_error_hint(error, "the first argument is the program that ran; without one, the "
                                    "files named in the dumps are used");
    return false;
}

/* What the file at PATH holds. False, with errno set: it cannot be read. */
static bool sniff_file(const char *path, enum jp_file_type *type)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    char *const head = jp_mem_resize(NULL, PEEK_BYTES, 1);
    ssize_t got = read(fd, head, SELFMAG);
    if (got == SELFMAG && memcmp(head, ELFMAG, SELFMAG) != 0)
        got = pread(fd, head, PEEK_BYTES, 0);
    close(fd);
    if (got >= 0)
        *type = jp_sniff((struct jp_span){head, (size_t)got});
    free(head);
    return got >= 0;
}

/* What is behind PATH. */
static bool find_type(const char *path, const struct jp_options *options, enum jp_file_type *type,
                      struct jp_error *error)
{
    struct stat status;

    *type = JP_TYPE_HEAP_DUMP;
    if (strcmp(path, "-") == 0)
        return true;
    if (path[0] == '\0') {
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "an argument is empty");
        return jp_error_hint(error, "did a variable, or a $(which ...), have no value?");
    }
    if (jp_store_is_name(path) && jp_options_text(options, JP_OPT_DB)[0])
        return true;
    if (stat(path, &status) != 0)
        return fail_missing(path, options, error);
    if (S_ISDIR(status.st_mode))
        return jp_error_set(error, JP_EXIT_INPUT, path, 0, "is a folder, not a file");
    if (!S_ISREG(status.st_mode)) {
        if (S_ISFIFO(status.st_mode) && jp_piped_is_elf(path))
            *type = JP_TYPE_ELF;
        return true;
    }
    return sniff_file(path, type) || fail_missing(path, options, error);
}

/* What stands first and is no dump was meant as the program. */
static bool fail_program(const char *path, enum jp_file_type type, struct jp_error *error)
{
    jp_error_set(error, JP_EXIT_INPUT, path, 0, "is %s, not the ELF program that ran",
                 jp_sniff_text(type));
    if (type == JP_TYPE_SCRIPT)
        return jp_error_hint(error, "name the program that the script starts (libtool keeps it in "
                                    ".libs/)");
    return jp_error_hint(error, "usage: jeprof-c [options] <program> <dump>...");
}

static bool is_program_like(enum jp_file_type type)
{
    return type == JP_TYPE_SCRIPT || type == JP_TYPE_MACHO || type == JP_TYPE_SQLITE;
}

/* Modes about a store as a whole take the store and nothing else. */
static bool check_store_mode(const struct jp_arguments *arguments, const struct jp_options *options,
                             struct jp_error *error)
{
    const char *const mode = jp_option_table[jp_options_chosen(options, JP_SET_MODE)].name;

    if (arguments->dumps.count)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%s takes no dump, and %s is named",
                            mode, arguments->dumps.data[0]);
    if (jp_stored_is_wanted(options))
        return true;
    jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "--%s needs a store", mode);
    return jp_error_hint(error, "--db=FILE names it");
}

/* A pattern that was forgotten makes the next argument one. */
static bool hint_taken(const struct jp_options *options, struct jp_error *error)
{
    const enum jp_option_id mode = jp_options_chosen(options, JP_SET_MODE);
    const struct jp_option *const option = mode < JP_OPTION_COUNT ? &jp_option_table[mode] : NULL;
    struct stat status;

    if (!option || option->kind == JP_KIND_SWITCH || strcmp(option->metavar, "regexp") != 0 ||
        stat(jp_options_text(options, mode), &status) != 0)
        return false;
    jp_error_hint(error, "--%s took the file %s for its <regexp>: write --%s=<regexp>",
                  option->name, jp_options_text(options, mode), option->name);
    return true;
}

static bool take_program(struct jp_arguments *arguments, const char *path, struct jp_error *error)
{
    struct stat status;

    if (arguments->program)
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "two programs were named: %s and %s",
                            arguments->program, path);
    arguments->program = arguments->program_file = path;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        return true;
    arguments->piped = jp_piped_keep(path, error);
    arguments->program_file =
        jp_arena_format(&arguments->arena, "/proc/self/fd/%d", arguments->piped);
    return arguments->piped >= 0;
}

static bool sort_arguments(struct jp_arguments *arguments, const struct jp_options *options,
                           struct jp_error *error)
{
    const size_t count = options->arguments.count;

    for (size_t i = 0; i < count; i++) {
        const char *const path = options->arguments.data[i];
        enum jp_file_type type;
        if (!find_type(path, options, &type, error))
            return false;
        if (type != JP_TYPE_ELF) {
            if (i == 0 && count > 1 && is_program_like(type))
                return fail_program(path, type, error);
            jp_vec_push(&arguments->dumps, path);
        } else if (!take_program(arguments, path, error)) {
            return false;
        }
    }
    if (jp_stored_is_whole(options))
        return check_store_mode(arguments, options, error);
    if (jp_options_is_on(options, JP_OPT_SYMBOLS)) {
        if (arguments->dumps.count == 0)
            return true;
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                     "--symbols takes no dump, and %s is no ELF program", arguments->dumps.data[0]);
        return jp_error_hint(error, "addresses and a memory map are read from standard input");
    }
    if (arguments->dumps.count)
        return true;
    if (arguments->program)
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "no dump was named, only the program %s",
                     arguments->program);
    else
        jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "no dump was named");
    if (hint_taken(options, error))
        return false;
    if (jp_stored_is_wanted(options))
        return jp_error_hint(error, "--db-info lists what is in the store, @last reports its last "
                                    "dump, --sql asks it, and <program> <dump>... adds to it");
    return jp_error_hint(error, "call it as: jeprof-c [options] <program> <dump>...");
}

#define push_copy(arguments, list, span) \
    jp_vec_push(&(arguments)->list, jp_arena_text(&(arguments)->arena, (span)))

static bool is_store(const char *path)
{
    struct stat status;
    enum jp_file_type type;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && sniff_file(path, &type) &&
           type == JP_TYPE_SQLITE;
}

/* A store, perhaps with the name of dumps in it behind; any other file is a dump. */
static void take_base(struct jp_arguments *arguments, const char *text)
{
    const struct jp_span span = jp_span_of(text);
    struct jp_base_store base = {text, "@last"};

    for (size_t at = span.len; at > 0 && at != SIZE_MAX && !is_store(base.path);) {
        at = jp_span_rfind_byte(jp_span_slice(span, 0, at), '@');
        if (at == 0 || at == SIZE_MAX)
            break;
        base.path = jp_arena_text(&arguments->arena, jp_span_slice(span, 0, at));
        base.name = text + at;
    }
    if (is_store(base.path))
        jp_vec_push(&arguments->base_stores, base);
    else
        jp_vec_push(&arguments->bases, text);
}

/* A file whose name holds commas is taken whole. */
static void take_bases(struct jp_arguments *arguments, const struct jp_option_value *value)
{
    for (size_t i = 0; i < value->list.count; i++) {
        struct jp_span rest = jp_span_of(value->list.data[i]);
        struct jp_span part;
        if (access(value->list.data[i], F_OK) == 0)
            take_base(arguments, value->list.data[i]);
        else
            while (jp_span_take_part(&rest, ',', &part))
                take_base(arguments, jp_arena_text(&arguments->arena, part));
    }
}

/* jeprof removes the slashes at the end of a prefix. */
static void take_folders(struct jp_arguments *arguments, const struct jp_options *options)
{
    const struct jp_option_value *const prefixes = &options->values[JP_OPT_LIB_PREFIX];
    const struct jp_option_value *const sysroots = &options->values[JP_OPT_SYSROOT];
    const struct jp_option_value *const debug_dirs = &options->values[JP_OPT_DEBUG_DIR];
    const char *const library = jp_options_text(options, JP_OPT_ADD_LIB);
    struct jp_span part;

    for (size_t i = 0; i < prefixes->list.count; i++) {
        struct jp_span rest = jp_span_of(prefixes->list.data[i]);
        while (jp_span_take_part(&rest, ',', &part)) {
            while (part.len > 1 && part.ptr[part.len - 1] == '/')
                part.len--;
            push_copy(arguments, sysroots, part);
        }
    }
    for (size_t i = 0; i < sysroots->list.count; i++)
        jp_vec_push(&arguments->sysroots, sysroots->list.data[i]);
    if (library[0] != '\0') {
        const struct jp_span path = jp_span_of(library);
        const size_t slash = jp_span_rfind_byte(path, '/');
        push_copy(arguments, sysroots,
                  slash == SIZE_MAX ? JP_SPAN(".") : jp_span_slice(path, 0, slash ? slash : 1));
    }
    for (size_t i = 0; i < debug_dirs->list.count; i++)
        jp_vec_push(&arguments->debug_dirs, debug_dirs->list.data[i]);
}

static bool check_stdin(const struct jp_arguments *arguments, const struct jp_options *options,
                        struct jp_error *error)
{
    size_t count = 0;

    for (size_t i = 0; i < arguments->dumps.count; i++)
        count += strcmp(arguments->dumps.data[i], "-") == 0;
    for (size_t i = 0; i < arguments->bases.count; i++)
        count += strcmp(arguments->bases.data[i], "-") == 0;
    if (count && jp_choice_interactive(options))
        return jp_error_set(error, JP_EXIT_USAGE, NULL, 0,
                            "--interactive reads commands from standard input: no dump can come "
                            "from there");
    return count <= 1 ||
           jp_error_set(error, JP_EXIT_USAGE, NULL, 0, "standard input (-) can be read only once");
}

bool jp_arguments_init(struct jp_arguments *arguments, const struct jp_options *options,
                       struct jp_error *error)
{
    *arguments = (struct jp_arguments){.arena = JP_ARENA_INIT, .piped = -1};
    if (!sort_arguments(arguments, options, error)) {
        jp_arguments_release(arguments);
        return false;
    }
    take_bases(arguments, &options->values[JP_OPT_BASE]);
    take_folders(arguments, options);
    if (check_stdin(arguments, options, error))
        return true;
    jp_arguments_release(arguments);
    return false;
}

void jp_arguments_release(struct jp_arguments *arguments)
{
    jp_vec_release(&arguments->dumps);
    jp_vec_release(&arguments->bases);
    jp_vec_release(&arguments->base_stores);
    jp_vec_release(&arguments->sysroots);
    jp_vec_release(&arguments->debug_dirs);
    jp_arena_release(&arguments->arena);
    if (arguments->program && arguments->piped >= 0)
        close(arguments->piped);
    arguments->program = NULL;
}
