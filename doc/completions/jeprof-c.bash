# bash completion for jeprof-c; made from the option table by jp-docs
_jeprof_c_list() # the words of $1 that are not in the list yet
{
    local before=${cur%"${cur##*,}"} left= word
    for word in $1; do
        [[ ,$before == *,$word,* ]] || left+=" $word"
    done
    COMPREPLY=($(compgen -P "$before" -W "$left" -- "${cur##*,}"))
    [[ $left == " "*" "* ]] && compopt -o nospace
}
_jeprof_c()
{
    local cur=${COMP_WORDS[COMP_CWORD]} name=${COMP_WORDS[COMP_CWORD-1]}
    COMPREPLY=()
    if [[ $cur == = ]]; then
        cur=
    elif [[ $name == = ]]; then
        name=${COMP_WORDS[COMP_CWORD-2]}
    fi
    case $name in
    --prune)
        _jeprof_c_list "first last hourly daily weekly"
        return ;;
    --symbolizer)
        COMPREPLY=($(compgen -W "own libdwarf" -- "$cur"))
        return ;;
    --time)
        COMPREPLY=($(compgen -W "auto name mtime number" -- "$cur"))
        return ;;
    --names)
        COMPREPLY=($(compgen -W "short full template mangled jeprof" -- "$cur"))
        return ;;
    --fold)
        _jeprof_c_list "std async"
        return ;;
    --by)
        COMPREPLY=($(compgen -W "function line stack module thread" -- "$cur"))
        return ;;
    --flame-metric)
        COMPREPLY=($(compgen -W "inuse_space inuse_objects alloc_space alloc_objects" -- "$cur"))
        return ;;
    --format)
        COMPREPLY=($(compgen -W "text json jsonl csv tsv markdown junit github" -- "$cur"))
        return ;;
    --color)
        COMPREPLY=($(compgen -W "auto always never" -- "$cur"))
        return ;;
    --lib_prefix|--sysroot|--debug-dir|--source-path|--cache-dir)
        compopt -o filenames
        COMPREPLY=($(compgen -d -- "$cur"))
        return ;;
    --peek|--list|--weblist|--disasm|--sql|--drop-dumps|--series|--tag|--taken|--param|--thread|--source-map|--jobs|--focus|--ignore|--retain|--exclude|--max-growth|--max-total|--site|--min-bytes|--nodecount|--nodefraction|--edgefraction|--maxdegree|--dpi|--scale|--tools|--seconds)
        return ;;
    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "--text --tree --peek= --list= --weblist= --disasm= --traces --diff --leaks --gate --threads --sizes --churn --malloc-stats= --info --collapsed --callgrind --dot --flame --svg --pdf --ps --png --web --gv --evince --html --raw --symbols --interactive --pprof --speedscope --sql= --db-info --drop-dumps= --prune= --vacuum --resymbolize --inuse_space --inuse_objects --alloc_space --alloc_objects --show_bytes --errors --drop_negative --base= --db= --series= --tag= --taken= --param= --write --thread= --lib_prefix= --sysroot= --add_lib= --debug-dir= --perf-map= --source-path= --source-map= --symbolizer= --no-cache --cache-dir= --jobs= --time= --one-process --strict --functions --lines --files --addresses --names= --fold= --no-fold --rules= --no-inlines --by= --focus= --ignore= --retain= --exclude= --show-allocator --max-growth= --max-total= --site= --min-bytes= --suppress= --nodecount= --nodefraction= --edgefraction= --maxdegree= --heapcheck --dpi= --scale= --bottom-up --inverted --flame-metric= --cum --show-stacks -o --output= --format= --color= -q --quiet -v --verbose -h --help --version " -- "$cur"))
        [[ ${COMPREPLY-} == *= ]] && compopt -o nospace
        return
    fi
    compopt -o filenames
    COMPREPLY=($(compgen -f -- "$cur"))
}
complete -F _jeprof_c jeprof-c
