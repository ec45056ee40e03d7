// Points of time, as people read and type them. Inside the page a time is ms since the start of the
// recording; a clock shows the zone of the recording's JVM (meta.zone_minutes, east of UTC, and meta.zone, its name), or UTC.
// What is understood is what --from and --to take. Nothing here knows of the page.

const DAY = 86400000;

// A point of time from the start, exact to the ms: "12.34 s", "2m05.5s", "1h02m03s".
function offsetText(ms) {
  const sign = ms < 0 ? "-" : "", whole = Math.abs(Math.round(ms));
  const seconds = (of, digits) => (of / 1000).toFixed(3).padStart(digits + 4, "0").replace(/\.?0+$/, "") || "0";
  if (whole < 100000) return `${sign}${(whole / 1000).toFixed(3).replace(/\.?0+$/, "")} s`;
  const minutes = Math.floor(whole / 60000), tail = (whole % 60000 === 0 ? "00" : seconds(whole % 60000, 2).padStart(2, "0"));
  if (minutes < 60) return `${sign}${minutes}m${tail}s`;
  return `${sign}${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, "0")}m${tail}s`;
}

const zoneMinutes = (meta) => meta.zone_minutes ?? 0;
// Of two recordings behind each other each has its own clock.
const sideAt = (meta, ms) => meta.sides?.findLast(({ from }) => ms >= from) ?? { from: 0, start_ms: meta.start_ms };
const wallTime = (meta, ms) => sideAt(meta, ms).start_ms + ms - sideAt(meta, ms).from;
// A window in words; one that is a recording is its name.
function windowText(meta, { from, to }) {
  const side = meta.sides?.find((one) => from >= one.from && to <= one.to);
  if (side && from === side.from && to === side.to) return side.title;
  return `${side ? `${side.title}: ` : ""}${offsetText(from - (side?.from ?? 0))} – ${offsetText(to - (side?.from ?? 0))}`;
}
const shifted = (meta, ms) => new Date(wallTime(meta, ms) + zoneMinutes(meta) * 60000).toISOString();

// "04:20:50", with as many digits behind the second as it has.
const clockText = (meta, ms) => shifted(meta, Math.round(ms)).slice(11, 23).replace(/\.?0+$/, (end) => (end.includes(".") ? "" : end.replace(/0+$/, "")));

// "UTC", "UTC+02:00", "Europe/Berlin".
function zoneText(meta) {
  if (meta.zone) return meta.zone;
  const minutes = zoneMinutes(meta), two = (n) => String(Math.floor(Math.abs(n))).padStart(2, "0");
  return minutes ? `UTC${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}` : "UTC";
}

// "2026-11-22 04:20:50 UTC"
const dateText = (meta, ms) => `${shifted(meta, ms).slice(0, 10)} ${shifted(meta, ms).slice(11, 19)} ${zoneText(meta)}`;

const absolute = (meta, ms) => new Date(wallTime(meta, ms)).toISOString();

// "12.3", "500ms", "2m", "1m30s": ms, or NaN.
function parseLength(text) {
  const MS = { ms: 1, s: 1000, m: 60000, min: 60000, h: 3600000, d: DAY, "": 1000 };
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)/gi)];
  if (!parts.length || text.replace(/\d+(?:\.\d+)?\s*[a-z]*|\s/gi, "")) return NaN;
  return Math.round(parts.reduce((sum, [, number, unit]) => sum + Number(number) * (MS[unit.toLowerCase()] ?? NaN), 0));
}

const clockParts = "(\\d{1,2}):(\\d{2})(?::(\\d{2})(\\.\\d+)?)?";
function parseClock([hours, minutes, seconds, part]) {
  if (hours > 23 || minutes > 59 || seconds > 59) return NaN;
  return Math.round((hours * 3600 + minutes * 60 + Number(seconds ?? 0) + Number(part ?? 0)) * 1000);
}

// What a person types for one end of a window: ms from the start, or NaN. after: a time of the clock is
// of its day, or of the next one if it lies before and the recording has that. last: the end of the window, to which the whole of a day belongs.
function parseTime(text, meta, after, last) {
  const words = text.trim(), zone = zoneMinutes(meta) * 60000;
  const clock = words.match(new RegExp(`^${clockParts}$`));
  if (clock) {
    const wall = meta.start_ms + after + zone, ms = wall - (wall % DAY) + parseClock(clock.slice(1)) - zone - meta.start_ms;
    return ms < after && ms + DAY <= meta.duration_ms ? ms + DAY : ms;
  }
  const iso = words.match(new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})(?:[T ]${clockParts}\\s*(Z|[+-]\\d{2}:?\\d{2})?)?$`, "i"));
  if (iso) {
    const [, year, month, day, hours, minutes, seconds, part, offset] = iso, date = Date.UTC(year, month - 1, day);
    if (new Date(date).getUTCDate() !== Number(day) || new Date(date).getUTCMonth() !== month - 1) return NaN;
    if (hours === undefined) return date - zone - meta.start_ms + (last ? DAY : 0);
    const [, sign, h, m] = offset?.match(/^([+-])(\d{2}):?(\d{2})$/) ?? [];
    const east = !offset ? zone : sign ? Number(`${sign}1`) * (h * 3600000 + m * 60000) : 0;
    return date + parseClock([hours, minutes, seconds, part]) - east - meta.start_ms;
  }
  return words.startsWith("-") ? meta.duration_ms - parseLength(words.slice(1)) : parseLength(words);
}

// A window of what was typed, "" being the start or the end: { window } or { error, field }.
function windowOfText(from, to, meta, span) {
  const HINT = "10s, -5s (before the end), 10:02, 04:20:50.5 or 2026-11-22T04:20:50Z";
  const a = from.trim() ? parseTime(from, meta, Math.floor(span.start), false) : Math.floor(span.start);
  if (Number.isNaN(a)) return { field: "from", error: `"${from.trim()}" is no point of time; write ${HINT}.` };
  const b = to.trim() ? parseTime(to, meta, Math.max(a, Math.floor(span.start)), true) : Math.ceil(span.end);
  if (Number.isNaN(b)) return { field: "to", error: `"${to.trim()}" is no point of time; write ${HINT}.` };
  if (b <= a) return { field: "to", error: `The window ends (${offsetText(b)}) before it begins (${offsetText(a)}).` };
  if (a >= span.end || b <= span.start) {
    const said = (ms) => dateText(meta, ms);
    return { field: a >= span.end ? "from" : "to", error: `The recording goes from ${said(span.start)} to ${said(span.end)}.` };
  }
  return { window: { from: a, to: b } };
}
