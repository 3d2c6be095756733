// Tests of the page of --html. Its numbers are compared with those of --text and --peek.
"use strict";

const fs = require("fs");
const path = require("path");
const { test, finish, equal, ok } = require("./browser.js");
const folder = process.argv[2];

const file = (name) => path.join(folder, name);
const lines = (name) => fs.readFileSync(file(name), "utf8").split("\n");
const metrics = ["inuse_space", "inuse_objects", "alloc_space", "alloc_objects"];
const matched = (page) => page.locator("#matched").textContent();
const details = (page) => page.locator("#details");
const row = (page, text) => page.locator("#table .row", { hasText: text }).first();
const box = (page, text) => page.locator(".box text", { hasText: text }).first();
const hash = (page, key) =>
    page.evaluate((wanted) => new URLSearchParams(location.hash.slice(1)).get(wanted), key);

// Only rows in view exist: with a table as high as this all of them do.
async function showAllRows(page) {
    await page.evaluate(() => {
        document.getElementById("table").style.maxHeight = "none";
        dispatchEvent(new Event("resize"));
    });
}

// [flat, cumulative, name] of each row, the exact numbers; COLUMNS: which of the cells.
const rows = (page, columns) =>
    page.evaluate(
        (wanted) =>
            Array.from(document.querySelectorAll("#table .row"), (each) => {
                const name = each.lastChild.textContent.replace(/ inlined$/, " (inline)");
                return [...wanted.map((i) => each.children[i].title), name].join(" ");
            }),
        columns,
    );

// The same of a report of --text.
function textRows(name) {
    return lines(name)
        .filter((line) => / .*% .*%/.test(line))
        .map((line) => {
            const [, flat, cum, text] = /^ *(-?\d+) +\S+ +\S+ +(-?\d+) +\S+ (.*)$/.exec(line);
            return `${flat} ${cum} ${text}`;
        });
}

// name -> {callers: [...], callees: [...]} of a report of --peek; rows as "VALUE NAME".
function peeks(name) {
    const found = new Map();
    let at, list;
    lines(name).forEach((line, i, all) => {
        const parts = /^ *(-?\d+) +\S+  (.*)$/.exec(line);
        if (line === "  callers" || line === "  callees") list = at[line.trim()];
        else if (parts && all[i - 1] === "")
            found.set(parts[2], (at = { callers: [], callees: [] }));
        else if (parts && at) list.push(`${parts[1]} ${parts[2]}`);
    });
    return found;
}

// The lists of callers and callees of every function, as {name: {callers, callees}}.
const shownPeeks = (page, cell) =>
    page.evaluate(async (which) => {
        const found = {};
        const count = JSON.parse(document.getElementById("data").textContent).functions.count;
        for (let i = 0; i < count; i++) {
            const changed = new Promise((done) =>
                addEventListener("hashchange", done, { once: true }),
            );
            const wanted = new URLSearchParams(location.hash.slice(1));
            wanted.set("function", String(i));
            if (`#${wanted}` !== location.hash) {
                location.hash = `#${wanted}`;
                await changed;
            }
            const read = (table) =>
                Array.from(table.rows)
                    .filter(
                        (each) =>
                            each.cells.length > 1 && each.querySelector(`.${which}`).title !== "0",
                    )
                    .map((each) => {
                        const name = each.lastChild.textContent.replace(/ inlined$/, " (inline)");
                        return `${each.querySelector(`.${which}`).title} ${name}`;
                    });
            const tables = document.querySelectorAll("#details table");
            const inlined = document.querySelector("#details dd").textContent.endsWith(", inlined");
            const name =
                document.querySelector("#details h2").textContent + (inlined ? " (inline)" : "");
            found[name] = { callers: read(tables[0]), callees: read(tables[1]) };
        }
        return found;
    }, cell);

for (const name of ["c", "rust", "deep"]) {
    test(`${name}: the table has the numbers of --text`, file(`${name}.html`), async (page) => {
        await showAllRows(page);
        for (let i = 0; i < metrics.length; i++) {
            await page.keyboard.press(String(i + 1));
            const expected = textRows(`${name}.${metrics[i]}.text`);
            ok(expected.length > 10);
            equal((await rows(page, [0, 2])).sort().join("\n"), expected.sort().join("\n"));
        }
    });
}

for (const name of ["change", "gone"]) {
    test(
        `${name}: the columns of change have the numbers of --text --base`,
        file(`${name}.html`),
        async (page) => {
            await showAllRows(page);
            for (let i = 0; i < metrics.length; i++) {
                await page.keyboard.press(String(i + 1));
                const isAny = (each) => !each.startsWith("0 0 ");
                const expected = textRows(`${name}.${metrics[i]}.text`).filter(isAny);
                ok(expected.length > 10);
                const shown = (await rows(page, [1, 3])).filter(isAny);
                equal(shown.sort().join("\n"), expected.sort().join("\n"));
            }
        },
    );
}

for (const [name, cell] of [
    ["c", "amount"],
    ["deep", "amount"],
    ["change", "change"],
    ["gone", "change"],
]) {
    test(
        `${name}: callers and callees have the numbers of --peek`,
        file(`${name}.html`),
        async (page) => {
            for (const metric of ["inuse_space", "alloc_objects"]) {
                await page.keyboard.press(String(1 + metrics.indexOf(metric)));
                const shown = await shownPeeks(page, cell);
                const expected = peeks(`${name}.${metric}.peek`);
                ok(expected.size > 10);
                for (const [key, value] of expected)
                    for (const list of ["callers", "callees"])
                        equal(
                            shown[key][list].sort().join("\n"),
                            value[list]
                                .filter((each) => !each.startsWith("0 "))
                                .sort()
                                .join("\n"),
                            key,
                        );
            }
        },
    );
}

test("the heading says what it is", file("c.html"), async (page) => {
    equal(await page.title(), "relayd: heap");
    equal(await page.locator("#title").textContent(), "relayd");
    ok((await page.locator("#subtitle").textContent()).startsWith("relayd.02.heap"));
    // 971043 bytes: what jeprof prints as the total of this dump.
    equal(await page.locator(".card b").first().textContent(), "948.3 KiB");
});

test("a difference: both totals", file("change.html"), async (page) => {
    equal(
        await page.locator(".card").first().textContent(),
        "Live bytes948.3 KiBbefore 692.1 KiB, change +256.2 KiB (+37.0%)",
    );
});

test(
    "a dump without allocations since the start has two values",
    file("noaccum.html"),
    async (page) => {
        equal(await page.locator("#values button").count(), 2);
    },
);

test("search filters the table and marks boxes", file("c.html"), async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("strdup");
    // 912693 bytes
    equal(await matched(page), "Matched: 891.3 KiB, 94.0%");
    equal(await page.locator("#table .row").count(), 1);
    equal(await page.locator(".match").count(), 2);
    await page.locator("#search").fill("(");
    equal(await matched(page), "Not a regular expression");
    await page.keyboard.press("Escape");
    equal(await page.locator(".match").count(), 0);
    ok((await page.locator("#table .row").count()) > 10);
});

test("a column is sorted by, and back", file("c.html"), async (page) => {
    const first = () => page.locator("#table .row").first().textContent();
    ok((await first()).includes("jem_strdup"));
    await page.getByRole("button", { name: "cumulative" }).click();
    ok((await first()).startsWith("0 B0.0%948.3 KiB100.0%"));
    await page.getByRole("button", { name: "cumulative" }).click();
    ok((await first()).includes("store_open"), await first());
    await page.getByRole("button", { name: "function", exact: true }).click();
    ok((await first()).includes("__libc_start_call_main"));
});

test("choosing in the table, the flame graph and the lists", file("c.html"), async (page) => {
    await row(page, "store_append").click();
    equal(await details(page).locator("h2").textContent(), "store_append");
    equal(await page.locator(".chosen").count(), 1);
    ok((await details(page).textContent()).includes("888.0 KiB = 909283 B, 93.6%"));
    await details(page).getByRole("button", { name: "jem_strdup" }).click();
    equal(await details(page).locator("h2").textContent(), "jem_strdup");
    await box(page, "store_s").click();
    equal(await details(page).locator("h2").textContent(), "store_session");
    ok(await hash(page, "zoom"));
});

test("a click zooms, and there are three ways back", file("c.html"), async (page) => {
    const width = () =>
        box(page, "main").evaluate(
            (text) =>
                text.parentNode.querySelector("rect").getBoundingClientRect().width /
                document.getElementById("picture").getBoundingClientRect().width,
        );
    for (const back of [
        () => page.goBack(),
        () => page.keyboard.press("Home"),
        () => page.getByRole("button", { name: "Reset zoom" }).click(),
    ]) {
        await box(page, "store_append").click();
        ok((await width()) > 0.97);
        equal(await page.locator(".box text", { hasText: "store_s" }).count(), 0);
        await back();
        equal(await hash(page, "zoom"), null);
        equal(await page.locator(".box text", { hasText: "store_s" }).count(), 1);
    }
});

test("keys: the table", file("c.html"), async (page) => {
    await page.locator("#table").focus();
    await page.keyboard.press("ArrowDown");
    equal(await details(page).locator("h2").textContent(), "jem_strdup");
    await page.keyboard.press("ArrowDown");
    equal(await details(page).locator("h2").textContent(), "grow");
    await page.keyboard.press("ArrowUp");
    equal(await details(page).locator("h2").textContent(), "jem_strdup");
});

test("a link leads to what was seen", file("c.html"), async (page) => {
    await page.keyboard.press("2");
    await page.locator("#search").fill("grow");
    await row(page, "grow").click();
    const seen = await page.locator("main").innerText();
    await page.reload();
    equal(await page.locator("main").innerText(), seen);
    equal(await page.locator("#search").inputValue(), "grow");
});

test(
    "light and dark",
    file("c.html"),
    async (page) => {
        const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        equal(await ground(), "rgb(23, 24, 27)");
        await page.getByRole("button", { name: "Light or dark" }).click();
        equal(await ground(), "rgb(255, 255, 255)");
    },
    { colorScheme: "dark" },
);

test(
    "it fits a narrow window",
    file("c.html"),
    async (page) => {
        ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    },
    { viewport: { width: 500, height: 800 } },
);

test(
    "what vanished is told within a narrow window",
    file("gone.html"),
    async (page) => {
        const ends = await page.locator("#picture .words").evaluateAll((all) =>
            all.map((each) => each.getBoundingClientRect().right));
        ok(ends.length > 1);
        for (const end of ends) ok(end <= 420, `a line ends at ${end}`);
    },
    { viewport: { width: 420, height: 800 } },
);

finish();
