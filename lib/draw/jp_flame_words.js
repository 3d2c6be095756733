/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is written in and about the boxes of flame graphs. The same rules as in jp_flame_box.c,
 * jp_flame_label.c and jp_number.c: a picture must not change when a script takes it over.
 */
"use strict";

const jpWords = (() => {
    const FEWEST_CELLS = 3;
    const MINUS = "\u2212",
        ELLIPSIS = "\u2026";
    const STEPS = ["s4", "s3", "s2", "s1", "e", "g1", "g2", "g3", "g4"];

    // ---- numbers -----------------------------------------------------------------------------

    const isObjects = (metric) => metric.endsWith("objects");

    function bytes(value) {
        const units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        const size = Math.abs(value);
        if (size < 1024) return `${Math.trunc(value)} B`;
        let scaled = size / 1024,
            unit = 0;
        for (; scaled >= 1023.95 && unit + 1 < units.length; unit++) scaled /= 1024;
        return `${value < 0 ? "-" : ""}${scaled.toFixed(scaled < 99.995 ? 2 : 1)} ${units[unit]}`;
    }

    function amount(metric, value) {
        if (!isObjects(metric)) return bytes(value);
        const whole = Math.trunc(value);
        return `${whole} ${Math.abs(whole) === 1 ? "object" : "objects"}`;
    }

    function signed(metric, value) {
        return (value > 0 ? "+" : value < 0 ? MINUS : "") + amount(metric, Math.abs(value));
    }

    const share = (value, total) => (total ? `${((100 * value) / total).toFixed(1)}%` : "-");

    const signedShare = (value, total) =>
        (value > 0 ? "+" : value < 0 ? MINUS : "") + share(Math.abs(value), total);

    // ---- labels ------------------------------------------------------------------------------

    const WIDE = [
        [0x1100, 0x115f],
        [0x2e80, 0xa4cf],
        [0xac00, 0xd7a3],
        [0xf900, 0xfaff],
        [0xfe30, 0xfe6f],
        [0xff00, 0xff60],
        [0xffe0, 0xffe6],
        [0x1f300, 0x3ffff],
    ];

    function cells(text) {
        let count = 0;
        for (const character of text) {
            const code = character.codePointAt(0);
            count += WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
        }
        return count;
    }

    // No character is longer than two units: a long text need not be measured to its end.
    const fits = (text, room) => text.length / 2 <= room && cells(text) <= room;

    function beginning(text, room) {
        let taken = "";
        for (const character of text) {
            room -= cells(character);
            if (room < 0) break;
            taken += character;
        }
        return taken;
    }

    // Behind the next "::" that is in no bracket; 0 when there is none.
    function nextPart(name, from) {
        let depth = 0;
        for (let i = from; i + 2 < name.length; i++) {
            const c = name[i];
            if ("<({[".includes(c)) depth++;
            else if ((c === ">" && name[i - 1] !== "-") || ")}]".includes(c)) depth -= depth > 0;
            else if (depth === 0 && c === ":" && name[i + 1] === ":") return i + 2;
        }
        return 0;
    }

    // What fits of a name: the end of its path tells more than the beginning.
    function label(name, room) {
        if (room < FEWEST_CELLS) return "";
        if (fits(name, room)) return name;
        let rest = name;
        for (let part = nextPart(name, 0); part; part = nextPart(name, part)) {
            rest = name.slice(part);
            if (fits(rest, room - 1)) return ELLIPSIS + rest;
        }
        return beginning(rest, room - 1) + ELLIPSIS;
    }

    // ---- what is said of a box ---------------------------------------------------------------

    function changeClass(before, after) {
        const large = Math.max(before, after),
            small = Math.min(before, after);
        if (before === 0) return "new";
        if (small * 1.005 >= large) return "e";
        const step =
            small * 1.1 >= large ? 1 : small * 1.5 >= large ? 2 : small * 2 > large ? 3 : 4;
        return STEPS[after > before ? 4 + step : 4 - step];
    }

    function boxClass(tree, value, drawing, box) {
        if (box.count) return "small";
        if (drawing.kind === "vanished") return value.after[box.node] > 0 ? "left" : "gone";
        if (tree.isChange) return changeClass(value.before[box.node], value.after[box.node]);
        return box.node ? tree.names[tree.nameIndex[box.node]][1] : "all";
    }

    function sign(before, after) {
        return before === 0
            ? "new "
            : after === before
              ? "= "
              : after > before
                ? "+ "
                : MINUS + " ";
    }

    function boxLabel(tree, value, drawing, box, room) {
        if (box.count) {
            const text = `${box.count} small`;
            return cells(text) <= room ? text : "";
        }
        const name = tree.name(box.node);
        const before = value.before[box.node],
            after = value.after[box.node];
        const isChange = tree.isChange && drawing.kind === "now";
        const mark = isChange ? sign(before, after) : "";
        const own = drawing.widths[box.node];
        const numbers = isChange
            ? signed(value.metric, after - before)
            : `${amount(value.metric, own)} ${share(own, drawing.widths[0])}`;
        const full = `${isChange && before === 0 ? mark : ""}${name}  ${numbers}`;
        if (cells(full) <= room) return full;
        const cut = room >= cells(mark) ? label(name, room - cells(mark)) : "";
        return cut && mark + cut;
    }

    // The lines that are shown when a box is pointed at.
    function describe(tree, value, drawing, box) {
        const total = drawing.widths[0];
        if (box.count)
            return [
                `${box.count} ${box.count === 1 ? "box" : "boxes"} too small to be drawn, together ` +
                    `${amount(value.metric, box.width)} (${share(box.width, total)})`,
            ];
        const node = box.node;
        const lines = [tree.name(node)];
        if (node) lines.push(`${tree.isInlined(node) ? "inlined, " : ""}in ${tree.group(node)}`);
        if (drawing.kind === "vanished") {
            lines.push(
                amount(value.metric, drawing.widths[node]) +
                    (value.after[node] > 0 ? " vanished from here" : " before, nothing now"),
            );
            return lines;
        }
        const after = value.after[node],
            before = value.before[node];
        let numbers = `${amount(value.metric, after)} (${share(after, total)})`;
        if (tree.isChange && before === 0) {
            numbers += ", new";
        } else if (tree.isChange) {
            numbers +=
                `, before ${amount(value.metric, before)}` +
                `, change ${signed(value.metric, after - before)}`;
            if (after !== before) numbers += ` (${signedShare(after - before, before)})`;
        }
        lines.push(numbers);
        if (value.self[node] > 0 && !tree.isBottomUp)
            lines.push(`itself ${amount(value.metric, value.self[node])}`);
        return lines;
    }

    // A pattern; null for none, undefined when TEXT is no regular expression.
    function regex(text) {
        if (!text) return null;
        try {
            return new RegExp(text, /[A-Z]/.test(text) ? "" : "i");
        } catch (error) {
            return undefined;
        }
    }

    // What graph.search() returned, in words.
    function found(result, isChange) {
        if (!result) return "";
        const { held, was, unknown, total, metric } = result;
        const rest = unknown > 0 ? ` (${share(unknown, total)} is too small to be searched)` : "";
        if (!result.isAny) return `Not found${rest}`;
        const part = result.isPart ? " of what is shown" : "";
        const change = isChange ? `, change ${signed(metric, held - was)}` : "";
        return `Matched: ${amount(metric, held)}, ${share(held, total)}${part}${change}${rest}`;
    }

    return {
        amount,
        signed,
        share,
        signedShare,
        cells,
        fits,
        beginning,
        label,
        boxClass,
        boxLabel,
        describe,
        regex,
        found,
    };
})();
