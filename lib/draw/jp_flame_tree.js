/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The calls of a flame graph, from the data that jp_flame_data.c writes, and where their boxes lie:
 * the same as jp_flame_layout.c says.
 *
 *     tree.level[node], tree.parent[node], tree.children[node], tree.name(node) ...
 *     tree.values[i]: {metric, after[node], before[node], self[node], drawings}
 *     drawing: {kind: "now" or "vanished", widths[node], hidden[node], counts[node]}
 */
"use strict";

const jpTree = (() => {
    // ---- the tree ----------------------------------------------------------------------------

    // Links of the tree from its levels, which come parents first.
    function links(level) {
        const count = level.length;
        const parent = new Int32Array(count).fill(-1);
        const children = Array.from({ length: count }, () => []);
        const way = [];
        for (let node = 0; node < count; node++) {
            way[level[node]] = node;
            if (node) {
                parent[node] = way[level[node] - 1];
                children[parent[node]].push(node);
            }
        }
        return { parent, children };
    }

    // Nodes with a value in each subtree, those that are not in the data included.
    function countNodes(parent, widths, hidden) {
        const counts = new Float64Array(widths.length);
        for (let node = widths.length - 1; node >= 0; node--) {
            counts[node] += (widths[node] > 0) + hidden[node];
            if (node) counts[parent[node]] += counts[node];
        }
        return counts;
    }

    // One of the four values of a heap: what is held now and, with a base, before.
    function values(data, parent, column) {
        const count = data.level.length;
        const none = new Array(count).fill(0);
        const result = {
            metric: column.metric,
            after: column.after,
            self: column.self,
            before: column.before || none,
            drawings: [],
        };
        const add = (kind, widths, hidden) =>
            result.drawings.push({
                kind,
                widths,
                hidden,
                counts: countNodes(parent, widths, hidden),
            });
        add("now", column.after, column.hidden);
        if (data.change) add("vanished", column.vanished, column.lost);
        return result;
    }

    function model(data) {
        const { parent, children } = links(data.level);
        return {
            level: data.level,
            nameIndex: data.name,
            names: data.names,
            groups: data.groups,
            isChange: data.change,
            isUpward: data.upward,
            isBottomUp: data.bottomUp,
            parent,
            children,
            values: data.values.map((column) => values(data, parent, column)),
            name: (node) => (node ? data.names[data.name[node]][0] : "all"),
            isInlined: (node) => node > 0 && data.names[data.name[node]][2] === 1,
            group: (node) => data.groups[data.names[data.name[node]][3]],
        };
    }

    // ---- where the boxes lie -----------------------------------------------------------------

    // Boxes of the subtree of ROOT, and of the nodes on the way to it, which take the whole width.
    function layout(tree, drawing, root, smallest) {
        const { widths, hidden, counts } = drawing;
        const boxes = [];
        let merged = 0,
            mergedWidth = 0,
            levels = 0;
        if (!(widths[root] > 0)) return { boxes, levels, merged, mergedWidth, total: 0 };
        for (let node = tree.parent[root]; node >= 0; node = tree.parent[node])
            boxes.unshift({
                node,
                level: tree.level[node],
                start: 0,
                width: widths[root],
                count: 0,
            });
        const work = [
            { node: root, level: tree.level[root], start: 0, width: widths[root], count: 0 },
        ];
        while (work.length) {
            const box = work.pop();
            boxes.push(box);
            levels = Math.max(levels, box.level + 1);
            if (box.count) continue;
            const level = box.level + 1;
            const own = [];
            let known = drawing.kind === "now" ? drawing.self[box.node] : 0;
            let small = 0,
                count = hidden[box.node];
            for (const node of tree.children[box.node]) {
                const width = widths[node];
                known += width;
                if (width >= smallest && width > 0) own.push({ node, level, width, count: 0 });
                else if (width > 0) {
                    small += width;
                    count += counts[node];
                }
            }
            // What the data leave out is what is missing between a node and its parts.
            if (hidden[box.node] > 0) small += Math.max(0, widths[box.node] - known);
            own.sort(
                (a, b) => b.width - a.width || (tree.name(a.node) < tree.name(b.node) ? -1 : 1),
            );
            merged += count;
            mergedWidth += small;
            if (count && small >= smallest)
                own.push({ node: box.node, level, width: small, count });
            let start = box.start;
            for (const child of own) {
                child.start = start;
                start += child.width;
            }
            for (let i = own.length; i-- > 0;) work.push(own[i]);
        }
        return { boxes, levels, merged, mergedWidth, total: widths[root] };
    }

    /*
     * What the matching nodes at and below ROOT hold, each stack once, and what lies in nodes that
     * are not in the data and were not searched.
     */
    function hold(tree, value, root, matches) {
        const { after, before, self } = value;
        const { hidden } = value.drawings[0];
        let held = 0,
            was = 0,
            unknown = 0;
        for (let node = root; node >= 0; node = tree.parent[node])
            if (matches[node]) return { held: after[root], was: before[root], unknown };
        const work = [root];
        while (work.length) {
            const node = work.pop();
            if (matches[node]) {
                held += after[node];
                was += before[node];
                continue;
            }
            const known = tree.children[node].reduce(
                (sum, child) => sum + after[child],
                self[node],
            );
            if (hidden[node]) unknown += Math.max(0, after[node] - known);
            work.push(...tree.children[node]);
        }
        return { held, was, unknown };
    }

    return { model, layout, hold };
})();
