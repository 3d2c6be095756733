/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_folder_walk.h"

#include "jp_buf.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEPTH_LIMIT = 16, ENTRY_LIMIT = 200000 };

struct walk {
    jp_folder_visit *visit;
    void *context;
    dev_t device;
    size_t seen;
    bool is_cut;
};

static void walk_folder(struct walk *walk, const char *path, int depth);

/* TYPE is what the folder says of its entry, which spares a question about each plain file. */
static void visit_entry(struct walk *walk, const char *path, unsigned char type, int depth)
{
    struct stat status;

    if (type != DT_REG) {
        if (lstat(path, &status) != 0)
            return;
        if (S_ISDIR(status.st_mode)) {
            if (status.st_dev == walk->device)
                walk_folder(walk, path, depth + 1);
            return;
        }
        if (S_ISLNK(status.st_mode) && stat(path, &status) != 0)
            return;
        if (!S_ISREG(status.st_mode))
            return;
    }
    walk->is_cut |= !walk->visit(walk->context, path);
}

static void walk_folder(struct walk *walk, const char *path, int depth)
{
    struct dirent **names = NULL;

    if (depth > DEPTH_LIMIT) {
        walk->is_cut = true;
        return;
    }
    const int count = scandir(path, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const char *const name = names[i]->d_name;
        if (walk->seen == ENTRY_LIMIT)
            walk->is_cut = true;
        if (!walk->is_cut && strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            struct jp_buf child = JP_BUF_INIT;
            walk->seen++;
            jp_buf_format(&child, "%s/%s", strcmp(path, "/") == 0 ? "" : path, name);
            visit_entry(walk, child.ptr, names[i]->d_type, depth);
            jp_buf_release(&child);
        }
        free(names[i]);
    }
    free(names);
}

bool jp_folder_walk(const char *root, jp_folder_visit *visit, void *context)
{
    struct walk walk = {.visit = visit, .context = context};
    struct stat status;
    struct stat top;

    if (stat(root, &status) != 0 || !S_ISDIR(status.st_mode) ||
        (stat("/", &top) == 0 && top.st_dev == status.st_dev && top.st_ino == status.st_ino))
        return true;
    walk.device = status.st_dev;
    walk_folder(&walk, root, 0);
    return !walk.is_cut;
}
