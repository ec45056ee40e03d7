#include "analyzers/whatif/gains.h"

#include "analyzers/compare/statistics.h"
#include "analyzers/whatif/neighbours.h"
#include "base/missing.h"
#include "base/order.h"
#include "base/search.h"

#include <string.h>

const struct whatif_reason whatif_reasons[WHATIF_REFUSALS] = {
    [WHATIF_ANSWERED] = {0},
    [WHATIF_NO_WINDOWS] = {"no_experiments", "no experiment is recorded", "run jfrtool whatif PID"},
    [WHATIF_NO_PROGRESS] = {"no_progress", "the point of progress was never reached",
                            "name a method with --progress that is called all the time"},
    [WHATIF_CROWD] = {"processors",
                      "more threads want a processor than there are: a paused thread would have "
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
                      "use a load that waits for each answer; otherwise only latency can "
                      "grow less"},
    [WHATIF_COSTLY] = {"costly",
                       "the delays cost this program more than they should: it waits in a way that "
                       "cannot be credited, or too often",
                       "jfrtool locks and jfrtool overview say what threads wait for"},
    [WHATIF_UNSURE] = {"unsure", "the control varies too much to tell whether it is near 0",
                       "let it run longer: --time 2m"},
    [WHATIF_COARSE] =
        {"coarse", "threads hand over to each other more often than the smallest delay allows for",
         "try a smaller speed-up, --speed 10, or a place with fewer handovers"},
    [WHATIF_UNPAIRED] = {"unpaired",
                         "the second point is often reached without the first: by threads that did "
                         "not enter it before, or more often than it is counted",
                         "name two methods with --latency that one thread enters one after the "
                         "other, or two counters: of work that arrived, and of work that is done"},
};

/* ==== One estimate ==============================================================================
 */

#define TRIMMED 0.1 /* at either end */
#define RESAMPLES 1000

static int by_size(const void *a, const void *b) {
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return ORDER(x, y);
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

/* The distance, in standard errors, that no more than 5 % of samples of windows have to their mean
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
    /* Of few windows some samples are all but one and the same. */
    return found < usual ? usual : found > 2 * usual ? 2 * usual : found;
}

struct spread {   /* standard deviations that have nothing to do with chance between windows */
    double bias;  /* of this run */
    double apart; /* of what is foretold and what is real, in every run */
};

/* How much more these are than the base's (none: than 0). Sorts the base. */
static struct whatif_estimate estimate(const double *logs, size_t len, double *base,
                                       size_t base_len, struct spread spread) {
    struct whatif_estimate e = {.gain = MISSING_REAL,
                                .low = MISSING_REAL,
                                .high = MISSING_REAL,
                                .chance_low = MISSING_REAL,
                                .chance_high = MISSING_REAL,
                                .p = 1};
    if (len < 3) return e;
    double *copy = mem_zero(len, sizeof *copy);
    memcpy(copy, logs, len * sizeof *copy);
    struct mean m = trimmed_mean(copy, len), b = {.mean = 0};
    free(copy);
    if (base_len) b = trimmed_mean(base, base_len);
    double more = m.mean - b.mean, error = hypot(m.error, b.error);
    const double wide = stat_normal_quantile(0.5 + WHATIF_CONFIDENCE / 2),
                 chance = hypot(reach(logs, len, &m) * error, wide * spread.bias),
                 far = hypot(chance, wide * spread.apart);
    error = hypot(hypot(error, spread.bias), spread.apart);
    e.gain = percent(more);
    e.chance_low = percent(more - chance);
    e.chance_high = percent(more + chance);
    e.low = percent(more - far);
    e.high = percent(more + far);
    e.p = error > 0 ? 2 * stat_t_upper(fabs(more) / error, m.df) : more == 0;
    return e;
}

struct whatif_estimate whatif_estimate_make(const double *logs, size_t len) {
    return estimate(logs, len, NULL, 0, (struct spread){0});
}

/* ==== Windows ===================================================================================
 */

typedef ARRAY(double) numbers;
typedef ARRAY(struct neighbour) neighbours;

static double share_of(int64_t part, int64_t rest) {
    return part > 0 && part + rest > 0 ? (double)part / (double)(part + rest) : 0;
}

/* What threads waited for processors, beyond what it takes to be woken. */
static double late_share(int64_t ran, int64_t waited, int64_t switches) {
    int64_t woken = switches * WHATIF_WAKING;
    return share_of(waited - woken, ran + woken);
}

static bool is_clean(const struct whatif_window *w) {
    return !w->collected && late_share(w->ran, w->waited, w->switches) <= WHATIF_WAITED &&
           (double)w->missed <= WHATIF_MISSED * (double)w->elapsed && w->elapsed > w->delay &&
           w->progress > 0;
}

/* Of latency: spans by the time spent in them. */
static double log_rate(const struct whatif_window *w) {
    if (w->spent > 0) return log((double)w->progress / (double)w->spent);
    return log((double)w->progress / (double)(w->elapsed - w->delay));
}

enum { BASE, CONTROL, FIRST_GAIN }; /* groups of neighbours */

static bool same_point(const struct whatif_gain *gain, const struct whatif_window *w) {
    return gain->method == w->method && gain->speed == w->speed && gain->kind == w->kind;
}

/* False: it is of none, such as control at another speed. */
static bool group_of(const struct whatif_answer *answer, const struct whatif_window *w,
                     uint32_t control_speed, uint32_t *group) {
    if (w->kind == WHATIF_BASE) return *group = BASE, true;
    if (w->kind == WHATIF_CONTROL) return *group = CONTROL, w->speed == control_speed;
    for (uint32_t i = 0; i < answer->gains.len && FIRST_GAIN + i < NEIGHBOURS_GROUPS; i++)
        if (same_point(&answer->gains.items[i], w)) return *group = FIRST_GAIN + i, true;
    return false;
}

static double median(numbers *of) {
    if (!of->len) return MISSING_REAL;
    array_sort(of, by_size);
    return of->items[of->len / 2];
}

/* Clean windows, compared with their neighbours. */
static neighbours compare(const struct whatif_answer *answer, const struct whatif_window *windows,
                          size_t len, uint32_t control_speed) {
    neighbours all = {0};
    OWNED(array_release) numbers lengths = {0};
    for (size_t i = 0; i < len; i++) {
        const struct whatif_window *w = &windows[i];
        struct neighbour n = {.time = w->start + w->elapsed / 2};
        bool tells = !answer->latency || w->spent > 0; /* nobody was seen on the way */
        if (!is_clean(w) || !tells || !group_of(answer, w, control_speed, &n.group)) continue;
        n.log = log_rate(w);
        array_push(&all, n);
        array_push(&lengths, (double)w->elapsed);
    }
    if (all.len) neighbours_compare(all.items, all.len, (int64_t)median(&lengths));
    return all;
}

static numbers logs_of(const neighbours *all, uint32_t group) {
    numbers logs = {0};
    for (size_t i = 0; i < all->len; i++)
        if (all->items[i].group == group && is_known(all->items[i].beside))
            array_push(&logs, all->items[i].beside);
    return logs;
}

static struct whatif_estimate estimate_of(const neighbours *all, uint32_t group,
                                          struct spread spread) {
    OWNED(array_release) numbers logs = logs_of(all, group), base = logs_of(all, BASE);
    bool enough = logs.len >= WHATIF_WINDOWS && base.len >= WHATIF_WINDOWS;
    struct whatif_estimate e =
        estimate(logs.items, enough ? logs.len : 0, base.items, base.len, spread);
    e.windows = (uint32_t)logs.len;
    return e;
}

/* ==== What can be answered ======================================================================
 */

static double typical_progress(const struct whatif_window *windows, size_t len) {
    OWNED(array_release) numbers of = {0};
    for (size_t i = 0; i < len; i++)
        if (windows[i].kind == WHATIF_BASE) array_push(&of, (double)windows[i].progress);
    return median(&of);
}

static bool any_known(const struct whatif_answer *answer) {
    return some_of(i, answer->gains.len, is_known(answer->gains.items[i].estimate.gain));
}

/* Fewer windows than are needed: which reason there is. */
static enum whatif_refusal why_few(const struct whatif_answer *answer) {
    uint32_t dropped = answer->windows - answer->clean;
    if (dropped * 2 < answer->windows) return WHATIF_TOO_SHORT;
    if (answer->collected > answer->delayed) return WHATIF_COLLECTIONS;
    return answer->delayed ? WHATIF_BUSY : WHATIF_TOO_SHORT;
}

/* Away from 0 beyond chance is too little to refuse for good: that is so of one in twenty programs.
 */
static enum whatif_refusal judge_control(const struct whatif_estimate *control) {
    if (control->low > WHATIF_CONTROL_MOST) return WHATIF_PACED;
    if (control->high < -WHATIF_CONTROL_MOST) return WHATIF_COSTLY;
    bool near = fabs(control->gain) <= WHATIF_CONTROL_MOST;
    return near && control->high - control->low <= 4 * WHATIF_CONTROL_MOST ? WHATIF_ANSWERED
                                                                           : WHATIF_UNSURE;
}

static double lone_share(const struct whatif_window *windows, size_t len) {
    int64_t ended = 0, lone = 0;
    for (size_t i = 0; i < len; i++) {
        ended += windows[i].progress;
        lone += windows[i].lone;
    }
    return share_of(lone, ended);
}

static enum whatif_refusal judge(const struct whatif_answer *answer,
                                 const struct whatif_window *windows, size_t len) {
    if (!len) return WHATIF_NO_WINDOWS;
    double progress = typical_progress(windows, len);
    if (is_missing(progress)) return WHATIF_TOO_SHORT;
    if (lone_share(windows, len) > WHATIF_LONE) return WHATIF_UNPAIRED;
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
    int64_t delay = 0, hits = 0, spent = 0;
    for (size_t i = 0; i < len; i++) {
        const struct whatif_window *w = &windows[i];
        answer->latency |= w->spent > 0 || w->lone > 0;
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
        spent += w->spent;
    }
    answer->span = spent > 0 ? (double)spent / (double)progress : MISSING_REAL;
    answer->waited = share_of(waited, ran);
    answer->late = late_share(ran, waited, switches);
    answer->stretch = switches > 0 ? (double)ran / (double)switches : HUGE_VAL;
    answer->rate = elapsed > 0 ? (double)progress * 1e9 / (double)elapsed : MISSING_REAL;
    answer->runnable = whole > 0 ? (double)(ran + waited) / (double)whole : 0;
    answer->grain = hits > 0 ? (double)delay / (double)hits : 0;
    answer->coarse = answer->grain > answer->stretch / 3;
}

ORDERED(by_point, struct whatif_gain, RISING(method), RISING(kind), RISING(speed))

static void list_points(struct whatif_answer *answer, const struct whatif_window *windows,
                        size_t len) {
    for (size_t i = 0; i < len; i++) {
        const struct whatif_window *w = &windows[i];
        if (w->kind == WHATIF_BASE || w->kind == WHATIF_CONTROL) continue;
        size_t at = search_on(k, 0, answer->gains.len, !same_point(&answer->gains.items[k], w));
        if (at == answer->gains.len)
            array_push(
                &answer->gains,
                ((struct whatif_gain){.method = w->method, .speed = w->speed, .kind = w->kind}));
    }
    array_sort(&answer->gains, by_point);
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

/* See WHATIF_MORE_AT_HAND_OVERS: a standard error of its own, on one side. */
static void allow_for_more(struct whatif_estimate *e) {
    if (is_missing(e->gain) || e->gain <= 0) return;
    double more = log1p(e->gain / 100), far = log1p(e->high / 100) - more;
    e->high = percent(more + hypot(far, WHATIF_MORE_AT_HAND_OVERS * more));
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
    OWNED(mem_release) double *p = mem_zero(len, sizeof *p);
    for (size_t i = 0; i < len; i++) p[i] = answer->gains.items[i].estimate.p;
    stat_holm(p, len, p);
    for (size_t i = 0; i < len; i++) {
        struct whatif_gain *gain = &answer->gains.items[i];
        /* How much of a span is a method's is not known. */
        gain->verdict =
            verdict_of(gain, p[i], share && !answer->latency ? share[gain->method] : MISSING_REAL);
    }
}

/* How many more in the same time -> how much longer each takes. */
static double inverse(double gain) {
    return 100 * (1 / (1 + gain / 100) - 1);
}

static void invert(struct whatif_estimate *e) {
    const struct whatif_estimate of = *e;
    if (is_missing(e->gain)) return;
    e->gain = inverse(of.gain);
    e->low = inverse(of.high);
    e->high = inverse(of.low);
    e->chance_low = inverse(of.chance_high);
    e->chance_high = inverse(of.chance_low);
}

void whatif_answer_make(struct whatif_answer *answer, const struct whatif_window *windows,
                        size_t len, const double *share) {
    *answer = (struct whatif_answer){.rate = MISSING_REAL, .span = MISSING_REAL};
    measure(answer, windows, len);
    list_points(answer, windows, len);
    struct whatif_window control = control_of(windows, len);
    OWNED(array_release) neighbours all = compare(answer, windows, len, control.speed);
    answer->control = estimate_of(&all, CONTROL, (struct spread){0});
    const double biased = bias(&answer->control, delay_share(windows, len, &control)),
                 meeting =
                     answer->grain * WHATIF_MEETINGS > answer->stretch ? WHATIF_APART / 100 : 0;
    for (uint32_t i = 0; i < answer->gains.len; i++) {
        struct whatif_gain *gain = &answer->gains.items[i];
        struct whatif_window like = {
            .kind = gain->kind, .method = gain->method, .speed = gain->speed};
        gain->delay = delay_share(windows, len, &like);
        const bool foretold = gain->kind == WHATIF_VIRTUAL;
        const struct spread spread = {.bias = biased * gain->delay,
                                      .apart = foretold ? meeting : 0};
        gain->estimate = estimate_of(&all, FIRST_GAIN + i, spread);
        if (foretold && answer->grain * WHATIF_HAND_OVERS > answer->stretch)
            allow_for_more(&gain->estimate);
    }
    give_verdicts(answer, share);
    answer->refusal = judge(answer, windows, len);
    if (!answer->latency) return;
    invert(&answer->control);
    for (size_t i = 0; i < answer->gains.len; i++) invert(&answer->gains.items[i].estimate);
}

void whatif_answer_free(struct whatif_answer *answer) {
    array_free(&answer->gains);
}

static bool within(const struct whatif_estimate *e, double percent) {
    return is_known(e->gain) && e->chance_high - e->chance_low <= 2 * percent;
}

bool whatif_answer_is_precise(const struct whatif_answer *answer, double percent) {
    for (size_t i = 0; i < answer->gains.len; i++)
        if (!within(&answer->gains.items[i].estimate, percent)) return false;
    return answer->gains.len > 0 && within(&answer->control, percent);
}
