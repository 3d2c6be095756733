// Tests of lib/draw/jp_graph.js on the graph of corpus/c-static/relayd.02.heap.
"use strict";

const { test, finish, equal, ok } = require("./browser.js");
const file = process.argv[2];

const scale = (page) => page.evaluate(() => document.getElementById("graph").getCTM().a);
const state = (page) => page.locator(".ui-state").textContent();
const facts = (page) => page.locator(".ui-facts").textContent();
const focused = (page) => page.evaluate(() => document.activeElement.id);
const box = (name) => `.box[data-name$="${name}"]`;

test("everything is in the window at first", file, async (page) => {
    const outside = await page.evaluate(() => Array.from(document.querySelectorAll(".box"))
        .map((each) => each.getBoundingClientRect())
        .filter((at) => at.left < 0 || at.top < 0 || at.right > innerWidth || at.bottom > innerHeight)
        .length);
    equal(outside, 0);
});

test("no text leaves its box, whatever the browser's fonts", file, async (page) => {
    const outside = await page.evaluate(() => {
        const faults = [];
        for (const each of document.querySelectorAll(".box")) {
            const frame = each.querySelector("rect").getBoundingClientRect();
            for (const text of each.querySelectorAll("text")) {
                const at = text.getBoundingClientRect();
                if (at.left < frame.left - 0.5 || at.right > frame.right + 0.5)
                    faults.push(text.textContent);
            }
        }
        return faults;
    });
    equal(outside.join(), "");
});

test("text can be found and selected", file, async (page) => {
    ok(await page.evaluate(() => window.find("jem_strdup")));
    equal(await page.evaluate(() => getSelection().toString()), "jem_strdup");
});

test("search marks what matches and says how much that is", file, async (page) => {
    await page.keyboard.press("/");
    await page.keyboard.type("STRDUP");
    const count = await page.locator(".is-found").count();
    ok(count > 0);
    const flat = await page.evaluate(() => Array.from(document.querySelectorAll(".is-found"))
        .reduce((sum, each) => sum + Number(each.dataset.flat), 0));
    ok((await state(page)).startsWith(`${count} of `));
    ok((await state(page)).includes(`(${(100 * flat / 971043).toFixed(1)}%)`), await state(page));
    await page.keyboard.press("Enter");
    ok((await facts(page)).includes("jem_strdup"));
    await page.keyboard.press("Escape");
    equal(await page.locator(".is-found, .is-far").count(), 0);
    equal(await state(page), "");
});

test("what is no pattern, and what is nowhere", file, async (page) => {
    await page.locator("input").fill("(");
    equal(await state(page), "not a regular expression");
    await page.locator("input").fill("nowhere");
    ok((await state(page)).startsWith("0 of "));
    equal(await page.locator(".ui-state.is-bad").count(), 1);
    equal(await page.locator(".is-far").count(), 0);
});

test("zoom with keys, buttons and wheel, and back", file, async (page) => {
    const first = await scale(page);
    await page.keyboard.press("+");
    ok(await scale(page) > first * 1.2);
    await page.locator("button").first().click();
    ok(await scale(page) > first * 1.5);
    await page.mouse.move(400, 300);
    const under = await page.evaluate(() => new DOMPoint(400, 300)
        .matrixTransform(document.getElementById("graph").getScreenCTM().inverse()).x);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction((than) => document.getElementById("graph").getCTM().a > than, first * 2);
    const then = await page.evaluate(() => new DOMPoint(400, 300)
        .matrixTransform(document.getElementById("graph").getScreenCTM().inverse()).x);
    ok(Math.abs(under - then) < 0.5, "the place under the pointer stays");
    await page.keyboard.press("0");
    ok(Math.abs(await scale(page) - first) < 1e-6);
});

test("dragging moves the picture", file, async (page) => {
    const at = () => page.evaluate(() => document.getElementById("graph").getCTM().e);
    const before = await at();
    await page.mouse.move(5, 300);
    await page.mouse.down();
    await page.mouse.move(55, 320);
    await page.mouse.up();
    await page.mouse.move(200, 320);
    ok(Math.abs(await at() - before - 50) < 1e-3);
});

test("a box under the pointer shows its numbers and its calls", file, async (page) => {
    await page.locator(box("jem_strdup")).hover();
    const id = await page.locator(box("jem_strdup")).getAttribute("id");
    const calls = await page.locator(`.edge[data-from="${id}"], .edge[data-to="${id}"]`).count();
    ok(calls > 0);
    equal(await page.locator(".edge.is-near").count(), calls);
    ok((await facts(page)).includes("912693 B"), await facts(page));
    await page.mouse.move(1279, 5);
    equal(await page.locator(".is-far").count(), 0);
});

test("the keyboard walks along calls", file, async (page) => {
    await page.keyboard.press("Tab");
    await page.evaluate(() => document.querySelector(".box").focus());
    const first = await focused(page);
    await page.keyboard.press("ArrowDown");
    const second = await focused(page);
    ok(second !== first);
    ok(await page.evaluate(([from, to]) => Boolean(document.querySelector(
        `.edge[data-from="${from}"][data-to="${to}"]`)), [first, second]));
    await page.keyboard.press("ArrowUp");
    equal(await focused(page), first);
});

test("a click on a call goes to the function that is called", file, async (page) => {
    const edge = page.locator(".edge").first();
    await edge.locator("polygon").click({ force: true });
    equal(await focused(page), await edge.getAttribute("data-to"));
});

test("printed it is the picture alone", file, async (page) => {
    await page.keyboard.press("+");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    equal(await page.locator(".ui-bar").isVisible(), false);
    ok(await page.evaluate(() => document.documentElement.hasAttribute("viewBox")));
    equal(await page.evaluate(() => document.getElementById("graph").hasAttribute("transform")), false);
});

test("without scripts it is a complete picture", file, async (page) => {
    ok(await page.locator(".box").count() > 3);
    equal(await page.locator(".ui").count(), 0);
    ok(await page.locator(`${box("jem_strdup")} > title`).count() === 1);
}, { javaScriptEnabled: false });

finish();
