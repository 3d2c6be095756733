/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Flame graphs that can be zoomed and searched. jp_flame_svg.c draws the same picture without a
 * script; sizes, the order of boxes, colours and labels follow the same rules here as there.
 *
 *     const model = jpFlame.model(data);        // data as jp_flame_data.c writes it
 *     const graph = jpFlame.graph(model, host); // host: an empty <g> of an <svg class="jp-flame">
 *     graph.draw(width);                        // returns the height
 */
'use strict';

const jpFlame = (() => {
  const ROW = 18, BOX = 17, BASELINE = 12.5, PADDING = 3.5, CELL = 6.7;
  const SMALLEST = 0.5, THIN = 3, FEWEST_CELLS = 3, MARGIN = 10;
  const SVG = 'http://www.w3.org/2000/svg';
  const MINUS = '\u2212', ELLIPSIS = '\u2026';
  const STEPS = ['s4', 's3', 's2', 's1', 'e', 'g1', 'g2', 'g3', 'g4'];

  // ---- numbers -----------------------------------------------------------------------------

  const isObjects = metric => metric.endsWith('objects');

  function bytes(value) {
    const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
    const size = Math.abs(value);
    if (size < 1024)
      return `${value} B`;
    let scaled = size / 1024, unit = 0;
    for (; scaled >= 1023.95 && unit + 1 < units.length; unit++)
      scaled /= 1024;
    return `${value < 0 ? '-' : ''}${scaled.toFixed(scaled < 99.995 ? 2 : 1)} ${units[unit]}`;
  }

  function amount(metric, value) {
    if (!isObjects(metric))
      return bytes(value);
    return `${value} ${Math.abs(value) === 1 ? 'object' : 'objects'}`;
  }

  function signed(metric, value) {
    return (value > 0 ? '+' : value < 0 ? MINUS : '') + amount(metric, Math.abs(value));
  }

  const share = (value, total) => total ? `${(100 * value / total).toFixed(1)}%` : '-';

  // ---- labels ------------------------------------------------------------------------------

  const WIDE = [[0x1100, 0x115f], [0x2e80, 0xa4cf], [0xac00, 0xd7a3], [0xf900, 0xfaff],
                [0xfe30, 0xfe6f], [0xff00, 0xff60], [0xffe0, 0xffe6], [0x1f300, 0x3ffff]];

  function cells(text) {
    let count = 0;
    for (const character of text) {
      const code = character.codePointAt(0);
      count += WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
    }
    return count;
  }

  function beginning(text, room) {
    let taken = '';
    for (const character of text) {
      room -= cells(character);
      if (room < 0)
        break;
      taken += character;
    }
    return taken;
  }

  // Behind the next "::" that is in no bracket; 0 when there is none.
  function nextPart(name, from) {
    let depth = 0;
    for (let i = from; i + 2 < name.length; i++) {
      const c = name[i];
      if ('<({['.includes(c))
        depth++;
      else if ((c === '>' && name[i - 1] !== '-') || ')}]'.includes(c))
        depth -= depth > 0;
      else if (depth === 0 && c === ':' && name[i + 1] === ':')
        return i + 2;
    }
    return 0;
  }

  // What fits of a name: the end of its path tells more than the beginning.
  function label(name, room) {
    if (room < FEWEST_CELLS)
      return '';
    if (cells(name) <= room)
      return name;
    let rest = name;
    for (let part = nextPart(name, 0); part; part = nextPart(name, part)) {
      rest = name.slice(part);
      if (cells(rest) < room)
        return ELLIPSIS + rest;
    }
    return beginning(rest, room - 1) + ELLIPSIS;
  }

  // ---- the tree ----------------------------------------------------------------------------

  // Links of the tree from its levels, which come parents first.
  function links(level) {
    const count = level.length;
    const parent = new Int32Array(count).fill(-1);
    const children = Array.from({length: count}, () => []);
    const way = [];
    for (let node = 0; node < count; node++) {
      way[level[node]] = node;
      if (node) {
        parent[node] = way[level[node] - 1];
        children[parent[node]].push(node);
      }
    }
    return {parent, children};
  }

  // Nodes with a value in each subtree, those that are not in the data included.
  function countNodes(parent, widths, hidden) {
    const counts = new Float64Array(widths.length);
    for (let node = widths.length - 1; node >= 0; node--) {
      counts[node] += (widths[node] > 0) + hidden[node];
      if (node)
        counts[parent[node]] += counts[node];
    }
    return counts;
  }

  // One of the four values of a heap: what is held now and, with a base, before.
  function values(data, parent, column) {
    const count = data.level.length;
    const none = new Array(count).fill(0);
    const result = {metric: column.metric, after: column.after, self: column.self,
                    before: column.before || none, drawings: []};
    const add = (kind, widths, hidden) => result.drawings.push(
        {kind, widths, hidden, counts: countNodes(parent, widths, hidden)});
    add('now', column.after, column.hidden);
    if (data.change)
      add('vanished', column.vanished, column.lost);
    return result;
  }

  function model(data) {
    const {parent, children} = links(data.level);
    return {
      level: data.level, nameIndex: data.name, names: data.names, groups: data.groups,
      isChange: data.change, isUpward: data.upward, isBottomUp: data.bottomUp, parent, children,
      values: data.values.map(column => values(data, parent, column)),
      name: node => node ? data.names[data.name[node]][0] : 'all',
      isInlined: node => node > 0 && data.names[data.name[node]][2] === 1,
      group: node => data.groups[data.names[data.name[node]][3]],
    };
  }

  // ---- where the boxes lie -----------------------------------------------------------------

  // Boxes of the subtree of ROOT, and of the nodes on the way to it, which take the whole width.
  function layout(tree, drawing, root, smallest) {
    const {widths, hidden, counts} = drawing;
    const boxes = [];
    let merged = 0, mergedWidth = 0, levels = 0;
    if (!(widths[root] > 0))
      return {boxes, levels, merged, mergedWidth, total: 0};
    for (let node = tree.parent[root]; node >= 0; node = tree.parent[node])
      boxes.unshift({node, level: tree.level[node], start: 0, width: widths[root], count: 0});
    const work = [{node: root, level: tree.level[root], start: 0, width: widths[root], count: 0}];
    while (work.length) {
      const box = work.pop();
      boxes.push(box);
      levels = Math.max(levels, box.level + 1);
      if (box.count)
        continue;
      const level = box.level + 1;
      const own = [];
      let known = drawing.kind === 'now' ? drawing.self[box.node] : 0;
      let small = 0, count = hidden[box.node];
      for (const node of tree.children[box.node]) {
        const width = widths[node];
        known += width;
        if (width >= smallest && width > 0)
          own.push({node, level, width, count: 0});
        else if (width > 0) {
          small += width;
          count += counts[node];
        }
      }
      // What the data leave out is what is missing between a node and its parts.
      if (hidden[box.node] > 0)
        small += Math.max(0, widths[box.node] - known);
      own.sort((a, b) => b.width - a.width ||
               (tree.name(a.node) < tree.name(b.node) ? -1 : 1));
      merged += count;
      mergedWidth += small;
      if (count && small >= smallest)
        own.push({node: box.node, level, width: small, count});
      let start = box.start;
      for (const child of own) {
        child.start = start;
        start += child.width;
      }
      for (let i = own.length; i-- > 0;)
        work.push(own[i]);
    }
    return {boxes, levels, merged, mergedWidth, total: widths[root]};
  }

  // ---- what is said of a box ---------------------------------------------------------------

  function changeClass(before, after) {
    const large = Math.max(before, after), small = Math.min(before, after);
    if (before === 0)
      return 'new';
    if (small * 1.005 >= large)
      return 'e';
    const step = small * 1.1 >= large ? 1 : small * 1.5 >= large ? 2 : small * 2 > large ? 3 : 4;
    return STEPS[after > before ? 4 + step : 4 - step];
  }

  function boxClass(tree, value, drawing, box) {
    if (box.count)
      return 'small';
    if (drawing.kind === 'vanished')
      return value.after[box.node] > 0 ? 'left' : 'gone';
    if (tree.isChange)
      return changeClass(value.before[box.node], value.after[box.node]);
    return box.node ? tree.names[tree.nameIndex[box.node]][1] : 'all';
  }

  function sign(before, after) {
    return before === 0 ? 'new ' : after === before ? '= ' : after > before ? '+ ' : MINUS + ' ';
  }

  function boxLabel(tree, value, drawing, box, room) {
    if (box.count) {
      const text = `${box.count} small`;
      return cells(text) <= room ? text : '';
    }
    const name = tree.name(box.node);
    const before = value.before[box.node], after = value.after[box.node];
    const isChange = tree.isChange && drawing.kind === 'now';
    const mark = isChange ? sign(before, after) : '';
    const own = drawing.widths[box.node];
    const numbers = isChange ? signed(value.metric, after - before)
        : `${amount(value.metric, own)} ${share(own, drawing.widths[0])}`;
    const full = `${isChange && before === 0 ? mark : ''}${name}  ${numbers}`;
    if (cells(full) <= room)
      return full;
    const cut = room >= cells(mark) ? label(name, room - cells(mark)) : '';
    return cut && mark + cut;
  }

  // The lines that are shown when a box is pointed at.
  function describe(tree, value, drawing, box) {
    const total = drawing.widths[0];
    if (box.count)
      return [`${box.count} ${box.count === 1 ? 'box' : 'boxes'} too small to be drawn, together ` +
              `${amount(value.metric, box.width)} (${share(box.width, total)})`];
    const node = box.node;
    const lines = [tree.name(node)];
    if (node)
      lines.push(`${tree.isInlined(node) ? 'inlined, ' : ''}in ${tree.group(node)}`);
    if (drawing.kind === 'vanished') {
      lines.push(amount(value.metric, drawing.widths[node]) +
                 (value.after[node] > 0 ? ' vanished from here' : ' before, nothing now'));
      return lines;
    }
    const after = value.after[node], before = value.before[node];
    let numbers = `${amount(value.metric, after)} (${share(after, total)})`;
    if (tree.isChange && before === 0) {
      numbers += ', new';
    } else if (tree.isChange) {
      numbers += `, before ${amount(value.metric, before)}` +
          `, change ${signed(value.metric, after - before)}`;
      if (after !== before)
        numbers += ` (${after > before ? '+' : MINUS}${share(Math.abs(after - before), before)})`;
    }
    lines.push(numbers);
    if (value.self[node] > 0 && !tree.isBottomUp)
      lines.push(`itself ${amount(value.metric, value.self[node])}`);
    return lines;
  }

  // ---- drawing -----------------------------------------------------------------------------

  function element(name, attributes, parent) {
    const made = document.createElementNS(SVG, name);
    for (const key in attributes)
      made.setAttribute(key, attributes[key]);
    if (parent)
      parent.appendChild(made);
    return made;
  }

  const pixels = value => +value.toFixed(2);

  // Long lines are wrapped, where possible behind a "::" or a blank.
  function wrap(text, room) {
    const lines = [];
    let rest = text;
    while (cells(rest) > room) {
      const head = beginning(rest, room);
      const at = Math.max(head.lastIndexOf('::') + 2, head.lastIndexOf(' ') + 1);
      const cut = at > head.length / 2 ? at : head.length;
      lines.push(rest.slice(0, cut));
      rest = '  ' + rest.slice(cut);
      if (cut <= 2)
        break;
    }
    lines.push(rest);
    return lines;
  }

  // The box of text beside the pointer.
  function tip(host) {
    const group = element('g', {class: 'tip'}, host);
    const hide = () => { group.setAttribute('visibility', 'hidden'); };
    function show(lines, x, y, area) {
      const room = Math.max(20, Math.min(100, Math.floor((area.width - 2 * MARGIN) / CELL) - 3));
      const all = lines.flatMap(line => wrap(line, room));
      const width = CELL * Math.max(...all.map(cells)) + 16;
      const height = all.length * 15 + 10;
      const left = Math.max(2, Math.min(x + 14, area.width - width - 2));
      const top = y + 20 + height > area.bottom ? Math.max(area.top + 2, y - height - 10) : y + 20;
      group.replaceChildren();
      element('rect', {x: left, y: top, width, height, rx: 3}, group);
      all.forEach((line, i) => {
        element('text', {x: left + 8, y: top + 17 + 15 * i, class: i ? '' : 'first'}, group)
            .textContent = line;
      });
      group.setAttribute('visibility', 'visible');
    }
    hide();
    return {show, hide};
  }

  /*
   * A graph in HOST, a <g> of an SVG. OPTIONS: onZoom(node) is asked when a box is chosen, and
   * onSelect(node) when one is pointed at or reached with the keys.
   */
  function graph(tree, host, options = {}) {
    const state = {value: 0, root: 0, isUpward: tree.isUpward, matches: null, width: 1200,
                   parts: [], cursor: -1};
    for (const value of tree.values)
      value.drawings[0].self = value.self;
    const canvas = element('g', {class: 'canvas', tabindex: '0', role: 'application',
                                 'aria-label': 'Flame graph: arrow keys move, Enter zooms, ' +
                                 'Escape goes back'}, host);
    const outline = element('rect', {class: 'cursor', visibility: 'hidden'}, host);
    const bubble = tip(host);
    let shown = []; // boxes with their drawing and place, in the order of the elements

    const value = () => tree.values[state.value];

    function drawBox(part, box) {
      const level = state.isUpward ? part.plan.levels - 1 - box.level : box.level;
      const x = MARGIN + box.start * part.scale, y = part.top + level * ROW;
      const width = box.width * part.scale;
      const group = element('g', {class: 'box'}, canvas);
      const classes = [boxClass(tree, value(), part.drawing, box)];
      if (!box.count && tree.isInlined(box.node))
        group.classList.add('inlined');
      if (!box.count && box.level < tree.level[state.root])
        group.classList.add('outer');
      if (!box.count && state.matches && state.matches[box.node])
        group.classList.add('match');
      if (width < THIN)
        classes.push('thin');
      element('rect', {class: classes.join(' '), x: pixels(x), y: pixels(y),
                       width: pixels(width), height: BOX}, group);
      const room = Math.floor((width - 2 * PADDING) / CELL);
      const text = room >= 1 ? boxLabel(tree, value(), part.drawing, box, room) : '';
      if (text)
        element('text', {x: pixels(x + PADDING), y: pixels(y + BASELINE)}, group)
            .textContent = text;
      group.jpIndex = shown.length;
      shown.push({box, drawing: part.drawing, x, y, width});
    }

    function drawPart(drawing, top) {
      const total = drawing.widths[state.root];
      const inner = state.width - 2 * MARGIN;
      const scale = total > 0 ? inner / total : 0;
      const plan = layout(tree, drawing, state.root, scale ? SMALLEST / scale : 0);
      const part = {drawing, plan, scale, top};
      if (drawing.kind === 'vanished' && total > 0) {
        const now = value().after[state.root];
        element('text', {class: 'words', x: MARGIN, y: top + 26}, canvas).textContent =
            `Vanished: ${amount(value().metric, total)} in stacks that hold nothing any more` +
            (now > 0 ? `; drawn ${+(now / total).toPrecision(3)} times as wide as what is held now`
                     : '');
        part.top += 34;
      }
      for (const box of plan.boxes)
        drawBox(part, box);
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
      outline.setAttribute('visibility', 'hidden');
      bubble.hide();
      let y = 0;
      for (const drawing of value().drawings)
        y = drawPart(drawing, y);
      return y;
    }

    function merged() {
      return state.parts.filter(part => part.plan.merged).map(part => {
        const {merged: count, mergedWidth, total} = part.plan;
        return (part.drawing.kind === 'vanished' ? 'Of what vanished: ' : '') +
            `${count} ${count === 1 ? 'box' : 'boxes'} less than ${SMALLEST} pixel wide ` +
            `${count === 1 ? 'is' : 'are'} merged: ${amount(value().metric, mergedWidth)} ` +
            `(${share(mergedWidth, total)}).`;
      }).join(' ');
    }

    /*
     * Mark the boxes whose names match. Returns what they hold, each stack once, of what is shown
     * at the moment, and how much is too small to be in the data and was not searched.
     */
    function search(pattern) {
      state.matches = null;
      if (pattern === null)
        return null;
      const hits = tree.names.map(entry => pattern.test(entry[0]));
      state.matches = tree.nameIndex.map(name => name >= 0 && hits[name]);
      const {after, before, self} = value();
      const hidden = value().drawings[0].hidden;
      let held = 0, was = 0, unknown = 0;
      const work = [state.root];
      while (work.length) {
        const node = work.pop();
        if (state.matches[node]) {
          held += after[node];
          was += before[node];
          continue;
        }
        if (hidden[node]) {
          let known = self[node];
          for (const child of tree.children[node])
            known += after[child];
          unknown += Math.max(0, after[node] - known);
        }
        work.push(...tree.children[node]);
      }
      for (let node = tree.parent[state.root]; node >= 0; node = tree.parent[node]) {
        if (state.matches[node])
          [held, was, unknown] = [after[state.root], before[state.root], 0];
      }
      return {held, was, unknown, total: after[state.root], metric: value().metric,
              names: hits.filter(hit => hit).length};
    }

    // ---- pointer and keys

    function boxOf(event) {
      const group = event.target.closest && event.target.closest('.box');
      return group && group.jpIndex !== undefined ? shown[group.jpIndex] : null;
    }

    function area() {
      const svg = host.ownerSVGElement;
      const matrix = host.getScreenCTM();
      return {width: state.width, top: -matrix.f / matrix.d,
              bottom: (window.innerHeight - matrix.f) / matrix.d, svg};
    }

    function point(event) {
      const box = boxOf(event);
      if (!box) {
        bubble.hide();
        return;
      }
      const matrix = host.getScreenCTM();
      bubble.show(describe(tree, value(), box.drawing, box.box),
                  (event.clientX - matrix.e) / matrix.a, (event.clientY - matrix.f) / matrix.d,
                  area());
    }

    function choose(box) {
      if (box && options.onZoom)
        options.onZoom(box.box.node);
    }

    function moveTo(index) {
      if (index < 0 || index >= shown.length)
        return;
      state.cursor = index;
      const {x, y, width, box, drawing} = shown[index];
      for (const [key, at] of [['x', x], ['y', y], ['width', Math.max(width, 1)], ['height', BOX]])
        outline.setAttribute(key, at);
      outline.setAttribute('visibility', 'visible');
      outline.scrollIntoView({block: 'nearest'});
      const lines = describe(tree, value(), drawing, box);
      bubble.show(lines, Math.max(x, 0), y, area());
      if (options.onSelect)
        options.onSelect(box.node, lines);
    }

    // The box nearest in a direction: along a level, or to the parent or the first child.
    function neighbour(key) {
      const here = shown[state.cursor];
      const middle = here.x + here.width / 2;
      const inward = (key === 'ArrowDown') !== state.isUpward ? 1 : -1;
      let best = -1, distance = Infinity;
      shown.forEach((other, index) => {
        if (other.drawing !== here.drawing || index === state.cursor)
          return;
        const step = other.box.level - here.box.level;
        const gap = other.x - here.x;
        let away;
        if (key === 'ArrowLeft' || key === 'ArrowRight') {
          if (step !== 0 || (key === 'ArrowRight') !== (gap > 0))
            return;
          away = Math.abs(gap);
        } else {
          if (step !== inward)
            return;
          const inside = inward > 0 ? other.x >= here.x - .01 && other.x < here.x + here.width
                                    : other.x <= middle && other.x + other.width >= middle;
          if (!inside)
            return;
          away = other.x;
        }
        if (away < distance)
          [best, distance] = [index, away];
      });
      return best;
    }

    function pressed(event) {
      if (event.ctrlKey || event.altKey || event.metaKey)
        return;
      if (event.key.startsWith('Arrow')) {
        moveTo(state.cursor < 0 ? shown.findIndex(({box}) => box.node === state.root)
                                : neighbour(event.key));
      } else if (event.key === 'Enter' || event.key === ' ') {
        choose(shown[state.cursor]);
      } else {
        return;
      }
      event.preventDefault();
    }

    canvas.addEventListener('mousemove', point);
    canvas.addEventListener('mouseleave', bubble.hide);
    canvas.addEventListener('click', event => choose(boxOf(event)));
    canvas.addEventListener('keydown', pressed);
    canvas.addEventListener('blur', () => {
      outline.setAttribute('visibility', 'hidden');
      bubble.hide();
    });

    return {
      draw, merged, search, canvas,
      get root() { return state.root; },
      set root(node) { state.root = node > 0 && node < tree.level.length ? node : 0; },
      get isUpward() { return state.isUpward; },
      set isUpward(upward) { state.isUpward = upward; },
      get value() { return state.value; },
      set value(index) { state.value = index; },
      selectRoot() { moveTo(shown.findIndex(({box}) => box.node === state.root)); },
    };
  }

  return {model, graph, amount, signed, share, label, cells, element};
})();
