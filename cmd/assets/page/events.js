// Events about one thing, a lock, a host or a file: which ones, whose, and who held the lock meanwhile. Pure functions.

// null: there is none. stretches: when one of them went on, [from, to, from, to...].
function eventsAbout(data, text) {
  const { markers, strings } = data, rows = [], stretches = [];
  for (let i = 0; i < markers.n; i++) if (strings[markers.text[i]] === text) rows.push(i);
  if (!rows.length) return null;
  for (const i of rows) { // by time
    const from = markers.time[i], to = from + markers.ms[i];
    if (stretches.length && from <= stretches.at(-1)) stretches[stretches.length - 1] = Math.max(stretches.at(-1), to);
    else stretches.push(from, to);
  }
  const threadsOf = (column) => new Set(rows.map((i) => column[i]).filter((thread) => thread >= 0));
  return { rows, stretches: Float64Array.from(stretches), threads: threadsOf(markers.thread), holders: threadsOf(markers.holder) };
}

const EVENTS_SHOWN = 15;

// The events as a table, the longest first: what each was, when, how long, whose. A row leads to its window of time.
function makeEvents(data, store) {
  const title = h("h3", {}), body = h("tbody", {}), tools = h("span", { class: "together" });
  const table = h("table", { class: "changes events", "aria-label": "Events" }, h("thead", {}, h("tr", {}, ...["what", "at", "for", "thread", "held by"].map((name) => h("th", { scope: "col" }, name)))), body);
  const section = h("section", { class: "card", id: "events", "aria-label": "Events about it", hidden: true },
    h("div", { class: "bar" }, title, h("span", { class: "grow" }), tools), h("div", { class: "scroll" }, table));
  const nameOf = (thread) => (thread >= 0 ? threadName(data.threads[thread]) : "");
  const { markers, meta } = data;
  store.watch((state, { events }, changed) => {
    if (!["about", "tab"].some((field) => changed.has(field))) return;
    section.hidden = !events;
    if (!events) return;
    const sum = events.rows.reduce((all, i) => all + markers.ms[i], 0);
    title.textContent = `${state.about}: ${count(events.rows.length)} event${events.rows.length === 1 ? "" : "s"}, together ${duration(sum)}`;
    const kinds = data.sets.map(({ about }) => about.kind), running = ["cpu", "wall"].find((kind) => kinds.includes(kind));
    const show = (threads) => store.change({ threads, during: true, tab: PROFILE_TAB, kind: running === data.sets[0].about.kind ? "" : running ?? state.kind });
    tools.replaceChildren(
      events.holders.size ? buttonOf("Stacks of its holders", "What the threads that held it did while others waited", () => show(events.holders)) : "",
      events.threads.size ? buttonOf("Stacks of these threads", "What the threads did meanwhile, as far as it was sampled", () => show(events.threads)) : "",
      buttonOf("Close", "No events in particular", () => store.change({ about: "", during: false })));
    body.replaceChildren(...[...events.rows].sort((a, b) => markers.ms[b] - markers.ms[a] || a - b).slice(0, EVENTS_SHOWN).map((i) => h("tr", {},
      h("td", {}, h("button", { type: "button", class: "link", title: "Its time", onclick: () => store.change({ window: { from: Math.floor(markers.time[i]), to: Math.floor(markers.time[i] + markers.ms[i]) + 1 } }) },
        meta.markers[markers.type[i]])), h("td", { class: "number" }, offsetText(markers.time[i])), h("td", { class: "number" }, duration(markers.ms[i])),
      h("td", {}, nameOf(markers.thread[i])), h("td", {}, nameOf(markers.holder[i])))));
  });
  return section;
}
