// The flame graph on a canvas: only what is in sight is drawn, so that a change of the window is
// followed at once, however many frames there are.

const FLAME_ROW = 18, LEAST_WIDTH = 0.35, LEAST_LABEL = 20, MAX_PICTURE = 16000; // pixels

// Nodes to draw when zoomed to a node, depth first: those above it, and all below wide enough.
// x and width are in samples from the zoomed node's left edge.
// bySize: siblings widest first, else in the order of their names.
function layOut(tree, weighed, zoom, least, bySize) {
  const nodes = [], left = [], rows = [];
  for (let node = zoom; node >= 0; node = tree.parent[node]) nodes.unshift(node);
  nodes.pop();
  const above = nodes.length;
  left.length = above;
  left.fill(0);
  const open = [[zoom, 0]]; // to come, and where it begins
  while (open.length) {
    const [node, x] = open.pop(), depth = tree.depth[node], children = [];
    nodes.push(node);
    left.push(x);
    (rows[depth] ??= []).push(nodes.length - 1);
    let next = x;
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child])
      if (weighed.total[child] > 0) children.push([child, 0]);
    if (bySize) children.sort(([a], [b]) => weighed.total[b] - weighed.total[a] || a - b);
    for (const place of children) {
      place[1] = next;
      next += weighed.total[place[0]];
    }
    for (let i = children.length - 1; i >= 0; i--) if (weighed.total[children[i][0]] >= least) open.push(children[i]);
  }
  for (let i = 0; i < above; i++) rows[i] = [i];
  return { nodes, left, rows, above };
}

// From less to more: a change of ten points is as strong as any, one of a tenth still seen.
function differenceColor(points, dark) {
  const grey = dark ? [74, 82, 94] : [226, 229, 234], full = points > 0 ? (dark ? [226, 92, 76] : [217, 72, 50]) : dark ? [74, 144, 226] : [56, 122, 208];
  const part = Math.abs(points) < 0.05 || Number.isNaN(points) ? 0 : Math.min(1, 0.15 + 0.85 * Math.sqrt(Math.abs(points) / 10));
  return `rgb(${grey.map((from, i) => Math.round(from + (full[i] - from) * part)).join(", ")})`;
}

function makeFlame(data, store) {
  const { shades } = data.meta;
  const canvas = h("canvas", { tabindex: 0, role: "application", "aria-roledescription": "flame graph",
    "aria-describedby": "flame-help" });
  const space = h("div", { class: "flame-space" }, canvas), scroll = h("div", { class: "flame-scroll" }, space);
  const name = h("strong", { dir: "ltr" }), facts = h("span", { class: "dim" });
  const selectButton = buttonOf("Select", "Select its method everywhere (s)", () => select());
  const copyButton = buttonOf("Copy name", "Copy its name (y)", () => copyName());
  const details = h("div", { class: "details" }, h("div", {}, name, h("br"), facts), selectButton, copyButton);
  const reset = buttonOf("Reset zoom", "Reset zoom (0)", () => store.change({ zoom: 0 }));
  const byTotal = toggleButton("Total", "Merged from the roots: what is called, by total (r)", () => store.change({ reverse: false, zoom: 0 }));
  const bySelf = toggleButton("Self", "Merged from the leaves: what is on top, and who calls it (r)", () => store.change({ reverse: true, zoom: 0 }));
  const flip = toggleButton("Flames", "Root at the bottom, or icicles from the top (i)", () => store.change({ flame: !store.state.flame }));
  const fold = toggleButton("Fold", "Fold recursion: a method that is on the path already goes on from there (o)", () => store.change({ fold: !store.state.fold, zoom: 0 }));
  const color = selectOf("Colors tell apart", [["package", "colors: package"], ["module", "colors: module"], ["type", "colors: frame type"],
    ["self", "colors: own samples"], ["difference", "colors: difference"]], (value) => store.change({ color: value }));
  const order = selectOf("Order of siblings", [["name", "by name"], ["size", "widest first"]], (value) => store.change({ order: value }));
  const search = h("input", { type: "search", class: "alone", placeholder: "Search (regex)", spellcheck: "false", "aria-label": "Search the flame graph by regular expression",
    oninput: () => searchSoon(), onkeydown: (event) => event.key === "Escape" && (search.value = "", search.blur(), searchSoon()) });
  let typing = 0;
  const searchSoon = () => {
    clearTimeout(typing);
    typing = setTimeout(() => store.change({ search: search.value }), 80);
  };
  const matched = h("output", { class: "matched alone" });
  const full = toggleButton("Full", "The flame graph in the whole window (m)", () => store.change({ full: !store.state.full }));
  const png = buttonOf("PNG", "Save the whole picture as a file", () => savePicture());
  for (const one of [order, png]) one.classList.add("alone");
  const legend = h("p", { class: "legend" });
  const section = h("section", { id: "flame", class: "card", "aria-labelledby": "flame-title" },
    h("div", { class: "bar" }, h("h2", { id: "flame-title" }, "Flame graph"), h("span", { class: "group", role: "group", "aria-label": "By" }, byTotal, bySelf),
      h("span", { class: "grow" }), matched, search, reset, flip, fold, order, color, png, full),
    legend, scroll, h("p", { class: "unseen", id: "flame-help" },
      "Arrow keys go from frame to frame, Enter zooms, s selects the method. The callees are the same data as a tree of text."), details);
  let layout = { nodes: [], left: [], rows: [], above: 0 }, width = 0, hover = -1, focus = -1, theme = null;
  let tall = 0; // of what is in sight; sizes are asked for when they change, not in every picture

  const words = () => wordsOf(data, store.state);
  const tree = () => store.derived.flame();
  const groupOf = (node) => store.derived.grouping.groups[tree().group[node]];
  const nameOf = (node) => (node === 0 ? "all" : groupOf(node).name + groupOf(node).parameters);
  const totalOf = (node) => store.derived.weighedFlame().total[node];
  const scaleOf = () => width / (totalOf(store.state.zoom) || 1);
  const x = (i) => (i < layout.above ? 0 : layout.left[i] * scaleOf());
  const widthOf = (i) => (i < layout.above ? width : totalOf(layout.nodes[i]) * scaleOf());
  const pictureHeight = () => Math.max(layout.rows.length, 3) * FLAME_ROW;
  const rowTop = (depth) => (store.state.flame ? layout.rows.length - 1 - depth : depth) * FLAME_ROW;

  // ---- Colours

  function colorOf(node, dark) {
    if (node === 0) return shades.root[dark];
    const { frame, thread } = groupOf(node), by = store.state.color;
    if (thread) return shades.types[THREAD_TYPE][dark];
    if (by === "type") return shades.types[store.derived.flameTypes()[node]][dark];
    if (by === "self") return theme.heats[heatOf(node)];
    if (by === "difference") return differenceColor(changeOf(node), dark);
    return shadeOf(keyOf(frame, by))[dark];
  }

  // Seven steps of how much of a frame is its own; merged from the leaves, of how much of all it is.
  function heatOf(node) {
    const { self, total } = store.derived.weighedFlame();
    return bounded(Math.ceil((store.state.reverse ? total[node] / (total[0] || 1) : self[node] / (total[node] || 1)) * 7) - 1, 0, 6);
  }
  // In points: how much larger its share of the window is than that of the base; NaN: there is no window.
  function changeOf(node) {
    const now = store.derived.weighedFlame().total, before = store.derived.baseFlame()?.total;
    return before ? 100 * (now[node] / (now[0] || 1) - before[node] / (before[0] || 1)) : NaN;
  }

  // What a frame's colour stands for: a package or module, which is a string, or (-type) of frames without.
  // A class without a package is in the unnamed one.
  const keyOf = (frame, by) => data.frames[by][frame] ||
    (by === "package" && data.strings[data.frames.class[frame]] ? 0 : -data.frames.type[frame]);
  const shadeOf = (key) => (key < 0 ? shades.types[-key] : shades.packages[data.shades[key]]);
  const keyWords = (key, by) => (key < 0 ? TYPES[-key] || "not known" : data.strings[key] || `(unnamed ${by})`);

  function drawLegend() {
    const { state, derived } = store, dark = Number(isDark()), sums = new Map();
    const add = (key, own) => sums.set(key, (sums.get(key) ?? 0) + own);
    if (state.color === "self" || state.color === "difference") {
      const words = state.color === "self" ? [["heat0", "little of it is its own"], ["heat6", "all of it is its own"]]
        : derived.baseFlame() ? [["more", "more than in the base"], ["less", "less"]] : [["", "Choose a window of time: it is compared with the rest."]];
      legend.replaceChildren(...words.map(([name, text]) => h("span", { class: name ? "" : "hint" }, name ? h("i", { class: "swatch", style: `background:var(--${name})` }) : "", text)));
      return;
    }
    if (state.color === "type") {
      const { self, total } = derived.weighedFlame(), types = derived.flameTypes(), own = new Float64Array(10), seen = new Uint8Array(10);
      for (let node = 1; node < types.length; node++) {
        own[types[node]] += self[node];
        if (total[node]) seen[types[node]] = 1;
      }
      seen.forEach((there, type) => there && type !== THREAD_TYPE && add(type, own[type]));
    } else {
      derived.grouping.groups.forEach(({ frame, thread }, g) => {
        if (derived.groups.total[g] && !thread) add(keyOf(frame, state.color), derived.groups.self[g]);
      });
    }
    const most = [...sums].sort((a, b) => b[1] - a[1]).slice(0, 6);
    legend.replaceChildren(...most.map(([key]) => {
      const shade = state.color === "type" ? shades.types[key] : shadeOf(key);
      const text = state.color === "type" ? TYPES[key] || "not known" : keyWords(key, state.color);
      return h("span", { dir: "ltr" }, h("i", { class: "swatch", style: `background:${shade[dark]}` }), text);
    }), sums.size > 6 ? h("span", {}, `and ${count(sums.size - 6)} more`) : "");
  }

  // ---- Drawing

  function place() {
    if (width < 10) return;
    const { zoom } = store.state, weighed = store.derived.weighedFlame();
    layout = layOut(tree(), weighed, zoom, (LEAST_WIDTH * (weighed.total[zoom] || 1)) / width, store.state.order === "size");
    space.style.height = `${pictureHeight()}px`;
    if (!layout.nodes.includes(focus)) focus = -1;
    hover = -1;
  }

  function paintFrame(context, i, searching) {
    const node = layout.nodes[i], at = x(i), wide = widthOf(i), y = rowTop(tree().depth[node]);
    const group = tree().group[node], { matches, selected } = store.derived;
    const hit = node > 0 && matches?.[group], chosen = node > 0 && group === selected;
    const dimmed = (searching && !hit && !chosen) || i < layout.above;
    context.globalAlpha = dimmed ? 0.38 : 1;
    context.fillStyle = hit ? theme.hit : colorOf(node, theme.dark);
    context.fillRect(at, y, wide > 3 ? wide - 0.6 : Math.max(wide, 0.5), FLAME_ROW - 1);
    if (chosen) {
      context.globalAlpha = 1;
      context.strokeStyle = theme.accent;
      context.lineWidth = 2;
      if (wide > 4) context.strokeRect(at + 1, y + 1, wide - 2.6, FLAME_ROW - 3);
      else context.fillRect(at, y, Math.max(wide, 1), FLAME_ROW - 1);
    }
    context.globalAlpha = dimmed ? 0.75 : 1;
    const text = wide < LEAST_LABEL ? "" : node === 0 ? "all" : label(groupOf(node), wide - 8);
    if (text) {
      const back = store.state.color === "self" && !hit && heatOf(node);
      context.fillStyle = hit ? theme.hitText : back > 3 ? (theme.dark ? "#111" : "#fff") : (dimmed || back !== false) && theme.dark ? theme.text : "#111";
      context.fillText(text, at + 4, y + 13);
    }
    context.globalAlpha = 1;
  }

  function outline(context, node, color, lineWidth) {
    const i = layout.nodes.indexOf(node);
    if (i < 0) return;
    context.strokeStyle = color;
    context.lineWidth = lineWidth;
    context.strokeRect(x(i) + 1, rowTop(tree().depth[node]) + 1, Math.max(widthOf(i) - 2, 1), FLAME_ROW - 3);
  }

  function paint() {
    if (width >= 10) paintInto(canvas, scroll.scrollTop, Math.max(tall, FLAME_ROW * 3));
  }

  // The rows from top on, as high as the canvas is to be.
  function paintInto(on, top, height) {
    const context = prepareCanvas(on, width, height);
    theme = { dark: Number(isDark()), text: cssValue("--text"), accent: cssValue("--accent"), hit: cssValue("--hit"),
      hitText: cssValue("--hit-text"), heats: Array.from({ length: 7 }, (_, i) => cssValue(`--heat${i}`)) };
    context.translate(0, -top);
    context.font = FONT;
    context.textAlign = "left";
    if (pen.font !== context.font) setFont(FONT);
    if (!totalOf(store.state.zoom)) {
      context.fillStyle = cssValue("--dim");
      context.fillText(totalOf(0) ? "None of the samples left are in the frame that is zoomed to: reset the zoom." : "No samples are left.", 6, 22);
      return;
    }
    const searching = Boolean(store.derived.matches);
    layout.rows.forEach((row, depth) => {
      const y = rowTop(depth);
      if (y + FLAME_ROW < top || y > top + height) return;
      for (const i of row) paintFrame(context, i, searching);
    });
    if (hover >= 0) outline(context, hover, theme.text, 1);
    if (focus >= 0) outline(context, focus, theme.accent, document.activeElement === canvas ? 2.5 : 1.5);
  }
  const draw = onNextFrame(paint);

  function savePicture() {
    const picture = document.createElement("canvas");
    [hover, focus] = [-1, -1];
    paintInto(picture, 0, Math.min(pictureHeight(), MAX_PICTURE / (window.devicePixelRatio || 1)));
    picture.toBlob((blob) => saveFile(`${data.meta.title}.png`, blob));
  }

  // ---- What is pointed at

  const pointedNode = () => (hover >= 0 ? hover : focus >= 0 ? focus : store.state.zoom);

  function describe() {
    const node = pointedNode(), { all } = store.derived.weighed, { amount, phrase } = words();
    const weighed = store.derived.weighedFlame(), parent = tree().parent[node];
    name.textContent = node === 0 ? "All stacks" : nameOf(node);
    const list = [phrase(weighed.total[node]), `${percentOf(weighed.total[node], all)} % of all`];
    if (parent > 0) list.push(`${percentOf(weighed.total[node], weighed.total[parent])} % of ${store.state.reverse ? "what it calls" : "its caller"}`);
    if (node) list.push(`self ${amount(store.state.reverse ? 0 : weighed.self[node])}`);
    if (node && store.state.reverse) list.pop();
    const change = node ? changeOf(node) : NaN;
    if (!Number.isNaN(change)) list.push(`${change >= 0 ? "+" : "−"}${Math.abs(change).toFixed(2)} points against the base`);
    const lines = node && store.state.by === "method" ? linesText(store.derived.lines(tree().group[node]), 3) : "";
    if (lines) list.push(lines);
    const type = node ? TYPES[store.derived.flameTypes()[node]] : "";
    if (type) list.push(type);
    facts.textContent = list.join("  ·  ");
    selectButton.disabled = copyButton.disabled = node === 0;
    return `${name.textContent}, ${list.join(", ")}, level ${tree().depth[node]}`;
  }

  function nodeAt(event) {
    const box = canvas.getBoundingClientRect(), at = event.clientX - box.left;
    const line = Math.floor((event.clientY - box.top + scroll.scrollTop) / FLAME_ROW);
    const depth = store.state.flame ? layout.rows.length - 1 - line : line, row = layout.rows[depth];
    if (!row) return -1;
    let from = 0, to = row.length; // the last that begins left of it
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      if (x(row[middle]) <= at) from = middle;
      else to = middle;
    }
    return at >= x(row[from]) - 1 && at <= x(row[from]) + Math.max(widthOf(row[from]), 1) + 1 ? layout.nodes[row[from]] : -1;
  }

  function select() {
    const node = pointedNode();
    if (node > 0) store.change({ selected: groupOf(node).key });
  }
  function copyName() {
    const node = pointedNode();
    if (node > 0) copyText(nameOf(node));
    else if (store.state.selected) copyText(store.state.selected);
  }

  function focusNode(node) {
    if (!layout.nodes.includes(node)) {
      const above = Math.max(tree().parent[node], 0);
      store.change({ zoom: above });
      place();
      if (!layout.nodes.includes(node)) {
        store.change({ zoom: node });
        place();
      }
    }
    focus = node;
    hover = -1;
    const y = rowTop(tree().depth[node]);
    if (y < scroll.scrollTop || y + FLAME_ROW > scroll.scrollTop + scroll.clientHeight)
      scroll.scrollTop = y - scroll.clientHeight / 2;
    announce(describe());
    draw();
  }

  function move(key) {
    if (focus < 0) return focusNode(store.state.zoom);
    const t = tree(), depth = t.depth[focus], row = layout.rows[depth].map((i) => layout.nodes[i]);
    if (key === "Home") return focusNode(store.state.zoom);
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const to = row[row.indexOf(focus) + (key === "ArrowRight" ? 1 : -1)];
      return to !== undefined && focusNode(to);
    }
    if ((key === "ArrowUp") !== store.state.flame) return t.parent[focus] >= 0 && focusNode(t.parent[focus]);
    let widest = -1;
    for (let child = focus + 1; child < t.end[focus]; child = t.end[child])
      if (totalOf(child) && (widest < 0 || totalOf(child) > totalOf(widest))) widest = child;
    return widest >= 0 && focusNode(widest);
  }

  // The next frame that the search found, or else one of the selected.
  function step(direction) {
    const { matches, selected } = store.derived, t = tree(), hits = [];
    for (let node = 1; node < t.n; node++)
      if (totalOf(node) && (matches ? matches[t.group[node]] : t.group[node] === selected)) hits.push(node);
    if (!hits.length) return;
    const next = direction > 0 ? hits.find((node) => node > focus) : hits.findLast((node) => node < focus);
    canvas.focus({ preventScroll: false });
    focusNode(next ?? hits.at(direction > 0 ? 0 : -1));
  }

  canvas.addEventListener("pointermove", (event) => {
    const node = nodeAt(event);
    canvas.style.cursor = node > 0 ? "pointer" : "default";
    if (node === hover) return;
    hover = node;
    describe();
    draw();
  });
  canvas.addEventListener("pointerleave", () => {
    hover = -1;
    describe();
    draw();
  });
  canvas.addEventListener("click", (event) => {
    const node = nodeAt(event);
    if (node < 0) return;
    focus = node;
    if (event.shiftKey) select();
    else store.change({ zoom: node });
    describe();
    draw();
  });
  canvas.addEventListener("contextmenu", (event) => {
    const node = nodeAt(event);
    if (node <= 0) return;
    event.preventDefault();
    openMenu(event.clientX, event.clientY, methodEntries(store, groupOf(node), [["Zoom to it", () => store.change({ zoom: node })]]));
  });
  section.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !store.state.full) return;
    event.preventDefault();
    store.change({ full: false });
  });
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow") || event.key === "Home") move(event.key);
    else if (event.key === "Enter" || event.key === " ") {
      if (focus >= 0) store.change({ zoom: focus });
    } else if (event.key === "Escape" && (focus >= 0 || store.state.zoom)) {
      focus = -1;
      store.change({ zoom: 0 });
      describe();
      draw();
    } else return;
    event.preventDefault();
  });
  canvas.addEventListener("focus", draw);
  canvas.addEventListener("blur", draw);
  scroll.addEventListener("scroll", draw, { passive: true });
  window.addEventListener("resize", () => {
    if (store.derived) place();
    draw();
  });

  // The whole window: nothing else is there to look at or to go to.
  store.watch(({ full: on }, derived, changed) => {
    if (!changed.has("full")) return;
    document.body.classList.toggle("flame-full", on);
    pressed(full, on);
    full.textContent = on ? "Leave" : "Full";
    if (on) canvas.focus({ preventScroll: true });
  });
  whenShown(store, section, (state, derived, changed) => {
    if (state.zoom >= tree().n) state.zoom = 0;
    pressed(byTotal, !state.reverse);
    pressed(bySelf, state.reverse);
    if (document.activeElement !== search) search.value = state.search;
    matched.textContent = derived.searchError || (derived.matchedStacks ? `Matched: ${percentOf(sumMarked(derived.matchedStacks, derived.weighed.stacks), derived.weighed.all)} %` : "");
    pressed(flip, state.flame);
    pressed(fold, state.fold);
    order.value = state.order;
    color.value = state.color;
    reset.hidden = state.zoom === 0;
    if (changed.has("reverse") || changed.has("by") || changed.has("fold")) focus = -1;
    place();
    if (changed.has("flame")) scroll.scrollTop = state.flame ? scroll.scrollHeight : 0;
    drawLegend();
    canvas.setAttribute("aria-label", `Flame graph of ${words().phrase(derived.weighed.all)}` +
      (state.reverse ? ", merged from the leaves" : "") + (state.zoom ? `, zoomed to ${nameOf(state.zoom)}` : ""));
    describe();
    draw();
  });
  onSize(scroll, () => {
    [width, tall] = [scroll.clientWidth, scroll.clientHeight];
    if (!store.derived || !section.isConnected) return;
    place();
    if (store.state.flame) scroll.scrollTop = scroll.scrollHeight;
    draw();
  });
  const seen = (act) => () => {
    if (!section.isConnected || section.closest("[hidden]")) return;
    drawLegend();
    act();
  };
  return { section, focus: () => canvas.focus(), draw: seen(draw), paint: seen(paint), search: () => {
    search.focus();
    search.select();
  }, step, select, copyName,
  focusOn: () => pointedNode() > 0 && focusOn(store, groupOf(pointedNode()).key),
  leaveOut: () => pointedNode() > 0 && leaveOut(store, groupOf(pointedNode()).key),
  out: () => store.state.zoom && store.change({ zoom: Math.max(0, tree().parent[store.state.zoom]) }) };
}
