# SPDX-License-Identifier: BSD-2-Clause
# Compares two --text reports, row by row.
#
#   awk -f compare.awk -v variant=V -v recording=R -v used=FILE RULES UNKNOWN THEIRS OURS
#
# RULES is differences.tsv; its columns are described there. UNKNOWN lists names of functions
# whose rows are left out on both sides. A row is the same when the printed flat and cumulative
# values are; two reports are the same when all rows are, in the same order. A row that is not
# the same must match a rule. The flat values that a cause takes from their rows must be those
# that it gives to ours. Prints the causes that were needed, or the rows that no rule covers
# (exit status 1). The lines of RULES that were needed are appended to the file `used`.

BEGIN {
    FS = "\t"
    section = ""
}

FILENAME == ARGV[1] {
    if ($0 !~ /^#/ && NF >= 6 && globs($3, variant) && globs($4, recording)) {
        n_rules++
        rule_line[n_rules] = FNR
        rule_cause[n_rules] = $1
        rule_kind[n_rules] = $2
        rule_theirs[n_rules] = $5
        rule_ours[n_rules] = $6
        if ($2 == "sibling") {
            needed[n_rules] = 1
            tell_cause($1)
        }
    }
    next
}

FILENAME == ARGV[2] {
    unknown[$0] = 1
    next
}

FILENAME == ARGV[3] { read_row(1); next }
FILENAME == ARGV[4] { read_row(2); next }

# globs(LIST, TEXT): does one of the blank-separated globs match the whole text?
function globs(list, text,    parts, n, i, g) {
    n = split(list, parts, " ")
    for (i = 1; i <= n; i++) {
        g = parts[i]
        gsub(/[.+^$()|]/, "\\\\&", g)
        gsub(/\*/, ".*", g)
        gsub(/\?/, ".", g)
        if (text ~ ("^(" g ")$"))
            return 1
    }
    return 0
}

function read_row(side,    f, title, name, key, k) {
    if ($0 ~ /^Total/) {
        title = $0
        sub(/:.*/, "", title)
        section = title == "Total" ? "" : title "/"
        totals[side] = totals[side] $0 "\n"
        return
    }
    split($0, f, " ")
    name = $0
    for (k = 1; k <= 5; k++)
        sub(/^ *[^ ]+/, "", name)
    sub(/^ /, "", name)
    if (is_unknown(name) || side == 1 && is_unknown(name = rewritten(name))) {
        left_out[side] += f[1]
        n_left_out++
        return
    }
    # Equal names occur: addresses without a name are separate rows.
    key = section name
    k = ++count[side, key]
    if (side == 1 && was_rewritten)
        merges[key] = 1
    if (k > 1 && side == 1 && key in merges) {
        key = key SUBSEP 1
        flat[1, key] += f[1]
        cum[1, key] += f[4]
        return
    }
    key = key SUBSEP k
    order[side, ++rows[side]] = key
    names[key] = name
    flat[side, key] = f[1]
    cum[side, key] = f[4]
    percents[side, key] = f[2] " " f[3] " " f[5]
    if (f[1] ~ /\./)
        unit = 0.1
}

function is_unknown(name) {
    return name in unknown || recording ~ /text-(lines|addresses)$/ && first_word(name) in unknown
}

function first_word(text) {
    sub(/ .*/, "", text)
    return text
}

# A value of MB has one decimal, so a sum of n of them is off by n halves of that.
function same_sum(a, b, n,    d) {
    d = a - b
    if (d < 0)
        d = -d
    return d <= (unit ? unit / 2 : 1) * (n + 1) + 1e-6
}

# rewritten(NAME): their name after the rules of kind rewrite.
function rewritten(name,    r, before) {
    was_rewritten = 0
    for (r = 1; r <= n_rules; r++) {
        before = name
        if (rule_kind[r] == "rewrite" && sub(rule_theirs[r], rule_ours[r], name) && name != before) {
            was_rewritten = 1
            needed[r] = 1
            tell_cause(rule_cause[r])
        }
    }
    return name
}

function tell_cause(c) {
    if (!(c in cause_rows)) {
        cause_rows[c] = 0
        causes[++n_causes] = c
    }
}

# covers(RULE, KEY): is the rule about this row, which is not the same on both sides?
function covers(r, key,    name) {
    name = names[key]
    if (rule_kind[r] == "flat")
        return (1, key) in flat && (2, key) in flat && cum[1, key] == cum[2, key] && name ~ rule_ours[r]
    if (rule_kind[r] != "move")
        return 0
    return ((1, key) in flat && rule_theirs[r] != "-" && name ~ rule_theirs[r]) ||
        ((2, key) in flat && rule_ours[r] != "-" && name ~ rule_ours[r])
}

# attribute(KEY): finds the first rule for the row that is not the same on both sides.
function attribute(key,    r, c) {
    for (r = 1; r <= n_rules; r++) {
        if (!covers(r, key))
            continue
        c = rule_cause[r]
        tell_cause(c)
        needed[r] = 1
        cause_rows[c]++
        cause_left[c] += (1, key) in flat ? flat[1, key] : 0
        cause_right[c] += (2, key) in flat ? flat[2, key] : 0
        return
    }
    report = report sprintf("  %-8s %-8s | %-8s %-8s %s\n",
        (1, key) in flat ? flat[1, key] : "", (1, key) in flat ? cum[1, key] : "",
        (2, key) in flat ? flat[2, key] : "", (2, key) in flat ? cum[2, key] : "", names[key])
}

END {
    for (r = 1; r <= n_rules; r++)
        if (rule_kind[r] == "truth") {
            print "listed, compared elsewhere: " rule_cause[r]
            print rule_line[r] >>used
            exit 0
        }
    if (totals[1] != totals[2])
        report = report "  totals: " totals[1] "  ours:   " totals[2]
    for (i = 1; i <= rows[1]; i++) {
        key = order[1, i]
        if (!((2, key) in flat) || flat[1, key] != flat[2, key] || cum[1, key] != cum[2, key])
            attribute(key)
    }
    for (i = 1; i <= rows[2]; i++) {
        key = order[2, i]
        if (!((1, key) in flat))
            attribute(key)
        by = recording ~ /text-cum/ ? cum[2, key] : flat[2, key]
        if (i > 1 && section_of(key) == section_of(order[2, i - 1]) && by + 0 > last + 0)
            report = report "  not sorted: " names[key] "\n"
        last = by
    }
    # Nothing to explain: then percentages and order are the same as well.
    if (!n_causes && report == "")
        for (i = 1; i <= rows[1]; i++)
            if (order[1, i] != order[2, i] || percents[1, order[1, i]] != percents[2, order[1, i]])
                report = report "  order or percentages: " names[order[1, i]] "\n"
    for (i = 1; i <= n_causes; i++) {
        c = causes[i]
        line = line " " c
        taken += cause_left[c]
        given += cause_right[c]
        moved += cause_rows[c]
        if (!n_left_out && !same_sum(cause_left[c], cause_right[c], cause_rows[c]))
            report = report sprintf("  %s: flat values do not add up: %s | %s\n", c,
                cause_left[c], cause_right[c])
    }
    # Bytes may have moved to or from rows that were left out; all together they stay the same.
    if (n_left_out && !same_sum(taken + left_out[1], given + left_out[2], moved + n_left_out))
        report = report sprintf("  flat values do not add up: %s | %s\n", taken + left_out[1],
            given + left_out[2])
    if (used != "")
        for (r = 1; r <= n_rules; r++)
            if (r in needed)
                print rule_line[r] >>used
    if (report != "") {
        printf "%s", report
        exit 1
    }
    print line == "" ? "identical" : "listed:" line
}

function section_of(key) {
    return index(key, "/") && key ~ /^Total/ ? substr(key, 1, index(key, "/")) : ""
}
