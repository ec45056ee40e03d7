// The heat map: columns are seconds (or more, for a long recording), cells down a column its fiftieths.
// What happens once, and what happens in a rhythm, is seen here and in no sum.

function makeHeat(data, span) {
  const ROWS = 50, CELL = 4, TOP = 6, LEAST_CELL = 2.5, MOST_CELL = 48; // pixels
  const COLUMNS = [1000, 2000, 5000, 10000, 20000, 30000, 60000, 120000, 300000, 600000, 1800000, 3600000];
  const heat = { height: TOP + ROWS * CELL + AXIS, axis: null, cells: null, most: 0, width: 0 };

  heat.place = (width) => {
    heat.width = width;
    heat.across = Math.max(width - MARGIN - RIGHT, 10);
    const long = (span.end - span.start) * LEAST_CELL;
    heat.column = COLUMNS.find((column) => long / column <= heat.across) ?? Math.ceil(long / heat.across);
    heat.step = heat.column / ROWS;
    heat.start = Math.floor(span.start / heat.column) * heat.column;
    heat.columns = Math.max(1, Math.ceil((span.end - heat.start) / heat.column));
    heat.cell = Math.min(heat.across / heat.columns, MOST_CELL);
    heat.axis = { start: heat.start, step: heat.step, steps: heat.columns * ROWS };
  };

  heat.count = (state, derived) => {
    const bins = timeline(data, setOf(data, state), derived.filter, state.measure, derived.selectedStacks, heat.axis);
    heat.selected = derived.selectedStacks !== null;
    heat.cells = heat.selected ? bins.hit : bins.all;
    heat.most = heat.cells.reduce((a, b) => Math.max(a, b), 0);
    heat.phrase = wordsOf(data, state).phrase;
  };

  heat.timeAt = (x, y) => {
    const column = Math.min(Math.max(Math.floor((x - MARGIN) / heat.cell), 0), heat.columns - 1);
    const row = Math.min(Math.max(Math.floor((y - TOP) / CELL), 0), ROWS - 1);
    return heat.start + column * heat.column + row * heat.step;
  };
  const placeOf = (ms) => {
    const index = Math.floor((ms - heat.start) / heat.step + 1e-9);
    return { column: Math.floor(index / ROWS), row: index % ROWS, index };
  };

  // Seven steps, by square root: one sample is to be seen beside a hundred.
  const shade = (n) => Math.min(6, Math.max(0, Math.ceil(Math.sqrt(n / heat.most) * 7) - 1));

  function labels(context, theme) {
    context.fillStyle = theme.dim;
    context.font = FONT;
    context.textAlign = "right";
    const small = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : offsetText(ms));
    context.fillText("0", MARGIN - 6, TOP + 9);
    context.fillText(small(heat.column / 2), MARGIN - 6, TOP + (ROWS * CELL) / 2 + 4);
    context.fillText(small(heat.column), MARGIN - 6, TOP + ROWS * CELL);
    const end = heat.start + heat.columns * heat.column, place = (ms) => MARGIN + ((ms - heat.start) / heat.column) * heat.cell;
    drawTimeAxis(context, theme, data.meta, { start: heat.start, end }, niceStep((76 / heat.cell) * heat.column), place, heat.width, TOP + ROWS * CELL);
  }

  heat.draw = (context, theme, window) => {
    const colors = Array.from({ length: 7 }, (_, i) => cssValue(`--heat${i}`));
    const gap = heat.cell > 5 ? 1 : 0;
    context.fillStyle = cssValue("--heat-none");
    context.fillRect(MARGIN, TOP, heat.cell * heat.columns, ROWS * CELL);
    for (let i = 0; i < heat.cells.length; i++) {
      if (!heat.cells[i]) continue;
      context.fillStyle = colors[shade(heat.cells[i])];
      context.fillRect(MARGIN + Math.floor(i / ROWS) * heat.cell, TOP + (i % ROWS) * CELL, heat.cell - gap, CELL - 0.5);
    }
    if (window) {
      context.fillStyle = theme.veil;
      for (let column = 0; column < heat.columns; column++) {
        const start = heat.start + column * heat.column, x = MARGIN + column * heat.cell;
        const y = (ms) => Math.min(Math.max((ms - start) / heat.step, 0), ROWS) * CELL;
        context.fillRect(x, TOP, heat.cell, y(window.from));
        context.fillRect(x, TOP + y(window.to), heat.cell, ROWS * CELL - y(window.to));
      }
    }
    labels(context, theme);
  };
  heat.drawCursor = (context, theme, ms) => {
    const { column, row } = placeOf(ms);
    context.strokeStyle = theme.text;
    context.lineWidth = 1.5;
    context.strokeRect(MARGIN + column * heat.cell - 0.5, TOP + row * CELL - 0.5, heat.cell + 1, CELL + 1);
  };

  heat.describe = (ms, amount, phrase) => {
    const { index } = placeOf(ms);
    if (!heat.cells || index < 0 || index >= heat.cells.length) return "";
    const from = heat.start + index * heat.step;
    return `${offsetText(from)} – ${offsetText(from + heat.step)} (${clockText(data.meta, from)}): ${phrase(heat.cells[index])}${heat.selected ? " with the selected" : ""}`;
  };
  heat.move = (ms, key) => {
    const steps = { ArrowLeft: -ROWS, ArrowRight: ROWS, ArrowUp: -1, ArrowDown: 1 }[key];
    if (key === "Home") return span.start;
    if (key === "End") return span.end - 1;
    return steps === undefined ? null : ms + steps * heat.step;
  };
  heat.windowOfKeys = (a, b) => {
    const first = Math.min(placeOf(a).index, placeOf(b).index), last = Math.max(placeOf(a).index, placeOf(b).index);
    return { from: Math.round(heat.start + first * heat.step), to: Math.round(heat.start + (last + 1) * heat.step) };
  };
  heat.windowOf = heat.windowOfKeys;
  // A click is for all of its column.
  heat.windowOfClick = (ms) => {
    const from = heat.start + placeOf(ms).column * heat.column;
    return { from, to: from + heat.column };
  };
  heat.legend = () => (heat.most
    ? [["heat-none", "none"], ["heat0", heat.selected ? "few with the selected" : "few"], ["heat6", `up to ${heat.phrase(heat.most)} in ${duration(heat.step)}`]]
    : [["heat-none", "none"]]);
  return heat;
}
