#include "analyzers/rules/method_profiling.h"
#include "analyzers/rules/cpu.h"

#include "analyzers/tables/kinds.h"
#include "analyzers/time/periods.h"
#include "analyzers/rules/judging.h"
#include "analyzers/rules/ran.h"
#include "analyzers/rules/score.h"
#include "analyzers/rules/stripped.h"
#include "analyzers/rules/windows.h"
#include "analyzers/rules/telling.h"
#include "base/platform.h"
#include "parser/names.h"
#include "analyzers/rules/method_profiling_rows.h"

#define LEAST_WINDOW_NS INT64_C(5000000000) /* that a few samples do not fill */
#define LEAST_OF_SHARE 30                   /* samples of a method whose share is judged */
#define HALF 0.5                            /* of a method's samples, in one that it calls */
#define MUCH 0.3                            /* of all samples: worth a look in any case */
#define MUCH_OF_TAKEN 0.2                   /* likewise, where that is all that is known */

double method_profiling_score(double share) {
    return score_sigmoid(share, 150, 0.03333, 7);
}

struct best { /* of a method: its best window */
    double share;
    int64_t start_ns;
};

struct judging {
    const struct rule_input *input;
    const struct profile *profile; /* the input's, likewise the others */
    bool usual;                    /* samples are of METHOD_PROFILING_EVENT */
    bool is_short;                 /* the window is as long as the recording */
    int64_t window_ns;
    struct stripped stripped;
    struct periods periods;
    struct best *methods; /* method -> its best window; share 0: none */
    uint32_t best;        /* method; PROFILE_NONE: none yet */
    struct best best_window;
    stripped_path path;    /* as_jmc: of the best */
    double share_of_taken; /* as_jmc: likewise */
    bool any;              /* some window had a result, be it that nothing counts */
};

/* When the next sample is or, if asked for, the next setting. */
static int64_t next_at(const struct judging *rule, int64_t time_ns, bool settings) {
    size_t sample = stripped_find(&rule->stripped, time_ns);
    int64_t next = sample < rule->profile->moments.len
                       ? rule->profile->moments.items[sample].time_ns
                       : INT64_MAX;
    for (size_t i = 0; settings && i < rule->periods.items.len; i++) {
        int64_t setting = rule->periods.items.items[i].time_ns;
        if (setting < time_ns) continue;
        return setting < next ? setting : next;
    }
    return next;
}

/* Calls visit for each window from first to last in which there is a sample or, if asked for, a
 * setting: in others nothing can be hot. */
static void each_window(struct judging *rule, int64_t first, int64_t last, bool settings,
                        void (*visit)(struct judging *rule, int64_t start_ns, int64_t end_ns)) {
    struct windows windows = windows_over(first, last, rule->window_ns);
    do {
        if (!windows_reach(&windows, next_at(rule, windows.from_ns, settings))) return;
        visit(rule, windows.from_ns, windows.to_ns);
    } while (windows_slide(&windows));
}

/* ==== Each window on its own merits ========================================================== */

static void offer(struct judging *rule, uint32_t method, double share, int64_t start_ns) {
    struct best *own = &rule->methods[method];
    if (share > own->share) *own = (struct best){share, start_ns};
    if (share < rule->best_window.share) return;
    if (share == rule->best_window.share &&
        (start_ns != rule->best_window.start_ns || method > rule->best))
        return;
    rule->best = method;
    rule->best_window = (struct best){share, start_ns};
}

static void visit(struct judging *rule, int64_t start_ns, int64_t end_ns) {
    stripped_count(&rule->stripped, start_ns, end_ns);
    double possible = periods_possible(&rule->periods, start_ns, rule->window_ns);
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
    double relevance = (double)counts.samples / period_possible(period_ns, rule->window_ns);
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

ORDERED(compare_parts, struct part, FALLING(share))

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
    array_sort(parts, compare_parts);
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
    EACH (const struct period, setting, &periods->items) {
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

/* ==== The finding ============================================================================ */

/* That a method takes the CPU is what a program is there for: who waits for it, or lacks the
 * processor, is found by other rules. JDK Mission Control has a WARNING of it. */
static void grade(const struct judging *rule, struct finding *found, double score) {
    found->score = score;
    found->severity = score_severity(score);
    if (!rule->input->as_jmc) judge_cap(found);
}

/* A window may be longer than what was recorded of it: nothing is known of the rest. */
static void hold(const struct rule_input *input, struct finding *found) {
    int64_t end_ns;
    bool known = !input->as_jmc && input->start_ns && input->recorded_ns > 0 &&
                 !__builtin_add_overflow(input->start_ns, input->recorded_ns, &end_ns);
    if (known && end_ns > found->from_ns && end_ns < found->to_ns) found->to_ns = end_ns;
}

/* What is found of a method in that window. */
static struct finding find(struct judging *rule, uint32_t method, struct best window) {
    struct finding found = finding_of(&rule_method_profiling);
    found.frame = rule->stripped.frames.items[method];
    found.from_ns = window.start_ns;
    if (__builtin_add_overflow(window.start_ns, rule->window_ns, &found.to_ns))
        found.to_ns = INT64_MAX;
    grade(rule, &found, method_profiling_score(window.share));
    struct stripped_counts counts = stripped_count(&rule->stripped, found.from_ns, found.to_ns);
    uint64_t samples = rule->stripped.counts[method];
    uint64_t with_stack = counts.with_stack ? counts.with_stack : 1;
    hold(rule->input, &found);
    finding_number(&found, METHOD_PROFILING_SAMPLES, (int64_t)samples);
    finding_number(&found, METHOD_PROFILING_TAKEN, (int64_t)counts.samples);
    finding_real(&found, METHOD_PROFILING_POSSIBLE,
                 periods_possible(&rule->periods, window.start_ns, rule->window_ns));
    finding_real(&found, METHOD_PROFILING_SHARE, 100 * window.share);
    finding_real(&found, METHOD_PROFILING_SHARE_OF_TAKEN,
                 100 * ((double)samples / (double)with_stack));
    return found;
}

static int compare_methods(const void *a, const void *b, void *methods) {
    const struct best *of = methods;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (of[x].share != of[y].share) return of[x].share < of[y].share ? 1 : -1;
    return ORDER(x, y); /* methods are in the order of names */
}

/* The other methods that reach INFO in a window of theirs. */
static void add_others(struct judging *rule, struct findings *others) {
    OWNED(array_release) ARRAY(uint32_t) methods = {0};
    for (uint32_t i = 0; i < rule->stripped.frames.len; i++) {
        double share = rule->methods[i].share;
        if (i == rule->best || share <= 0 || method_profiling_score(share) < SCORE_INFO ||
            frames_is_lost(&rule->profile->frames, rule->stripped.frames.items[i]))
            continue;
        array_push(&methods, i);
    }
    array_sort_with(&methods, compare_methods, rule->methods);
    for (size_t i = 0; i < methods.len; i++) {
        uint32_t method = methods.items[i];
        array_push(others, find(rule, method, rule->methods[method]));
    }
}

static bool has_times(const struct profile *profile) {
    size_t len = profile->moments.len;
    return len && profile->moments.items[len - 1].time_ns != PROFILE_NO_TIME;
}

static unsigned why_nothing(const struct judging *rule) {
    const struct periods *periods = &rule->periods;
    bool known = false;
    if (rule->profile->samples == 0) return METHOD_PROFILING_NO_SAMPLES;
    if (!has_times(rule->profile)) return METHOD_PROFILING_NO_TIMES;
    for (size_t i = 0; i < periods->items.len; i++) known = known || periods->items.items[i].ns;
    return known ? METHOD_PROFILING_NO_METHOD : METHOD_PROFILING_NO_PERIOD;
}

/* ==== Around the method ====================================================================== */

static void name_frame(const struct profile *profile, uint32_t id, struct finding *finding,
                       size_t value) {
    const struct frame *frame = &profile->frames.rows.items[id];
    OWNED(text_free) struct text name = {0};
    text_addf(&name, "%s.%s", strings_get(&profile->frames.strings, frame->class_name),
              strings_get(&profile->frames.strings, frame->method));
    finding_text(finding, value, text_str(&name));
}

static void name_reason(const struct profile *profile, uint32_t id, struct finding *finding) {
    const struct frame *frame = &profile->frames.rows.items[id];
    const char *why = telling_method(strings_get(&profile->frames.strings, frame->class_name),
                                     strings_get(&profile->frames.strings, frame->method));
    finding_text(finding, METHOD_PROFILING_BECAUSE, why);
}

#define LEAST_LOOKS 5     /* samples of what it calls, */
#define LOOKS_OF_ALL 0.02 /* of those with it on top */

/* A method that calls again and again what says whether something has happened waits for that
 * without giving the processor back. */
static void name_looks(const struct judging *rule, uint32_t method, struct finding *finding) {
    const struct profile *profile = rule->profile;
    const struct frame *rows = profile->frames.rows.items;
    OWNED(mem_release) bool *of = mem_zero(profile->frames.rows.len, sizeof *of);
    uint64_t looks = 0;
    uint32_t called = PROFILE_NONE;
    for (size_t i = 0; i < profile->frames.rows.len; i++)
        of[i] = telling_looks(strings_get(&profile->frames.strings, rows[i].class_name),
                              strings_get(&profile->frames.strings, rows[i].method));
    EACH (const struct profile_stack, stack, &profile->stacks) {
        const uint32_t *frames = profile->stack_frames.items + stack->first;
        for (uint32_t i = 0; i + 1 < stack->depth; i++) {
            if (!of[frames[i + 1]] || rule->stripped.frame_method[frames[i]] != method) continue;
            looks += stack->samples;
            called = frames[i + 1];
            break;
        }
    }
    if (looks < LEAST_LOOKS || (double)looks < LOOKS_OF_ALL * (double)rule->stripped.counts[method])
        return;
    OWNED(text_free) struct text why = {0};
    text_addf(&why,
              "it calls %s.%s again and again, which does not wait; a blocking call would not use "
              "the CPU",
              strings_get(&profile->frames.strings, rows[called].class_name),
              strings_get(&profile->frames.strings, rows[called].method));
    finding_text(finding, METHOD_PROFILING_BECAUSE, text_str(&why));
}

/* What the program calls may only lead to what takes the time: a set asks its elements. */
static void name_innermost(const struct judging *rule, uint32_t method, uint32_t inside,
                           int64_t from_ns, int64_t to_ns, struct finding *finding) {
    const struct frames *frames = &rule->profile->frames;
    const uint64_t own = rule->stripped.counts[method];
    uint64_t samples;
    const uint32_t frame =
        stripped_innermost(&rule->stripped, method, inside, from_ns, to_ns, &samples);
    if (frame == PROFILE_NONE || (double)samples < HALF * (double)own) return;
    const char *of_class = strings_get(&frames->strings, frames->rows.items[frame].class_name),
               *outer = strings_get(&frames->strings, frames->rows.items[inside].class_name);
    const size_t len = strcspn(outer, "$");
    if (strcspn(of_class, "$") == len && memcmp(of_class, outer, len) == 0) return;
    name_frame(rule->profile, frame, finding, METHOD_PROFILING_INNERMOST);
}

/* Who calls it, and what of the library below it has the time: a method that all sorts of callers
 * share, and one that asks a map, are not to blame by themselves. */
static void name_neighbours(struct judging *rule, uint32_t method, int64_t from_ns, int64_t to_ns,
                            struct finding *finding) {
    const struct frames *frames = &rule->profile->frames;
    uint64_t own = rule->stripped.counts[method], inside;
    for (size_t i = 1; i < rule->path.len; i++) {
        uint32_t id = rule->path.items[i];
        const char *of_class = strings_get(&frames->strings, frames->rows.items[id].class_name);
        if (rule->stripped.frame_method[id] == method || !*of_class || names_is_of_jdk(of_class))
            continue;
        name_frame(rule->profile, id, finding, METHOD_PROFILING_CALLER);
        break;
    }
    name_reason(rule->profile, rule->stripped.frames.items[method], finding);
    name_looks(rule, method, finding);
    uint32_t frame = stripped_inside(&rule->stripped, method, from_ns, to_ns, &inside);
    if (frame == PROFILE_NONE || (double)inside < HALF * (double)own) return;
    name_frame(rule->profile, frame, finding, METHOD_PROFILING_INSIDE);
    name_reason(rule->profile, frame, finding);
    finding_real(finding, METHOD_PROFILING_INSIDE_PERCENT, percent_of((double)inside, (double)own));
    name_innermost(rule, method, frame, from_ns, to_ns, finding);
}

/* What is said of the best method alone. */
static void add_values(struct judging *rule, struct finding *finding) {
    bool as_jmc = rule->input->as_jmc;
    int64_t period_ns =
        (as_jmc ? periods_earliest : periods_latest)(&rule->periods, finding->from_ns);
    double *possible = &finding->values[METHOD_PROFILING_POSSIBLE].real;
    double usual = period_possible(period_ns, rule->window_ns);
    if (as_jmc) {
        *possible = usual;
        finding_real(finding, METHOD_PROFILING_SHARE_OF_TAKEN, 100 * rule->share_of_taken);
    } else {
        stripped_add_path(&rule->stripped, rule->best, finding->from_ns, finding->to_ns, false,
                          &rule->path);
        name_neighbours(rule, rule->best, finding->from_ns, finding->to_ns, finding);
    }
    finding->values[METHOD_PROFILING_POSSIBLE].given = *possible > 0;
    if (rule->is_short) finding_number(finding, METHOD_PROFILING_SHORT, rule->window_ns);
    if (fabs(*possible - usual) >= 0.5) finding_number(finding, METHOD_PROFILING_PERIOD_CHANGED, 1);
    finding_number(finding, METHOD_PROFILING_PERIOD, period_ns > 0 ? period_ns : MISSING);
    if (finding->severity >= RULE_INFO) finding_number(finding, METHOD_PROFILING_WORTH_A_LOOK, 1);
    finding_number(finding, METHOD_PROFILING_THREADS, PERIODS_THREADS);
    finding_real(finding, METHOD_PROFILING_SHARE_OF_INFO,
                 100 * score_reached(method_profiling_score, SCORE_INFO));
    if (as_jmc)
        finding_real(finding, METHOD_PROFILING_SHARE_OF_WARNING,
                     100 * score_reached(method_profiling_score, SCORE_WARNING));
    finding_path(finding, METHOD_PROFILING_PATH, rule->path.items, rule->path.len);
    rule->path = (stripped_path){0};
}

/* ==== By share of all samples ================================================================ */

static struct finding share_of(const struct judging *rule, const struct stripped_counts *all,
                               uint32_t method, bool little_ran) {
    struct finding found = finding_of(&rule_method_profiling);
    const struct profile *profile = rule->profile;
    uint64_t samples = rule->stripped.counts[method];
    double share = (double)samples / (double)all->with_stack;
    found.frame = rule->stripped.frames.items[method];
    if (has_times(profile)) {
        found.from_ns =
            profile->moments.items[stripped_find(&rule->stripped, PROFILE_NO_TIME + 1)].time_ns;
        found.to_ns = profile->moments.items[profile->moments.len - 1].time_ns;
    }
    grade(rule, &found, SCORE_INFO + 60 * (share - (little_ran ? MUCH : MUCH_OF_TAKEN)));
    finding_number(&found, METHOD_PROFILING_SAMPLES, (int64_t)samples);
    finding_number(&found, METHOD_PROFILING_TAKEN, (int64_t)all->samples);
    finding_number(&found, METHOD_PROFILING_WITH_STACK, (int64_t)all->with_stack);
    finding_real(&found, METHOD_PROFILING_SHARE_OF_TAKEN, 100 * share);
    if (profile != rule->input->profile) finding_number(&found, METHOD_PROFILING_OF_RUNNING, 1);
    return found;
}

static int compare_counts(const void *a, const void *b, void *counts) {
    const uint64_t *of = counts;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    if (of[x] != of[y]) return of[x] < of[y] ? 1 : -1;
    return ORDER(x, y); /* methods are in the order of names */
}

/* little_ran: what could have been sampled is known, and is far more. False: nothing is found. */
static bool judge_share(struct judging *rule, bool little_ran, struct finding *finding) {
    struct stripped *stripped = &rule->stripped;
    struct stripped_counts all = stripped_count(stripped, INT64_MIN, INT64_MAX);
    if (all.hottest == PROFILE_NONE || all.hottest_samples < LEAST_OF_SHARE) return false;
    if (little_ran && (double)all.hottest_samples < MUCH * (double)all.with_stack) return false;
    *finding = share_of(rule, &all, all.hottest, little_ran);
    array_free(&rule->path);
    rule->path = (stripped_path){0};
    stripped_add_path(stripped, all.hottest, INT64_MIN, INT64_MAX, false, &rule->path);
    name_neighbours(rule, all.hottest, INT64_MIN, INT64_MAX, finding);
    finding_path(finding, METHOD_PROFILING_PATH, rule->path.items, rule->path.len);
    rule->path = (stripped_path){0};
    if (finding->severity >= RULE_INFO) finding_number(finding, METHOD_PROFILING_WORTH_A_LOOK, 1);
    if (little_ran) {
        finding_number(finding, METHOD_PROFILING_LITTLE_RAN, 1);
        return true;
    }
    finding_real(finding, METHOD_PROFILING_SHARE_OF_INFO, 100 * MUCH_OF_TAKEN);
    array_sort_with(&stripped->counted, compare_counts, stripped->counts);
    for (size_t i = 1; i < stripped->counted.len; i++) {
        uint32_t method = stripped->counted.items[i];
        struct finding other = share_of(rule, &all, method, false);
        if (other.severity < RULE_INFO || stripped->counts[method] < LEAST_OF_SHARE) break;
        array_push(&finding->others, other);
    }
    return true;
}

/* The outcome, and what is found if the method is judged. */
static unsigned conclude(struct judging *rule, struct finding *finding) {
    bool as_jmc = rule->input->as_jmc, judged = rule->any && rule->best != PROFILE_NONE;
    if (!as_jmc && !judged && judge_share(rule, false, finding)) return METHOD_PROFILING_BY_SHARE;
    if (!rule->usual) return METHOD_PROFILING_OTHER_EVENT;
    if (!as_jmc && judged &&
        score_severity(method_profiling_score(rule->best_window.share)) < RULE_INFO &&
        judge_share(rule, true, finding))
        return METHOD_PROFILING_BY_SHARE;
    if (!rule->any) return why_nothing(rule);
    if (rule->best == PROFILE_NONE) {
        finding->severity = RULE_OK;
        return METHOD_PROFILING_NO_SHARE;
    }
    *finding = find(rule, rule->best, rule->best_window);
    add_values(rule, finding);
    add_others(rule, &finding->others);
    return METHOD_PROFILING_JUDGED;
}

/* What is enabled once is there; what is enabled twice is not. */
static bool is_for_jmc(const struct rule_input *input) {
    return input->facts->settings.len &&
           (input->profile->samples || rule_enabled(input->facts, METHOD_PROFILING_EVENT) == 1);
}

/* Of all samples with a stack, whatever the window. */
static void cost_of_method(const struct judging *rule, struct finding *finding) {
    const struct profile *profile = rule->profile;
    uint32_t method = rule->stripped.frame_method[finding->frame];
    uint64_t own = 0;
    for (size_t i = 0; i < profile->stacks.len; i++)
        if (rule->stripped.method[i] == method) own += profile->stacks.items[i].samples;
    const double share =
        percent_of((double)own, (double)(profile->samples - profile->without_stack));
    finding_cost(finding, COST_OF_CPU, cpu_of_samples(rule->input, share));
}

static unsigned look(const struct rule_input *input, struct finding *finding) {
    const struct profile *profile = input->as_jmc ? input->profile : ran_of(input);
    bool usual = !input->event || strcmp(input->event, METHOD_PROFILING_EVENT) == 0;
    const bool judged = usual || kind_of(input->event)->group == KIND_CPU ||
                        kind_of(input->event)->group == KIND_WALL;
    if (!judged || (!usual && input->as_jmc)) return METHOD_PROFILING_OTHER_EVENT;
    if (input->as_jmc && !is_for_jmc(input)) return METHOD_PROFILING_NOT_ENABLED;
    struct judging rule = {
        .input = input,
        .profile = profile,
        .usual = usual,
        .window_ns = input->settings[METHOD_PROFILING_WINDOW].number,
        .best = PROFILE_NONE,
    };
    int64_t length = input->recorded_ns > LEAST_WINDOW_NS ? input->recorded_ns : LEAST_WINDOW_NS;
    if (!input->as_jmc && input->recorded_ns > 0 && length < rule.window_ns) {
        rule.window_ns = length;
        rule.is_short = true;
    }
    stripped_open(profile, input->settings[METHOD_PROFILING_STRIP].text, input->as_jmc,
                  &rule.stripped);
    periods_of(input->facts, METHOD_PROFILING_EVENT, true, &rule.periods);
    rule.methods = mem_zero(rule.stripped.frames.len, sizeof *rule.methods);
    if (input->as_jmc) {
        each_window(&rule, input->as_jmc->first_ns, input->as_jmc->last_ns, true, visit_as_jmc);
    } else if (usual && has_times(profile)) {
        int64_t last = profile->moments.items[profile->moments.len - 1].time_ns;
        size_t first_at = stripped_find(&rule.stripped, PROFILE_NO_TIME + 1);
        int64_t first = profile->moments.items[first_at].time_ns;
        bool known = input->start_ns && input->start_ns <= first;
        each_window(&rule, known ? input->start_ns : first, last, false, visit);
    }
    unsigned outcome = conclude(&rule, finding);
    if (finding->frame != PROFILE_NONE) cost_of_method(&rule, finding);
    free(rule.methods);
    array_free(&rule.path);
    periods_free(&rule.periods);
    stripped_close(&rule.stripped);
    return outcome;
}

/* "/usr/lib/libc.so.6": where that was is known, what it did is not. */
static bool is_bare_library(const struct profile *profile, uint32_t id) {
    const struct frame *frame = &profile->frames.rows.items[id];
    const char *name = strings_get(&profile->frames.strings, frame->method);
    return !*strings_get(&profile->frames.strings, frame->class_name) &&
           (*name == '/' || strstr(name, ".so"));
}

static void judge_method_profiling(const struct rule_input *input, struct finding *finding) {
    const char *packages = input->settings[METHOD_PROFILING_STRIP].text;
    finding->outcome = &rule_method_profiling.outcomes[look(input, finding)];
    if (!input->as_jmc && finding->frame != PROFILE_NONE &&
        frames_is_lost(&input->profile->frames, finding->frame)) {
        finding_free(finding);
        *finding = finding_of(&rule_method_profiling);
        finding->outcome = &rule_method_profiling.outcomes[METHOD_PROFILING_LOST];
    }
    if (!input->as_jmc && finding->frame != PROFILE_NONE &&
        is_bare_library(input->profile, finding->frame))
        judge_as_fine(finding);
    finding_number(finding, METHOD_PROFILING_AS_JMC, input->as_jmc != NULL);
    finding_text(finding, METHOD_PROFILING_EVENT_TAKEN, input->event);
    finding_text(finding, METHOD_PROFILING_PACKAGES_OFF, packages);
}
