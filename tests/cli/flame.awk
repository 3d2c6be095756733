# SPDX-License-Identifier: BSD-2-Clause
# Compares the boxes of a flame graph with the stacks of --collapsed, and prints what is wrong:
#
#   awk -f flame.awk after.collapsed [before.collapsed] picture.svg
#
# For each path of names the stacks that begin with it add up to what its box must stand for. Prints
# a last line: "BOXES drawn, NODES merged, VANISHED vanished".
function fault(text) { if (faults++ < 10) print text }
function close_to(a, b, tolerance) { return a - b <= tolerance && b - a <= tolerance }
function plain(text) {
    gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text); gsub(/&quot;/, "\"", text)
    gsub(/&amp;/, "\\&", text)
    return text
}
function attribute(line, name) {
    if (!match(line, "<rect[^>]* " name "=\"[^\"]*\"")) return ""
    line = substr(line, RSTART, RLENGTH)
    sub(/.*="/, "", line); sub(/"$/, "", line)
    return line
}
# Adds the stacks of a line of --collapsed to total[path, side].
function add_stack(line, side,    value, path, count, names, i) {
    value = line; sub(/.* /, "", value); sub(/ [^ ]*$/, "", line)
    total["", side] += value
    count = split(line, names, ";")
    path = ""
    for (i = 1; i <= count; i++) {
        if (!((path ";" names[i]) in parent_of)) parent_of[path ";" names[i]] = path
        path = path ";" names[i]
        total[path, side] += value
    }
    lines[side]++
}
# What vanished at or below each path: all that was there where nothing is left.
function add_vanished(    path, at, top) {
    for (path in parent_of) {
        if (!(total[path, "before"] > 0) || total[path, "after"] > 0) continue
        at = parent_of[path]
        if (at != "" && !(total[at, "after"] > 0)) continue
        for (; ; at = parent_of[at]) {
            total[at, "vanished"] += total[path, "before"]
            if (at == "") break
        }
    }
    for (path in parent_of) {
        for (top = path; top != "" && !(total[top, "after"] > 0); top = parent_of[top]) {}
        if (top != path) total[path, "vanished"] = total[path, "before"]
    }
}
function check_class(path, class,    before, after, ratio) {
    before = total[path, "before"]; after = total[path, "after"]
    if (side == "vanished") {
        if (class != (after > 0 ? "left" : "gone")) fault("class " class ": " path)
        return
    }
    if (!has_base) { if (class !~ /^(h[0-9]*[abc]|all)$/) fault("class " class ": " path); return }
    if ((class == "new") != !(before > 0)) fault("class " class ", not new: " path)
    if (!(before > 0)) return
    ratio = after / before
    if (ratio > 1.01 && class !~ /^g/ || ratio < 0.99 && class !~ /^s/) fault("class " class ", " ratio ": " path)
    if (ratio > 0.999 && ratio < 1.001 && class != "e") fault("class " class ", equal: " path)
    if ((ratio > 2.01) != (class == "g4") && (ratio > 2.01 || ratio < 1.99)) fault("class " class ", " ratio ": " path)
}
function check_label(line, x, width,    text, at) {
    if (line !~ /<text /) return
    match(line, /<text x="[^"]*"/)
    at = substr(line, RSTART + 9, RLENGTH - 10) + 0
    text = line; sub(/.*<text [^>]*>/, "", text); sub(/<\/text>.*/, "", text)
    text = plain(text); gsub(/[\200-\277]/, "", text)
    if (at < x || at + length(text) * 6.7 > x + width) fault("text leaves its box: " text)
}
function begin_part(name) {
    side = name; bottom = -1; scale = 0
}
function box(line,    x, y, width, level, name, path, want, class, tolerance, count) {
    x = attribute(line, "x") + 0; y = attribute(line, "y") + 0; width = attribute(line, "width") + 0
    class = attribute(line, "class"); sub(/ thin$/, "", class)
    if (bottom < 0) { bottom = y; scale = 1180 / total["", side] }
    level = (y - bottom) / 18
    # Collapsed values are cut to whole units, and places to hundredths of a pixel.
    tolerance = 0.011 + (lines["after"] + lines["before"]) * scale
    name = line; sub(/.*<title>/, "", name); sub(/<\/title>.*/, "", name); sub(/&#10;.*/, "", name)
    name = plain(name)
    if (line ~ /class="box inlined"/) name = name "[inline]"
    if (level > 0 && (x < left[level - 1] - 0.02 || x + width > right[level - 1] + 0.02))
        fault("outside its parent: " name)
    if (level > 0 && x < free[level] - 0.02) fault("on its sibling: " name)
    left[level] = x; right[level] = x + width; free[level] = x + width; free[level + 1] = x
    check_label(line, x, width)
    if (class == "small") {
        count = name + 0
        small[side, at_level[level - 1]] = count
        return
    }
    path = level ? at_level[level - 1] ";" name : ""
    at_level[level] = path
    want = total[path, side]
    if (!close_to(width, want * scale, tolerance)) fault("width " width ", not " want * scale ": " path)
    if (drawn[side, path]++) fault("drawn twice: " path)
    check_class(path, class)
    boxes++
}
# Every path with a value has a box, or lies in one that says how many.
function check_merged(side,    path, top, want, key, place) {
    for (path in parent_of) {
        if (!(total[path, side] > 0) || (side, path) in drawn) continue
        missing++
        if (total[path, side] * (1180 / total["", side]) > 0.6 && (side, parent_of[path]) in drawn)
            fault("no box for " path)
        for (top = path; top != "" && !((side, top) in drawn); top = parent_of[top]) {}
        want[top]++
    }
    for (key in small) {
        split(key, place, SUBSEP)
        if (place[1] == side && small[key] != want[place[2]])
            fault("merged " small[key] ", not " want[place[2]] ": " place[2])
    }
}
FNR == 1 { file++; is_svg = FILENAME ~ /\.svg$/; has_base = has_base || (file == 2 && !is_svg) }
!is_svg { add_stack($0, file == 1 ? "after" : "before"); next }
FNR == 1 { add_vanished() }
/^<g id="now"/ { begin_part("after") }
/^<g id="vanished"/ { begin_part("vanished") }
/^<g class="box/ { box($0) }
/id="merged"/ {
    said = $0
    while (match(said, /[0-9]+ box/)) {
        stated += substr(said, RSTART, RLENGTH - 4)
        said = substr(said, RSTART + RLENGTH)
    }
}
END {
    check_merged("after")
    if (has_base && total["", "vanished"] > 0) check_merged("vanished")
    if (missing + 0 != stated + 0) fault("merged in all: " missing ", stated: " stated)
    print boxes " boxes, " missing + 0 " merged, " total["", "vanished"] + 0 " vanished"
}
