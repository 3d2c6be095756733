#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The manual and the completions say what the option table says, and their syntax is right.
# shellcheck source=tests/cli/tap.sh disable=SC2154
. "$top_srcdir/tests/cli/tap.sh"
docs=$top_builddir/src/jp-docs
doc=$top_srcdir/doc

same() {
    diff -u "$1" "$2" >"$tmp/diff"
    result $? "$3"
    [ ! -s "$tmp/diff" ] || { echo '# run "make docs"'; sed 's/^/# /' "$tmp/diff" | head -40; }
}

"$docs" man "$doc/jeprof-c.1.in" >"$tmp/man"
same "$doc/jeprof-c.1" "$tmp/man" 'the manual is up to date'
for shell in bash zsh fish; do
    "$docs" $shell >"$tmp/$shell"
done
same "$doc/completions/jeprof-c.bash" "$tmp/bash" 'the completions of bash are up to date'
same "$doc/completions/_jeprof-c" "$tmp/zsh" 'the completions of zsh are up to date'
same "$doc/completions/jeprof-c.fish" "$tmp/fish" 'the completions of fish are up to date'

# Every option of --help stands in the manual and, unless it has no effect, in every completion.
run --help
sed -n '/without effect/q; s/^  \(-., \)\{0,1\}--\([a-z_-]*\).*/\2/p' "$tmp/out" >"$tmp/live"
sed -n 's/^  \(-., \)\{0,1\}--\([a-z_-]*\).*/\2/p' "$tmp/out" >"$tmp/all"
missing() {
    sed 's/\\-/-/g; s/\\f.//g' "$2" >"$tmp/plain"
    while read -r name; do
        grep -q -- "$3$name\([^a-z_-]\|$\)" "$tmp/plain" || echo "$name"
    done <"$1"
}
is 'every option is in the manual' '' "$(missing "$tmp/all" "$doc/jeprof-c.1" '^.B .*--')"
is 'every option is in bash' '' "$(missing "$tmp/live" "$doc/completions/jeprof-c.bash" --)"
is 'every option is in zsh' '' "$(missing "$tmp/live" "$doc/completions/_jeprof-c" --)"
is 'every option is in fish' '' "$(missing "$tmp/live" "$doc/completions/jeprof-c.fish" '-l ')"
# And the other way round: the manual documents no option that the program does not have.
sed -n '/^\.TP$/{n;s/^\.B .*\\-\\-\([a-z_\\-]*\).*/\1/p;}' "$doc/jeprof-c.1" |
    sed 's/\\f.*//; s/\\-/-/g' | sort >"$tmp/documented"
is 'the manual has no other option' "$(sort -u "$tmp/all")" "$(cat "$tmp/documented")"
# Both have the same groups, and begin with what is used most.
sed -n 's/^\([A-Z].*\):$/\1/p' "$tmp/out" | grep -v -e '^Examples$' >"$tmp/groups"
is 'the groups of the help are those of the manual' "$(cat "$tmp/groups")" \
    "$(sed -n '/^\.SH OPTIONS/,/^\.SH [^O]/s/^\.SS //p' "$doc/jeprof-c.1")"
is 'the help begins with ten options' 'Most used 10' \
    "$(head -1 "$tmp/groups") $(sed -n '/^Most used:$/,/^$/p' "$tmp/out" | grep -c '^  --')"

if command -v groff >/dev/null; then
    is 'groff has no complaint' '' "$(groff -ww -man -Tutf8 "$doc/jeprof-c.1" 2>&1 >/dev/null)"
else
    skip 'no groff'
fi
if command -v man >/dev/null; then
    is 'man has no complaint' '' "$(man --warnings -E UTF-8 -l "$doc/jeprof-c.1" 2>&1 >/dev/null)"
else
    skip 'no man'
fi
for shell in bash zsh fish; do
    if command -v $shell >/dev/null; then
        HOME=$tmp $shell -n "$tmp/$shell" 2>"$tmp/err"
        is "$shell can read its completions" '' "$(cat "$tmp/err")"
    else
        skip "no $shell"
    fi
done

# bash in action: what is offered behind a few beginnings.
offer() { # offer WORDS...: completes the last word
    bash -c '. "$0"; compopt() { :; }; COMP_WORDS=(jeprof-c "$@"); COMP_CWORD=$#; _jeprof_c
             echo "${COMPREPLY[*]}"' "$doc/completions/jeprof-c.bash" "$@"
}
if command -v bash >/dev/null; then
    is 'bash: --na' '--names=' "$(offer --na)"
    is 'bash: --names=m' 'mangled' "$(offer --names = m)"
    is 'bash: --color=' 'auto always never' "$(offer --color =)"
    is 'bash: --fold=' 'std async' "$(offer --fold =)"
    is 'bash: --fold=a' 'async' "$(offer --fold = a)"
    is 'bash: --fold=std,' 'std,async' "$(offer --fold = std,)"
    is 'bash: --fold=async,s' 'async,std' "$(offer --fold = async,s)"
    is 'bash: --fold=std,async,' '' "$(offer --fold = std,async,)"
    is 'bash: --prune=last,daily,' 'last,daily,first last,daily,hourly last,daily,weekly' \
        "$(offer --prune = last,daily,)"
    is 'bash: a file' "$doc/jeprof-c.1.in" "$(offer "$doc/jeprof-c.1.")"
else
    skip 'no bash'
fi
# The same in fish, which can be asked, and in zsh on a terminal.
if command -v fish >/dev/null; then
    for text in --fold= --fold=std, '--fold std,' --fold=std,async, --prune=last,daily,w; do
        HOME=$tmp fish -c "complete -e -c jeprof-c; source $doc/completions/jeprof-c.fish; complete -C 'jeprof-c $text'" 2>&1 |
            cut -f 1 | tr '\n' ' ' | sed 's/ $//'
        echo
    done >"$tmp/offered"
    is 'fish: lists of words' '--fold=async --fold=std|--fold=std,async|std,async||--prune=last,daily,weekly|' \
        "$(tr '\n' '|' <"$tmp/offered")"
else
    skip 'no fish'
fi
if command -v zsh >/dev/null && [ -x "$top_builddir/tests/tools/jp_pty" ]; then
    mkdir "$tmp/functions"
    cp "$doc/completions/_jeprof-c" "$tmp/functions"
    {
        echo "fpath=($tmp/functions \$fpath)"
        echo 'autoload -Uz compinit; compinit -D -u; PS1="ready> "; unset zle_bracketed_paste'
        echo 'jeprof-c() { print -r -- "got <$*>"; }; unsetopt prompt_sp prompt_cr'
    } >"$tmp/.zshrc"
    printf 'jeprof-c --fold=std,\\t\njeprof-c --prune=last,w\\t\nexit\n' >"$tmp/typed"
    TERM=xterm ZDOTDIR=$tmp HOME=$tmp "$top_builddir/tests/tools/jp_pty" 'ready> ' "$(command -v zsh)" -i <"$tmp/typed" >"$tmp/out" 2>&1
    has 'zsh: --fold=std,' "$tmp/out" 'got <--fold=std,async>'
    has 'zsh: --prune=last,w' "$tmp/out" 'got <--prune=last,weekly>'
else
    skip 'no zsh'
fi
finish
