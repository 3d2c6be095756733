/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Flame graphs that can be zoomed and searched. jp_flame_svg.c draws the same picture without a
 * script: sizes are the same here and there.
 *
 *     const tree = jpTree.model(data);
 *     const graph = jpFlame.graph(tree, host); // host: an empty <g> of an <svg class="jp-flame">
 *     graph.draw(width);                       // returns the height
 */
"use strict";

const jpFlame = (() => {
    const ROW = 18,
        WORDS_ROW = 16,
        BOX = 17,
        BASELINE = 12.5,
        PADDING = 3.5,
        CELL = 6.7;
    const SMALLEST = 0.5,
        THIN = 3,
        MARGIN = 10;
    const SVG = "http://www.w3.org/2000/svg";

    function element(name, attributes, parent) {
        const made = document.createElementNS(SVG, name);
        for (const key in attributes) made.setAttribute(key, attributes[key]);
        if (parent) parent.appendChild(made);
        return made;
    }

    const pixels = (value) => +value.toFixed(2);

    // Long lines are wrapped, where possible behind a "::" or a blank, and in the end cut: a name
    // may have a million characters.
    const MOST_LINES = 40;

    function wrap(text, room) {
        const lines = [];
        let rest = text;
        while (!jpWords.fits(rest, room)) {
            if (lines.length === MOST_LINES) {
                rest = "  \u2026";
                break;
            }
            const head = jpWords.beginning(rest, room);
            const at = Math.max(head.lastIndexOf("::") + 2, head.lastIndexOf(" ") + 1);
            const cut = at > head.length / 2 ? at : head.length;
            lines.push(rest.slice(0, cut));
            rest = "  " + rest.slice(cut);
            if (cut <= 2) break;
        }
        lines.push(rest);
        return lines;
    }

    // The box of text beside the pointer.
    function tip(host) {
        const group = element("g", { class: "tip" }, host);
        const hide = () => {
            group.setAttribute("visibility", "hidden");
        };
        function show(lines, x, y, area) {
            const room = Math.max(
                20,
                Math.min(100, Math.floor((area.width - 2 * MARGIN) / CELL) - 3),
            );
            const all = lines.flatMap((line) => wrap(line, room));
            const width = CELL * Math.max(...all.map(jpWords.cells)) + 16;
            const height = all.length * 15 + 10;
            const left = Math.max(2, Math.min(x + 14, area.width - width - 2));
            const top =
                y + 20 + height > area.bottom ? Math.max(area.top + 2, y - height - 10) : y + 20;
            group.replaceChildren();
            element("rect", { x: left, y: top, width, height, rx: 3 }, group);
            all.forEach((line, i) => {
                element(
                    "text",
                    { x: left + 8, y: top + 17 + 15 * i, class: i ? "" : "first" },
                    group,
                ).textContent = line;
            });
            group.setAttribute("visibility", "visible");
        }
        hide();
        return { show, hide };
    }

    // The box nearest in a direction: along a level, or to the parent or the first child.
    function neighbour(shown, from, key, isUpward) {
        const here = shown[from];
        const middle = here.x + here.width / 2;
        const inward = (key === "ArrowDown") !== isUpward ? 1 : -1;
        let best = -1,
            distance = Infinity;
        shown.forEach((other, index) => {
            if (other.drawing !== here.drawing || index === from) return;
            const step = other.box.level - here.box.level;
            const gap = other.x - here.x;
            let away;
            if (key === "ArrowLeft" || key === "ArrowRight") {
                if (step !== 0 || (key === "ArrowRight") !== gap > 0) return;
                away = Math.abs(gap);
            } else {
                if (step !== inward) return;
                const inside =
                    inward > 0
                        ? other.x >= here.x - 0.01 && other.x < here.x + here.width
                        : other.x <= middle && other.x + other.width >= middle;
                if (!inside) return;
                away = other.x;
            }
            if (away < distance) [best, distance] = [index, away];
        });
        return best;
    }

    // Write a sentence, from Y on, in as many lines as it takes in this ROOM; returns their number.
    function tell(parent, sentence, y, room) {
        const add = (text, line) => {
            const made = element(
                "text",
                { class: "words", x: MARGIN, y: y + line * WORDS_ROW },
                parent,
            );
            made.textContent = text;
            return made;
        };
        let last = add("", 0);
        let count = 1;
        for (const word of sentence.split(" ")) {
            const before = last.textContent;
            last.textContent = before ? `${before} ${word}` : word;
            if (!before || last.getComputedTextLength() <= room) continue;
            last.textContent = before;
            last = add(word, count++);
        }
        return count;
    }

    /*
     * A graph in HOST, a <g> of an SVG. OPTIONS: onZoom(node) is asked when a box is chosen, and
     * onSelect(node) when one is pointed at or reached with the keys.
     */
    function graph(tree, host, options = {}) {
        const state = {
            value: 0,
            root: 0,
            isUpward: tree.isUpward,
            matches: null,
            width: 1200,
            parts: [],
            cursor: -1,
        };
        for (const value of tree.values) value.drawings[0].self = value.self;
        const canvas = element(
            "g",
            {
                class: "canvas",
                tabindex: "0",
                role: "application",
                "aria-label": "Flame graph: arrow keys move, Enter zooms, " + "Escape goes back",
            },
            host,
        );
        const outline = element("rect", { class: "cursor", visibility: "hidden" }, host);
        const bubble = tip(host);
        let shown = []; // boxes with their drawing and place, in the order of the elements

        const value = () => tree.values[state.value];

        function drawBox(part, box) {
            const level = state.isUpward ? part.plan.levels - 1 - box.level : box.level;
            const x = MARGIN + box.start * part.scale,
                y = part.top + level * ROW;
            const width = box.width * part.scale;
            const group = element("g", { class: "box" }, canvas);
            const classes = [jpWords.boxClass(tree, value(), part.drawing, box)];
            if (!box.count && tree.isInlined(box.node)) group.classList.add("inlined");
            if (!box.count && box.level < tree.level[state.root]) group.classList.add("outer");
            if (!box.count && state.matches && state.matches[box.node])
                group.classList.add("match");
            if (width < THIN) classes.push("thin");
            element(
                "rect",
                {
                    class: classes.join(" "),
                    x: pixels(x),
                    y: pixels(y),
                    width: pixels(width),
                    height: BOX,
                },
                group,
            );
            const room = Math.floor((width - 2 * PADDING) / CELL);
            const text = room >= 1 ? jpWords.boxLabel(tree, value(), part.drawing, box, room) : "";
            if (text)
                element(
                    "text",
                    { x: pixels(x + PADDING), y: pixels(y + BASELINE) },
                    group,
                ).textContent = text;
            group.jpIndex = shown.length;
            shown.push({ box, drawing: part.drawing, x, y, width });
        }

        function drawPart(drawing, top) {
            const total = drawing.widths[state.root];
            const inner = state.width - 2 * MARGIN;
            const scale = total > 0 ? inner / total : 0;
            const plan = jpTree.layout(tree, drawing, state.root, scale ? SMALLEST / scale : 0);
            const part = { drawing, plan, scale, top };
            if (drawing.kind === "vanished" && total > 0) {
                const now = value().after[state.root];
                const lines = tell(
                    canvas,
                    `Vanished: ${jpWords.amount(value().metric, total)} in stacks that hold nothing any more` +
                        (now > 0
                            ? `; drawn ${+(now / total).toPrecision(3)} times as wide as what is held now`
                            : ""),
                    top + 26,
                    inner,
                );
                part.top += 34 + (lines - 1) * WORDS_ROW;
            }
            for (const box of plan.boxes) drawBox(part, box);
            state.parts.push(part);
            return total > 0 ? part.top + plan.levels * ROW : top;
        }

        // Draw all at this width; returns where the drawing ends.
        function draw(width = state.width) {
            state.width = width;
            state.parts = [];
            state.cursor = -1;
            shown = [];
            canvas.replaceChildren();
            outline.setAttribute("visibility", "hidden");
            bubble.hide();
            let y = 0;
            for (const drawing of value().drawings) y = drawPart(drawing, y);
            return y;
        }

        function merged() {
            return state.parts
                .filter((part) => part.plan.merged)
                .map((part) => {
                    const { merged: count, mergedWidth, total } = part.plan;
                    return (
                        (part.drawing.kind === "vanished" ? "Of what vanished: " : "") +
                        `${count} ${count === 1 ? "box" : "boxes"} less than ${SMALLEST} pixel wide ` +
                        `${count === 1 ? "is" : "are"} merged: ${jpWords.amount(value().metric, mergedWidth)} ` +
                        `(${jpWords.share(mergedWidth, total)}).`
                    );
                })
                .join(" ");
        }

        /*
         * Mark the boxes whose names match PATTERN, or none when it is null. Returns what they hold
         * of what is shown at the moment, as jpTree.hold does.
         */
        function search(pattern) {
            state.matches = null;
            if (pattern === null) return null;
            const hits = tree.names.map((entry) => pattern.test(entry[0]));
            state.matches = tree.nameIndex.map((name) => name >= 0 && hits[name]);
            return {
                ...jpTree.hold(tree, value(), state.root, state.matches),
                total: value().after[state.root],
                isPart: state.root > 0,
                metric: value().metric,
                isAny: hits.includes(true),
            };
        }

        // Mark the boxes of the function whose number NAME is; -1: of none.
        function choose(name) {
            for (const group of canvas.querySelectorAll(".box")) {
                const { box } = shown[group.jpIndex];
                const isIt = !box.count && box.node > 0 && tree.nameIndex[box.node] === name;
                group.classList.toggle("chosen", isIt);
            }
        }

        // ---- pointer and keys

        function boxOf(event) {
            const group = event.target.closest && event.target.closest(".box");
            return group && group.jpIndex !== undefined ? shown[group.jpIndex] : null;
        }

        function area() {
            const svg = host.ownerSVGElement;
            const matrix = host.getScreenCTM();
            return {
                width: state.width,
                top: -matrix.f / matrix.d,
                bottom: (window.innerHeight - matrix.f) / matrix.d,
                svg,
            };
        }

        function point(event) {
            const box = boxOf(event);
            if (!box) {
                bubble.hide();
                return;
            }
            const matrix = host.getScreenCTM();
            bubble.show(
                jpWords.describe(tree, value(), box.drawing, box.box),
                (event.clientX - matrix.e) / matrix.a,
                (event.clientY - matrix.f) / matrix.d,
                area(),
            );
        }

        function zoomTo(box) {
            if (box && options.onZoom) options.onZoom(box.box.node);
        }

        function moveTo(index) {
            if (index < 0 || index >= shown.length) return;
            state.cursor = index;
            const { x, y, width, box, drawing } = shown[index];
            for (const [key, at] of [
                ["x", x],
                ["y", y],
                ["width", Math.max(width, 1)],
                ["height", BOX],
            ])
                outline.setAttribute(key, at);
            outline.setAttribute("visibility", "visible");
            outline.scrollIntoView({ block: "nearest" });
            const lines = jpWords.describe(tree, value(), drawing, box);
            bubble.show(lines, Math.max(x, 0), y, area());
            if (options.onSelect) options.onSelect(box.node, lines);
        }

        function pressed(event) {
            if (event.ctrlKey || event.altKey || event.metaKey) return;
            if (event.key.startsWith("Arrow")) {
                moveTo(
                    state.cursor < 0
                        ? shown.findIndex(({ box }) => box.node === state.root)
                        : neighbour(shown, state.cursor, event.key, state.isUpward),
                );
            } else if (event.key === "Enter" || event.key === " ") {
                zoomTo(shown[state.cursor]);
            } else {
                return;
            }
            event.preventDefault();
        }

        canvas.addEventListener("mousemove", point);
        canvas.addEventListener("mouseleave", bubble.hide);
        canvas.addEventListener("click", (event) => zoomTo(boxOf(event)));
        canvas.addEventListener("keydown", pressed);
        canvas.addEventListener("blur", () => {
            outline.setAttribute("visibility", "hidden");
            bubble.hide();
        });

        return {
            draw,
            merged,
            search,
            choose,
            canvas,
            get root() {
                return state.root;
            },
            set root(node) {
                state.root = node > 0 && node < tree.level.length ? node : 0;
            },
            get isUpward() {
                return state.isUpward;
            },
            set isUpward(upward) {
                state.isUpward = upward;
            },
            get value() {
                return state.value;
            },
            set value(index) {
                state.value = index;
            },
        };
    }

    return { graph, element, tell, WORDS_ROW };
})();
