/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is seen is kept in the address behind "#": a link leads to it, and a step can be taken back
 * with the browser's Back.
 */
"use strict";

const jpHash = (() => {
    const all = () => new URLSearchParams(location.hash.slice(1));

    // "" takes KEY out. A step is one that Back undoes.
    function set(key, text, isStep) {
        const wanted = all();
        if (text) wanted.set(key, text);
        else wanted.delete(key);
        const hash = `#${wanted}`;
        if (hash === (location.hash || "#")) return;
        if (isStep) location.hash = hash;
        else location.replace(hash);
    }

    // SHOW made so that it is also called when the browser changed the address.
    function follow(show) {
        let seen;
        const shown = () => {
            seen = location.hash;
            show();
        };
        window.addEventListener("hashchange", () => {
            if (location.hash !== seen) shown();
        });
        return shown;
    }

    return { get: (key) => all().get(key) || "", set, follow };
})();
