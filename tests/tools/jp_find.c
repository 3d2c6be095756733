/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For tests: which files the finder takes for the modules of a dump.
 *
 *     jp_find [--program=FILE] [--sysroot=DIR]... [--debug-dir=DIR]... [-v] DUMP
 *
 * One line per file with code: mapped path, file, debug file, shared debug file, what is missing.
 */
#include "config.h"

#include "jp_dump.h"
#include "jp_finder.h"
#include "jp_vec.h"

#include <stdio.h>
#include <string.h>

struct call {
    struct jp_finder_options options;
    JP_VEC(const char *) sysroots;
    JP_VEC(const char *) debug_dirs;
    const char *dump;
    bool is_verbose;
};

struct file {
    uint32_t path;
    bool has_code;
    bool is_deleted;
    JP_VEC(struct jp_module_ranges) ranges;
};

static const char *value_of(const char *argument, const char *option)
{
    const size_t len = strlen(option);

    return strncmp(argument, option, len) == 0 ? argument + len : NULL;
}

static void parse(struct call *call, int argc, char **argv)
{
    const char *value;

    for (int i = 1; i < argc; i++) {
        if ((value = value_of(argv[i], "--program=")))
            call->options.program = value;
        else if ((value = value_of(argv[i], "--sysroot=")))
            jp_vec_push(&call->sysroots, value);
        else if ((value = value_of(argv[i], "--debug-dir=")))
            jp_vec_push(&call->debug_dirs, value);
        else if (strcmp(argv[i], "-v") == 0)
            call->is_verbose = true;
        else
            call->dump = argv[i];
    }
    call->options.sysroots = call->sysroots.data;
    call->options.sysroot_count = call->sysroots.count;
    call->options.debug_dirs = call->debug_dirs.data;
    call->options.debug_dir_count = call->debug_dirs.count;
    call->options.no_system_debug = true;
}

static size_t collect(const struct jp_dump *dump, struct file *files)
{
    size_t count = 0;

    for (size_t i = 0; i < dump->maps.list.count; i++) {
        const struct jp_mapping *const mapping = &dump->maps.list.data[i];
        size_t at = 0;
        if (mapping->kind != JP_MAPPING_FILE)
            continue;
        while (at < count && files[at].path != mapping->path)
            at++;
        if (at == count)
            files[count++] = (struct file){.path = mapping->path};
        files[at].has_code |= mapping->is_executable;
        files[at].is_deleted |= mapping->is_deleted;
        jp_vec_push(&files[at].ranges,
                    (struct jp_module_ranges){mapping->start, mapping->end, mapping->offset,
                                              mapping->is_executable, mapping->has_offset});
    }
    return count;
}

static void print(const struct jp_module_request *request, const struct jp_binary *binary,
                  bool is_verbose)
{
    printf("%.*s\t%s\t%s\t%s\t%s\n", JP_SPAN_ARG(request->path), binary->path ? binary->path : "-",
           binary->debug_path ? binary->debug_path : "-",
           binary->alternate ? jp_object_path(binary->alternate) : "-",
           jp_miss_text(binary->miss ? binary->miss : binary->debug_miss));
    if (is_verbose)
        printf("%s%s", binary->is_program ? "  the program\n" : "", binary->tried);
}

static void print_diags(const struct jp_diags *diags)
{
    for (size_t i = 0; i < diags->list.count; i++)
        fprintf(stderr, "%s: %s\n", jp_intern_text(&diags->strings, diags->list.data[i].path),
                jp_intern_text(&diags->strings, diags->list.data[i].message));
}

static void find_all(const struct call *call, const struct jp_dump *dump, struct jp_diags *diags)
{
    struct jp_finder *const finder = jp_finder_new(&call->options, diags);
    struct file *const files = jp_mem_resize(NULL, dump->maps.list.count + 1, sizeof *files);
    struct jp_module_request *const all =
        jp_mem_resize(NULL, dump->maps.list.count + 1, sizeof *all);
    const size_t count = collect(dump, files);

    for (size_t i = 0; i < count; i++)
        all[i] = (struct jp_module_request){jp_intern_span(&dump->strings, files[i].path),
                                            files[i].is_deleted,
                                            files[i].ranges.data,
                                            files[i].ranges.count,
                                            dump->addresses.data,
                                            dump->addresses.count};
    for (size_t i = 0; i < count; i++) {
        if (files[i].has_code)
            print(&all[i], jp_finder_find(finder, &all[i], all, count), call->is_verbose);
    }
    jp_finder_free(finder);
    for (size_t i = 0; i < count; i++)
        jp_vec_release(&files[i].ranges);
    free(files);
    free(all);
}

int main(int argc, char **argv)
{
    struct call call = {0};
    struct jp_error error = JP_ERROR_INIT;
    struct jp_diags diags;
    struct jp_dump dump;

    parse(&call, argc, argv);
    jp_diags_init(&diags);
    const bool is_read = call.dump && jp_dump_read(&dump, call.dump, &diags, &error);
    if (is_read) {
        find_all(&call, &dump, &diags);
        print_diags(&diags);
        jp_dump_release(&dump);
    } else {
        fprintf(stderr, "%s: %s\n", error.path, error.message);
    }
    jp_vec_release(&call.sysroots);
    jp_vec_release(&call.debug_dirs);
    jp_diags_release(&diags);
    return is_read ? JP_EXIT_OK : JP_EXIT_INPUT;
}
