# SPDX-License-Identifier: BSD-2-Clause
# Compares a call graph with the same dump's table and stacks, and prints what is wrong:
#
#   awk -f pictures.awk table.tsv stacks.collapsed picture.svg
#
# The table is --format=tsv of all functions, the stacks are --collapsed with short names, both
# folded as the picture is. Edges are counted here from the stacks: once per stack, and apart where
# the callee is on it already. Prints a last line: "NODES functions, BOXES boxes, EDGES edges".
function fault(text) { if (faults++ < 10) print text }
function size(value) { return value < 0 ? -value : value }
function plain(text) {
    gsub(/&#10;/, "\n", text); gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text)
    gsub(/&quot;/, "\"", text); gsub(/&amp;/, "\\&", text)
    return text
}
function attribute(line, name) {
    if (!match(line, "[ ]" name "=\"[^\"]*\"")) return ""
    line = substr(line, RSTART, RLENGTH)
    sub(/^[^"]*"/, "", line); sub(/"$/, "", line)
    return line
}
function number(line, name) { return attribute(line, name) + 0 }
function title(line) {
    if (!match(line, /<title>.*<\/title>/)) return ""
    return plain(substr(line, RSTART + 7, RLENGTH - 15))
}
function key(text) { sub(/ \(inlined\)$/, " (inline)", text); return text }
# With --lines the mark stands in front of the file.
function normal(name) { if (sub(/ \(inline\)/, "", name)) name = name " (inline)"; return name }

FILENAME == ARGV[1] {
    if (FNR == 1) next
    split($0, column, "\t")
    column[1] = normal(column[1])
    flat[column[1]] = column[2]; cum[column[1]] = column[4]
    next
}
FILENAME == ARGV[2] {
    value = $0; sub(/.* /, "", value)
    line = $0; sub(/ [^ ]*$/, "", line)
    stacks++
    split("", on_stack); split("", called)
    count = split(line, names, ";")
    for (i = 1; i <= count; i++) {
        if (sub(/\[inline\]$/, "", names[i])) names[i] = names[i] " (inline)"
        names[i] = normal(names[i])
        pair = names[i - 1] SUBSEP names[i]
        if (i > 1 && !(pair in called)) {
            if (names[i] in on_stack) again[pair] += value
            else through[pair] += value
            amount[pair] += size(value)
        }
        called[pair] = 1; on_stack[names[i]] = 1
    }
    next
}
/^<svg / { total = number($0, "data-total"); split(attribute($0, "viewBox"), page, " ") }
/^<g class="legend"/ { part = "legend" }
/^<g class="box"/ {
    part = attribute($0, "id"); boxes++
    box_flat[part] = number($0, "data-flat"); box_cum[part] = number($0, "data-cum")
    has_rect = 0
    sum = 0; largest = 0; members = 0
    count = split(title($0), lines, "\n")
    for (i = 1; i <= count; i++) {
        if (lines[i] ~ /^    / || lines[i] ~ /^Calls itself/) continue
        name = key(lines[i]); members++; nodes++
        if (name in box_of) fault("twice: " name)
        if (!(name in flat)) fault("unknown: " name)
        box_of[name] = part
        sum += flat[name]; if (size(cum[name]) > size(largest)) largest = cum[name]
        if (members > 1) joined[before SUBSEP name] = 1
        before = name
    }
    if (size(sum - box_flat[part]) > members) fault("flat " box_flat[part] ", not " sum ": " before)
    if (size(largest - box_cum[part]) > 1) fault("cum " box_cum[part] ", not " largest ": " before)
}
/^<a class="edge"/ {
    part = attribute($0, "id"); edges++
    from = attribute($0, "data-from"); to = attribute($0, "data-to")
    split(title($0), lines, "\n")
    caller = lines[1]; callee = lines[2]; sub(/^[^ ]* /, "", callee)
    ends[part] = from SUBSEP to
    callers[part] = caller; callees[part] = key(callee)
    edge_value[part] = number($0, "data-value"); edge_again[part] = number($0, "data-again")
    into[to] += number($0, "data-value")
}
/^<rect x/ && part ~ /^n/ && !has_rect {
    has_rect = 1
    left[part] = number($0, "x"); top[part] = number($0, "y")
    right[part] = left[part] + number($0, "width"); bottom[part] = top[part] + number($0, "height")
    if (left[part] < 0 || top[part] < 0 || right[part] > page[3] || bottom[part] > page[4])
        fault("box " part " leaves the page")
}
/^<text / {
    x = number($0, "x"); y = number($0, "y"); width = number($0, "textLength")
    letters = number($0, "font-size")
    if (letters < 10) fault("small letters: " $0)
    if (x < 0 || x + width > page[3] || y > page[4]) fault("text leaves the page: " $0)
    if (part ~ /^n/ && (x < left[part] || x + width > right[part] || y > bottom[part] ||
        y - 0.7 * letters < top[part])) fault("text leaves its box: " $0)
    if (part == "legend" && $0 ~ /, and [0-9]* calls?</) hides_calls = 1
}
END {
    for (part in ends) {
        # The title has the callers name without its mark, when it is inlined.
        name = (callers[part] SUBSEP callees[part]) in amount ? callers[part] : callers[part] " (inline)"
        if (!((name SUBSEP callees[part]) in amount)) { fault("no such call: " callers[part] " to " callees[part]); continue }
        alternative = callers[part] " (inline)" SUBSEP callees[part]
        pair = name SUBSEP callees[part]
        if (size(through[pair] - edge_value[part]) > stacks && alternative in amount) pair = alternative
        if (size(through[pair] - edge_value[part]) > stacks)
            fault("edge " edge_value[part] ", not " through[pair] ": " pair)
        if (size(again[pair] - edge_again[part]) > stacks)
            fault("edge again " edge_again[part] ", not " again[pair] ": " pair)
        if (pair in shown) fault("twice: " pair)
        shown[pair] = 1
    }
    for (pair in amount) {
        split(pair, two, SUBSEP)
        if (!hides_calls && box_of[two[1]] != "" && box_of[two[2]] != "" && !(pair in shown) &&
            box_of[two[1]] != box_of[two[2]] && amount[pair] > 0.001 * total + stacks)
            fault("not shown: " two[1] " to " two[2] ", " amount[pair])
    }
    for (part in box_cum)
        if (!has_base && into[part] > box_cum[part] + stacks + 0.005 * total)
            fault("more comes in than " box_cum[part] ": " part)
    for (one in left) for (other in left)
        if (one < other && left[one] < right[other] && left[other] < right[one] &&
            top[one] < bottom[other] && top[other] < bottom[one]) fault("overlap: " one " " other)
    print nodes + 0 " functions, " boxes + 0 " boxes, " edges + 0 " edges"
}
