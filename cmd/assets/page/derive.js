// From the state to what the parts of the page show. What does not depend on a change is not computed
// again: a new window costs a pass over what it adds and leaves out, and one over the nodes.

// ready: what the worker made of it: { by, grouping, first, tree }; or null.
function makeDerive(data, ready = null) {
  const everything = { window: null, threads: null, states: null, values: null, stacks: null, bare: true, stretches: null };
  const whole = cached((kind, measure) => weigh(data, setOf(data, { kind }), everything, measure));
  const made = (name, ...keys) => new Map(ready ? [[keys.join(" "), ready[name]]] : []);
  const grouping = cached((by) => makeGrouping(data, by), made("grouping", ready?.by));
  const tree = cached((by, reverse, fold) => makeTree(data, grouping(by), reverse, fold), made("tree", ready?.by, false, false));
  const first = cached((by) => firstOfGroup(tree(by, false, false), grouping(by).groups.length), made("first", ready?.by));
  const types = cached((kind, by, reverse, fold) => nodeTypes(data, grouping(by), tree(by, reverse, fold), whole(kind, "count").stacks));
  const numbers = cached((by) => new Map(grouping(by).groups.map((group, g) => [group.key, g])));

  const chosen = (numbersChosen, n) =>
    numbersChosen && Uint8Array.from({ length: n }, (_, i) => (numbersChosen.has(i) ? 1 : 0));
  const threads = remembering((numbersChosen) => chosen(numbersChosen, data.threads.length));
  const states = remembering((numbersChosen) => chosen(numbersChosen, data.states.length));
  const values = remembering((numbersChosen) => chosen(numbersChosen, data.values.names.length));
  // Focus and what is left out are methods, however rows are grouped.
  const stacks = remembering((focus, without) => {
    const known = (keys) => keys.map((key) => numbers("method").get(key)).filter((group) => group !== undefined);
    return focus || without ? chooseStacks(data, grouping("method"), known([focus])[0] ?? -1, known(without.split("\n"))) : null;
  });
  const about = remembering((text) => (text ? eventsAbout(data, text) : null));
  let last = null; // what was weighed before: what only its window differs from
  const weights = remembering((kind, window, inThreads, inStates, inValues, inStacks, bare, stretches, measure) => {
    const filter = { window, threads: inThreads, states: inStates, values: inValues, stacks: inStacks, bare, stretches };
    const same = last && last.kind === kind && last.measure === measure && Object.keys(filter).every((key) => key === "window" || last.filter[key] === filter[key]);
    const weighed = weigh(data, setOf(data, { kind }), filter, measure, same ? last.weighed : null);
    last = { kind, measure, filter, weighed };
    return weighed;
  });
  // last is of the filter that weighed is of.
  const baseStacks = remembering((base, weighed) => {
    const other = weigh(data, setOf(data, last), { ...last.filter, window: base }, last.measure).stacks;
    return base ? other : other.map((weight, stack) => weight - weighed.stacks[stack]);
  });
  const lines = remembering((by, weighed) => linesOf(data, grouping(by), weighed.stacks));
  const matches = remembering((by, pattern, matchCase) => {
    try {
      return { groups: matchGroups(grouping(by), pattern, matchCase), error: "" };
    } catch {
      return { groups: null, error: "not a regular expression" };
    }
  });
  const matchedStacks = remembering((by, found) => found && markStacks(data, grouping(by), found));
  const selectedStacks = remembering((by, group) =>
    group < 0 ? null : markStacks(data, grouping(by), Uint8Array.from(grouping(by).groups, (_, g) => (g === group ? 1 : 0))));
  const weighedTree = remembering((by, fold, weighed) => weighTree(tree(by, false, fold), weighed.stacks));
  const groups = remembering((by, fold, weighed) => {
    const whole = tree(by, false, false); // folded, paths of several methods are one
    return weighGroups(grouping(by), whole, first(by), fold ? weighTree(whole, weighed.stacks) : weighedTree(by, false, weighed));
  });
  const weighedReverse = remembering((by, fold, weighed) => weighTree(tree(by, true, fold), weighed.stacks));
  const weighedBase = remembering((by, reverse, fold, base) => weighTree(tree(by, reverse, fold), base));

  return (state) => {
    const { kind, by, measure, fold } = state, found = matches(by, state.search, state.matchCase), events = about(state.about);
    const filter = { window: state.window, threads: threads(state.threads), states: states(state.states), values: values(state.values),
      stacks: stacks(state.focus, state.without), bare: !state.focus, stretches: state.during ? events?.stretches ?? null : null };
    const weighed = weights(kind, filter.window, filter.threads, filter.states, filter.values, filter.stacks, filter.bare, filter.stretches, measure);
    const selected = numbers(by).get(state.selected) ?? -1;
    return {
      filter, weighed, selected, events, grouping: grouping(by), matches: found.groups, searchError: found.error, whole: whole(kind, measure),
      // What only some parts look at, computed when they do.
      get groups() { return groups(by, fold, weighed); },
      get matchedStacks() { return matchedStacks(by, found.groups); },
      get selectedStacks() { return selectedStacks(by, selected); },
      tree: () => tree(by, false, fold),
      weighedTree: () => weighedTree(by, fold, weighed),
      flame: () => tree(by, state.reverse, fold),
      weighedFlame: () => (state.reverse ? weighedReverse : weighedTree)(by, fold, weighed),
      flameTypes: () => types(kind, by, state.reverse, fold),
      // What the window is compared with, as the flame graph; null: there is no window.
      baseFlame: () => (state.window ? weighedBase(by, state.reverse, fold, baseStacks(state.base, weighed)) : null),
      lines: (group) => lines(by, weighed)(group),
    };
  };
}
