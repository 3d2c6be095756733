/* SPDX-License-Identifier: BSD-2-Clause */
#include "config.h"

#include "jp_docs.h"

#include "jp_help.h"
#include "jp_options.h"

#include <string.h>

/* What an option's value is completed with. */
enum value_shape { SHAPE_NONE, SHAPE_ANY, SHAPE_FILE, SHAPE_FOLDER, SHAPE_WORDS, SHAPE_LIST };

/* Length of the words in metavar "a|b|c,..." or "a,b", which are given with commas between; or 0.
 */
static size_t list_length(const struct jp_option *option)
{
    const char *const more = strstr(option->metavar, ",...");
    const size_t len = more ? (size_t)(more - option->metavar) : strlen(option->metavar);

    return strchr(option->metavar, ',') && strcspn(option->metavar, "|,") < len ? len : 0;
}

static enum value_shape shape_of(const struct jp_option *option)
{
    if (!jp_help_has_value(option))
        return SHAPE_NONE;
    if (option->kind == JP_KIND_WORD)
        return SHAPE_WORDS;
    if (list_length(option))
        return SHAPE_LIST;
    if (strncmp(option->metavar, "file", 4) == 0 || strncmp(option->metavar, "dump", 4) == 0)
        return SHAPE_FILE;
    return strncmp(option->metavar, "folder", 6) == 0 ? SHAPE_FOLDER : SHAPE_ANY;
}

/* The words of an option, with blanks between. */
static void words(struct jp_buf *out, const struct jp_option *option)
{
    const size_t list = list_length(option);
    const size_t len = list ? list : strlen(option->metavar);

    for (size_t i = 0; i < len; i++)
        jp_buf_add_byte(out, strchr("|,", option->metavar[i]) ? ' ' : option->metavar[i]);
}

static void bash_names(struct jp_buf *out, enum value_shape shape)
{
    const char *between = "";

    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        if (shape_of(&jp_option_table[i]) != shape)
            continue;
        jp_buf_format(out, "%s--", between);
        jp_help_name(out, &jp_option_table[i]);
        between = "|";
    }
}

static void bash_value_cases(struct jp_buf *out)
{
    jp_buf_add_text(out, "    case $name in\n");
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        const struct jp_option *const option = &jp_option_table[i];
        const enum value_shape shape = shape_of(option);
        if (shape != SHAPE_WORDS && shape != SHAPE_LIST)
            continue;
        jp_buf_format(out, "    --%s)\n        %s \"", option->name,
                      shape == SHAPE_LIST ? "_jeprof_c_list" : "COMPREPLY=($(compgen -W");
        words(out, option);
        jp_buf_format(out, "\"%s\n        return ;;\n",
                      shape == SHAPE_LIST ? "" : " -- \"$cur\"))");
    }
    jp_buf_add_text(out, "    ");
    bash_names(out, SHAPE_FOLDER);
    jp_buf_add_text(out, ")\n        compopt -o filenames\n"
                         "        COMPREPLY=($(compgen -d -- \"$cur\"))\n        return ;;\n    ");
    bash_names(out, SHAPE_ANY);
    jp_buf_add_text(out, ")\n        return ;;\n    esac\n");
}

void jp_docs_bash(struct jp_buf *out)
{
    jp_buf_add_text(out,
                    "# bash completion for jeprof-c; made from the option table by jp-docs\n"
                    "_jeprof_c_list() # the words of $1 that are not in the list yet\n"
                    "{\n"
                    "    local before=${cur%\"${cur##*,}\"} left= word\n"
                    "    for word in $1; do\n"
                    "        [[ ,$before == *,$word,* ]] || left+=\" $word\"\n"
                    "    done\n"
                    "    COMPREPLY=($(compgen -P \"$before\" -W \"$left\" -- \"${cur##*,}\"))\n"
                    "    [[ $left == \" \"*\" \"* ]] && compopt -o nospace\n"
                    "}\n"
                    "_jeprof_c()\n"
                    "{\n"
                    "    local cur=${COMP_WORDS[COMP_CWORD]} name=${COMP_WORDS[COMP_CWORD-1]}\n"
                    "    COMPREPLY=()\n"
                    "    if [[ $cur == = ]]; then\n"
                    "        cur=\n"
                    "    elif [[ $name == = ]]; then\n"
                    "        name=${COMP_WORDS[COMP_CWORD-2]}\n"
                    "    fi\n");
    bash_value_cases(out);
    jp_buf_add_text(out, "    if [[ $cur == -* ]]; then\n"
                         "        COMPREPLY=($(compgen -W \"");
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        const struct jp_option *const option = &jp_option_table[i];
        if (option->is_unused)
            continue;
        if (option->letter[0])
            jp_buf_format(out, "-%s ", option->letter);
        jp_buf_add_text(out, "--");
        jp_help_name(out, option);
        jp_buf_add_text(out, jp_help_has_value(option) ? "= " : " ");
    }
    jp_buf_add_text(out, "\" -- \"$cur\"))\n"
                         "        [[ ${COMPREPLY-} == *= ]] && compopt -o nospace\n"
                         "        return\n"
                         "    fi\n"
                         "    compopt -o filenames\n"
                         "    COMPREPLY=($(compgen -f -- \"$cur\"))\n"
                         "}\n"
                         "complete -F _jeprof_c jeprof-c\n");
}

/* A description inside single quotes; zsh's own brackets and colons are escaped too. */
static void quoted(struct jp_buf *out, const char *text, bool is_zsh)
{
    for (const char *c = text; *c; c++) {
        if (*c == '\'')
            jp_buf_add_text(out, is_zsh ? "'\\''" : "\\'");
        else if (is_zsh && strchr("[]:\\", *c))
            jp_buf_format(out, "\\%c", *c);
        else
            jp_buf_add_byte(out, *c);
    }
}

static void zsh_spec(struct jp_buf *out, const struct jp_option *option, const char *spelling,
                     const char *equals)
{
    const bool is_repeated = option->kind == JP_KIND_LIST || option->kind == JP_KIND_PATHS;

    jp_buf_format(out, "    '%s%s%s[", is_repeated ? "*" : "", spelling, equals);
    quoted(out, option->help, true);
    jp_buf_add_byte(out, ']');
    if (jp_help_has_value(option)) {
        jp_buf_add_byte(out, ':');
        quoted(out, option->kind == JP_KIND_WORD ? option->name : option->metavar, true);
        jp_buf_add_byte(out, ':');
    }
    switch (shape_of(option)) {
    case SHAPE_FILE:
        jp_buf_add_text(out, "_files");
        break;
    case SHAPE_FOLDER:
        jp_buf_add_text(out, "_files -/");
        break;
    case SHAPE_WORDS:
        jp_buf_add_byte(out, '(');
        words(out, option);
        jp_buf_add_byte(out, ')');
        break;
    case SHAPE_LIST:
        jp_buf_format(out, "_values -s , %s ", option->name);
        words(out, option);
        break;
    case SHAPE_NONE:
    case SHAPE_ANY:
        break;
    }
    jp_buf_add_text(out, "' \\\n");
}

void jp_docs_zsh(struct jp_buf *out)
{
    struct jp_buf name = JP_BUF_INIT;

    jp_buf_add_text(out, "#compdef jeprof-c\n"
                         "# zsh completion; made from the option table by jp-docs\n"
                         "_arguments \\\n");
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        const struct jp_option *const option = &jp_option_table[i];
        if (option->is_unused)
            continue;
        jp_buf_clear(&name);
        jp_buf_add_text(&name, "--");
        jp_help_name(&name, option);
        zsh_spec(out, option, name.ptr, jp_help_has_value(option) ? "=" : "");
        if (!option->letter[0])
            continue;
        jp_buf_clear(&name);
        jp_buf_format(&name, "-%s", option->letter);
        zsh_spec(out, option, name.ptr, "");
    }
    jp_buf_add_text(out, "    '*:program or dump:_files'\n");
    jp_buf_release(&name);
}

void jp_docs_fish(struct jp_buf *out)
{
    jp_buf_add_text(out,
                    "# fish completion for jeprof-c; made from the option table by jp-docs\n"
                    "function __jeprof_c_list # words that are not in the list yet\n"
                    "    set -l value (string replace -r '^--[^=]*=' '' -- (commandline -ct))\n"
                    "    set -l before (string replace -r '[^,]*$' '' -- $value)\n"
                    "    for word in $argv\n"
                    "        string match -q \"*,$word,*\" -- \",$before\"; or echo $before$word\n"
                    "    end\n"
                    "end\n");
    for (size_t i = 0; i < JP_OPTION_COUNT; i++) {
        const struct jp_option *const option = &jp_option_table[i];
        const enum value_shape shape = shape_of(option);
        if (option->is_unused)
            continue;
        jp_buf_add_text(out, "complete -c jeprof-c");
        if (option->letter[0])
            jp_buf_format(out, " -s %s", option->letter);
        jp_buf_add_text(out, " -l ");
        jp_help_name(out, option);
        if (shape == SHAPE_FILE)
            jp_buf_add_text(out, " -r -F");
        else if (shape == SHAPE_FOLDER)
            jp_buf_add_text(out, " -x -a '(__fish_complete_directories)'");
        else if (shape == SHAPE_ANY)
            jp_buf_add_text(out, " -x");
        if (shape == SHAPE_WORDS || shape == SHAPE_LIST) {
            jp_buf_format(out, " -x -a '%s", shape == SHAPE_LIST ? "(__jeprof_c_list " : "");
            words(out, option);
            jp_buf_add_text(out, shape == SHAPE_LIST ? ")'" : "'");
        }
        jp_buf_add_text(out, " -d '");
        quoted(out, option->help, false);
        jp_buf_add_text(out, "'\n");
    }
}
