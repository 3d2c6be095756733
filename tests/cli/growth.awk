# SPDX-License-Identifier: BSD-2-Clause
# With statistics.awk, for tests/cli/growth.sh: reads the dumps of a series in
# their order, heap_v2 with two frames a stack (the site and its caller), and prints what --leaks
# (or, with -v what=diff, --diff) has to say of each site.
#
#   leaks: name first last peak change rate z p q tau proven
#   diff:  name list before after change low high z q proven
#
# -v metric=objects and -v allocated=1: as --inuse_objects and --alloc_space, for a difference.
# Dumps whose names (prefix.PID.number...) have one PID are of one process.

# Value and variance of one record in one dump; in result and spread.
function estimate(n, s, r, k) {
    result = spread = 0
    if (!n)
        return
    k = factor(n, s, r)
    result = metric == "objects" ? n * k : s * k
    spread = metric == "objects" ? n * k * (k - 1) : s * s * k * (k - 1) / n
}

# Recorded objects that may be in only one of two dumps: n live, a allocated since the start.
function moved(n1, n2, a1, a2, born, died, both) {
    both = n1 + n2
    born = a2 - a1
    died = born - (n2 - n1)
    if (a2 <= 0 || born < -1 || died < -1)
        return both
    born = max(born, 0) + max(died, 0)
    return min(both, max(born, abs(n2 - n1)))
}

FNR == 1 {
    dumps++
    split($1, head, "/")
    period[dumps] = head[2]
    part_count = split(FILENAME, parts, ".")
    process[dumps] = parts[part_count - 3]
}
/^@/ {
    stack = $2 " " $3
    if (!(stack in site_of)) {
        site_of[stack] = $2
        stacks[++stack_count] = stack
        if (!($2 in seen)) {
            seen[$2]
            sites[++site_count] = $2
        }
    }
}
stack && $1 == "t*:" {
    gsub(/\[|\]|:/, "")
    live_n[dumps, stack] = $2
    live_s[dumps, stack] = $3
    all_n[dumps, stack] = $4
    all_s[dumps, stack] = $5
    stack = ""
}

# Variance of the change of a stack between two neighbouring dumps.
function interval(a, b, stack, both, n1, n2) {
    n1 = live_n[a, stack]
    n2 = live_n[b, stack]
    estimate(n1, live_s[a, stack], period[a])
    both = spread
    estimate(n2, live_s[b, stack], period[b])
    both += spread
    return n1 + n2 ? both / (n1 + n2) * moved(n1, n2, all_n[a, stack], all_n[b, stack]) : both
}

function is_one(a, b) { return process[a] == process[b] && period[a] == period[b] }

function leaks_of(site, i, d, e, whole, ends, recorded, rises, count) {
    for (d = 1; d <= dumps; d++)
        value[d] = 0
    ends = recorded = 0
    for (i = 1; i <= stack_count; i++) {
        if (site_of[stacks[i]] != site)
            continue
        whole = 0
        for (d = 1; d <= dumps; d++) {
            estimate(live_n[d, stacks[i]], live_s[d, stacks[i]], period[d])
            value[d] += result
            recorded += live_n[d, stacks[i]]
            if (d == 1 || d == dumps)
                edge[d] = spread
            if (d > 1)
                whole += is_one(d - 1, d) ? interval(d - 1, d, stacks[i]) : 1e300
        }
        ends += min(edge[1] + edge[dumps], whole)
    }
    if (!recorded)
        return 0
    count = rises = peak = 0
    for (d = 1; d <= dumps; d++) {
        peak = max(peak, value[d])
        for (e = d + 1; e <= dumps; e++) {
            slope[++count] = (value[e] - value[d]) / (e - d)
            rises += sign(value[e] - value[d])
        }
    }
    variance = ends
    tau = rises / count
    rate = median(count)
    return 1
}

function diff_of(site, i, n1, n2, both, one) {
    before = after = variance = recorded = 0
    for (i = 1; i <= stack_count; i++) {
        stack = stacks[i]
        if (site_of[stack] != site)
            continue
        n1 = allocated ? all_n[1, stack] : live_n[1, stack]
        n2 = allocated ? all_n[2, stack] : live_n[2, stack]
        estimate(n1, allocated ? all_s[1, stack] : live_s[1, stack], period[1])
        before += result
        both = spread
        estimate(n2, allocated ? all_s[2, stack] : live_s[2, stack], period[2])
        after += result
        both += spread
        recorded += n1 + n2
        if (n1 + n2 && is_one(1, 2))
            both *= (allocated ? min(n1 + n2, abs(n2 - n1)) \
                               : moved(n1, n2, all_n[1, stack], all_n[2, stack])) / (n1 + n2)
        variance += both
    }
    return recorded > 0
}

function z_of(change) { return variance > 0 ? sprintf("%.6g", change / sqrt(variance)) : change ? "" : 0 }
function is_sure(q, z) { return q <= 0.01 && (z == "" || z >= 3) ? "yes" : "no" }
function list_of(before, after) {
    return before == after ? "unchanged" : !before ? "new" : !after ? "gone" : after > before ? "grown" : "shrunk"
}

END {
    largest = 0
    for (d = 1; d <= dumps; d++)
        largest = max(largest, period[d] > 1 ? period[d] : 0)
    for (i = 1; i <= site_count; i++) {
        if (what == "diff" ? !diff_of(sites[i]) : !leaks_of(sites[i]))
            continue
        row[++rows] = sites[i]
        if (what == "diff") {
            change = after - before
            unit = metric == "objects" ? sqrt(variance / recorded) : largest
            p[rows] = min(1, 2 * chance(abs(change), variance, unit))
            reach = 1.959963984540054 * sqrt(variance)
            text[rows] = sprintf("%s %.0f %.0f %.0f %.0f %.0f", list_of(before, after), before, after, change,
                                 change - reach, change + reach)
            z[rows] = z_of(change)
            changed[rows] = change != 0
        } else {
            change = value[dumps] - value[1]
            p[rows] = chance(change, variance, largest)
            text[rows] = sprintf("%.0f %.0f %.0f %.0f %.6g", value[1], value[dumps], peak, change, rate)
            taus[rows] = tau
            z[rows] = z_of(change)
            changed[rows] = change > 0
        }
    }
    adjust(rows)
    for (i = 1; i <= rows; i++) {
        sure = changed[i] ? is_sure(q[i], z[i] == "" ? "" : abs(z[i])) : "no"
        if (what == "diff")
            printf "%s %s %s %.6g %s\n", row[i], text[i], z[i] == "" ? "-" : z[i], q[i], sure
        else
            printf "%s %s %s %.6g %.6g %.6g %s\n", row[i], text[i], z[i] == "" ? "-" : z[i], p[i], q[i],
                taus[i], sure
    }
}
