/* SPDX-License-Identifier: BSD-2-Clause */
/* The page: one state in the address, and everything on the page drawn from it. */
"use strict";

(() => {
    const find = (id) => document.getElementById(id);
    const { make } = jpPageTable;
    const data = JSON.parse(find("data").textContent);
    const { about, functions } = data;
    const { names, change: isChange } = data.flame;
    const tree = jpTree.model(data.flame);
    const VALUES = {
        inuse_space: "Live bytes",
        inuse_objects: "Live objects",
        alloc_space: "Allocated bytes",
        alloc_objects: "Allocated objects",
    };
    const metrics = data.flame.values.map((value) => value.metric);
    const everything = Array.from({ length: functions.count }, (_, i) => i);

    // ---- the state

    const state = {
        get value() {
            const asked = metrics.indexOf(jpHash.get("value") || about.metric);
            return asked < 0 ? 0 : asked;
        },
        get chosen() {
            const asked = jpHash.get("function");
            return asked !== "" && Number(asked) < functions.count ? Number(asked) : -1;
        },
        get zoom() {
            return Number(jpHash.get("zoom") || 0);
        },
        get search() {
            return jpHash.get("search");
        },
        get isTurned() {
            return jpHash.get("turned") !== "";
        },
    };
    const sides = () => functions.values[state.value];
    const metric = () => metrics[state.value];

    // ---- parts

    const graph = jpFlame.graph(tree, find("flame"), { onZoom: zoomTo });
    const table = jpPageTable.table(find("table"), choose);
    const details = jpPageDetails.details(find("details"), data, names, choose);

    function amountInto(cell, value) {
        cell.textContent = jpWords.amount(metric(), value);
        cell.title = `${value}`;
    }

    function changeInto(cell, value) {
        cell.textContent = jpWords.signed(metric(), value);
        cell.title = `${value}`;
        if (value) cell.classList.add(value > 0 ? "grew" : "shrank");
    }

    function nameInto(cell, row) {
        const [name, , isInlined, group] = names[row];
        cell.append(name);
        cell.title = `${name}\n${isInlined ? "inlined, " : ""}in ${data.flame.groups[group]}`;
        if (isInlined) make("span", { className: "inline-mark", textContent: " inlined" }, cell);
    }

    function columns() {
        const part = (side, name) => sides()[side][name];
        const number = (title, help, side, name, fill) => ({
            title,
            help,
            width: "12ch",
            isNumber: true,
            value: (row) => part(side, name)[row],
            fill: (cell, row) => fill(cell, part(side, name)[row]),
        });
        const share = (title, help, name) => ({
            title,
            help,
            width: "8ch",
            isNumber: true,
            value: (row) => part("after", name)[row],
            fill: (cell, row) => {
                cell.textContent = jpWords.share(part("after", name)[row], sides().after.kept);
            },
        });
        const ofPart = (name, short, help) => [
            number(short, help, "after", name, amountInto),
            isChange
                ? number("change", `${help}: change since the base`, "change", name, changeInto)
                : share("share", `${help}: share of the total`, name),
        ];
        return [
            ...ofPart("flat", "flat", "What a function holds itself"),
            ...ofPart("cum", "cumulative", "What a function holds with all it called"),
            {
                title: "function",
                help: "Name",
                width: "minmax(10ch, 1fr)",
                value: (row) => names[row][0],
                fill: nameInto,
            },
        ];
    }

    // ---- what people do

    function choose(row) {
        jpHash.set("function", String(row), false);
        show();
    }

    function zoomTo(node) {
        const name = node > 0 ? data.flame.name[node] : -1;
        if (name >= 0 && name < functions.count) jpHash.set("function", String(name), false);
        jpHash.set("zoom", node > 0 ? String(node) : "", true);
        show();
    }

    const zoomOut = () => zoomTo(graph.root > 0 ? tree.parent[graph.root] : 0);

    function turn() {
        jpHash.set("turned", state.isTurned ? "" : "1", false);
        show();
    }

    function pressed(event) {
        const field = find("search");
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.target === field) {
            if (event.key === "Escape") {
                jpHash.set("search", "", false);
                show();
                field.blur();
            } else if (event.key === "Enter") {
                find("table").focus();
            }
            return;
        }
        const index = "1234".indexOf(event.key);
        if (event.key === "/") field.focus();
        else if (index >= 0 && index < metrics.length) setValue(index);
        else if (event.key === "Escape" || event.key === "Backspace") zoomOut();
        else if (event.key === "Home" || event.key === "0") zoomTo(0);
        else if (event.key === "i") turn();
        else return;
        event.preventDefault();
    }

    function setValue(index) {
        jpHash.set("value", metrics[index] === about.metric ? "" : metrics[index], false);
        show();
    }

    // ---- drawing

    function showTable(pattern) {
        const rows = everything.filter(
            (row) =>
                (!pattern || pattern.test(names[row][0])) &&
                (sides().after.cum[row] !== 0 ||
                    (isChange && (sides().change.cum[row] !== 0 || sides().before.cum[row] !== 0))),
        );
        table.setColumns(columns());
        table.show(rows);
        find("table-words").textContent = `${rows.length} of ${functions.count}`;
    }

    function drawFlame() {
        const picture = find("picture");
        const width = Math.max(360, picture.parentNode.clientWidth);
        const height = Math.max(1, graph.draw(width));
        picture.setAttribute("height", height);
        picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
        find("merged").textContent = graph.merged();
    }

    // All but what depends on the chosen function.
    function showRest() {
        const pattern = jpWords.regex(state.search);
        graph.value = state.value;
        graph.root = state.zoom;
        graph.isUpward = state.isTurned;
        const found = graph.search(pattern || null);
        find("matched").textContent =
            pattern === undefined ? "Not a regular expression" : jpWords.found(found, isChange);
        if (find("search").value !== state.search) find("search").value = state.search;
        find("back").disabled = find("reset").disabled = graph.root === 0;
        find("values")
            .querySelectorAll("button")
            .forEach((button, i) => button.setAttribute("aria-checked", String(i === state.value)));
        drawFlame();
        showTable(pattern);
    }

    let shownRest;

    const show = jpHash.follow(() => {
        const rest = [state.value, state.zoom, state.isTurned, state.search].join(" ");
        if (rest !== shownRest) showRest();
        shownRest = rest;
        graph.choose(state.chosen);
        table.mark(state.chosen);
        details.show(state.chosen, state.value);
    });

    // ---- what does not change

    const baseName = (path) => path.slice(path.lastIndexOf("/") + 1);

    function list(dumps) {
        const names = dumps.map((dump) => baseName(dump.path));
        return names.length > 4
            ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`
            : names.join(", ");
    }

    function addHeading() {
        const main = about.dumps.filter((dump) => !dump.isBase);
        const base = about.dumps.filter((dump) => dump.isBase);
        const periods = [...new Set(about.dumps.map((dump) => dump.period))];
        find("title").textContent =
            (baseName(about.program) || "Heap") + (about.thread ? `, thread ${about.thread}` : "");
        find("subtitle").textContent =
            list(main) +
            (base.length ? ` since ${list(base)}` : "") +
            (periods.length === 1 && periods[0] > 1
                ? `; sampled every ${jpWords.amount("inuse_space", periods[0])}`
                : "") +
            (about.folded
                ? `; ${about.folded} ${about.folded === 1 ? "frame" : "frames"} of libraries folded into callers, ` +
                  `with ${jpWords.share(about.foldedShare, 1)} of the ${VALUES[about.metric].toLowerCase()}: --no-fold`
                : "");
        find("made-by").textContent = `Made by ${about.madeBy}.`;
    }

    function addCards() {
        const cards = make("div", { className: "cards" }, find("summary"));
        metrics.forEach((metric, i) => {
            const { after, before, change } = functions.values[i];
            const card = make("div", { className: "card" }, cards);
            make("span", { textContent: VALUES[metric] }, card);
            make("b", { textContent: jpWords.amount(metric, after.total) }, card);
            const words = [];
            if (after.kept !== after.total)
                words.push(`${jpWords.share(after.kept, after.total)} of it passed the filters`);
            if (isChange) {
                const grown = before.total
                    ? ` (${jpWords.signedShare(change.total, before.total)})`
                    : "";
                words.push(
                    `before ${jpWords.amount(metric, before.total)}, ` +
                        `change ${jpWords.signed(metric, change.total)}${grown}`,
                );
            }
            make("span", { textContent: words.join("; ") }, card);
        });
    }

    function addWarnings() {
        const lines = about.warnings.map(
            ({ path, line, text, count }) =>
                (path ? `${path}${line ? `:${line}` : ""}: ` : "") +
                text +
                (count > 1 ? ` (${count} times)` : ""),
        );
        if (!lines.length) return;
        const box = make("details", { className: "warnings" }, find("summary"));
        box.open = lines.length <= 3;
        box.style.marginTop = "10px";
        make(
            "summary",
            {
                textContent: `${lines.length} ${lines.length === 1 ? "warning" : "warnings"}`,
            },
            box,
        );
        const items = make("ul", {}, box);
        for (const line of lines) make("li", { textContent: line }, items);
    }

    function addValues() {
        metrics.forEach((metric, i) => {
            const button = make(
                "button",
                { textContent: VALUES[metric], title: `(${i + 1})` },
                find("values"),
            );
            button.setAttribute("role", "radio");
            button.addEventListener("click", () => setValue(i));
        });
    }

    function addLeft() {
        if (functions.left)
            find("left").textContent =
                `${functions.left} more ${functions.left === 1 ? "function holds" : "functions hold"} ` +
                "less than those; --text lists them.";
    }

    // ---- light and dark

    function setTheme(theme) {
        document.documentElement.dataset.theme = theme;
    }

    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    setTheme(dark.matches ? "dark" : "light");
    dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
    find("theme").addEventListener("click", () => {
        setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    });

    addHeading();
    addCards();
    addWarnings();
    addValues();
    addLeft();
    if (isChange) find("picture").classList.add("change");
    find("flame-words").textContent = isChange
        ? "Width: what is held now. Orange grew, blue shrank; dark outlines: new; dotted: inlined."
        : "Width: what a function holds with all it called. Pale and slanted: inlined.";
    find("search").addEventListener("input", () => {
        jpHash.set("search", find("search").value, false);
        show();
    });
    find("back").addEventListener("click", zoomOut);
    find("reset").addEventListener("click", () => zoomTo(0));
    find("turn").addEventListener("click", turn);
    window.addEventListener("keydown", pressed);
    window.addEventListener("resize", () => {
        drawFlame();
        table.draw();
    });
    show();
})();
