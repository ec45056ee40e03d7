#include "analyzers/whatif/gains.h"

#include "analyzers/compare/statistics.h"
#include "base/missing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct whatif_reason whatif_reasons[WHATIF_REFUSALS] = {
    [WHATIF_ANSWERED] = {0},
    [WHATIF_NO_WINDOWS] = {"no_experiments", "no experiment is recorded", "run jfrtool whatif PID"},
    [WHATIF_NO_PROGRESS] = {"no_progress", "the point of progress was never reached",
                            "name a method with --progress that is entered all the time"},
    [WHATIF_CROWD] = {"processors",
                      "more threads want a processor than there are: whoever is paused would have "
                      "waited anyway",
                      "CPU shares are the answer here: jfrtool hot-methods; or give it more "
                      "processors, or less load"},
    [WHATIF_BUSY] = {"busy", "other programs take the processors in most windows",
                     "run it where the machine has processors to spare, or longer"},
    [WHATIF_COLLECTIONS] = {"collections", "a collection fell into most windows",
                            "look at jfrtool gc first, or give the program a larger heap"},
    [WHATIF_TOO_SHORT] = {"too_short", "there are too few windows", "let it run longer: --time 2m"},
    [WHATIF_LITTLE_PROGRESS] = {"little_progress",
                                "progress is made too seldom to be measured in a window",
                                "name a point with --progress that is reached more often"},
    [WHATIF_PACED] = {"paced",
                      "progress does not follow the program's speed: something outside paces it, "
                      "such as a timer, a rate limit or a load of so many requests a second",
                      "ask under a load that always waits for the answer; else only latency can "
                      "grow less"},
    [WHATIF_COSTLY] = {"costly",
                       "the delays cost this program more than they should: it waits in a way that "
                       "cannot be credited, or too often",
                       "jfrtool locks and jfrtool overview say what threads wait for"},
    [WHATIF_UNSURE] = {"unsure", "the control varies too much to tell whether it is near 0",
                       "let it run longer: --time 2m"},
    [WHATIF_COARSE] = {"coarse", "threads hand over more often than delays can be as small",
                       "ask with a smaller speed-up, --speed 10, or where less is handed over"},
};

/* ==== One estimate ==============================================================================
 */

#define TRIMMED 0.1 /* at either end */
#define RESAMPLES 1000

static int by_size(const void *a, const void *b) {
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

struct mean {
    double mean, error; /* standard error, by the winsorized variance (Yuen 1974) */
    double df;
};

/* Sorts the numbers. */
static struct mean trimmed_mean(double *numbers, size_t len) {
    size_t cut = (size_t)(TRIMMED * (double)len), kept = len - 2 * cut;
    struct mean m = {.df = (double)kept - 1};
    qsort(numbers, len, sizeof *numbers, by_size);
    double winsorized = 0, squares = 0;
    for (size_t i = 0; i < len; i++) {
        size_t at = i < cut ? cut : i >= len - cut ? len - cut - 1 : i;
        winsorized += numbers[at] / (double)len;
        if (i >= cut && i < len - cut) m.mean += numbers[i] / (double)kept;
    }
    for (size_t i = 0; i < len; i++) {
        size_t at = i < cut ? cut : i >= len - cut ? len - cut - 1 : i;
        squares += (numbers[at] - winsorized) * (numbers[at] - winsorized);
    }
    m.error = sqrt(squares / (double)(kept * (kept - 1)));
    return m;
}

static double percent(double log) {
    return 100 * expm1(log);
}

/* The distance, in standard errors, that no more than 5 % of samples of blocks have to their mean
 * (bootstrap-t, symmetric); at least Student's. */
static double reach(const double *logs, size_t len, const struct mean *all) {
    double usual = stat_t_quantile(0.5 + WHATIF_CONFIDENCE / 2, all->df);
    double *drawn = mem_zero(len, sizeof *drawn), far[RESAMPLES];
    uint64_t state = len; /* the same in every run */
    for (size_t r = 0; r < RESAMPLES; r++) {
        for (size_t i = 0; i < len; i++) {
            state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            drawn[i] = logs[(state >> 33) % len];
        }
        struct mean m = trimmed_mean(drawn, len);
        double distance = fabs(m.mean - all->mean);
        far[r] = distance == 0 ? 0 : m.error > 0 ? distance / m.error : HUGE_VAL;
    }
    free(drawn);
    qsort(far, RESAMPLES, sizeof *far, by_size);
    double found = far[(size_t)(WHATIF_CONFIDENCE * RESAMPLES)];
    /* Of few blocks some samples are all but one and the same. */
    return found < usual ? usual : found > 2 * usual ? 2 * usual : found;
}

/* Widens by a standard deviation that has nothing to do with chance between blocks. */
static struct whatif_estimate estimate(const double *logs, size_t len, double besides) {
    struct whatif_estimate e = {.blocks = (uint32_t)len,
                                .gain = MISSING_REAL,
                                .low = MISSING_REAL,
                                .high = MISSING_REAL,
                                .p = 1};
    if (len < 3) return e;
    double *copy = mem_zero(len, sizeof *copy);
    memcpy(copy, logs, len * sizeof *copy);
    struct mean m = trimmed_mean(copy, len);
    free(copy);
    double far = hypot(reach(logs, len, &m) * m.error, stat_normal_quantile(0.975) * besides);
    double error = hypot(m.error, besides);
    e.gain = percent(m.mean);
    e.low = percent(m.mean - far);
    e.high = percent(m.mean + far);
    e.p = error > 0 ? 2 * stat_t_upper(fabs(m.mean) / error, m.df) : m.mean == 0;
    return e;
}

struct whatif_estimate whatif_estimate_make(const double *logs, size_t len) {
    return estimate(logs, len, 0);
}

/* ==== Blocks ====================================================================================
 */

struct block { /* mean log rates of its base windows */
    uint64_t block;
    double sum;
    uint32_t count;
};

typedef ARRAY(struct block) blocks;
typedef ARRAY(double) numbers;

static double waited_share(int64_t ran, int64_t waited) {
    return ran + waited > 0 ? (double)waited / (double)(ran + waited) : 0;
}

static bool is_clean(const struct whatif_window *w) {
    return !w->collected && waited_share(w->ran, w->waited) <= WHATIF_WAITED &&
           (double)w->missed <= WHATIF_MISSED * (double)w->elapsed && w->elapsed > w->delay &&
           w->progress > 0;
}

static double log_rate(const struct whatif_window *w) {
    return log((double)w->progress / (double)(w->elapsed - w->delay));
}

static const struct block *block_of(const blocks *bases, uint64_t block) {
    size_t low = 0, high = bases->len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (bases->items[middle].block < block) low = middle + 1;
        else high = middle;
    }
    return low < bases->len && bases->items[low].block == block ? &bases->items[low] : NULL;
}

static int by_block(const void *a, const void *b) {
    const struct block *x = a, *y = b;
    return (x->block > y->block) - (x->block < y->block);
}

static void add_base(blocks *bases, const struct whatif_window *w) {
    array_push(bases, (struct block){w->block, log_rate(w), 1});
}

/* One a block, sorted. */
static void join_bases(blocks *bases) {
    size_t kept = 0;
    if (bases->len) qsort(bases->items, bases->len, sizeof *bases->items, by_block);
    for (size_t i = 0; i < bases->len; i++) {
        struct block *last = kept ? &bases->items[kept - 1] : NULL;
        if (last && last->block == bases->items[i].block) {
            last->sum += bases->items[i].sum;
            last->count++;
        } else {
            bases->items[kept++] = bases->items[i];
        }
    }
    bases->len = kept;
}

/* Clean windows of that kind, method and speed: their number; logs of ratios, one a block. */
static uint32_t gather(numbers *out, const struct whatif_window *windows, size_t len,
                       const blocks *bases, const struct whatif_window *like) {
    OWNED(array_release) blocks sums = {0};
    for (size_t i = 0; i < len; i++) {
        const struct whatif_window *w = &windows[i];
        if (w->kind == like->kind && w->speed == like->speed && w->method == like->method &&
            is_clean(w) && block_of(bases, w->block))
            add_base(&sums, w);
    }
    uint32_t count = (uint32_t)sums.len;
    join_bases(&sums);
    for (size_t i = 0; i < sums.len; i++) {
        const struct block *s = &sums.items[i], *base = block_of(bases, s->block);
        array_push(out, s->sum / s->count - base->sum / base->count);
    }
    return count;
}

static struct whatif_estimate estimate_of(const struct whatif_window *windows, size_t len,
                                          const blocks *bases, const struct whatif_window *like,
                                          double besides) {
    OWNED(array_release) numbers logs = {0};
    uint32_t count = gather(&logs, windows, len, bases, like);
    struct whatif_estimate e =
        estimate(logs.items, count >= WHATIF_WINDOWS ? logs.len : 0, besides);
    e.windows = count;
    return e;
}

/* ==== What can be answered ======================================================================
 */

static double median(numbers *of) {
    if (!of->len) return MISSING_REAL;
    qsort(of->items, of->len, sizeof *of->items, by_size);
    return of->items[of->len / 2];
}

static double typical_progress(const struct whatif_window *windows, size_t len) {
    OWNED(array_release) numbers of = {0};
    for (size_t i = 0; i < len; i++)
        if (windows[i].kind == WHATIF_BASE) array_push(&of, (double)windows[i].progress);
    return median(&of);
}

static bool any_known(const struct whatif_answer *answer) {
    for (size_t i = 0; i < answer->gains.len; i++)
        if (is_known(answer->gains.items[i].estimate.gain)) return true;
    return false;
}

/* Fewer windows than are needed: which reason there is. */
static enum whatif_refusal why_few(const struct whatif_answer *answer) {
    uint32_t dropped = answer->windows - answer->clean;
    if (dropped * 2 < answer->windows) return WHATIF_TOO_SHORT;
    if (answer->collected > answer->delayed) return WHATIF_COLLECTIONS;
    return answer->delayed ? WHATIF_BUSY : WHATIF_TOO_SHORT;
}

static enum whatif_refusal judge_control(const struct whatif_estimate *control) {
    if (control->low > -WHATIF_CONTROL_MOST && control->high < WHATIF_CONTROL_MOST)
        return WHATIF_ANSWERED;
    if (fabs(control->gain) <= WHATIF_CONTROL_MOST)
        return control->high - control->low > 4 * WHATIF_CONTROL_MOST ? WHATIF_UNSURE
                                                                      : WHATIF_ANSWERED;
    return control->low <= 0 && control->high >= 0 ? WHATIF_UNSURE
           : control->gain > 0                     ? WHATIF_PACED
                                                   : WHATIF_COSTLY;
}

static enum whatif_refusal judge(const struct whatif_answer *answer,
                                 const struct whatif_window *windows, size_t len) {
    if (!len) return WHATIF_NO_WINDOWS;
    double progress = typical_progress(windows, len);
    if (is_missing(progress)) return WHATIF_TOO_SHORT;
    if (progress == 0) return WHATIF_NO_PROGRESS;
    if (progress < WHATIF_PROGRESS) return WHATIF_LITTLE_PROGRESS;
    bool crowd = answer->processors > 0 && answer->runnable > answer->processors * 1.02;
    if (answer->waited > WHATIF_CROWDED && crowd) return WHATIF_CROWD;
    if (answer->control.windows < WHATIF_WINDOWS || !any_known(answer)) return why_few(answer);
    enum whatif_refusal refusal = judge_control(&answer->control);
    if (refusal != WHATIF_ANSWERED) return refusal;
    return answer->grain > answer->stretch ? WHATIF_COARSE : WHATIF_ANSWERED;
}

/* ==== The answer ================================================================================
 */

double whatif_alone(double share, double speed) {
    double left = 1 - share * speed / 100;
    return left > 0 ? 100 * (1 / left - 1) : MISSING_REAL;
}

/* Of base windows, clean or not. */
static void measure(struct whatif_answer *answer, const struct whatif_window *windows, size_t len) {
    int64_t ran = 0, waited = 0, switches = 0, progress = 0, elapsed = 0, whole = 0;
    int64_t delay = 0, hits = 0;
    for (size_t i = 0; i < len; i++) {
        const struct whatif_window *w = &windows[i];
        if (w->kind == WHATIF_VIRTUAL) {
            delay += w->delay;
            hits += w->hits;
        }
        if (w->processors > answer->processors) answer->processors = w->processors;
        answer->windows++;
        answer->clean += is_clean(w);
        answer->collected += w->collected;
        answer->delayed += !w->collected && !is_clean(w) && w->progress > 0;
        if (w->kind != WHATIF_BASE) continue;
        ran += w->ran;
        waited += w->waited;
        switches += w->switches;
        whole += w->elapsed;
        if (!is_clean(w)) continue;
        progress += w->progress;
        elapsed += w->elapsed;
    }
    answer->waited = waited_share(ran, waited);
    answer->stretch = switches > 0 ? (double)ran / (double)switches : HUGE_VAL;
    answer->rate = elapsed > 0 ? (double)progress * 1e9 / (double)elapsed : MISSING_REAL;
    answer->runnable = whole > 0 ? (double)(ran + waited) / (double)whole : 0;
    answer->grain = hits > 0 ? (double)delay / (double)hits : 0;
    answer->coarse = answer->grain > answer->stretch / 3;
}

static bool same_point(const struct whatif_gain *gain, const struct whatif_window *w) {
    return gain->method == w->method && gain->speed == w->speed && gain->kind == w->kind;
}

static int by_point(const void *a, const void *b) {
    const struct whatif_gain *x = a, *y = b;
    if (x->method != y->method) return x->method < y->method ? -1 : 1;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    return (x->speed > y->speed) - (x->speed < y->speed);
}

static void list_points(struct whatif_answer *answer, const struct whatif_window *windows,
                        size_t len) {
    for (size_t i = 0; i < len; i++) {
        const struct whatif_window *w = &windows[i];
        size_t at = 0;
        if (w->kind == WHATIF_BASE || w->kind == WHATIF_CONTROL) continue;
        while (at < answer->gains.len && !same_point(&answer->gains.items[at], w)) at++;
        if (at == answer->gains.len)
            array_push(
                &answer->gains,
                ((struct whatif_gain){.method = w->method, .speed = w->speed, .kind = w->kind}));
    }
    if (answer->gains.len)
        qsort(answer->gains.items, answer->gains.len, sizeof *answer->gains.items, by_point);
}

/* Delay as a share of the elapsed time. */
static double delay_share(const struct whatif_window *windows, size_t len,
                          const struct whatif_window *like) {
    int64_t delay = 0, elapsed = 0;
    for (size_t i = 0; i < len; i++) {
        const struct whatif_window *w = &windows[i];
        if (w->kind != like->kind || (w->kind != WHATIF_CONTROL && w->method != like->method) ||
            w->speed != like->speed)
            continue;
        delay += w->delay;
        elapsed += w->elapsed;
    }
    return elapsed > 0 ? (double)delay / (double)elapsed : 0;
}

/* The speed at which the control was: that of most of its windows is that of the first. */
static struct whatif_window control_of(const struct whatif_window *windows, size_t len) {
    for (size_t i = 0; i < len; i++)
        if (windows[i].kind == WHATIF_CONTROL) return windows[i];
    return (struct whatif_window){.kind = WHATIF_CONTROL};
}

/* What the control is away from 0 beyond chance, by its share of delay: a log by share. */
static double bias(const struct whatif_estimate *control, double delay) {
    if (is_missing(control->gain) || delay <= 0) return 0;
    double away = log1p(control->gain / 100),
           chance = (log1p(control->high / 100) - log1p(control->low / 100)) / 2 /
                    stat_normal_quantile(0.975),
           square = away * away - chance * chance;
    return square > 0 ? sqrt(square) / delay : 0;
}

static enum whatif_verdict verdict_of(const struct whatif_gain *gain, double adjusted,
                                      double share) {
    const struct whatif_estimate *e = &gain->estimate;
    if (is_missing(e->gain)) return WHATIF_UNKNOWN;
    if (e->low > -WHATIF_SMALL && e->high < WHATIF_SMALL) return WHATIF_NOTHING;
    if (adjusted > 1 - WHATIF_CONFIDENCE) return WHATIF_UNKNOWN;
    if (e->gain < 0) return WHATIF_HINDERS;
    return is_known(share) && e->low > whatif_alone(share, gain->speed) ? WHATIF_MORE
                                                                        : WHATIF_HELPS;
}

static void give_verdicts(struct whatif_answer *answer, const double *share) {
    size_t len = answer->gains.len;
    if (!len) return;
    double *p = mem_zero(len, sizeof *p);
    for (size_t i = 0; i < len; i++) p[i] = answer->gains.items[i].estimate.p;
    stat_holm(p, len, p);
    for (size_t i = 0; i < len; i++) {
        struct whatif_gain *gain = &answer->gains.items[i];
        gain->verdict = verdict_of(gain, p[i], share ? share[gain->method] : MISSING_REAL);
    }
    free(p);
}

void whatif_answer_make(struct whatif_answer *answer, const struct whatif_window *windows,
                        size_t len, const double *share) {
    OWNED(array_release) blocks bases = {0};
    *answer = (struct whatif_answer){.rate = MISSING_REAL};
    measure(answer, windows, len);
    for (size_t i = 0; i < len; i++)
        if (windows[i].kind == WHATIF_BASE && is_clean(&windows[i])) add_base(&bases, &windows[i]);
    join_bases(&bases);
    struct whatif_window control = control_of(windows, len);
    answer->control = estimate_of(windows, len, &bases, &control, 0);
    double biased = bias(&answer->control, delay_share(windows, len, &control));
    list_points(answer, windows, len);
    for (size_t i = 0; i < answer->gains.len; i++) {
        struct whatif_gain *gain = &answer->gains.items[i];
        struct whatif_window like = {
            .kind = gain->kind, .method = gain->method, .speed = gain->speed};
        gain->delay = delay_share(windows, len, &like);
        gain->estimate = estimate_of(windows, len, &bases, &like, biased * gain->delay);
    }
    give_verdicts(answer, share);
    answer->refusal = judge(answer, windows, len);
}

void whatif_answer_free(struct whatif_answer *answer) {
    array_free(&answer->gains);
}

static bool within(const struct whatif_estimate *e, double percent) {
    return is_known(e->gain) && e->high - e->low <= 2 * percent;
}

bool whatif_answer_is_precise(const struct whatif_answer *answer, double percent) {
    for (size_t i = 0; i < answer->gains.len; i++)
        if (!within(&answer->gains.items[i].estimate, percent)) return false;
    return answer->gains.len > 0 && within(&answer->control, percent);
}
