// Is a difference more than chance? As analyzers/compare/statistics.c and distributions.c have it: pure functions of numbers.

const STAT_SMALL = 10; // expected counts below it: the exact test
const bounded = (x, low, high) => Math.min(Math.max(x, low), high);

// Lanczos' series.
function logGamma(x) {
  const terms = [76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 0.1208650973866179e-2, -0.5395239384953e-5];
  if (x > 30) { // Stirling's, which is more exact there
    const y = 1 / (x * x);
    return (x - 0.5) * Math.log(x) - x + 0.9189385332046727 + (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y / 1680))) / x;
  }
  const t = x + 5.5;
  return (x + 0.5) * Math.log(t) - t + Math.log((2.5066282746310005 * terms.reduce((sum, term, i) => sum + term / (x + 1 + i), 1.000000000190015)) / x);
}

function betaFraction(a, b, x) {
  const TINY = 1e-300, away = (n) => (Math.abs(n) < TINY ? TINY : n);
  let c = 1, d = 1 / away(1 - ((a + b) * x) / (a + 1)), value = d;
  for (let m = 1; m <= 1000; m++) {
    let step = 1;
    for (const term of [(m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)), (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))]) {
      c = away(1 + term / c);
      d = 1 / away(1 + term * d);
      step = c * d;
      value *= step;
    }
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return value;
}

function betaShare(a, b, x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(a, b, x)) / a : 1 - (front * betaFraction(b, a, 1 - x)) / b;
}

// P(T > t) of Student's distribution.
function tUpper(t, df) {
  const both = betaShare(df / 2, 0.5, df / (df + t * t));
  return t >= 0 ? both / 2 : 1 - both / 2;
}

// Fisher's exact test, two-sided, with half of the probability of what was observed.
function fisherMidP(x1, n1, x2, n2) {
  const [a, m, b, n] = [x1, n1, x2, n2].map(Math.round), hits = a + b;
  const chooseLog = (of, k) => logGamma(of + 1) - logGamma(k + 1) - logGamma(of - k + 1);
  const whole = chooseLog(m + n, hits), likely = (k) => Math.exp(chooseLog(m, k) + chooseLog(n, hits - k) - whole);
  const here = likely(a), close = here * 1e-7;
  if (hits <= 0 || hits >= m + n || !m || !n) return 1;
  let p = 0;
  for (let k = Math.max(0, hits - n); k <= Math.min(m, hits); k++) {
    const there = likely(k);
    if (Math.abs(there - here) <= close) p += there / 2;
    else if (there < here) p += there;
  }
  return bounded(p, 0, 1);
}

// all: { samples, n, nn, count } of a side's clusters; hits: { x, xx, xn } of a row there.
function clusterVariance(all, hits) {
  if (all.count < 2 || all.n <= 0) return 0;
  const share = hits.x / all.n, squares = Math.max(0, hits.xx - 2 * share * hits.xn + share * share * all.nn);
  return ((squares / (all.n * all.n)) * all.count) / (all.count - 1);
}

function designEffect(all, hits) {
  let clustered = 0, independent = 0, most = 1;
  for (let side = 0; side < 2; side++) {
    if (all[side].n <= 0 || all[side].samples <= 0) continue;
    const share = bounded(hits[side].x / all[side].n, 0, 1);
    if (all[side].count >= 2) {
      clustered += clusterVariance(all[side], hits[side]);
      independent += (share * (1 - share)) / all[side].samples;
    }
    most = Math.max(most, (all[side].nn / (all[side].n * all[side].n)) * all[side].samples);
  }
  return independent > 0 ? bounded(clustered / independent, 1, most) : 1;
}

// p of two shares being the same, two-sided: 0 is the base, 1 the new side.
function compareShares(all, hits) {
  if (all.some(({ n, samples: taken }) => n <= 0 || taken <= 0)) return 1;
  const effect = designEffect(all, hits), share = hits.map(({ x }, side) => bounded(x / all[side].n, 0, 1));
  const n = all.map(({ samples: taken }) => taken / effect), x = share.map((part, side) => part * n[side]);
  const pooled = (x[0] + x[1]) / (n[0] + n[1]);
  if (Math.min(pooled, 1 - pooled) * Math.min(n[0], n[1]) < STAT_SMALL) return fisherMidP(x[0], n[0], x[1], n[1]);
  const variance = pooled * (1 - pooled) * (1 / n[0] + 1 / n[1]), difference = share[1] - share[0];
  const df = Math.max(1, Math.max(all[0].count - 1, 0) + Math.max(all[1].count - 1, 0));
  return variance <= 0 ? Number(difference === 0) : bounded(2 * tUpper(Math.abs(difference) / Math.sqrt(variance), df), 0, 1);
}

// Mann and Whitney's test by the normal distribution, ties allowed for.
function rankTest(a, b) {
  const n = a.length + b.length;
  if (!a.length || !b.length) return 1;
  const sorted = [...Array.from(a, (value) => [value, 1]), ...Array.from(b, (value) => [value, 0])].sort((x, y) => x[0] - y[0]);
  let ties = 0, sum = 0;
  for (let from = 0, to; from < n; from = to) {
    for (to = from + 1; to < n && sorted[to][0] === sorted[from][0]; ) to++;
    ties += (to - from) ** 3 - (to - from);
    for (let i = from; i < to; i++) sum += sorted[i][1] ? (from + to + 1) / 2 : 0;
  }
  const variance = ((a.length * b.length) / 12) * (n + 1 - ties / (n * (n - 1))), off = Math.abs(sum - (a.length * (n + 1)) / 2) - 0.5;
  return off <= 0 || variance <= 0 ? 1 : Math.min(1, 2 * tUpper(off / Math.sqrt(variance), 1e6));
}

// Benjamini and Hochberg's: adjusted[i] below alpha is significant though many rows were looked at.
function adjustForMany(p) {
  const order = p.map((_, i) => i).sort((a, b) => p[a] - p[b]), adjusted = new Array(p.length);
  for (let i = p.length - 1, most = 1; i >= 0; i--) adjusted[order[i]] = most = Math.min(most, (p[order[i]] * p.length) / (i + 1));
  return adjusted;
}
