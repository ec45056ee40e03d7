// Threads, those of one pool rolled up, the states that samples were taken in, and the values of the
// field that they are split by. Choosing some shows only their samples; none chosen is all.

const THREADS_SHOWN = 40, VALUES_SHOWN = 12;

// As threads_add_pattern: "pool-3-thread-17" is of "pool-*-thread-*".
// As threads_add_pattern does: numbers that begin a word or end the name.
const NUMBER = /(?<![A-Za-z0-9\u0080-\u{10ffff}])\d+|\d+$/gu;
const poolName = (thread) => (thread.name ? thread.name.replace(NUMBER, "*") : threadName(thread));

// Pools of two or more, and threads alone: { name, members: [numbers] }.
function makePools(threads) {
  const byName = new Map();
  threads.forEach((thread, number) => {
    const key = `${thread.virtual} ${poolName(thread)}`; // virtual ones are never with others
    if (!byName.has(key)) byName.set(key, []);
    byName.get(key).push(number);
  });
  return [...byName.values()].map((members) => ({
    name: members.length > 1 ? poolName(threads[members[0]]) : threadName(threads[members[0]]), members,
  }));
}

function makeThreads(data, store) {
  const pools = makePools(data.threads), open = new Set();
  const list = h("ul", { class: "threads" }), states = h("div", { class: "states", role: "group", "aria-label": "Thread states" });
  const values = h("div", { class: "states", id: "values", role: "group", "aria-label": data.meta.split ? fieldsOf(data) : "", hidden: !data.meta.split });
  const more = buttonOf("", "", () => {
    shown += 200;
    draw(store.state, store.derived);
  });
  const filter = h("input", { type: "search", placeholder: "Filter names", "aria-label": "Filter thread names", oninput: () => {
    shown = THREADS_SHOWN;
    draw(store.state, store.derived);
  } });
  const all = buttonOf("All", "All threads", () => store.change({ threads: null }));
  const section = h("section", { id: "threads", class: "card", "aria-labelledby": "threads-title" },
    h("div", { class: "bar" }, h("h2", { id: "threads-title" }, "Threads"), h("span", { class: "grow" }), filter, all),
    values, states, list, more);
  let shown = THREADS_SHOWN, valuesShown = VALUES_SHOWN;

  function toggle(numbers) {
    const chosen = new Set(store.state.threads ?? []), on = numbers.every((i) => chosen.has(i));
    for (const i of numbers) on ? chosen.delete(i) : chosen.add(i);
    store.change({ threads: chosen.size && chosen.size < data.threads.length ? chosen : null });
  }

  function row(name, numbers, weight, most, whole, pool, others = []) {
    const chosen = numbers.filter((i) => store.state.threads?.has(i)).length;
    const { amount } = wordsOf(data, store.state);
    const box = h("input", { type: "checkbox", checked: chosen === numbers.length,
      indeterminate: chosen > 0 && chosen < numbers.length, onchange: () => toggle(numbers),
      "aria-label": name, "data-key": `${pool ? "pool" : "thread"} ${numbers[0]}` });
    const bar = h("span", { class: "share" });
    setBar(bar, weight, most);
    const opener = pool ? buttonOf(open.has(name) ? "▾" : "▸", `The ${numbers.length} threads of the pool`, () => {
      open.has(name) ? open.delete(name) : open.add(name);
      draw(store.state, store.derived);
    }, { class: "opener", "aria-expanded": String(open.has(name)), "aria-label": `${numbers.length} threads of ${name}`,
      "data-key": `open ${numbers[0]}` }) : h("span", { class: "opener" });
    return h("li", {}, bar, opener, h("label", { title: name }, box, h("span", { class: "name", dir: "ltr" }, tellApart(name, others, 30)),
      pool ? h("span", { class: "dim" }, ` ${numbers.length}`) : null),
    h("span", { class: "number" }, amount(weight)), h("span", { class: "number percent" }, percentOf(weight, whole)));
  }

  function rows(derived) {
    const weights = derived.weighed.threads, text = filter.value.toLowerCase(), result = [];
    const sum = (numbers) => numbers.reduce((total, i) => total + weights[i], 0);
    const whole = derived.weighed.anyThread;
    const there = (i) => derived.whole.threads[i] > 0 || store.state.threads?.has(i); // others are of other kinds
    const wanted = pools.map((pool) => ({ ...pool, members: pool.members.filter(there) })).filter(({ members }) => members.length)
      .map((pool) => ({ ...pool, weight: sum(pool.members) })).filter((pool) => !text || pool.name.toLowerCase().includes(text) ||
        pool.members.some((i) => data.threads[i].name.toLowerCase().includes(text)))
      .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1));
    const most = wanted.length ? wanted[0].weight : 0;
    for (const pool of wanted) {
      result.push(() => row(pool.name, pool.members, pool.weight, most, whole, pool.members.length > 1, wanted.map((one) => one.name)));
      if (pool.members.length === 1 || !open.has(pool.name)) continue;
      for (const i of [...pool.members].sort((a, b) => weights[b] - weights[a] || a - b))
        result.push(() => {
          const item = row(threadName(data.threads[i]), [i], weights[i], most, whole, false, pool.members.map((other) => threadName(data.threads[other])));
          item.classList.add("member");
          return item;
        });
    }
    return result;
  }

  function draw(state, derived) {
    const focused = document.activeElement?.dataset?.key, makers = rows(derived);
    list.replaceChildren(...makers.slice(0, shown).map((make) => make()));
    if (!makers.length) list.append(h("li", { class: "empty" }, data.threads.length ? "No thread is called so." : "The samples do not say which thread they are of."));
    if (focused) list.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    more.hidden = makers.length <= shown;
    more.textContent = `${count(makers.length - shown)} more`;
    all.disabled = !state.threads;
    const { amount } = wordsOf(data, state);
    states.hidden = !derived.whole.states.some((n) => n > 0);
    states.replaceChildren(h("span", { class: "dim" }, "States"), ...data.states.map((name, i) => {
      const on = Boolean(state.states?.has(i));
      if (!on && !derived.whole.states[i]) return ""; // of other kinds
      return toggleButton("states", i, stateWord(name), name, on, amount(derived.weighed.states[i]));
    }));
    if (data.meta.split) drawValues(state, derived, amount);
    for (const group of [states, values]) if (focused) group.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  // Those with most samples, and what is chosen.
  function drawValues(state, derived, amount) {
    const weights = derived.weighed.values, there = (i) => derived.whole.values[i] > 0 || state.values?.has(i);
    const sorted = data.values.names.map((_, i) => i).filter(there).sort((a, b) => derived.whole.values[b] - derived.whole.values[a] || a - b);
    const few = sorted.filter((i, place) => place < valuesShown || state.values?.has(i));
    values.replaceChildren(h("span", { class: "dim" }, fieldsOf(data)),
      ...few.map((i) => toggleButton("values", i, data.values.names[i], data.values.names[i], Boolean(state.values?.has(i)), amount(weights[i]))),
      few.length < sorted.length ? buttonOf(`${count(sorted.length - few.length)} more`, "", () => {
        valuesShown += 200;
        draw(store.state, store.derived);
      }) : "");
  }

  // field: "states" or "values"
  function toggleButton(field, i, name, title, on, weight) {
    return h("button", { type: "button", "aria-pressed": String(on), title, "data-key": `${field} ${i}`, onclick: () => {
      const chosen = new Set(store.state[field] ?? []), all = field === "states" ? data.states : data.values.names;
      on ? chosen.delete(i) : chosen.add(i);
      store.change({ [field]: chosen.size && chosen.size < all.length ? chosen : null });
    } }, `${name} `, h("span", { class: "dim" }, weight));
  }

  whenShown(store, section, draw);
  return { section, focus: () => (list.querySelector("input") ?? filter).focus() };
}
