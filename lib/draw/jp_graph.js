// What a call graph does in a browser: moving, zooming, searching, highlighting. Without this the
// picture is complete and still. Nothing is loaded and nothing is kept.
(function () {
    "use strict";

    const SVG = "http://www.w3.org/2000/svg";
    const HTML = "http://www.w3.org/1999/xhtml";
    const BAR_HEIGHT = 34;
    const FACTS_SHARE = 0.45; // of the window's height, at most
    const root = document.documentElement;
    const graph = document.getElementById("graph");
    const size = root.viewBox.baseVal;
    const page = { width: size.width, height: size.height };
    const printed = ["viewBox", "width", "height"].map((name) => [name, root.getAttribute(name)]);
    const boxes = Array.from(graph.querySelectorAll(".box"));
    const edges = Array.from(graph.querySelectorAll(".edge"));
    const total = Number(root.dataset.total);
    const unit = root.dataset.unit;
    const place = { x: 0, y: 0, scale: 1 }; // where the picture lies in the window
    let found = [];
    let current = -1; // index in found
    let moving = null; // pointer's last position while it drags

    function make(name, properties, parent) {
        const element = document.createElementNS(HTML, name);
        Object.assign(element, properties);
        parent.appendChild(element);
        return element;
    }

    function makeFrame() {
        const frame = document.createElementNS(SVG, "foreignObject");
        frame.setAttribute("class", "ui");
        root.appendChild(frame);
        return frame;
    }

    const factsFrame = makeFrame();
    const barFrame = makeFrame();
    const facts = make("div", { className: "ui-facts" }, factsFrame);
    const bar = make("div", { className: "ui-bar" }, barFrame);
    const search = make("input", { type: "search", placeholder: "search (/)" }, bar);
    const state = make("span", { className: "ui-state" }, bar);
    search.setAttribute("aria-label", "search for functions");
    state.setAttribute("aria-live", "polite");
    factsFrame.style.pointerEvents = "none";

    // --- moving and zooming ---------------------------------------------------------------

    function show() {
        graph.setAttribute("transform",
            `translate(${place.x} ${place.y}) scale(${place.scale})`);
        paper.setAttribute("transform", graph.getAttribute("transform"));
    }

    function fit() {
        const height = Math.max(innerHeight - BAR_HEIGHT, 1);
        place.scale = Math.min(innerWidth / page.width, height / page.height);
        place.x = (innerWidth - page.width * place.scale) / 2;
        place.y = Math.max((height - page.height * place.scale) / 2, 0);
        show();
    }

    // Zoom so that the point (x, y) of the window stays where it is.
    function zoom(factor, x, y) {
        const scale = Math.min(Math.max(place.scale * factor, 0.05), 40);
        place.x = x - (x - place.x) * (scale / place.scale);
        place.y = y - (y - place.y) * (scale / place.scale);
        place.scale = scale;
        show();
    }

    function zoomMiddle(factor) {
        zoom(factor, innerWidth / 2, (innerHeight - BAR_HEIGHT) / 2);
    }

    // Bring a box into the middle unless all of it can be seen.
    function reveal(box) {
        const at = box.getBoundingClientRect();
        if (at.left >= 0 && at.top >= 0 && at.right <= innerWidth &&
            at.bottom <= innerHeight - BAR_HEIGHT)
            return;
        place.x += innerWidth / 2 - (at.left + at.right) / 2;
        place.y += (innerHeight - BAR_HEIGHT) / 2 - (at.top + at.bottom) / 2;
        show();
    }

    function arrange() {
        const height = Math.round(innerHeight * FACTS_SHARE);
        barFrame.setAttribute("x", 0);
        barFrame.setAttribute("y", innerHeight - BAR_HEIGHT);
        barFrame.setAttribute("width", innerWidth);
        barFrame.setAttribute("height", BAR_HEIGHT);
        factsFrame.setAttribute("x", 0);
        factsFrame.setAttribute("y", innerHeight - BAR_HEIGHT - height);
        factsFrame.setAttribute("width", Math.min(innerWidth, 760));
        factsFrame.setAttribute("height", height);
    }

    // --- numbers --------------------------------------------------------------------------

    function amount(value) {
        if (unit !== "B")
            return `${value} ${unit}`;
        const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let i = 0;
        while (Math.abs(value) >= 1023.95 && i + 1 < units.length) {
            value /= 1024;
            i++;
        }
        return i === 0 ? `${value} B` : `${value.toFixed(Math.abs(value) < 99.995 ? 2 : 1)} ${units[i]}`;
    }

    function share(value) {
        return total > 0 ? `${(100 * value / total).toFixed(1)}%` : "-";
    }

    // --- what is looked at ----------------------------------------------------------------

    function title(element) {
        const child = element.querySelector("title");
        return child ? child.textContent : "";
    }

    function near(element) {
        const set = new Set([element]);
        for (const edge of edges) {
            const ends = [edge.dataset.from, edge.dataset.to];
            if (edge === element)
                ends.forEach((id) => set.add(document.getElementById(id)));
            else if (ends.includes(element.id))
                set.add(edge).add(document.getElementById(ends[0])).add(document.getElementById(ends[1]));
        }
        return set;
    }

    // Null: nothing; the matches of the search stand out again.
    function look(element) {
        const set = element ? near(element) : new Set(found);
        for (const each of [...boxes, ...edges]) {
            each.classList.toggle("is-near", Boolean(element) && set.has(each));
            each.classList.toggle("is-far", set.size > 0 && !set.has(each));
        }
        facts.textContent = element ? title(element) : "";
    }

    function target(event) {
        return event.target.closest ? event.target.closest(".box, .edge") : null;
    }

    function focused() {
        return boxes.includes(document.activeElement) ? document.activeElement : null;
    }

    function go(box) {
        box.focus({ preventScroll: true });
        reveal(box);
    }

    // The box at the other end of the largest edge that ends (key "to") or begins at BOX.
    function follow(box, key, otherKey) {
        const list = edges.filter((edge) => edge.dataset[key] === box.id)
            .sort((a, b) => Math.abs(b.dataset.value) - Math.abs(a.dataset.value));
        return list.length ? document.getElementById(list[0].dataset[otherKey]) : null;
    }

    // The next or previous of the boxes that BOX's caller calls, from left to right.
    function neighbour(box, step) {
        const caller = follow(box, "to", "from");
        const ids = caller ? edges.filter((edge) => edge.dataset.from === caller.id)
            .map((edge) => edge.dataset.to) : [];
        const row = boxes.filter((each) => caller ? ids.includes(each.id) : true)
            .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left);
        return row[row.indexOf(box) + step] || null;
    }

    // --- searching ------------------------------------------------------------------------

    function pattern(text) {
        try {
            return new RegExp(text, "i");
        } catch (error) {
            return null;
        }
    }

    function find() {
        const wanted = search.value ? pattern(search.value) : null;
        found = wanted ? boxes.filter((box) => wanted.test(box.dataset.name)) : [];
        current = -1;
        for (const box of boxes)
            box.classList.toggle("is-found", found.includes(box));
        state.classList.toggle("is-bad", Boolean(search.value) && found.length === 0);
        if (!search.value) {
            state.textContent = "";
        } else if (!wanted) {
            state.textContent = "not a regular expression";
        } else {
            const flat = found.reduce((sum, box) => sum + Number(box.dataset.flat), 0);
            state.textContent = `${found.length} of ${boxes.length} boxes, ` +
                `${amount(flat)} (${share(flat)}) held in them`;
        }
        look(null);
    }

    function next(step) {
        if (found.length === 0)
            return;
        current = (current + step + found.length) % found.length;
        if (current < 0)
            current = 0;
        reveal(found[current]);
        facts.textContent = title(found[current]);
    }

    function clear() {
        search.value = "";
        find();
        if (document.activeElement && document.activeElement.blur)
            document.activeElement.blur();
    }

    // --- events ---------------------------------------------------------------------------

    function onKey(event) {
        const box = focused();
        const moves = {
            ArrowUp: () => box && follow(box, "to", "from"),
            ArrowDown: () => box && follow(box, "from", "to"),
            ArrowLeft: () => box && neighbour(box, -1),
            ArrowRight: () => box && neighbour(box, 1),
        };
        const actions = {
            "+": () => zoomMiddle(1.25),
            "=": () => zoomMiddle(1.25),
            "-": () => zoomMiddle(0.8),
            "0": fit,
            "/": () => search.focus(),
            Escape: clear,
        };
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        if (document.activeElement === search) {
            if (event.key === "Enter")
                next(event.shiftKey ? -1 : 1);
            else if (event.key === "Escape")
                clear();
            return;
        }
        if (moves[event.key]) {
            const other = moves[event.key]();
            if (other)
                go(other);
        } else if (actions[event.key]) {
            actions[event.key]();
        } else {
            return;
        }
        event.preventDefault();
    }

    function onClick(event) {
        const element = target(event);
        if (element && element.classList.contains("edge")) {
            event.preventDefault();
            go(document.getElementById(element.dataset.to));
        }
    }

    function onWheel(event) {
        if (event.target.closest && event.target.closest(".ui"))
            return;
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 16 : 1; // some browsers count lines
        zoom(Math.exp(-event.deltaY * lines * 0.0015), event.clientX, event.clientY);
    }

    function onDown(event) {
        if (event.button === 0 && !(event.target.closest && event.target.closest(".ui")) &&
            !event.target.closest("text"))
            moving = { x: event.clientX, y: event.clientY };
    }

    function onMove(event) {
        if (!moving)
            return;
        place.x += event.clientX - moving.x;
        place.y += event.clientY - moving.y;
        moving = { x: event.clientX, y: event.clientY };
        show();
    }

    function onPrint() {
        for (const [name, value] of printed)
            root.setAttribute(name, value);
        graph.removeAttribute("transform");
        paper.removeAttribute("transform");
    }

    function onScreen() {
        root.removeAttribute("viewBox");
        root.setAttribute("width", "100%");
        root.setAttribute("height", "100%");
        arrange();
        show();
    }

    const paper = document.querySelector(".paper");
    for (const [label, help, action] of [
        ["+", "larger (+)", () => zoomMiddle(1.25)],
        ["\u2212", "smaller (-)", () => zoomMiddle(0.8)],
        ["fit", "all of it (0)", fit],
    ])
        make("button", { textContent: label, title: help, onclick: action }, bar);
    // The tool tips say what the panel says; they are for viewers without script.
    graph.addEventListener("pointerover", (event) => look(target(event) || focused()));
    graph.addEventListener("pointerleave", () => look(focused()));
    graph.addEventListener("focusin", (event) => look(target(event)));
    graph.addEventListener("focusout", () => look(null));
    graph.addEventListener("click", onClick);
    search.addEventListener("input", find);
    addEventListener("keydown", onKey);
    addEventListener("wheel", onWheel, { passive: false });
    addEventListener("pointerdown", onDown);
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", () => { moving = null; });
    addEventListener("resize", () => { arrange(); fit(); });
    addEventListener("beforeprint", onPrint);
    addEventListener("afterprint", onScreen);
    onScreen();
    fit();
    if (/^#n[0-9]+$/.test(location.hash) && document.getElementById(location.hash.slice(1)))
        go(document.getElementById(location.hash.slice(1)));
})();
