/* SPDX-License-Identifier: BSD-2-Clause */
/* What the page shows of one function: its numbers, who calls it, what it calls. */
"use strict";

const jpPageDetails = (() => {
    const { make } = jpPageTable;
    const ROWS = 40; // of callers or callees that are shown at once

    // Per function the calls that it is an end of.
    function callsOf(ends, count) {
        const calls = Array.from({ length: count }, () => []);
        ends.forEach((end, call) => {
            if (end >= 0) calls[end].push(call);
        });
        return calls;
    }

    /*
     * details(host, data, names, onChoose): show(chosen, value) fills HOST with what function
     * CHOSEN has of value number VALUE.
     */
    function details(host, data, names, onChoose) {
        const { calls, functions } = data;
        const callersOf = callsOf(calls.callee, functions.count);
        const calleesOf = callsOf(calls.caller, functions.count);
        const isChange = data.flame.change;

        const to = (values, call) => values.to[call];
        const from = (values, call) => (call in values.from ? values.from[call] : values.to[call]);

        function nameInto(cell, other) {
            if (other < 0) {
                cell.textContent = "[no caller]";
                return;
            }
            const button = make(
                "button",
                { textContent: names[other][0], title: names[other][0] },
                cell,
            );
            if (names[other][2])
                cell.append(make("span", { className: "inline-mark", textContent: " inlined" }));
            button.addEventListener("click", () => onChoose(other));
        }

        function addRow(body, metric, whole, { other, text, value, change }) {
            const row = make("tr", {}, body);
            make(
                "td",
                {
                    className: "amount",
                    textContent: jpWords.amount(metric, value),
                    title: `${value}`,
                },
                row,
            );
            if (isChange)
                make(
                    "td",
                    {
                        className: `change ${change > 0 ? "grew" : change < 0 ? "shrank" : ""}`,
                        textContent: change === null ? "" : jpWords.signed(metric, change),
                        title: change === null ? "" : `${change}`,
                    },
                    row,
                );
            const meter = make("i", {}, make("td", { className: "meter" }, row));
            meter.style.width = `${whole > 0 ? Math.max(0, Math.min(100, (100 * value) / whole)) : 0}%`;
            const cell = make("td", {}, row);
            if (text) cell.textContent = text;
            else nameInto(cell, other);
        }

        // One of both lists; FIRST are rows in front, KNOWN is what they hold.
        function addList(title, chosen, value, list, ends, side, left, first) {
            const { metric } = data.flame.values[value];
            const now = calls.values[value].after;
            const changes = isChange ? calls.values[value].change : null;
            const cum = functions.values[value].after.cum[chosen];
            const rows = list[chosen]
                .map((call) => ({
                    other: ends[call],
                    value: side(now, call),
                    change: changes ? side(changes, call) : null,
                }))
                .filter((row) => row.value !== 0 || row.change);
            rows.sort(
                (a, b) =>
                    Math.abs(b.value) - Math.abs(a.value) ||
                    Math.abs(b.change) - Math.abs(a.change),
            );
            make("h3", { textContent: title }, host);
            const body = make("tbody", {}, make("table", {}, host));
            for (const row of [...first, ...rows.slice(0, ROWS)]) addRow(body, metric, cum, row);
            const hidden = rows.slice(ROWS);
            const more = hidden.length + (left[chosen] || 0);
            if (more) {
                const shown = [...first, ...rows.slice(0, ROWS)].reduce(
                    (sum, row) => sum + row.value,
                    0,
                );
                addRow(body, metric, cum, {
                    text: `${more} more`,
                    value: Math.max(0, cum - shown),
                    change: null,
                });
            }
            if (!rows.length && !first.length && !more)
                make("td", { textContent: "none" }, make("tr", {}, body));
        }

        function addFact(list, name, metric, number, total) {
            make("dt", { textContent: name }, list);
            const exact = metric.endsWith("objects") || number < 1024 ? "" : ` = ${number} B`;
            make(
                "dd",
                {
                    textContent: `${jpWords.amount(metric, number)}${exact}, ${jpWords.share(number, total)}`,
                },
                list,
            );
        }

        function addChange(list, name, metric, sides, part, chosen) {
            make("dt", { textContent: name }, list);
            make(
                "dd",
                {
                    textContent:
                        `${jpWords.signed(metric, sides.change[part][chosen])}` +
                        ` (before ${jpWords.amount(metric, sides.before[part][chosen])})`,
                },
                list,
            );
        }

        function show(chosen, value) {
            host.replaceChildren();
            if (chosen < 0) {
                make(
                    "p",
                    {
                        className: "fine",
                        textContent: "Choose a function in the table or in the flame graph.",
                    },
                    host,
                );
                return;
            }
            const { metric } = data.flame.values[value];
            const sides = functions.values[value];
            const [name, , isInlined, group] = names[chosen];
            make("h2", { textContent: name }, host);
            const facts = make("dl", { className: "facts" }, host);
            make("dt", { textContent: "in" }, facts);
            make(
                "dd",
                { textContent: data.flame.groups[group] + (isInlined ? ", inlined" : "") },
                facts,
            );
            addFact(facts, "flat", metric, sides.after.flat[chosen], sides.after.kept);
            if (isChange) addChange(facts, "flat, change", metric, sides, "flat", chosen);
            addFact(facts, "cumulative", metric, sides.after.cum[chosen], sides.after.kept);
            if (isChange) addChange(facts, "cumulative, change", metric, sides, "cum", chosen);
            addList("Called by", chosen, value, callersOf, calls.caller, to, calls.callersLeft, []);
            const flat = sides.after.flat[chosen];
            const own = {
                text: "[itself]",
                value: flat,
                change: isChange ? sides.change.flat[chosen] : null,
            };
            addList(
                "Calls",
                chosen,
                value,
                calleesOf,
                calls.callee,
                from,
                calls.calleesLeft,
                flat || own.change ? [own] : [],
            );
        }

        return { show };
    }

    return { details };
})();
