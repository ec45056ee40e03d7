// Callers (who calls the selected) and callees (what it calls), as trees. A chain without a
// fork is one run of lines without further indentation, opened and closed as one. A sample counts once,
// from where the selected is first on its stack. Percentages are of all samples, as in the table.

const BRANCHES_SHOWN = 12; // of a fork, before "more"

function makeRelatives(data, store, options) {
  const tree = h("ul", { class: "relatives", role: "tree", "aria-label": options.title });
  const note = h("p", { class: "dim" });
  const section = h("section", { class: "card", id: options.id, "aria-labelledby": `${options.id}-title` },
    h("div", { class: "bar" }, h("h2", { id: `${options.id}-title` }, options.title), h("span", { class: "grow" }), options.tool ?? null),
    note, h("div", { class: "scroll", tabindex: -1 }, tree));
  const toggled = new Map(); // path -> open or not, where the reader said so
  const unfolded = new Set(); // forks of which all branches are shown
  let root = null, shownFor = null, room = Infinity;

  const isOpen = (path, relative, level) => toggled.get(path) ?? (level < 4 && relative.weight >= root.weight * 0.2);

  // Lines of what is below, of all that is open: a branch, its chain, and where that forks the next.
  function lines(children, path, level, result) {
    const all = unfolded.has(path);
    for (const relative of all ? children : children.slice(0, BRANCHES_SHOWN)) {
      let here = `${path}/${relative.group}`, below = options.below(relative);
      const open = below.length > 0 && isOpen(here, relative, level);
      result.push({ relative, path: here, level, forks: below.length > 0, open });
      if (!open) continue;
      while (below.length === 1) {
        here = `${here}/${below[0].group}`;
        result.push({ relative: below[0], path: here, level, tail: true, forks: false });
        below = options.below(below[0]);
      }
      lines(below, here, level + 1, result);
    }
    if (!all && children.length > BRANCHES_SHOWN) result.push({ more: children.length - BRANCHES_SHOWN, path, level });
    return result;
  }

  function item(line, place) {
    const { amount } = wordsOf(data, store.state), tabindex = place === 0 ? 0 : -1;
    if (line.more)
      return h("li", { role: "treeitem", tabindex, class: "more", "aria-level": line.level + 1, "data-path": line.path,
        style: `--level:${line.level}`, onclick: () => unfold(line.path) }, `${count(line.more)} more`);
    const { relative } = line, group = store.derived.grouping.groups[relative.group], bar = h("span", { class: "share" });
    setBar(bar, relative.weight, root.weight);
    const part = percentOf(relative.weight, store.derived.weighed.all);
    const sentence = `${group.name}${group.parameters}, ${amount(relative.weight)}, ${part} %`;
    return h("li", { role: "treeitem", tabindex, "aria-level": line.level + (line.tail ? 2 : 1), "data-path": line.path, "aria-label": sentence,
      "aria-expanded": line.forks ? String(line.open) : null, style: `--level:${line.level + (line.tail ? 0.6 : 0)}` },
    bar, h("span", { class: "number" }, amount(relative.weight)), h("span", { class: "number percent" }, part),
    h("span", { class: "sign", "aria-hidden": "true" }, line.forks ? (line.open ? "▾" : "▸") : line.tail ? options.arrow : ""), nameElement(group, false, room - 14 * Math.min(line.level, 14)));
  }

  let current = [];
  function draw(state, derived) {
    const focused = tree.contains(document.activeElement) ? document.activeElement.dataset.path : null;
    const about = `${state.by} ${derived.selected} ${state.onTop}`;
    if (about !== shownFor) {
      toggled.clear();
      unfolded.clear();
      shownFor = about;
    }
    const weighed = derived.weighedTree();
    root = relativesRoot(derived.tree(), weighed, derived.selected, options.onTop(state));
    current = derived.selected < 0 && !options.fromRoot ? [] : lines(options.below(root), "", 0, []);
    note.textContent = options.note(state, derived, root, current.length);
    tree.hidden = !current.length;
    tree.replaceChildren(...current.map(item));
    if (focused) tree.querySelector(`[data-path="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
  const redraw = () => draw(store.state, store.derived);
  const unfold = (path) => {
    unfolded.add(path);
    redraw();
  };
  const lineOf = (element) => current.find((line) => line.path === element?.dataset.path && Boolean(line.more) === element.classList.contains("more"));
  const setOpen = (line, open) => {
    toggled.set(line.path, open);
    redraw();
  };
  const select = (line) => store.change({ selected: store.derived.grouping.groups[line.relative.group].key });

  tree.addEventListener("click", (event) => {
    const element = event.target.closest("li"), line = lineOf(element);
    if (!line || line.more) return;
    if (event.target.closest(".name")) select(line);
    else if (line.forks) setOpen(line, !line.open);
  });
  tree.addEventListener("keydown", (event) => {
    const element = event.target.closest("li"), line = lineOf(element);
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...tree.children], place = items.indexOf(element);
    const go = (to) => {
      const next = items[Math.min(Math.max(to, 0), items.length - 1)];
      element.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    };
    const parentPlace = () => current.slice(0, place).findLastIndex((other) => other.level < line.level);
    const actions = {
      ArrowUp: () => go(place - 1), ArrowDown: () => go(place + 1), Home: () => go(0), End: () => go(items.length - 1),
      ArrowRight: () => (line.forks && !line.open ? setOpen(line, true) : go(place + 1)),
      ArrowLeft: () => (line.forks && line.open ? setOpen(line, false) : parentPlace() >= 0 && go(parentPlace())),
      Enter: () => (line.more ? unfold(line.path) : select(line)), " ": () => line.forks && setOpen(line, !line.open),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });
  // Below the rest, and the dearest: while something is dragged it waits.
  let waiting = 0;
  whenShown(store, section, (state, derived) => {
    clearTimeout(waiting);
    if (store.held) waiting = setTimeout(redraw, 120);
    else draw(state, derived);
  });
  onWidth(section, () => {
    room = section.clientWidth - 174;
    if (store.derived) redraw();
  });
  return { section, focus: () => tree.querySelector("li")?.focus() };
}

function makeCallers(data, store) {
  const onTop = toggleButton("On top only", "Only samples with the selected on top of the stack",
    () => store.change({ onTop: !store.state.onTop }));
  store.watch((state) => pressed(onTop, state.onTop));
  return makeRelatives(data, store, {
    id: "callers", title: "Callers", tool: onTop, arrow: "↑", onTop: (state) => state.onTop,
    below: (relative) => callersOf(store.derived.tree(), relative),
    note: (state, now, root, lines) => {
      if (now.selected < 0) return "Select a row of the table to see who calls it.";
      const { phrase } = wordsOf(data, state);
      const what = `${phrase(root.weight)} (${percentOf(root.weight, now.weighed.all)} %) ${state.onTop ? "with it on top" : "with it on the stack"}`;
      return lines ? `${what}. Its callers, nearest first:` : `${what}. It has no callers in these samples.`;
    },
  });
}

function makeCallees(data, store) {
  return makeRelatives(data, store, {
    id: "callees", title: "Callees", arrow: "↓", fromRoot: true, onTop: () => false,
    below: (relative) => calleesOf(store.derived.tree(), store.derived.weighedTree(), relative),
    note: (state, now, root, lines) => {
      const { phrase } = wordsOf(data, state);
      if (now.selected < 0) return lines ? "Nothing is selected: from the roots of all stacks down." : "No samples are left.";
      const own = `${phrase(root.self)} of ${phrase(root.weight)} are its own`;
      return lines ? `${own}. What it calls:` : `${own}. It calls nothing in these samples.`;
    },
  });
}
