// Tests of lib/draw/jp_flame.js and jp_flame_file.js. The first picture is of corpus/c-static,
// whose numbers are those that jeprof prints: 971043 bytes in all.
"use strict";

const path = require("path");
const { test, finish, equal, ok } = require("./browser.js");
const [c, cpp, ...others] = process.argv.slice(2);

const asWide = { viewport: { width: 1200, height: 800 } };
const still = { ...asWide, javaScriptEnabled: false };
const matched = (page) => page.locator(".matched").textContent();
const box = (page, text) => page.locator(".box text", { hasText: text }).first();
const button = (page, text) => page.getByRole("button", { name: text });
const zoomed = (page) =>
    page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("zoom"));
const width = (page, text) =>
    box(page, text).evaluate((found) =>
        Number(found.parentNode.querySelector("rect").getAttribute("width")),
    );

// What is drawn, as text: class, place (whole pixels, as values are whole bytes) and label.
const drawn = (page) =>
    page.evaluate(() =>
        Array.from(document.querySelectorAll(".box"), (each) => {
            const rect = each.querySelector("rect");
            const text = each.querySelector("text");
            return [
                each.getAttribute("class"),
                rect.getAttribute("class"),
                Number(rect.getAttribute("x")),
                Number(rect.getAttribute("width")),
                text ? text.textContent : "",
            ];
        }),
    );

for (const file of [c, cpp, ...others]) {
    const name = path.basename(file);
    let expected;
    let merged;

    test(
        `${name}: text stays in its box without a script`,
        file,
        async (page) => {
            expected = await drawn(page);
            merged = await page.locator("#merged").textContent();
            equal(
                await page.evaluate(() =>
                    Array.from(document.querySelectorAll(".box text"))
                        .filter((text) => {
                            const rect = text.parentNode.querySelector("rect").getBBox();
                            const at = text.getBBox();
                            return at.x < rect.x || at.x + at.width > rect.x + rect.width;
                        })
                        .map((text) => text.textContent)
                        .join(),
                ),
                "",
            );
        },
        still,
    );

    test(
        `${name}: a script draws the same`,
        file,
        async (page) => {
            const found = await drawn(page);
            equal(await page.locator("#merged").textContent(), merged);
            equal(found.length, expected.length);
            for (let i = 0; i < found.length; i++) {
                for (const part of [0, 1, 4]) equal(found[i][part], expected[i][part]);
                for (const part of [2, 3])
                    ok(
                        Math.abs(found[i][part] - expected[i][part]) < 0.03,
                        `${found[i]}: ${expected[i]}`,
                    );
            }
        },
        asWide,
    );
}

// Texts of the legend that leave the picture, or lie on their neighbour; the last entry of all.
const crooked = (page) =>
    page.evaluate(() => {
        const width = document.documentElement.clientWidth || innerWidth;
        const places = Array.from(document.querySelectorAll("#legend text"), (text) => ({
            text: text.textContent,
            at: text.getBoundingClientRect(),
        })).filter((each) => each.text);
        const meet = (a, b) =>
            a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        return places
            .filter(
                (each, i) =>
                    each.at.left < 0 ||
                    each.at.right > width ||
                    places.slice(0, i).some((other) => meet(each.at, other.at)),
            )
            .map((each) => each.text)
            .join();
    });

for (const file of [cpp, ...others])
    for (const size of [420, 700, 1000, 1600])
        test(
            `${path.basename(file)}: the legend fits a window of ${size} pixels`,
            file,
            async (page) => {
                equal(await crooked(page), "");
                await page.setViewportSize({ width: 900, height: 700 });
                await page.waitForFunction(
                    () => document.documentElement.getAttribute("width") === "900",
                );
                equal(await crooked(page), "");
            },
            { viewport: { width: size, height: 800 } },
        );

// What is written above the boxes, and the tools, with where it stands.
const head = (page) =>
    page.evaluate(() => {
        const all = document.querySelectorAll("#heading .words, .jp-tools input, .jp-tools button");
        const boxes = Array.from(document.querySelectorAll("#flame .box rect"), (each) =>
            each.getBoundingClientRect(),
        );
        return {
            boxes: Math.min(...boxes.map((each) => each.top)),
            parts: Array.from(all, (each) => {
                const { left, right, top, bottom } = each.getBoundingClientRect();
                return { text: each.textContent, left, right, top, bottom };
            }),
        };
    });

for (const size of [420, 1200])
    test(
        `heading and tools fit a window of ${size} pixels`,
        cpp,
        async (page) => {
            const { boxes, parts } = await head(page);
            const meet = (a, b) =>
                a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
            ok(parts.length >= 6);
            for (const [i, part] of parts.entries()) {
                ok(part.left >= 0 && part.right <= size, `${part.text} ends at ${part.right}`);
                ok(part.bottom <= boxes, `${part.text} is in the boxes`);
                for (const other of parts.slice(0, i))
                    ok(!meet(part, other), `${part.text} is on ${other.text}`);
            }
        },
        { viewport: { width: size, height: 800 } },
    );

test(
    "names are text that the browser finds",
    c,
    async (page) => {
        ok(await page.evaluate(() => window.find("store_append")));
    },
    still,
);

test("search: what matches, and its share", c, async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("STRDUP");
    equal(await matched(page), "Not found");
    await page.locator("input").fill("strdup");
    // 912693 bytes
    equal(await matched(page), "Matched: 891.3 KiB, 94.0%");
    equal(await page.locator(".match").count(), 2);
    await page.keyboard.press("Escape");
    equal(await page.locator(".match").count(), 0);
    equal(await matched(page), "");
});

test("search: boxes in boxes count once", c, async (page) => {
    // store_append 909283, store_session 57648 and store_open 4112 bytes
    await page.locator("input").fill("^store_|strdup|grow");
    equal(await matched(page), "Matched: 948.3 KiB, 100.0%");
    await page.locator("input").fill("^(store_session|strdup|new_session)$");
    equal(await matched(page), "Matched: 56.30 KiB, 5.9%");
});

test("search: no regular expression", c, async (page) => {
    await page.locator("input").fill("(");
    equal(await matched(page), "Not a regular expression");
    equal(await page.locator(".match").count(), 0);
});

test("a click zooms, and there are four ways back", c, async (page) => {
    const before = await width(page, "store_append");
    for (const back of [
        () => page.goBack(),
        () => page.keyboard.press("Home"),
        () => button(page, "Reset zoom").click(),
    ]) {
        await box(page, "store_append").click();
        ok(Math.abs((await width(page, "store_append")) - 1260) < 0.1);
        ok(Math.abs((await width(page, "main")) - 1260) < 0.1);
        equal(await page.locator(".box text", { hasText: "store_session" }).count(), 0);
        await back();
        equal(await width(page, "store_append"), before);
        equal(await zoomed(page), null);
    }
    await box(page, "store_append").click();
    const first = await zoomed(page);
    await button(page, "Zoom out").click();
    ok((await zoomed(page)) !== first && (await zoomed(page)) !== null);
    while (await zoomed(page)) await page.keyboard.press("Escape");
    equal(await width(page, "store_append"), before);
});

test("search in what is zoomed", c, async (page) => {
    await page.locator("input").fill("strdup");
    await box(page, "store_append").click();
    // 875685 of 909283 bytes
    equal(await matched(page), "Matched: 855.2 KiB, 96.3% of what is shown");
});

test("the keyboard reaches every box", c, async (page) => {
    await page.locator(".canvas").focus();
    const said = () => page.locator(".spoken").textContent();
    await page.keyboard.press("ArrowDown");
    ok((await said()).startsWith("all, 948.3 KiB (100.0%)"), await said());
    for (const name of ["_start", "__libc_start_main_impl", "__libc_start_call_main", "main"]) {
        await page.keyboard.press("ArrowDown");
        ok((await said()).startsWith(name), await said());
    }
    await page.keyboard.press("ArrowDown");
    ok((await said()).startsWith("one_round, inlined, in relayd"), await said());
    await page.keyboard.press("ArrowRight");
    ok((await said()).startsWith("store_open"), await said());
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    ok((await said()).startsWith("main"), await said());
    await page.keyboard.press("Enter");
    ok(await zoomed(page));
});

test("pointing at a box shows its numbers at once", c, async (page) => {
    await box(page, "store_append").hover();
    equal(
        (await page.locator(".tip text").allTextContents()).join("|"),
        "store_append|in relayd|888.0 KiB (93.6%)",
    );
});

test("it can be turned over", c, async (page) => {
    const above = () =>
        page.evaluate(() => {
            const y = (name) =>
                Array.from(document.querySelectorAll(".box text"))
                    .find((text) => text.textContent.startsWith(name))
                    .getBBox().y;
            return y("_start") < y("store_append");
        });
    ok(await above());
    await page.keyboard.press("i");
    ok(!(await above()));
    await button(page, "Turn over").click();
    ok(await above());
});

test("it is as wide as the window", c, async (page) => {
    await page.setViewportSize({ width: 700, height: 500 });
    await page.waitForFunction(() => document.documentElement.getAttribute("width") < 701);
    ok(Math.abs((await width(page, "all")) - 680) < 0.1);
});

test("paper has no tools", c, async (page) => {
    await page.emulateMedia({ media: "print" });
    equal(await page.locator("#tools").isVisible(), false);
});

test("a difference: zooming shows what vanished there", cpp, async (page) => {
    const words = page.locator("#flame .words");
    ok((await words.textContent()).startsWith("Vanished: 40.14 KiB in stacks"));
    await page.locator(".box text", { hasText: "std::make_shared<Order, Order>" }).first().click();
    equal(await words.count(), 0);
    await page.locator("input").fill("make_shared");
    ok(
        (await matched(page)).includes("100.0% of what is shown, change \u2212"),
        await matched(page),
    );
});

test("a difference: what vanished is told in lines that fit", cpp, async (page) => {
    const words = page.locator("#flame .words");
    const whole = await words.textContent();
    await page.setViewportSize({ width: 420, height: 800 });
    await page.waitForFunction(() => document.documentElement.getAttribute("width") < 421);
    const boxes = await words.evaluateAll((all) => all.map((each) => {
        const { x, y, width, height } = each.getBBox();
        return { text: each.textContent, right: x + width, top: y, bottom: y + height };
    }));
    ok(boxes.length > 1);
    equal(boxes.map((each) => each.text).join(" "), whole);
    for (const each of boxes) ok(each.right <= 410, `${each.text} ends at ${each.right}`);
    // The boxes of what vanished begin below, and those of what is there end above.
    const edges = await page.locator("#flame .box rect").evaluateAll((all) => all.map((each) => {
        const { y, height } = each.getBBox();
        return { top: y, bottom: y + height };
    }));
    const middle = boxes[0].top;
    const below = edges.filter((each) => each.bottom > middle);
    ok(below.length > 0 && below.length < edges.length);
    ok(Math.min(...below.map((each) => each.top)) >= boxes[boxes.length - 1].bottom);
});

finish();
