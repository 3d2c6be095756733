/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A flame graph in a file of its own: takes the place of the boxes that are drawn, and adds a line
 * with search and buttons.
 */
"use strict";

(() => {
    const XHTML = "http://www.w3.org/1999/xhtml";
    const BELOW_TOOLS = 6; // what is free there
    const LEFT = 10; // of the picture
    const LINE_HEIGHT = 18; // of the legend
    const GAP = 14; // between its entries
    const root = document.documentElement;
    const find = (id) => document.getElementById(id);
    const tree = jpTree.model(JSON.parse(find("data").textContent));
    const top = +find("heading").dataset.end;

    for (const id of ["now", "vanished"]) if (find(id)) find(id).remove();
    const legend = find("legend");
    const legendTop = +legend.dataset.top;
    const host = jpFlame.element("g", { id: "flame" }, root);
    const graph = jpFlame.graph(tree, host, { onZoom: zoom, onSelect: say });

    // ---- tools

    function html(name, properties, parent) {
        const made = document.createElementNS(XHTML, name);
        Object.assign(made, properties);
        parent.appendChild(made);
        return made;
    }

    const holder = jpFlame.element("foreignObject", { id: "tools", x: LEFT }, root);
    const line = html("div", { className: "jp-tools" }, holder);
    const field = html(
        "input",
        {
            type: "search",
            placeholder: "Search names: regular expression",
            title: "Search (/)",
            spellcheck: false,
            size: 36,
        },
        line,
    );
    field.setAttribute("aria-label", "Search names");
    const matched = html("span", { className: "matched" }, line);
    matched.setAttribute("role", "status");
    const back = html("button", { textContent: "Zoom out", title: "One step back (Escape)" }, line);
    const reset = html(
        "button",
        { textContent: "Reset zoom", title: "Show everything (Home)" },
        line,
    );
    const turn = html(
        "button",
        { textContent: "Turn over", title: "First functions at the other end (i)" },
        line,
    );
    const spoken = html("span", { className: "spoken" }, line);
    spoken.setAttribute("role", "status");

    function say(node, lines) {
        spoken.textContent = lines.join(", ");
    }

    // ---- the heading, which has lines as long as the still picture is wide

    const sentences = Array.from(find("heading").querySelectorAll(".words"), (text) => ({
        place: text.parentNode,
        said: text.textContent,
        y: +text.getAttribute("y"),
    }));

    const heading = { width: 0, higher: 0 };

    // What it is higher than in the still picture. It is measured when the width is another one, and
    // not with each letter that is searched for.
    function drawHeading(width) {
        if (width === heading.width) return heading.higher;
        heading.width = width;
        heading.higher = 0;
        for (const { place, said, y } of sentences) {
            place.replaceChildren();
            const lines = jpFlame.tell(place, said, y + heading.higher, width - 2 * LEFT);
            heading.higher += (lines - 1) * jpFlame.WORDS_ROW;
        }
        return heading.higher;
    }

    // ---- the legend, which was laid out for the width of the still picture

    // An entry is a text with the swatches before it; what they have between them stays.
    function entriesOf(parts) {
        const entries = [];
        let of = [];
        for (const part of parts) {
            of.push(part);
            if (part.localName !== "text") continue;
            const left = +of[0].getAttribute("x");
            const right = +part.getAttribute("x") + part.getComputedTextLength();
            entries.push({ parts: of, left, width: right - left, y: +part.getAttribute("y") });
            of = [];
        }
        return entries;
    }

    const merged = find("merged");
    const entries = entriesOf(Array.from(legend.children).filter((part) => part !== merged));

    // What it is lower than in the still picture.
    function drawLegend(width) {
        let x = LEFT;
        let y = entries.length ? entries[0].y : 0;
        for (const entry of entries) {
            if (x > LEFT && x + entry.width > width - LEFT) {
                x = LEFT;
                y += LINE_HEIGHT;
            }
            for (const part of entry.parts)
                part.setAttribute("transform", `translate(${x - entry.left} ${y - entry.y})`);
            x += entry.width + GAP;
        }
        const lower = entries.length ? y - entries[entries.length - 1].y : 0;
        merged.setAttribute("transform", `translate(0 ${lower})`);
        return lower;
    }

    // ---- the state, as the address has it

    function zoom(node) {
        jpHash.set("zoom", node > 0 ? String(node) : "", true);
        show();
    }

    const show = jpHash.follow(() => {
        const text = jpHash.get("search");
        const pattern = jpWords.regex(text);
        graph.root = Number(jpHash.get("zoom"));
        graph.isUpward = tree.isUpward !== (jpHash.get("turned") !== "");
        matched.textContent =
            pattern === undefined
                ? "Not a regular expression"
                : jpWords.found(graph.search(pattern), tree.isChange);
        if (pattern === undefined) graph.search(null);
        if (field.value !== text) field.value = text;
        back.disabled = reset.disabled = graph.root === 0;
        draw();
    });

    function draw() {
        const width = Math.max(400, root.clientWidth || window.innerWidth);
        root.setAttribute("width", width);
        const toolsTop = top + drawHeading(width) - 2;
        holder.setAttribute("y", toolsTop);
        holder.setAttribute("width", width - 2 * LEFT);
        holder.setAttribute("height", line.offsetHeight);
        const start = toolsTop + line.offsetHeight + BELOW_TOOLS;
        host.setAttribute("transform", `translate(0 ${start})`);
        const end = start + graph.draw(width);
        const shift = end - legendTop;
        legend.setAttribute("transform", `translate(0 ${shift})`);
        merged.textContent = graph.merged();
        const height = Math.ceil(+legend.dataset.end + drawLegend(width) + shift);
        root.setAttribute("height", height);
        root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    }

    // ---- what people do

    const parentOf = (node) => (node > 0 ? tree.parent[node] : 0);

    field.addEventListener("input", () => {
        jpHash.set("search", field.value, false);
        show();
    });
    back.addEventListener("click", () => zoom(parentOf(graph.root)));
    reset.addEventListener("click", () => zoom(0));
    const turnOver = () => {
        jpHash.set("turned", jpHash.get("turned") ? "" : "1", false);
        show();
    };
    turn.addEventListener("click", turnOver);
    window.addEventListener("resize", draw);
    window.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.target === field) {
            if (event.key === "Escape") {
                field.value = "";
                jpHash.set("search", "", false);
                show();
                graph.canvas.focus();
            } else if (event.key === "Enter") {
                graph.canvas.focus();
            }
            return;
        }
        if (event.key === "/") field.focus();
        else if (event.key === "Escape" || event.key === "Backspace") zoom(parentOf(graph.root));
        else if (event.key === "Home" || event.key === "0") zoom(0);
        else if (event.key === "i") turnOver();
        else return;
        event.preventDefault();
    });

    root.classList.add("live");
    show();
})();
