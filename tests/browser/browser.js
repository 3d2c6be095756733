// Drives Chromium for tests of pictures and pages. Speaks TAP.
//
//     const { open, test, equal, ok, finish } = require("./browser.js");
//     test("name", async (page) => { equal(await page.title(), "..."); });
//     finish();                       // runs the tests one after the other
//
// Environment: PLAYWRIGHT, the folder of playwright-core; CHROMIUM, the browser. Pages are files:
// the browser has no network, every request for another address fails the test, and so does an
// error of a script.
"use strict";

const assert = require("assert");
const path = require("path");
const { pathToFileURL } = require("url");
const { chromium } = require(process.env.PLAYWRIGHT);

const tests = [];

// FILE is opened anew for every test, in a window of WINDOW's size; OPTIONS are Playwright's for a
// browser context ({ javaScriptEnabled: false }).
function test(name, file, run, options = {}) {
    tests.push({ name, file, run, options });
}

async function runOne(browser, each) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 },
        offline: true, ...each.options });
    const page = await context.newPage();
    const faults = [];
    const url = pathToFileURL(path.resolve(each.file)).href;
    page.on("pageerror", (error) => faults.push(`script: ${error}`));
    page.on("console", (message) => {
        if (message.type() === "error")
            faults.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
        if (request.url().split("#")[0] !== url && !request.url().startsWith("data:"))
            faults.push(`request: ${request.url()}`);
    });
    try {
        await page.goto(url);
        await each.run(page);
        assert.deepStrictEqual(faults, []);
    } finally {
        await context.close();
    }
}

async function finish() {
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM,
        args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--disable-component-update", "--disable-default-apps", "--disable-sync",
            "--no-first-run"],
    });
    let number = 0;
    for (const each of tests) {
        number++;
        try {
            await runOne(browser, each);
            console.log(`ok ${number} - ${each.name}`);
        } catch (error) {
            console.log(`not ok ${number} - ${each.name}`);
            console.log(String(error.stack || error).replace(/^/gm, "# "));
        }
    }
    console.log(`1..${tests.length}`);
    await browser.close();
}

module.exports = { test, finish, equal: assert.strictEqual, ok: assert.ok };
