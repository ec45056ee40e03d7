/* What is made of windows: synthetic ones, whose truth is known. */
#include "analyzers/whatif/gains.h"
#include "base/missing.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

#include <math.h>
#include <string.h>

#define MS INT64_C(1000000)

static double uniform(void) {
    return (double)(random_u64() >> 11) / (double)(UINT64_C(1) << 53);
}

static double noise(void) { /* normal, 0 and 1 */
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += uniform();
    return sum;
}

/* What windows vary by in programs: as errors do; now and then by much; slow ones, of which there
 * are no fast ones; slower at most; some are known better than others. */
enum varies { NORMAL, TAILS, SLOW, SKEWED, UNLIKE, KINDS };

static double vary(enum varies how) {
    double squares = 0;
    switch (how) {
    case TAILS: /* Student's, of three degrees */
        for (int i = 0; i < 3; i++) squares += pow(noise(), 2) / 3;
        return noise() / sqrt(squares);
    case SLOW: return noise() - (uniform() < 0.1 ? 5 * uniform() : 0);
    case SKEWED: return log(uniform() + 1e-9);
    case UNLIKE: return noise() * (uniform() < 0.2 ? 3 : 0.7);
    default: return noise();
    }
}

typedef ARRAY(struct whatif_window) windows;

struct truth {
    uint32_t blocks;
    double gains[4]; /* percent; of methods 0, 1...; -100 ends them */
    double control;
    double spread; /* of a window's rate, as a share */
    double drift;  /* of a block's */
    double wander; /* of a window's to that of the next */
    enum varies how;
    double bursts; /* slower by so much for some windows in a row */
    double dirty;  /* share of windows that are dropped */
};

static struct whatif_window window_of(uint64_t block, int place, enum whatif_kind kind,
                                      uint32_t method, double rate) {
    bool delayed = kind == WHATIF_VIRTUAL || kind == WHATIF_CONTROL;
    return (struct whatif_window){
        .start = (int64_t)block * 3600 * 1000 * MS + place * 90 * MS,
        .kind = kind,
        .method = method,
        .speed = kind == WHATIF_BASE ? 0 : 25,
        .elapsed = 80 * MS,
        .delay = delayed ? 10 * MS : 0,
        .progress = (int64_t)(rate * (delayed ? 70 : 80)),
        .ran = 160 * MS,
        .switches = 10,
        .hits = delayed ? 200 : 0, /* of 50 us */
        .processors = 2,
    };
}

/* Windows of a block come in an order of chance; blocks are far apart, unless rates wander. */
static windows make(const struct truth *t) {
    windows all = {0};
    double wandered = 0;
    bool burst = false;
    for (uint32_t b = 0; b < t->blocks; b++) {
        double rate = 1e4 * exp(t->drift * noise());
        struct {
            enum whatif_kind kind;
            uint32_t method;
            double gain;
        } list[8];
        uint32_t n = 0;
        for (int k = 0; k < 2; k++) {
            list[n].kind = WHATIF_BASE, list[n].method = 0, list[n++].gain = 0;
            list[n].kind = WHATIF_CONTROL, list[n].method = 0, list[n++].gain = t->control;
        }
        for (uint32_t m = 0; m < 4 && t->gains[m] > -100; m++)
            list[n].kind = WHATIF_VIRTUAL, list[n].method = m, list[n++].gain = t->gains[m];
        for (uint32_t left = n; left > 0; left--) {
            uint32_t i = (uint32_t)(random_u64() % left);
            uint64_t block = t->wander > 0 ? 0 : b;
            int place = (int)(t->wander > 0 ? b * n + n - left : n - left);
            wandered = 0.95 * wandered + t->wander * noise();
            if (t->bursts > 0 && uniform() < 0.1) burst = !burst;
            struct whatif_window w =
                window_of(block, place, list[i].kind, list[i].method,
                          rate * (1 + list[i].gain / 100) *
                              exp(wandered + t->spread * vary(t->how) - burst * t->bursts));
            w.collected = t->dirty > 0 && uniform() < t->dirty;
            array_push(&all, w);
            list[i] = list[left - 1];
        }
    }
    return all;
}

static struct whatif_answer answer_of(windows *all, const double *share) {
    struct whatif_answer answer;
    whatif_answer_make(&answer, all->items, all->len, share);
    array_free(all);
    return answer;
}

static const struct truth plain = {
    .blocks = 40, .gains = {14, 0, 30, -100}, .spread = 0.03, .drift = 0.1};

/* ==== Gains =====================================================================================
 */

START_TEST(a_gain_is_progress_by_elapsed_time_less_delay) {
    struct truth exact = plain;
    exact.spread = 0;
    windows all = make(&exact);
    struct whatif_answer answer = answer_of(&all, NULL);
    ck_assert_int_eq(answer.refusal, WHATIF_ANSWERED);
    ck_assert_uint_eq(answer.gains.len, 3);
    ck_assert_double_eq_tol(answer.gains.items[0].estimate.gain, 14, 0.01);
    ck_assert_double_eq_tol(answer.gains.items[1].estimate.gain, 0, 0.01);
    ck_assert_double_eq_tol(answer.gains.items[2].estimate.gain, 30, 0.01);
    ck_assert_double_eq_tol(answer.control.gain, 0, 0.01);
    ck_assert_uint_eq(answer.gains.items[0].estimate.windows, 40);
    ck_assert_uint_eq(answer.control.windows, 80);
    ck_assert_double_eq_tol(answer.gains.items[0].delay, 0.125, 1e-9);
    whatif_answer_free(&answer);
}
END_TEST

/* Of many windows they hold what they say within 3 %; of few, more: those that are alike by chance
 * are not believed. */
START_TEST(intervals_hold_the_truth_however_windows_vary) {
    static const uint32_t blocks[] = {10, 50};
    static const int runs[] = {60, 25}; /* of each kind */
    for (int many = 0; many < 2; many++) {
        uint32_t held = 0, all = 0, control = 0;
        for (int run = 0; run < runs[many] * (1 + KINDS); run++) {
            struct truth t = plain;
            t.blocks = blocks[many];
            t.how = (enum varies)(run % (1 + KINDS));
            if (t.how == KINDS) t.how = NORMAL, t.drift = 0, t.wander = 0.02, t.bursts = 0.3;
            else if (run % 2) t.drift = 0, t.wander = 0.05, t.dirty = many ? 0.3 : 0;
            random_state = (uint64_t)run * 1000003 + 17;
            windows w = make(&t);
            struct whatif_answer answer = answer_of(&w, NULL);
            for (size_t m = 0; m < 3; m++) {
                const struct whatif_estimate *e = &answer.gains.items[m].estimate;
                held += e->low <= t.gains[m] && t.gains[m] <= e->high;
                all++;
            }
            control += answer.control.low <= 0 && answer.control.high >= 0;
            whatif_answer_free(&answer);
        }
        double share = (double)held / all, of_control = (double)control * 3 / all;
        ck_assert_msg(share >= 0.93 && share <= (many ? 0.985 : 0.999), "%u: %.3f", blocks[many],
                      share);
        ck_assert_msg(of_control >= 0.92, "control, %u: %.3f", blocks[many], of_control);
    }
}
END_TEST

START_TEST(outliers_move_no_gain) {
    random_state = 5;
    windows all = make(&plain);
    uint32_t spoilt = 0;
    for (size_t i = 0; i < all.len && spoilt < 4; i++)
        if (all.items[i].kind == WHATIF_VIRTUAL && all.items[i].method == 0) {
            all.items[i].progress /= 3;
            spoilt++;
        }
    struct whatif_answer answer = answer_of(&all, NULL);
    ck_assert_double_eq_tol(answer.gains.items[0].estimate.gain, 14, 3);
    whatif_answer_free(&answer);
}
END_TEST

START_TEST(blocks_that_are_faster_as_a_whole_move_no_gain) {
    struct truth drifting = plain;
    drifting.drift = 1;
    random_state = 6;
    windows all = make(&drifting);
    struct whatif_answer answer = answer_of(&all, NULL);
    const struct whatif_estimate *e = &answer.gains.items[0].estimate;
    ck_assert_double_eq_tol(e->gain, 14, 2);
    ck_assert_double_lt(e->high - e->low, 5);
    whatif_answer_free(&answer);
}
END_TEST

/* 2 %: shown to be away from 0, within what is allowed */
START_TEST(a_control_that_is_not_quite_0_widens_intervals) {
    struct truth off = plain;
    double width[2];
    for (int k = 0; k < 2; k++) {
        random_state = 7;
        off.control = k * 2;
        windows all = make(&off);
        struct whatif_answer answer = answer_of(&all, NULL);
        ck_assert_int_eq(answer.refusal, WHATIF_ANSWERED);
        width[k] = answer.gains.items[0].estimate.high - answer.gains.items[0].estimate.low;
        whatif_answer_free(&answer);
    }
    ck_assert_double_gt(width[1], width[0] + 3);
}
END_TEST

START_TEST(rates_that_wander_widen_intervals_little) {
    struct truth t = plain;
    double width[2];
    t.drift = 0;
    for (int k = 0; k < 2; k++) {
        random_state = 10;
        t.wander = k * 0.05; /* in all 0.16, five times what a window varies by itself */
        windows all = make(&t);
        struct whatif_answer answer = answer_of(&all, NULL);
        width[k] = answer.gains.items[0].estimate.high - answer.gains.items[0].estimate.low;
        whatif_answer_free(&answer);
    }
    ck_assert_double_lt(width[1], 2.5 * width[0]);
}
END_TEST

START_TEST(a_window_without_neighbours_says_nothing) {
    random_state = 8;
    windows all = make(&plain);
    for (size_t i = 0; i < all.len; i++) /* one is alone in its hour */
        if (all.items[i].start / (3600 * 1000 * MS) == 3 &&
            (all.items[i].kind != WHATIF_VIRTUAL || all.items[i].method != 0))
            all.items[i].collected = true;
    struct whatif_answer answer = answer_of(&all, NULL);
    ck_assert_uint_eq(answer.gains.items[0].estimate.windows, 39);
    ck_assert_uint_eq(answer.gains.items[1].estimate.windows, 39);
    ck_assert_uint_eq(answer.collected, 6);
    whatif_answer_free(&answer);
}
END_TEST

/* ==== Clean windows =============================================================================
 */

START_TEST(a_window_is_clean_up_to_the_limit) {
    static const struct {
        int64_t ran, waited;
        bool collected, clean;
        int64_t delay, progress, missed, switches;
    } cases[] = {
        /* what it takes to be woken is none of it */
        {95 * MS, 5 * MS, false, true, 0, 9, 0, 0},
        {94 * MS, 6 * MS, false, false, 0, 9, 0, 9},
        {94 * MS, 6 * MS, false, true, 0, 9, 0, 10},
        {0, 100 * MS, false, true, 0, 9, 0, 950},
        {950, 50, false, true, 0, 9, 5},
        {950, 50, false, false, 0, 9, 6},
        {950, 50, false, true, 0, 9},
        {949, 51, false, false, 0, 9},
        {950, 50, true, false, 0, 9},
        {0, 0, false, true, 0, 9},
        {950, 50, false, true, 99, 1},
        {950, 50, false, false, 100, 9},
        {950, 50, false, false, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct whatif_window w = {.elapsed = 100,
                                  .ran = cases[i].ran,
                                  .waited = cases[i].waited,
                                  .collected = cases[i].collected,
                                  .delay = cases[i].delay,
                                  .progress = cases[i].progress,
                                  .missed = cases[i].missed,
                                  .switches = cases[i].switches};
        struct whatif_answer answer;
        whatif_answer_make(&answer, &w, 1, NULL);
        ck_assert_msg(answer.clean == cases[i].clean, "case %zu", i);
        ck_assert_uint_eq(answer.collected, cases[i].collected);
        whatif_answer_free(&answer);
    }
}
END_TEST

/* ==== Refusals ==================================================================================
 */

/* Windows of plain, some of which are changed. */
struct change {
    enum whatif_refusal refusal;
    double control, spread;
    uint32_t blocks;
    int64_t progress, waited, switches;
    int dirty, collected; /* of ten */
    int processors;       /* 0: two, -1: not known */
};

static const struct change changes[] = {
    {WHATIF_ANSWERED, 0, 0.03, 40},
    {WHATIF_NO_WINDOWS, 0, 0.03, 0},
    {WHATIF_NO_PROGRESS, 0, 0.03, 40, .progress = -1},
    {WHATIF_LITTLE_PROGRESS, 0, 0.03, 40, .progress = 19},
    {WHATIF_PACED, 0, 0.03, 40, .progress = 20}, /* the same in all, so control is off */
    {WHATIF_CROWD, 0, 0.03, 40, .waited = 18 * MS},
    {WHATIF_BUSY, 0, 0.03, 40, .waited = 17 * MS},
    {WHATIF_BUSY, 0, 0.03, 40, .waited = 18 * MS, .processors = 3},
    {WHATIF_BUSY, 0, 0.03, 40, .waited = 18 * MS, .processors = -1},
    {WHATIF_BUSY, 0, 0.03, 40, .dirty = 8},
    {WHATIF_COLLECTIONS, 0, 0.03, 40, .collected = 8},
    {WHATIF_TOO_SHORT, 0, 0.03, 9},
    {WHATIF_ANSWERED, 0, 0.03, 10},
    {WHATIF_PACED, 12, 0.03, 40},
    {WHATIF_PACED, 3.5, 0.005, 40},
    {WHATIF_ANSWERED, 2.5, 0.005, 40},
    {WHATIF_ANSWERED, -2.5, 0.005, 40},
    {WHATIF_COSTLY, -3.5, 0.005, 40},
    {WHATIF_UNSURE, 0, 0.5, 10},
    {WHATIF_ANSWERED, 0, 0.03, 40, .switches = 3200}, /* stretches as long as the delays */
    {WHATIF_COARSE, 0, 0.03, 40, .switches = 3201},
};

START_TEST(it_refuses_rather_than_guesses) {
    const struct change *c = &changes[_i];
    struct truth t = plain;
    t.control = c->control;
    t.spread = c->spread;
    t.blocks = c->blocks;
    random_state = 3;
    windows all = make(&t);
    for (size_t i = 0; i < all.len; i++) {
        struct whatif_window *w = &all.items[i];
        if (c->progress) w->progress = c->progress < 0 ? 0 : c->progress;
        if (c->waited) w->waited = c->waited;
        if (c->switches) w->switches = c->switches;
        if (c->processors) w->processors = c->processors > 0 ? (uint32_t)c->processors : 0;
        if ((int)(i * 7 % 10) < c->dirty) w->waited = w->kind == WHATIF_BASE ? 10 * MS : w->ran;
        w->collected = (int)(i * 7 % 10) < c->collected;
    }
    struct whatif_answer answer = answer_of(&all, NULL);
    ck_assert_msg(answer.refusal == c->refusal, "case %d: %s, not %s; control %g [%g, %g]", _i,
                  whatif_reasons[answer.refusal].key, whatif_reasons[c->refusal].key,
                  answer.control.gain, answer.control.low, answer.control.high);
    whatif_answer_free(&answer);
}
END_TEST

/* A control that is away from 0 in a program that can be asked is chance: more time decides. */
START_TEST(few_windows_that_vary_are_no_reason_to_say_what_is_wrong_with_a_program) {
    static const struct {
        double control;
        enum whatif_refusal wrong, right;
    } cases[] = {{0, WHATIF_PACED, WHATIF_ANSWERED},
                 {0, WHATIF_COSTLY, WHATIF_ANSWERED},
                 {14, WHATIF_ANSWERED, WHATIF_PACED},
                 {-12, WHATIF_ANSWERED, WHATIF_COSTLY}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t wrong = 0, right = 0;
        for (int run = 0; run < 150; run++) {
            struct truth t = {.blocks = 12,
                              .gains = {14 + cases[i].control, -100},
                              .control = cases[i].control,
                              .spread = 0.05,
                              .wander = 0.03,
                              .how = TAILS};
            random_state = (uint64_t)run + 5000;
            windows all = make(&t);
            struct whatif_answer answer = answer_of(&all, NULL);
            wrong += answer.refusal == cases[i].wrong;
            right += answer.refusal == cases[i].right;
            whatif_answer_free(&answer);
        }
        ck_assert_msg(wrong <= 1, "%zu: %u of 150", i, wrong);
        ck_assert_msg(right >= 60, "%zu: %u of 150", i, right);
    }
}
END_TEST

START_TEST(each_refusal_says_why_and_what_to_do) {
    for (int i = WHATIF_ANSWERED + 1; i < WHATIF_REFUSALS; i++) {
        ck_assert_ptr_nonnull(whatif_reasons[i].key);
        ck_assert_uint_gt(strlen(whatif_reasons[i].sentence), 20);
        ck_assert_uint_gt(strlen(whatif_reasons[i].advice), 15);
    }
    ck_assert_ptr_null(whatif_reasons[WHATIF_ANSWERED].key);
}
END_TEST

/* ==== Verdicts ==================================================================================
 */

START_TEST(verdicts_know_the_share_of_a_method) {
    static const double share[] = {0.5, 0.61, 0.12};
    struct truth t = plain; /* alone, 0.5 of the time a quarter faster is +14.3 %, 0.12 is +3.1 % */
    t.blocks = 60;
    random_state = 4;
    windows all = make(&t);
    struct whatif_answer answer = answer_of(&all, share);
    ck_assert_int_eq(answer.gains.items[0].verdict, WHATIF_HELPS);
    ck_assert_int_eq(answer.gains.items[1].verdict, WHATIF_NOTHING);
    ck_assert_int_eq(answer.gains.items[2].verdict, WHATIF_MORE);
    whatif_answer_free(&answer);
}
END_TEST

START_TEST(a_method_that_hinders_is_said_to) {
    struct truth t = plain;
    t.gains[1] = -8;
    windows all = make(&t);
    struct whatif_answer answer = answer_of(&all, NULL);
    ck_assert_int_eq(answer.gains.items[1].verdict, WHATIF_HINDERS);
    whatif_answer_free(&answer);
}
END_TEST

START_TEST(of_noise_nothing_is_said_however_many_methods_there_are) {
    struct truth t = {.blocks = 12, .gains = {0, 0, 0, 0}, .spread = 0.1};
    uint32_t wrong = 0;
    for (int run = 0; run < 100; run++) {
        random_state = (uint64_t)run + 77;
        windows all = make(&t);
        struct whatif_answer answer = answer_of(&all, NULL);
        bool said = false;
        for (size_t m = 0; m < answer.gains.len; m++)
            said |= answer.gains.items[m].verdict == WHATIF_HELPS ||
                    answer.gains.items[m].verdict == WHATIF_HINDERS;
        wrong += said;
        whatif_answer_free(&answer);
    }
    ck_assert_msg(wrong <= 9, "%u of 100", wrong); /* 5 %, and two standard errors */
}
END_TEST

START_TEST(of_one_thread_alone_the_share_says_the_gain) {
    ck_assert_double_eq_tol(whatif_alone(0.5, 25), 14.2857, 1e-3);
    ck_assert_double_eq_tol(whatif_alone(1, 50), 100, 1e-9);
    ck_assert_double_eq_tol(whatif_alone(0, 50), 0, 1e-9);
    ck_assert(is_missing(whatif_alone(1, 100)));
}
END_TEST

START_TEST(it_is_precise_when_all_intervals_and_the_control_are) {
    random_state = 9;
    struct truth t = plain;
    t.spread = 0.005;
    windows all = make(&t);
    struct whatif_answer answer = answer_of(&all, NULL);
    ck_assert(whatif_answer_is_precise(&answer, 2));
    ck_assert(!whatif_answer_is_precise(&answer, 0.01));
    whatif_answer_free(&answer);
    windows few = {0};
    answer = answer_of(&few, NULL);
    ck_assert(!whatif_answer_is_precise(&answer, 1000));
    whatif_answer_free(&answer);
}
END_TEST

/* ==== The estimate ==============================================================================
 */

START_TEST(of_less_than_three_windows_nothing_is_known) {
    static const double logs[] = {0.1, 0.1, 0.1};
    ck_assert(is_missing(whatif_estimate_make(logs, 2).gain));
    struct whatif_estimate e = whatif_estimate_make(logs, 3);
    ck_assert_double_eq_tol(e.gain, 100 * expm1(0.1), 1e-9);
    ck_assert_double_eq_tol(e.low, e.high, 1e-9);
}
END_TEST

START_TEST(an_estimate_is_the_same_in_every_run) {
    double logs[30];
    for (int i = 0; i < 30; i++) logs[i] = 0.1 + 0.05 * noise();
    struct whatif_estimate a = whatif_estimate_make(logs, 30), b = whatif_estimate_make(logs, 30);
    ck_assert_double_eq(a.low, b.low);
    ck_assert_double_eq(a.high, b.high);
}
END_TEST

/* ---- Latency ----------------------------------------------------------------------------------
 */

/* Twelve blocks in which spans take 200 us, and with method 0 faster (or slower) so much; all but a
 * few ns. lone: ends of no span in each window; -1: none, and in one block nobody is on the way. */
static struct whatif_answer latency_answer(double faster, int64_t lone, int64_t ended) {
    windows all = {0};
    for (uint32_t b = 0; b < 12; b++)
        for (int i = 0; i < 6; i++) {
            static const enum whatif_kind kinds[] = {WHATIF_BASE, WHATIF_CONTROL, WHATIF_VIRTUAL};
            struct whatif_window w = window_of(b, i, kinds[i % 3], 0, 10);
            double each = 200000 * (kinds[i % 3] == WHATIF_VIRTUAL ? faster : 1);
            w.progress = ended;
            w.spent = ended ? (int64_t)(each * (double)ended) + (int64_t)(random_u64() % 20000) : 0;
            w.lone = lone;
            if (lone < 0 && b == 3) w.spent = w.lone = 0; /* nobody was seen on the way */
            array_push(&all, w);
        }
    struct whatif_answer answer;
    const double share[] = {0.01}; /* of the CPU: spans may be all of it */
    whatif_answer_make(&answer, all.items, all.len, share);
    array_free(&all);
    return answer;
}

START_TEST(of_latency_less_is_better) {
    struct whatif_answer answer = latency_answer(0.8, 0, 400);
    const struct whatif_estimate *e = &answer.gains.items[0].estimate;
    ck_assert_int_eq(answer.refusal, WHATIF_ANSWERED);
    ck_assert(answer.latency);
    ck_assert_double_eq_tol(answer.span, 200000, 100);
    ck_assert_double_eq_tol(e->gain, -20, 0.1);
    ck_assert(e->low < e->gain && e->gain < e->high && e->high < 0);
    ck_assert_double_eq_tol(answer.control.gain, 0, 0.1);
    ck_assert(answer.control.low < answer.control.gain);
    ck_assert_int_eq(answer.gains.items[0].verdict, WHATIF_HELPS); /* not more than its share */
    whatif_answer_free(&answer);
}
END_TEST

START_TEST(where_nobody_was_seen_on_the_way_nothing_is_known) {
    struct whatif_answer answer = latency_answer(0.8, -1, 400);
    ck_assert_uint_eq(answer.gains.items[0].estimate.windows, 22);
    ck_assert_double_eq_tol(answer.gains.items[0].estimate.gain, -20, 0.1);
    whatif_answer_free(&answer);
}
END_TEST

START_TEST(spans_that_take_longer_hinder) {
    struct whatif_answer answer = latency_answer(1.25, 0, 400);
    ck_assert_double_eq_tol(answer.gains.items[0].estimate.gain, 25, 0.1);
    ck_assert_int_eq(answer.gains.items[0].verdict, WHATIF_HINDERS);
    whatif_answer_free(&answer);
}
END_TEST

START_TEST(ends_of_no_span_are_one_in_twenty_at_most) {
    static const struct {
        int64_t lone, ended;
        enum whatif_refusal refusal;
    } cases[] = {{20, 380, WHATIF_ANSWERED},
                 {21, 379, WHATIF_UNPAIRED},
                 {400, 0, WHATIF_UNPAIRED},
                 {0, 0, WHATIF_NO_PROGRESS}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct whatif_answer answer = latency_answer(1, cases[i].lone, cases[i].ended);
        ck_assert_msg(answer.refusal == cases[i].refusal, "%zu: %d", i, (int)answer.refusal);
        ck_assert(answer.latency == (i < 3));
        whatif_answer_free(&answer);
    }
}
END_TEST

START_TEST(progress_has_no_span) {
    const struct whatif_window w = window_of(0, 0, WHATIF_BASE, 0, 10);
    struct whatif_answer answer;
    whatif_answer_make(&answer, &w, 1, NULL);
    ck_assert(!answer.latency);
    ck_assert(is_missing(answer.span));
    whatif_answer_free(&answer);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gains");
    TCase *all = tcase_create("windows");
    tcase_add_test(all, a_gain_is_progress_by_elapsed_time_less_delay);
    tcase_add_test(all, intervals_hold_the_truth_however_windows_vary);
    tcase_add_test(all, outliers_move_no_gain);
    tcase_add_test(all, blocks_that_are_faster_as_a_whole_move_no_gain);
    tcase_add_test(all, a_control_that_is_not_quite_0_widens_intervals);
    tcase_add_test(all, rates_that_wander_widen_intervals_little);
    tcase_add_test(all, a_window_without_neighbours_says_nothing);
    tcase_add_test(all, a_window_is_clean_up_to_the_limit);
    tcase_add_loop_test(all, it_refuses_rather_than_guesses, 0,
                        (int)(sizeof changes / sizeof *changes));
    tcase_add_test(
        all, few_windows_that_vary_are_no_reason_to_say_what_is_wrong_with_a_program);
    tcase_add_test(all, each_refusal_says_why_and_what_to_do);
    tcase_add_test(all, verdicts_know_the_share_of_a_method);
    tcase_add_test(all, a_method_that_hinders_is_said_to);
    tcase_add_test(all, of_noise_nothing_is_said_however_many_methods_there_are);
    tcase_add_test(all, of_one_thread_alone_the_share_says_the_gain);
    tcase_add_test(all, it_is_precise_when_all_intervals_and_the_control_are);
    tcase_add_test(all, of_less_than_three_windows_nothing_is_known);
    tcase_add_test(all, an_estimate_is_the_same_in_every_run);
    TCase *latency = tcase_create("latency");
    tcase_add_test(latency, of_latency_less_is_better);
    tcase_add_test(latency, where_nobody_was_seen_on_the_way_nothing_is_known);
    tcase_add_test(latency, spans_that_take_longer_hinder);
    tcase_add_test(latency, ends_of_no_span_are_one_in_twenty_at_most);
    tcase_add_test(latency, progress_has_no_span);
    suite_add_tcase(suite, latency);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
