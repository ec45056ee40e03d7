#include "analyzers/compare/gate_parts.h"
#include "base/order.h"
#include "base/platform.h"
#include "analyzers/profile/frame_names.h"
#include "analyzers/profile/split.h"
#include "analyzers/regex.h"
#include "base/missing.h"

/* ==== Rules ================================================================================= */

static void free_rule(struct gate_rule *rule) {
    mem_free(rule->finding, rule->settings, rule->id, rule->match, rule->event, rule->counted,
             rule->per);
}

void gate_rules_free(struct gate_rules *rules) {
    for (size_t i = 0; i < rules->items.len; i++) free_rule(&rules->items.items[i]);
    array_free(&rules->items);
}

bool gate_needs_base(const struct gate_rule *rule) {
    if (rule->check == GATE_FINDING || rule->check == GATE_SHARE) return false;
    return rule->check == GATE_GROWTH || is_missing(rule->max);
}

struct gate_rule gate_rule_of(enum gate_check check) {
    return (struct gate_rule){
        .check = check,
        .max_points = MISSING_REAL,
        .max_ratio = MISSING_REAL,
        .max_percent = MISSING_REAL,
        .min_ratio = MISSING_REAL,
        .max_growth = MISSING_REAL,
        .max = MISSING_REAL,
        .quantile = MISSING_REAL,
        .significance = 0.05,
        .min_samples = 200,
    };
}

void gate_default_rules(struct gate_rules *rules) {
    /* Totals: which of several inlined methods is on top is the JIT compiler's choice. */
    struct gate_rule method = gate_rule_of(GATE_GROWTH);
    method.id = mem_copy_text("method");
    method.max_points = 3;
    method.max_ratio = 1.1;
    struct gate_rule pause = gate_rule_of(GATE_GC_PAUSE);
    pause.id = mem_copy_text("gc-pause");
    pause.max_growth = 0.02;
    pause.max_ratio = 1.5;
    pause.min_samples = 5;
    array_push(&rules->items, method);
    array_push(&rules->items, pause);
}

bool gate_check_pattern(const char *pattern, struct jfr_error *error) {
    struct regex *regex = regex_compile(pattern, REGEX_PART, error);
    bool good = regex != NULL;
    regex_free(regex);
    return good;
}

/* ==== Diffs, each made once ================================================================= */

struct gate_diff {
    const struct gate_source *source;
    enum frame_by by;
    bool values;
    struct profile *profiles; /* coarser ones, parallel to the source's */
    ARRAY(struct profile_parts) parts;
    ARRAY(struct diff_recording) recordings; /* a merged profile is one for each of its runs */
    struct diff_options options;
    struct diff diff;
};

const struct gate_source *gate_source_of(const struct gate *gate, const char *event) {
    for (size_t i = 0; i < gate->source_count; i++) {
        const char *has = gate->sources[i].event;
        if (has == event || (has && event && strcmp(has, event) == 0)) return &gate->sources[i];
    }
    return &gate->sources[0];
}

/* A profile that was merged of runs, and says so, is as many recordings: by how much those differ
 * is known then. */
static void add_recording(struct gate_diff *d, const struct diff_recording *recording,
                          const struct profile *profile) {
    struct profile_parts parts;
    struct diff_recording one = *recording;
    one.profile = profile;
    profile_split(profile, SPLIT_RUN, &parts);
    for (size_t i = 0; i < parts.items.len; i++) {
        struct diff_recording part = one;
        part.profile = &parts.items.items[i];
        part.seconds /= (double)parts.items.len;
        part.cpu_seconds /= (double)parts.items.len;
        array_push(&d->recordings, part);
    }
    if (!parts.items.len) array_push(&d->recordings, one);
    array_push(&d->parts, parts);
}

static struct gate_diff *diff_for(struct gate *gate, const struct gate_rule *rule) {
    static const enum frame_by bys[] = {BY_METHOD, BY_CLASS, BY_PACKAGE, BY_METHOD};
    const struct gate_source *source = gate_source_of(gate, rule->event);
    enum frame_by by = bys[rule->scope];
    for (size_t i = 0; i < gate->diffs.len; i++) {
        struct gate_diff *d = gate->diffs.items[i];
        if (d->source == source && d->by == by && d->values == rule->values) return d;
    }
    struct gate_diff *d = mem_zero(1, sizeof *d);
    d->source = source;
    d->by = by;
    d->values = rule->values;
    d->options = (struct diff_options){
        .values = rule->values, .alpha = rule->significance, .confidence = 0.95};
    d->profiles = mem_zero(source->len, sizeof *d->profiles);
    for (size_t i = 0; i < source->len; i++) {
        d->profiles[i].keep = source->recordings[i].profile->keep;
        profile_project(source->recordings[i].profile, by, false, &d->profiles[i]);
        add_recording(d, &source->recordings[i], &d->profiles[i]);
    }
    diff_compute(d->recordings.items, d->recordings.len, &d->options, &d->diff);
    array_push(&gate->diffs, d);
    return d;
}

static void free_diff(struct gate_diff *d) {
    for (size_t i = 0; i < d->source->len; i++) profile_free(&d->profiles[i]);
    for (size_t i = 0; i < d->parts.len; i++) profile_parts_free(&d->parts.items[i]);
    diff_free(&d->diff);
    free(d->profiles);
    arrays_free(&d->parts, &d->recordings);
    free(d);
}

void gate_inconclusive(struct gate_outcome *outcome, enum gate_why why, int side) {
    outcome->verdict = GATE_INCONCLUSIVE;
    outcome->why = why;
    outcome->side = side;
}

/* ==== Shares ================================================================================ */

static bool exceeds_growth(const struct gate_rule *rule, double points, double ratio) {
    bool asked = is_known(rule->max_points) || is_known(rule->max_ratio);
    if (is_known(rule->max_points) && points < rule->max_points) return false;
    if (is_known(rule->max_ratio) && !(ratio >= rule->max_ratio)) return false;
    return asked && points > 0;
}

/* Growth alone is looked for: half of the two-sided p. Recordings have to agree about it. */
static double growth_p(const struct gate_diff *d, const struct diff_measure *m, double alpha) {
    double least = stat_rank_least(d->diff.sides[0].recordings, d->diff.sides[1].recordings);
    double needed = least > alpha ? least : alpha;
    if (is_known(m->rank_p) && m->rank_p > needed * (1 + 1e-9)) return 1;
    return m->change > 0 ? m->p / 2 : 1 - m->p / 2;
}

/* Do runs differ by more than their samples say, and the recordings do not show by how much? */
static bool runs_differ(const struct gate_diff *d) {
    const struct diff_side *sides = d->diff.sides;
    return (sides[0].recordings < 2 || sides[1].recordings < 2) &&
           some_of(i, d->source->len, d->source->said && d->source->said[i].of_jvm);
}

/* The same p where runs differ besides: as if the change had been seen with that uncertainty, too.
 */
static double runs_p(const struct gate_diff *d, const struct diff_measure *m, double p) {
    const struct diff_side *sides = d->diff.sides;
    if (!runs_differ(d) || m->change <= 0 || p >= 0.5) return p;
    const double share = (m->shown[0] + m->shown[1]) / 2,
                 sampling = m->change / stat_normal_quantile(1 - fmax(p, 1e-15)),
                 runs = GATE_RUNS_DIFFER * share * (1 - share) *
                        sqrt(1.0 / sides[0].recordings + 1.0 / sides[1].recordings);
    return stat_t_upper(m->change / hypot(sampling, runs), INFINITY);
}

/* Independent samples that would say as much of a row with this share. */
static double effective_at(const struct gate_diff *d, int side, double share) {
    const struct diff_side *of = &d->diff.sides[side];
    if (!runs_differ(d) || !(of->effective > 0) || !of->recordings) return of->effective;
    const double runs = GATE_RUNS_DIFFER * GATE_RUNS_DIFFER * share * (1 - share);
    return 1 / (1 / of->effective + runs / of->recordings);
}

static struct gate_finding share_finding(const struct gate *gate, const struct gate_rule *rule,
                                         const struct diff_measure *m) {
    return (struct gate_finding){
        .rule = (size_t)(rule - gate->rules->items.items),
        .base = m->shown[0],
        .fresh = m->shown[1],
        .change = m->change,
        .ratio = m->ratio,
        .low = m->low,
        .high = m->high,
        .confirmed = true,
    };
}

static void push_share(struct gate *gate, const struct gate_rule *rule, const struct gate_diff *d,
                       const struct diff_measure *m, struct gate_finding *finding) {
    struct candidate c = {.finding = *finding};
    if (rule->check == GATE_SHARE) {
        double samples = (double)d->diff.sides[1].samples, limit = rule->max_percent / 100;
        c.exceeds = m->shown[1] > limit;
        c.of_runs = c.p =
            stat_exceeds(m->shown[1] * samples, samples, limit, m->design_effect, INFINITY);
    } else {
        c.exceeds = exceeds_growth(rule, 100 * m->change, m->ratio);
        c.p = growth_p(d, m, rule->significance);
        c.of_runs = runs_p(d, m, c.p);
    }
    array_push(&gate->candidates, c);
}

/* Could this row exceed the limit at all? What both sides together have does not depend on which
 * side has it, so leaving out rows by it does no harm to the test of the others. */
static bool worth_testing(const struct gate_rule *rule, const struct diff_measure *m) {
    double most = fmax(m->shown[0], m->shown[1]) * 100, both = (m->shown[0] + m->shown[1]) * 100;
    if (rule->check == GATE_SHARE) return most >= rule->max_percent / 2; /* base or not */
    if (!m->tested) return false;
    if (is_known(rule->max_points) && both < rule->max_points) return false;
    /* What both sides have nearly all of cannot grow by much: new >= ratio * base, new <= 100 %. */
    return is_missing(rule->max_ratio) || both <= 100 * (1 + 1 / rule->max_ratio);
}

static char *copy_string(const struct frames *frames, uint32_t id) {
    return mem_copy_text(strings_get(&frames->strings, id));
}

void gate_name_finding(struct gate_finding *finding, const char *name) {
    finding->name = mem_copy_text(name);
    finding->key = mem_copy_text(name);
    finding->class_name = mem_copy_text("");
    finding->method = mem_copy_text("");
    finding->descriptor = mem_copy_text("");
    finding->package = mem_copy_text("");
}

static void name_frame(struct gate_finding *finding, const struct frame_names *names, uint32_t id) {
    const struct frames *frames = names->frames;
    const struct frame *frame = &frames->rows.items[id];
    struct text name = {0}, key = {0};
    frame_names_add(names, id, &name);
    frame_add_name(frames, id, &key);
    text_add(&key, strings_get(&frames->strings, frame->descriptor));
    finding->name = text_take(&name);
    finding->key = text_take(&key);
    finding->class_name = copy_string(frames, frame->class_name);
    finding->method = copy_string(frames, frame->method);
    finding->descriptor = copy_string(frames, frame->descriptor);
    finding->package = copy_string(frames, frame->package);
}

static const struct diff_measure *measure_of(const struct gate_rule *rule,
                                             const struct gate_diff *d, uint32_t row) {
    const struct diff_row *both = &d->diff.rows.items[row];
    return rule->self ? &both->self : &both->total;
}

static void check_rows(struct gate *gate, const struct gate_rule *rule, const struct gate_diff *d,
                       struct regex *regex, struct regex_matcher *matcher) {
    const struct frames *frames = &d->diff.joined.frames;
    OWNED(frame_names_free) struct frame_names names;
    OWNED(text_free) struct text name = {0};
    ARRAY(uint32_t) rows = {0};
    frame_names_open(frames, d->by, &names);
    for (uint32_t i = 0; i < d->diff.rows.len; i++) {
        if (!worth_testing(rule, measure_of(rule, d, i))) continue;
        text_clear(&name);
        frame_add_name(frames, i, &name);
        if (regex && !regex_matches(regex, matcher, text_str(&name), name.len)) continue;
        frame_names_see(&names, i);
        array_push(&rows, i);
    }
    for (size_t i = 0; i < rows.len; i++) {
        const struct diff_measure *m = measure_of(rule, d, rows.items[i]);
        struct gate_finding finding = share_finding(gate, rule, m);
        name_frame(&finding, &names, rows.items[i]);
        push_share(gate, rule, d, m, &finding);
    }
    array_free(&rows);
}

static void check_pattern(struct gate *gate, const struct gate_rule *rule,
                          const struct gate_diff *d, struct gate_outcome *outcome,
                          struct regex *regex, struct regex_matcher *matcher) {
    const struct frames *frames = &d->diff.joined.frames;
    bool *chosen = mem_zero(frames->rows.len, sizeof *chosen);
    OWNED(text_free) struct text name = {0};
    for (uint32_t i = 0; i < frames->rows.len; i++) {
        text_clear(&name);
        frame_add_name(frames, i, &name);
        chosen[i] = !regex || regex_matches(regex, matcher, text_str(&name), name.len);
    }
    struct diff_measure m;
    diff_pattern(&d->diff, d->recordings.items, d->recordings.len, &d->options, chosen, rule->self,
                 &m);
    struct gate_finding finding = share_finding(gate, rule, &m);
    gate_name_finding(&finding, rule->match ? rule->match : "all");
    outcome->base = m.shown[0];
    outcome->fresh = m.shown[1];
    push_share(gate, rule, d, &m, &finding);
    free(chosen);
}

static void check_shares(struct gate *gate, const struct gate_rule *rule,
                         struct gate_outcome *outcome) {
    struct gate_diff *d = diff_for(gate, rule);
    for (int side = 0; side < 2; side++) outcome->samples[side] = d->diff.sides[side].samples;
    bool few = outcome->samples[1] < rule->min_samples;
    if (rule->check == GATE_GROWTH) few = few || outcome->samples[0] < rule->min_samples;
    if (few) gate_inconclusive(outcome, GATE_FEW, 0);
    size_t before = gate->candidates.len;
    struct regex *regex = rule->match ? regex_compile(rule->match, REGEX_PART, NULL) : NULL;
    struct regex_matcher *matcher = regex_matcher_open();
    if (rule->scope == GATE_PATTERN) check_pattern(gate, rule, d, outcome, regex, matcher);
    else check_rows(gate, rule, d, regex, matcher);
    regex_matcher_close(matcher);
    regex_free(regex);
    outcome->tested = gate->candidates.len - before;
    double tests = outcome->tested ? (double)outcome->tested : 1;
    outcome->detectable =
        100 * stat_detectable(0.1, effective_at(d, 0, 0.1), effective_at(d, 1, 0.1),
                              2 * rule->significance / tests, 0.8);
}

/* ==== Verdicts ============================================================================== */

static void free_finding(struct gate_finding *finding) {
    mem_free(finding->name, finding->key, finding->class_name, finding->method, finding->descriptor,
             finding->package, finding->words);
}

ORDERED(worst_first, struct gate_finding, RISING(rule), FALLING(change), strcmp(x->key, y->key))

/* Candidates of one rule whose shares are equal on both sides, and their p: the same samples. */
static int compare_tested(const void *left, const void *right, void *context) {
    const struct candidate *all = context, *a = &all[*(const size_t *)left],
                           *b = &all[*(const size_t *)right];
    const struct gate_finding *x = &a->finding, *y = &b->finding;
    return ORDER(x->rule, y->rule) ?: ORDER(a->p, b->p) ?: ORDER(x->base, y->base)
               ?: ORDER(x->fresh, y->fresh);
}

/* Who calls nothing but one method has its samples, and is no test of its own: adjusted p by
 * candidate, allowing for as many tests as there are different ones. */
static double *adjust(const struct gate *gate, bool of_runs) {
    const struct candidate *all = gate->candidates.items;
    size_t len = gate->candidates.len, tests = 0, tested = 0;
    OWNED(mem_release) size_t *order = mem_resize(NULL, len, sizeof *order);
    double *p = mem_resize(NULL, len, sizeof *p), *adjusted = mem_zero(len, sizeof *p);
    for (size_t i = 0; i < len; i++)
        if (all[i].p >= 0) order[tested++] = i;
    if (tested) platform_sort(order, tested, sizeof *order, compare_tested, (void *)all);
    for (size_t i = 0; i < tested; i++)
        if (!i || compare_tested(&order[i - 1], &order[i], (void *)all) != 0)
            p[tests++] = of_runs ? all[order[i]].of_runs : all[order[i]].p;
    stat_holm(p, tests, p);
    for (size_t i = 0, at = 0; i < tested; i++) {
        at += i && compare_tested(&order[i - 1], &order[i], (void *)all) != 0;
        adjusted[order[i]] = p[at];
    }
    free(p);
    return adjusted;
}

/* What is more than chance, but may be what runs differ by: takes the finding. */
static void doubt(struct gate_outcome *outcome, struct gate_finding *finding) {
    if (outcome->doubt && outcome->doubt->change >= finding->change) {
        free_finding(finding);
        return;
    }
    if (outcome->doubt) free_finding(outcome->doubt);
    else outcome->doubt = mem_alloc(sizeof *finding);
    *outcome->doubt = *finding;
}

static void decide(struct gate *gate) {
    struct gate_result *result = gate->result;
    size_t len = gate->candidates.len;
    OWNED(mem_release) double *adjusted = adjust(gate, false), *of_runs = adjust(gate, true);
    for (size_t i = 0; i < len; i++) {
        struct candidate *c = &gate->candidates.items[i];
        const struct gate_rule *rule = &gate->rules->items.items[c->finding.rule];
        struct gate_outcome *outcome = &result->outcomes.items[c->finding.rule];
        c->finding.p = c->p >= 0 ? c->p : MISSING_REAL;
        c->finding.adjusted = c->p >= 0 ? adjusted[i] : MISSING_REAL;
        bool chance = c->finding.adjusted > rule->significance; /* if it is known */
        if (!c->exceeds || chance) {
            free_finding(&c->finding);
        } else if (c->p >= 0 && of_runs[i] > rule->significance) {
            doubt(outcome, &c->finding);
        } else {
            outcome->verdict = GATE_FAILED;
            array_push(&result->findings, c->finding);
        }
    }
    EACH (struct gate_outcome, outcome, &result->outcomes)
        if (outcome->doubt && outcome->verdict != GATE_FAILED)
            gate_inconclusive(outcome, GATE_RUNS, 1);
    array_sort(&result->findings, worst_first);
}

static bool has_base(const struct gate_source *source) {
    return some_of(i, source->len, source->recordings[i].side == 0);
}

static void set_failed(const struct gate_rules *rules, struct gate_result *result) {
    result->failed = result->inconclusive = false;
    for (size_t i = 0; i < rules->items.len; i++) {
        if (rules->items.items[i].warning) continue;
        result->failed |= result->outcomes.items[i].verdict == GATE_FAILED;
        result->inconclusive |= result->outcomes.items[i].verdict == GATE_INCONCLUSIVE;
    }
    result->inconclusive &= !result->failed;
}

void gate_evaluate(const struct gate_rules *rules, const struct gate_source *sources,
                   size_t source_count, struct gate_result *result) {
    struct gate gate = {
        .rules = rules, .sources = sources, .source_count = source_count, .result = result};
    *result = (struct gate_result){0};
    EACH (const struct gate_rule, rule, &rules->items) {
        struct gate_outcome outcome = {
            .detectable = MISSING_REAL, .base = MISSING_REAL, .fresh = MISSING_REAL};
        if (rule->check == GATE_FINDING) outcome.tested = 1;
        else if (gate_needs_base(rule) && !has_base(gate_source_of(&gate, rule->event)))
            outcome.verdict = GATE_NOT_JUDGED;
        else if (gate_is_total(rule->check)) gate_check_total(&gate, rule, &outcome);
        else check_shares(&gate, rule, &outcome);
        array_push(&result->outcomes, outcome);
    }
    decide(&gate);
    set_failed(rules, result);
    for (size_t i = 0; i < gate.diffs.len; i++) free_diff(gate.diffs.items[i]);
    arrays_free(&gate.diffs, &gate.candidates);
}

void gate_add_finding(const struct gate_rules *rules, size_t rule, const char *words, double figure,
                      bool broken, struct gate_result *result) {
    struct gate_outcome *outcome = &result->outcomes.items[rule];
    outcome->words = mem_copy_text(words);
    outcome->fresh = figure;
    outcome->verdict = broken ? GATE_FAILED : GATE_PASSED;
    if (broken) {
        struct gate_finding finding = {.rule = rule,
                                       .base = MISSING_REAL,
                                       .fresh = figure,
                                       .change = MISSING_REAL,
                                       .ratio = MISSING_REAL,
                                       .low = MISSING_REAL,
                                       .high = MISSING_REAL,
                                       .p = MISSING_REAL,
                                       .adjusted = MISSING_REAL,
                                       .confirmed = true,
                                       .words = mem_copy_text(words)};
        gate_name_finding(&finding, rules->items.items[rule].finding);
        array_push(&result->findings, finding);
    }
    set_failed(rules, result);
}

void gate_confirm(const struct gate_rules *rules, struct gate_result *result,
                  const struct gate_result *again) {
    for (size_t i = 0; i < result->outcomes.len; i++)
        if (result->outcomes.items[i].verdict == GATE_FAILED)
            result->outcomes.items[i].verdict = GATE_NOT_CONFIRMED;
    EACH (struct gate_finding, finding, &result->findings) {
        finding->confirmed = false;
        for (size_t k = 0; k < again->findings.len && !finding->confirmed; k++) {
            const struct gate_finding *other = &again->findings.items[k];
            finding->confirmed =
                other->rule == finding->rule && strcmp(other->key, finding->key) == 0;
        }
        if (finding->confirmed) result->outcomes.items[finding->rule].verdict = GATE_FAILED;
    }
    set_failed(rules, result);
}

void gate_result_free(struct gate_result *result) {
    for (size_t i = 0; i < result->findings.len; i++) free_finding(&result->findings.items[i]);
    array_free(&result->findings);
    EACH (struct gate_outcome, outcome, &result->outcomes) {
        if (outcome->doubt) free_finding(outcome->doubt);
        mem_free(outcome->words, outcome->doubt);
    }
    array_free(&result->outcomes);
}
