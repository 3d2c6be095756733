# SPDX-License-Identifier: BSD-2-Clause
# The parts of tests/cli/symbolize.sh and tests/tools/ask-symbolizers.sh, chosen with -v part=...
#
#   addresses     from "readelf -lW", "readelf -SW" and dumps: ELF addresses worth asking
#   eu, llvm      one line per address: address, tab, frames as "function at file:line;..."
#   ours          the same with the file and a tab in front, which comes in lines "=file"
#   join          from the files of eu and llvm: the Q lines of a recording
#   names         from "readelf -sW" and Q lines: the A lines
#   functions     from eu-addr2line -f -a: the B lines
#   nested        from "readelf --debug-dump=info" and Q lines: the N lines
#   explain       from a recording and the lines of ours with the file in front: the cause of every
#                 difference to eu-addr2line
#   variants      from the causes: folder, number of addresses, unexplained ones
#
# A recording has lines of these kinds, fields parted by tabs:
#
#   F file has-aranges has-foreign-origins debug-file alternate-file    ("-": none)
#   Q file address eu-chain llvm-chain
#   A file address names that have the same address as the last name of the eu-chain, "" included
#   B file address functions of the address, innermost first, by eu-addr2line without -i
#   T file other      the other file has the same code, and debug information in a form that llvm reads
#   N file address    the address is in a function inside the DIE of another function

function hex(text,    i, value) {
    sub(/^0x/, "", text)
    value = 0
    for (i = 1; i <= length(text); i++)
        value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value
}

# Without the suffixes that the compiler gives to copies of a function.
function bare(name) {
    while (sub(/\.(isra|part|constprop|cold|lto_priv|llvm)(\.[0-9A-F]+)?$/, "", name))
        ;
    return name
}

function simple(path) {
    gsub(/\/\.\//, "/", path)
    while (sub(/\/[^\/.][^\/]*\/\.\.\//, "/", path))
        ;
    return path
}

# "0x00000000000011e0" as "0x11e0"
function short(text) {
    sub(/^0x0*/, "0x", text)
    return text == "0x" ? "0x0" : text
}

function flush_chain() {
    if (address != "")
        print in_front address "\t" chain
    address = chain = ""
}

function last_name(chain) {
    sub(/;$/, "", chain)
    sub(/.*;/, "", chain)
    return substr(chain, 1, index(chain, " at ") - 1)
}
function without_last_name(chain,    name, cut) {
    name = last_name(chain)
    sub(/;$/, "", chain)
    cut = 0
    while (match(substr(chain, cut + 1), /;/))
        cut += RSTART
    return substr(chain, 1, cut) substr(chain, cut + 1 + length(name))
}
function first_place(chain) {
    sub(/;.*/, "", chain)
    return substr(chain, index(chain, " at "))
}

part == "addresses" && $1 == "LOAD" {
    loads++
    load_offset[loads] = hex($2)
    load_vaddr[loads] = hex($3)
    load_bytes[loads] = hex($5)
}
part == "addresses" && / \.text +PROGBITS / {
    sub(/^.* \.text +PROGBITS +/, "")
    text_start = hex($1)
    text_bytes = hex($3)
}
part == "addresses" && /@ 0x/ {
    sub(/^.*@ /, "")
    for (i = 1; i <= NF; i++)
        seen[$i] = 1
}
part == "addresses" && /^[0-9a-f]+-[0-9a-f]+ / && length($0) > length(file) &&
    substr($0, length($0) - length(file) + 1) == file {
    maps++
    split($1, ends, "-")
    map_start[maps] = hex(ends[1])
    map_end[maps] = hex(ends[2])
    map_offset[maps] = hex($3)
}

function print_addresses(    i, m, l, pc, offset, seed) {
    for (i in seen) {
        pc = hex(i) - 1
        for (m = 1; m <= maps; m++) {
            if (pc < map_start[m] || pc >= map_end[m])
                continue
            offset = pc - map_start[m] + map_offset[m]
            for (l = 1; l <= loads; l++) {
                if (offset >= load_offset[l] && offset < load_offset[l] + load_bytes[l])
                    printf "0x%x\n", offset - load_offset[l] + load_vaddr[l]
            }
        }
    }
    # Park and Miller's generator, with the same seed for each file.
    for (i = seed = 1; i <= spread; i++) {
        seed = (seed * 16807) % 2147483647
        printf "0x%x\n", text_start + seed % text_bytes
    }
}

part == "ours" && /^=/ {
    flush_chain()
    in_front = substr($0, 2) "\t"
    next
}
part == "ours" {
    split($0, field, "\t")
    if (field[1] != address)
        flush_chain()
    address = field[1]
    chain = chain bare(field[3]) " at " field[4] ";"
}

part == "eu" {
    if (sub(/^ \(inlined by\) /, "") == 0) {
        flush_chain()
        address = short(substr($1, 1, length($1) - 1))
        sub(/^[^ ]* /, "")
    }
    sub(/ \(discriminator [0-9]+\)$/, "")
    if (match($0, /:[0-9]+:[0-9]+$/))
        sub(/:[0-9]+$/, "")
    function_name = $0
    sub(/ at [^ ]*$/, "", function_name)
    place = $0
    sub(/^.* at /, "", place)
    chain = chain bare(function_name) " at " place ";"
}

part == "llvm" && /^0x/ && $0 !~ /:/ {
    flush_chain()
    address = short($0)
    is_name = 1
    next
}
part == "llvm" && $0 != "" {
    if (is_name) {
        function_name = bare($0)
    } else {
        sub(/:[0-9]+$/, "")
        # A file name without folder is that of an STT_FILE symbol, not of DWARF.
        chain = chain function_name " at " ($0 ~ /^\// ? simple($0) : "??:0") ";"
    }
    is_name = !is_name
}

part == "join" {
    at = index($0, "\t")
    if (FNR == NR)
        first[substr($0, 1, at - 1)] = substr($0, at + 1)
    else
        print "Q\t" file "\t" substr($0, 1, at - 1) "\t" first[substr($0, 1, at - 1)] "\t" \
            substr($0, at + 1)
}

part == "names" && FNR == NR && ($4 == "FUNC" || $4 == "NOTYPE") && $8 != "" {
    sub(/@.*/, "", $8)
    $8 = bare($8)
    names_at[$2] = names_at[$2] " " $8
    values_of[$8] = values_of[$8] " " $2
}
part == "names" && FNR != NR {
    split($0, field, "\t")
    names = ""
    count = split(values_of[last_name(field[4])], value, " ")
    for (i = 1; i <= count; i++)
        names = names names_at[value[i]]
    if (names != "")
        print "A\t" field[2] "\t" field[3] "\t" names " "
}

# "f inlined at file:line in g"
part == "functions" && /^0x/ {
    address = short($0)
    is_name = 1
    next
}
part == "functions" && is_name {
    count = split($0, frame, / inlined at [^ ]* in /)
    chain = ""
    for (i = 1; i <= count; i++)
        chain = chain bare(frame[i]) ";"
    print "B\t" file "\t" address "\t" chain
    is_name = 0
}

# Functions inside functions, by the depth of their DIEs: <depth><offset>: ... (DW_TAG_x)
part == "nested" && FNR == NR && /^ *<[0-9a-f]+><[0-9a-f]+>: Abbrev Number: [0-9]+ \(/ {
    depth = hex(substr($1, 2, index($1, ">") - 2))
    is_function[depth] = /DW_TAG_subprogram/
    is_nested = 0
    for (i = 1; i < depth; i++)
        is_nested = is_nested || is_function[i]
    is_nested = is_nested && is_function[depth]
}
part == "nested" && FNR == NR && is_nested && /DW_AT_low_pc/ { low = hex($NF) }
part == "nested" && FNR == NR && is_nested && /DW_AT_high_pc/ {
    nests++
    nest_low[nests] = low
    nest_high[nests] = low + hex($NF)
}
part == "nested" && FNR != NR {
    split($0, field, "\t")
    pc = hex(field[3])
    for (i = 1; i <= nests; i++) {
        if (pc >= nest_low[i] && pc < nest_high[i]) {
            print "N\t" field[2] "\t" field[3]
            break
        }
    }
}

part == "explain" && /^F\t/ {
    split($0, field, "\t")
    has_aranges[field[2]] = field[3]
    has_foreign_origins[field[2]] = field[4]
    next
}
part == "explain" && /^Q\t/ {
    split($0, field, "\t")
    eu_chain[field[2], field[3]] = field[4]
    llvm_chain[field[2], field[3]] = field[5]
    next
}
part == "explain" && /^T\t/ {
    split($0, field, "\t")
    twin[field[2]] = field[3]
    next
}
part == "explain" && /^A\t/ {
    split($0, field, "\t")
    aliases[field[2], field[3]] = field[4]
    next
}
part == "explain" && /^B\t/ {
    split($0, field, "\t")
    functions[field[2], field[3]] = field[4]
    next
}
part == "explain" && /^N\t/ {
    split($0, field, "\t")
    in_nested[field[2], field[3]] = 1
    next
}

# The same but for the last name, which is another symbol of the same address.
function differ_by_alias(a, b, known) {
    return without_last_name(a) == without_last_name(b) && index(known, " " last_name(a) " ") &&
        index(known, " " last_name(b) " ")
}

# The functions of a chain as the B lines have them.
function functions_of(chain) {
    gsub(/ at [^;]*/, "", chain)
    return chain
}

# The same but for names that DWARF has without linkage name: llvm leaves out their scopes.
function differ_by_scopes(ours, llvm,    own, other, count, i, at) {
    count = split(ours, own, ";")
    if (count != split(llvm, other, ";") || count < 2)
        return 0
    for (i = 1; i < count; i++) {
        if (own[i] == other[i])
            continue
        at = length(own[i]) - length(other[i])
        if (at < 3 || substr(own[i], at - 1) != "::" other[i])
            return 0
    }
    return 1
}

# Is the linkage name that of a function whose short name the other is?
function same_function(linkage, name) {
    return linkage == name || (linkage ~ /^_Z/ && index(linkage, length(name) name))
}

function cause(file, address, ours, eu, llvm, known, is_in_nested, eu_functions,    is_as_llvm) {
    if (ours == eu)
        return "same"
    if (differ_by_alias(ours, eu, known))
        return "alias"
    if (ours ~ /^[^;]* at \?\?:0;$/ && llvm ~ /^[^;]* at \?\?:0;$/ &&
        last_name(ours) == last_name(eu))
        return "outside-unit"
    is_as_llvm = simple(ours) == llvm || differ_by_alias(simple(ours), llvm, known)
    if (is_as_llvm && without_last_name(ours) == without_last_name(eu) &&
        !index(known, " " last_name(ours) " "))
        return "no-linkage-name"
    if (is_as_llvm && !has_aranges[file] && eu ~ /^[^;]* at \?\?:0;$/)
        return "no-aranges"
    if (is_as_llvm && first_place(ours) == first_place(eu) && eu ~ /^[^;]*;$/) {
        if (is_in_nested)
            return "nested-function"
        if (has_foreign_origins[file])
            return "origin-in-other-unit"
    }
    if (is_as_llvm && first_place(ours) == first_place(eu) && functions_of(ours) == eu_functions)
        return "two-answers"
    # Both looked for the .dwo files where they were made, and have the skeleton's line alone.
    if (file ~ /^c-splitdwarf\// && eu ~ /^[^;]*;$/ && simple(eu) == llvm &&
        first_place(ours) == first_place(eu) && last_name(ours) == last_name(eu))
        return "moved-split-files"
    if (file ~ /^shape-/ && (is_as_llvm || differ_by_scopes(simple(ours), llvm)))
        return "as-llvm"
    if (file ~ /^shape-/ && same_function(last_name(ours), last_name(eu)) &&
        differ_by_scopes(without_last_name(simple(ours)) ";", without_last_name(llvm) ";"))
        return "as-both"
    if (file in twin && differ_by_scopes(simple(ours), llvm_chain[twin[file], address]))
        return "as-twin"
    return "unexplained"
}

part == "explain" {
    split($0, field, "\t")
    key = field[1] SUBSEP field[2]
    why = cause(field[1], field[2], field[3], eu_chain[key], llvm_chain[key], aliases[key],
        key in in_nested, functions[key])
    print field[1] "\t" field[2] "\t" why
    if (why == "unexplained")
        print "#\tours " field[3] "\n#\teu   " eu_chain[key] "\n#\tllvm " llvm_chain[key]
}

# Per variant: its name, the number of its addresses and that of the unexplained ones.
part == "variants" && !/^#/ {
    split($1, folder, "/")
    if (!(folder[1] in totals))
        order[++variants] = folder[1]
    totals[folder[1]]++
    faults[folder[1]] += $3 == "unexplained"
}

END {
    for (i = 1; i <= variants; i++)
        print order[i], totals[order[i]], faults[order[i]] + 0
    if (part == "ours" || part == "eu" || part == "llvm")
        flush_chain()
    if (part == "addresses")
        print_addresses()
}
