// From the state to what the parts of the page show. What does not depend on a change is not computed
// again: a new window costs a pass over its samples and one over the nodes.

function makeDerive(data) {
  const { nodes } = data;
  const everything = { window: null, threads: null, states: null, values: null, stacks: null, bare: true };
  const whole = cached((kind, measure) => weigh(data, setOf(data, { kind }), everything, measure));
  const grouping = cached((by) => makeGrouping(data, by));
  const first = cached((by) => firstOfGroup({ nodes }, grouping(by)));
  const tree = cached((by, reverse, fold) => makeTree(data, grouping(by), reverse, fold));
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
  const weights = remembering((kind, window, inThreads, inStates, inValues, inStacks, bare, measure) =>
    weigh(data, setOf(data, { kind }), { window, threads: inThreads, states: inStates, values: inValues, stacks: inStacks, bare }, measure));
  const lines = remembering((by, weighed) => linesOf(data, grouping(by), weighed.stacks));
  const groups = remembering((weighed, by) => weighGroups(data, grouping(by), first(by), weighed.stacks));
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
  const weighedReverse = remembering((by, fold, weighed) => weighTree(tree(by, true, fold), weighed.stacks));

  return (state) => {
    const { kind, by, measure, fold } = state, found = matches(by, state.search, state.matchCase);
    const filter = { window: state.window, threads: threads(state.threads), states: states(state.states), values: values(state.values),
      stacks: stacks(state.focus, state.without), bare: !state.focus };
    const weighed = weights(kind, filter.window, filter.threads, filter.states, filter.values, filter.stacks, filter.bare, measure);
    const selected = numbers(by).get(state.selected) ?? -1;
    return {
      filter, weighed, selected, grouping: grouping(by), groups: groups(weighed, by), matches: found.groups,
      searchError: found.error, matchedStacks: matchedStacks(by, found.groups),
      selectedStacks: selectedStacks(by, selected), whole: whole(kind, measure),
      // What only some parts look at, computed when they do.
      tree: () => tree(by, false, fold),
      weighedTree: () => weighedTree(by, fold, weighed),
      flame: () => tree(by, state.reverse, fold),
      weighedFlame: () => (state.reverse ? weighedReverse : weighedTree)(by, fold, weighed),
      flameTypes: () => types(kind, by, state.reverse, fold),
      lines: (group) => lines(by, weighed)(group),
    };
  };
}
