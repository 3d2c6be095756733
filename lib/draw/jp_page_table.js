/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A table of which only the rows in view exist, so that ten thousand rows are sorted and filtered
 * without delay. Rows are numbers; columns know what they show of a row:
 *
 *     {title, width, isNumber, value: (row) => sort key, fill: (cell, row) => {...}}
 */
"use strict";

const jpPageTable = (() => {
    const HEIGHT = 22; // of a row, as in jp_page.css
    const SPARE = 8; // rows beyond both edges

    function make(name, properties, parent) {
        const made = Object.assign(document.createElement(name), properties);
        if (parent) parent.appendChild(made);
        return made;
    }

    function table(host, onChoose) {
        const state = { columns: [], rows: [], sort: 0, isUp: false, chosen: -1 };
        const heads = make("div", { className: "heads" }, host);
        const body = make("div", { className: "body" }, host);
        body.style.position = "relative";

        const compare = (column) => (a, b) => {
            const x = column.value(a),
                y = column.value(b);
            const order = typeof x === "string" ? (x < y ? -1 : x > y ? 1 : 0) : y - x;
            return (state.isUp ? -order : order) || a - b;
        };

        const cell = (text, column) => {
            const made = make("span", { className: column.isNumber ? "number" : "function" });
            if (text !== null) made.textContent = text;
            return made;
        };

        const template = () => state.columns.map((column) => column.width).join(" ");

        function drawHeads() {
            heads.replaceChildren();
            heads.style.gridTemplateColumns = template();
            state.columns.forEach((column, i) => {
                const head = cell(null, column);
                head.setAttribute("role", "columnheader");
                if (i === state.sort)
                    head.setAttribute("aria-sort", state.isUp ? "ascending" : "descending");
                const button = make(
                    "button",
                    { textContent: column.title, title: column.help },
                    head,
                );
                button.addEventListener("click", () => {
                    state.isUp = i === state.sort ? !state.isUp : false;
                    state.sort = i;
                    sort();
                    drawHeads();
                    draw();
                });
                heads.appendChild(head);
            });
        }

        function sort() {
            state.rows.sort(compare(state.columns[state.sort]));
        }

        function drawRow(place) {
            const row = state.rows[place];
            const made = make("div", { className: "row" });
            made.setAttribute("role", "row");
            made.setAttribute("aria-selected", String(row === state.chosen));
            made.style.cssText = `position:absolute;left:0;right:0;top:${place * HEIGHT}px`;
            made.style.gridTemplateColumns = template();
            for (const column of state.columns) {
                const filled = cell(null, column);
                column.fill(filled, row);
                made.appendChild(filled);
            }
            made.addEventListener("click", () => choose(place));
            return made;
        }

        function draw() {
            body.style.height = `${state.rows.length * HEIGHT}px`; // decides the table's own height
            const first = Math.max(0, Math.floor(host.scrollTop / HEIGHT) - SPARE);
            const count = Math.ceil(host.clientHeight / HEIGHT) + 2 * SPARE;
            body.replaceChildren();
            for (let i = first; i < Math.min(first + count, state.rows.length); i++)
                body.appendChild(drawRow(i));
            host.setAttribute("aria-rowcount", state.rows.length);
        }

        // Bring a row into view, below the heads.
        function reveal(place) {
            const top = place * HEIGHT;
            const room = host.clientHeight - 2 * HEIGHT;
            if (top < host.scrollTop) host.scrollTop = top;
            else if (top > host.scrollTop + room) host.scrollTop = top - room;
        }

        function choose(place) {
            const row = state.rows[Math.max(0, Math.min(place, state.rows.length - 1))];
            if (row !== undefined) onChoose(row);
        }

        host.addEventListener("scroll", draw);
        host.addEventListener("keydown", (event) => {
            const page = Math.floor(host.clientHeight / HEIGHT) - 1;
            const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
            if (!(event.key in steps) || event.ctrlKey || event.altKey) return;
            choose(state.rows.indexOf(state.chosen) + steps[event.key]);
            event.preventDefault();
            event.stopPropagation();
        });

        return {
            // Other columns; the sort column stays where it is.
            setColumns(columns) {
                state.columns = columns;
                drawHeads();
            },
            show(rows) {
                state.rows = rows;
                sort();
                draw();
            },
            // Mark a row as chosen; -1: none.
            mark(row) {
                state.chosen = row;
                const place = state.rows.indexOf(row);
                if (place >= 0) reveal(place);
                draw();
            },
            draw,
        };
    }

    return { table, make };
})();
