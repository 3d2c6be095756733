# SPDX-License-Identifier: BSD-2-Clause
# Names and addresses of frames in system libraries, one a line, from dumps (stacks and memory
# map) and reports of kind --raw (the same behind a list of names). LIBRARIES is the first file: a
# path a line.
#
#   awk -f system.awk LIBRARIES FILE...

FILENAME == ARGV[1] {
    is_system[$1] = 1
    next
}

FNR == 1 {
    emit()
    n = 0
    split("", is_known)
    n_maps = 0
}

/^0x[0-9a-f]+ / && $1 !~ /-/ {
    address[++n] = substr($1, 3)
    sub(/^0x[0-9a-f]+ /, "")
    names[n] = $0
    next
}

/^ *@ 0x|\] @ 0x/ {
    sub(/.*@ /, "")
    k = split($0, words, " ")
    for (i = 1; i <= k; i++)
        if (!(words[i] in is_known)) {
            is_known[words[i]] = 1
            address[++n] = padded(substr(words[i], 3))
            names[n] = ""
            # Frames of callers go by the byte before.
            address[n + 1] = before(address[n])
            names[++n] = ""
        }
    next
}

$6 in is_system && $1 ~ /^[0-9a-f]+-[0-9a-f]+$/ {
    split($1, range, "-")
    n_maps++
    start[n_maps] = number(range[1])
    end[n_maps] = number(range[2])
}

END { emit() }

function number(hex,    i, value) {
    value = 0
    for (i = 1; i <= length(hex); i++)
        value = value * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
    return value
}

function padded(hex) {
    return substr("0000000000000000", length(hex) + 1) hex
}

function before(hex,    i, digit, tail) {
    tail = ""
    for (i = length(hex); i > 0; i--) {
        digit = index("0123456789abcdef", substr(hex, i, 1)) - 1
        if (digit > 0)
            return substr(hex, 1, i - 1) substr("0123456789abcdef", digit, 1) tail
        tail = "f" tail
    }
    return tail
}

# short(NAME): as jeprof shortens it
function short(name) {
    sub(/<[0-9a-f]+>$/, "", name)
    while (gsub(/\([^()]*\)( *const)?/, "", name)) ;
    while (gsub(/<[^<>]*>/, "", name)) ;
    while (match(name, /[ \t][A-Za-z0-9_]+::/))
        name = substr(name, RSTART + 1)
    return name
}

function emit(    i, k, m, parts, pc) {
    for (i = 1; i <= n; i++) {
        pc = number(address[i])
        for (m = 1; m <= n_maps && !(start[m] <= pc && pc < end[m]); m++) ;
        if (m > n_maps)
            continue
        print address[i]
        k = split(names[i], parts, "--")
        for (; k > 0; k--) {
            print short(parts[k])
            print short(parts[k]) " (inline)"
        }
    }
}
