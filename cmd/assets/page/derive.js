// From the state to what the parts of the page show. What does not depend on a change is not computed
// again: a new window costs a pass over its samples and one over the nodes.

function makeDerive(data) {
  const set = data.sets[0], { nodes } = data;
  const everything = { window: null, threads: null, states: null };
  const whole = cached((measure) => weigh(data, set, everything, measure));
  const grouping = cached((by) => makeGrouping(data, by));
  const first = cached((by) => firstOfGroup({ nodes }, grouping(by)));
  const tree = cached((by, reverse) => makeTree(data, grouping(by), reverse));
  const types = cached((by, reverse) => nodeTypes(data, tree(by, reverse), whole("count").stacks));
  const numbers = cached((by) => new Map(grouping(by).groups.map((group, g) => [group.key, g])));

  const chosen = (numbersChosen, n) =>
    numbersChosen && Uint8Array.from({ length: n }, (_, i) => (numbersChosen.has(i) ? 1 : 0));
  const threads = remembering((numbersChosen) => chosen(numbersChosen, data.threads.length));
  const states = remembering((numbersChosen) => chosen(numbersChosen, data.states.length));
  const weights = remembering((window, inThreads, inStates, measure) =>
    weigh(data, set, { window, threads: inThreads, states: inStates }, measure));
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
  const weighedTree = remembering((by, reverse, weighed) => weighTree(tree(by, reverse), weighed.stacks));
  const weighedFlame = remembering((by, reverse, weighed) => weighTree(tree(by, reverse), weighed.stacks));

  return (state) => {
    const { by, measure } = state, found = matches(by, state.search, state.matchCase);
    const filter = { window: state.window, threads: threads(state.threads), states: states(state.states) };
    const weighed = weights(filter.window, filter.threads, filter.states, measure);
    const selected = numbers(by).get(state.selected) ?? -1;
    return {
      filter, weighed, selected, grouping: grouping(by), groups: groups(weighed, by), matches: found.groups,
      searchError: found.error, matchedStacks: matchedStacks(by, found.groups),
      selectedStacks: selectedStacks(by, selected), whole: whole(measure),
      // What only some parts look at, computed when they do.
      tree: () => tree(by, false),
      weighedTree: () => weighedTree(by, false, weighed),
      flame: () => tree(by, state.reverse),
      weighedFlame: () => (state.reverse ? weighedFlame(by, true, weighed) : weighedTree(by, false, weighed)),
      flameTypes: () => types(by, state.reverse),
    };
  };
}
