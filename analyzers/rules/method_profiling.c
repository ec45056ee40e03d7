#include "analyzers/rules/method_profiling.h"

#include "analyzers/time/periods.h"
#include "analyzers/rules/stripped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double method_profiling_score(double share) {
    const double low = 150, turn = 0.03333, high = 7;
    return 100 / (1 + exp(low * (turn - share)) + exp(high * (turn - share)));
}

const char *rule_severity_name(enum rule_severity severity) {
    switch (severity) {
    case RULE_OK: return "OK";
    case RULE_INFO: return "INFO";
    case RULE_WARNING: return "WARNING";
    default: return "NA";
    }
}

/* ==== Windows ================================================================================ */

struct best { /* of a method: its best window */
    double share;
    int64_t start_ns;
};

struct judging {
    const struct profile *profile;
    const struct facts *facts;
    const struct method_profiling_options *options;
    struct stripped stripped;
    struct periods periods;
    struct best *methods; /* method -> its best window; share 0: none */
    uint32_t best;        /* method; PROFILE_NONE: none yet */
    struct best best_window;
    stripped_path path;    /* jmc_compat: of the best */
    double share_of_taken; /* jmc_compat: likewise */
    bool any;              /* some window had a result, be it that nothing counts */
};

static int64_t add_clamped(int64_t a, int64_t b) {
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

/* Where the first window at or behind `start` begins that reaches time_ns; windows begin every
 * slide from first on. */
static int64_t window_reaching(const struct judging *rule, int64_t start, int64_t time_ns) {
    int64_t size = rule->options->window_ns, slide = size / 2 ? size / 2 : 1;
    int64_t end = add_clamped(start, size);
    if (time_ns <= end) return start;
    uint64_t gap = (uint64_t)time_ns - (uint64_t)end;
    uint64_t steps = gap / (uint64_t)slide + (gap % (uint64_t)slide != 0);
    int64_t jump;
    if (__builtin_mul_overflow((int64_t)steps, slide, &jump)) return INT64_MAX;
    return add_clamped(start, jump);
}

/* Calls visit for each window from first to last in which there is a sample or, if asked for, a
 * setting: years may lie between two recordings, and in empty windows nothing can be hot. */
static void each_window(struct judging *rule, int64_t first, int64_t last, bool settings,
                        void (*visit)(struct judging *rule, int64_t start_ns, int64_t end_ns)) {
    int64_t size = rule->options->window_ns, slide = size / 2 ? size / 2 : 1;
    size_t setting = 0;
    int64_t start = first;
    do {
        size_t sample = stripped_find(&rule->stripped, start);
        int64_t next = sample < rule->profile->columns.len
                           ? rule->profile->columns.items[sample].time_ns
                           : INT64_MAX;
        while (setting < rule->periods.items.len &&
               rule->periods.items.items[setting].time_ns < start)
            setting++;
        if (settings && setting < rule->periods.items.len &&
            rule->periods.items.items[setting].time_ns < next)
            next = rule->periods.items.items[setting].time_ns;
        int64_t reaching = window_reaching(rule, start, next);
        if (reaching != start && reaching >= last) break;
        start = reaching;
        visit(rule, start, add_clamped(start, size));
        start = add_clamped(start, slide);
    } while (start < last);
}

/* ==== Each window on its own merits ========================================================== */

static void offer(struct judging *rule, uint32_t method, double share, int64_t start_ns) {
    struct best *own = &rule->methods[method];
    if (share > own->share) *own = (struct best){share, start_ns};
    if (share < rule->best_window.share) return;
    if (share == rule->best_window.share &&
        (rule->best == PROFILE_NONE || start_ns != rule->best_window.start_ns ||
         method >= rule->best))
        return;
    rule->best = method;
    rule->best_window = (struct best){share, start_ns};
}

static void visit(struct judging *rule, int64_t start_ns, int64_t end_ns) {
    stripped_count(&rule->stripped, start_ns, end_ns);
    double possible = periods_possible(&rule->periods, start_ns, rule->options->window_ns);
    if (possible <= 0) return;
    for (size_t i = 0; i < rule->stripped.counted.len; i++) {
        uint32_t method = rule->stripped.counted.items[i];
        offer(rule, method, (double)rule->stripped.counts[method] / possible, start_ns);
        rule->any = true;
    }
}

/* ==== Windows as JMC sees them =============================================================== */

struct part { /* of a window, up to a setting; or all of it */
    stripped_path path;
    double share, share_of_taken;
};

/* False: there is no method, or no period. */
static bool judge_part(struct judging *rule, int64_t from_ns, int64_t to_ns, int64_t period_ns,
                       struct part *part) {
    struct stripped_counts counts = stripped_count(&rule->stripped, from_ns, to_ns);
    *part = (struct part){0};
    if (counts.hottest == PROFILE_NONE || period_ns == 0) return false;
    double relevance =
        (double)counts.samples / period_possible(period_ns, rule->options->window_ns);
    part->share_of_taken = (double)counts.hottest_samples * (1.0 / (double)counts.with_stack);
    part->share = part->share_of_taken * relevance;
    stripped_add_path(&rule->stripped, counts.hottest, from_ns, to_ns, true, &part->path);
    return true;
}

static bool same_path(const struct part *a, const struct part *b) {
    return a->path.len == b->path.len &&
           memcmp(a->path.items, b->path.items, a->path.len * sizeof *a->path.items) == 0;
}

/* Takes the part's path over if it is the best so far. */
static void offer_part(struct judging *rule, struct part *part, int64_t start_ns) {
    rule->any = true;
    if (part->path.len) {
        struct best *own = &rule->methods[rule->stripped.frame_method[part->path.items[0]]];
        if (part->share > own->share) *own = (struct best){part->share, start_ns};
    }
    if (part->share <= rule->best_window.share) return;
    rule->best_window = (struct best){part->share, start_ns};
    rule->best = part->path.len ? rule->stripped.frame_method[part->path.items[0]] : PROFILE_NONE;
    rule->share_of_taken = part->share_of_taken;
    array_free(&rule->path);
    rule->path = part->path;
    part->path = (stripped_path){0};
}

typedef ARRAY(struct part) part_list;

static int compare_parts(const void *a, const void *b) {
    const struct part *x = a, *y = b;
    return (x->share < y->share) - (x->share > y->share);
}

/* Parts with one path are added up; what the largest has is spread over all parts, of which those
 * without a result count too. (JMC goes on to add what exceeds the sum so far, in the order of its
 * hash map; with the largest first that is never the case.) */
static void offer_parts(struct judging *rule, part_list *parts, size_t count, int64_t start_ns) {
    for (size_t i = 0; i < parts->len; i++)
        for (size_t k = parts->len - 1; k > i; k--) {
            if (!same_path(&parts->items[i], &parts->items[k])) continue;
            parts->items[i].share += parts->items[k].share;
            parts->items[i].share_of_taken += parts->items[k].share_of_taken;
            array_free(&parts->items[k].path);
            parts->items[k] = parts->items[--parts->len];
        }
    if (parts->len) qsort(parts->items, parts->len, sizeof *parts->items, compare_parts);
    struct part none = {0}, *largest = parts->len ? &parts->items[0] : &none;
    largest->share *= 1.0 / (double)count;
    largest->share_of_taken *= 1.0 / (double)count;
    offer_part(rule, largest, start_ns);
    for (size_t i = 0; i < parts->len; i++) array_free(&parts->items[i].path);
    array_free(parts);
}

static void visit_as_jmc(struct judging *rule, int64_t start_ns, int64_t end_ns) {
    const struct periods *periods = &rule->periods;
    part_list parts = {0};
    int64_t from = start_ns;
    size_t count = 0;
    bool known = true; /* no "everyChunk" among the settings */
    for (size_t i = 0; i < periods->items.len; i++) {
        const struct period *setting = &periods->items.items[i];
        if (setting->time_ns < start_ns || setting->time_ns > end_ns) continue;
        known = known && setting->ns;
        count++;
    }
    if (count == 0 || !known) {
        struct part whole;
        if (judge_part(rule, start_ns, end_ns, periods_earliest(periods, start_ns), &whole))
            offer_part(rule, &whole, start_ns);
        array_free(&whole.path);
        return;
    }
    count = 0;
    for (size_t i = 0; i < periods->items.len; i++) {
        int64_t time = periods->items.items[i].time_ns;
        if (time < start_ns || time > end_ns || (count && time == from)) continue;
        struct part part;
        if (judge_part(rule, from, time, periods_earliest(periods, from), &part))
            array_push(&parts, part);
        count++;
        from = time;
    }
    offer_parts(rule, &parts, count, start_ns);
}

/* JMC counts the settings that say so, and one for each chunk is too many for it. */
static bool is_enabled_once(const struct facts *facts) {
    const struct strings *s = &facts->strings;
    size_t enabled = 0;
    for (size_t i = 0; i < facts->settings.len; i++) {
        const struct fact_setting *setting = &facts->settings.items[i];
        enabled += strcmp(strings_get(s, setting->event), METHOD_PROFILING_EVENT) == 0 &&
                   strcmp(strings_get(s, setting->name), "enabled") == 0 &&
                   strcmp(strings_get(s, setting->value), "true") == 0;
    }
    return enabled == 1;
}

/* ==== The verdict ============================================================================ */

static void fill_hit(struct judging *rule, uint32_t method, struct best window,
                     struct method_profiling_hit *hit) {
    int64_t end = add_clamped(window.start_ns, rule->options->window_ns);
    struct stripped_counts counts = stripped_count(&rule->stripped, window.start_ns, end);
    uint64_t samples = rule->stripped.counts[method];
    *hit = (struct method_profiling_hit){
        .frame = rule->stripped.frames.items[method],
        .start_ns = window.start_ns,
        .end_ns = end,
        .samples = samples,
        .taken = counts.samples,
        .possible = periods_possible(&rule->periods, window.start_ns, rule->options->window_ns),
        .share = window.share,
        .share_of_taken = (double)samples / (double)(counts.with_stack ? counts.with_stack : 1),
        .score = method_profiling_score(window.share),
    };
}

static int compare_hits(const void *a, const void *b, void *context) {
    const struct method_profiling_hit *x = a, *y = b;
    const struct judging *rule = context;
    if (x->share != y->share) return x->share < y->share ? 1 : -1;
    const uint32_t *method = rule->stripped.frame_method; /* methods are in the order of names */
    return method[x->frame] < method[y->frame] ? -1 : 1;
}

static void add_hits(struct judging *rule, struct method_profiling *out) {
    for (uint32_t i = 0; i < rule->stripped.frames.len; i++) {
        const struct best *own = &rule->methods[i];
        if (own->share <= 0 || method_profiling_score(own->share) < METHOD_PROFILING_INFO) continue;
        struct method_profiling_hit hit;
        fill_hit(rule, i, *own, &hit);
        array_push(&out->hits, hit);
    }
    if (out->hits.len)
        qsort_r(out->hits.items, out->hits.len, sizeof *out->hits.items, compare_hits, rule);
}

static bool has_times(const struct profile *profile) {
    size_t len = profile->columns.len;
    return len && profile->columns.items[len - 1].time_ns != PROFILE_NO_TIME;
}

static enum method_profiling_reason why_nothing(const struct judging *rule) {
    const struct periods *periods = &rule->periods;
    bool known = false;
    if (rule->profile->samples == 0) return METHOD_PROFILING_NO_SAMPLES;
    if (!has_times(rule->profile)) return METHOD_PROFILING_NO_TIMES;
    for (size_t i = 0; i < periods->items.len; i++) known = known || periods->items.items[i].ns;
    return known ? METHOD_PROFILING_NO_METHOD : METHOD_PROFILING_NO_PERIOD;
}

static void judge(struct judging *rule, struct method_profiling *out) {
    bool compat = rule->options->jmc_compat;
    if (!rule->any) {
        out->reason = why_nothing(rule);
        return;
    }
    if (rule->best == PROFILE_NONE) {
        out->severity = RULE_OK;
        out->reason = METHOD_PROFILING_NO_SHARE;
        return;
    }
    fill_hit(rule, rule->best, rule->best_window, &out->best);
    double score = out->best.score;
    out->reason = METHOD_PROFILING_JUDGED;
    out->severity = score >= METHOD_PROFILING_WARNING ? RULE_WARNING
                    : score >= METHOD_PROFILING_INFO  ? RULE_INFO
                                                      : RULE_OK;
    out->period_ns = compat ? periods_earliest(&rule->periods, out->best.start_ns)
                            : periods_latest(&rule->periods, out->best.start_ns);
    if (compat) {
        out->best.share_of_taken = rule->share_of_taken;
        out->best.possible = period_possible(out->period_ns, rule->options->window_ns);
    }
    stripped_path path = rule->path;
    rule->path = (stripped_path){0};
    if (!compat)
        stripped_add_path(&rule->stripped, rule->best, out->best.start_ns, out->best.end_ns, false,
                          &path);
    out->path.items = path.items;
    out->path.len = path.len;
    out->path.cap = path.cap;
    add_hits(rule, out);
}

void method_profiling_compute(const struct profile *profile, const struct facts *facts,
                              const struct method_profiling_options *options,
                              struct method_profiling *out) {
    struct judging rule = {
        .profile = profile, .facts = facts, .options = options, .best = PROFILE_NONE};
    *out = (struct method_profiling){0};
    bool of_others = options->event && strcmp(options->event, METHOD_PROFILING_EVENT) != 0;
    if (of_others) {
        out->reason = METHOD_PROFILING_OTHER_EVENT;
        return;
    }
    if (options->jmc_compat &&
        (facts->settings.len == 0 || (profile->samples == 0 && !is_enabled_once(facts)))) {
        out->reason = METHOD_PROFILING_NOT_ENABLED;
        return;
    }
    stripped_open(profile, options->packages, &rule.stripped);
    periods_of(facts, METHOD_PROFILING_EVENT, &rule.periods);
    rule.methods = mem_zero(rule.stripped.frames.len + 1, sizeof *rule.methods);
    if (options->jmc_compat) {
        each_window(&rule, facts->first_end_ns, facts->last_end_ns, true, visit_as_jmc);
    } else if (has_times(profile)) {
        int64_t last = profile->columns.items[profile->columns.len - 1].time_ns;
        size_t first_at = stripped_find(&rule.stripped, PROFILE_NO_TIME + 1);
        int64_t first = profile->columns.items[first_at].time_ns;
        bool known = options->start_ns && options->start_ns <= first;
        each_window(&rule, known ? options->start_ns : first, last, false, visit);
    }
    judge(&rule, out);
    free(rule.methods);
    array_free(&rule.path);
    periods_free(&rule.periods);
    stripped_close(&rule.stripped);
}

void method_profiling_free(struct method_profiling *result) {
    array_free(&result->path);
    array_free(&result->hits);
}
