/* Rules about amounts: sums a second or an event, the longest pause, quantiles of durations. */
#include "analyzers/compare/gate_parts.h"

#include "analyzers/compare/gate_totals.h"
#include "base/missing.h"

/* Growth alone is looked for, or of a rate that may not fall its fall; sign: which. */
static double one_sided(double change, double sign, double p) {
    return change * sign > 0 ? p / 2 : 1 - p / 2;
}

static bool is_single(const struct gate_rule *rule) {
    return rule->longest || rule->check == GATE_QUANTILE;
}

static struct stat_numbers seconds_of(const struct gate_total *total) {
    return (struct stat_numbers){total->seconds.items, total->seconds.len, total->empty};
}

static struct stat_ratio ratio_parts(const struct gate_total *total) {
    return (struct stat_ratio){total->seconds.items, total->per.items, total->seconds.len};
}

/* Whatever had happened in these seconds, it could have been chance. */
static bool is_too_short(const struct gate_rule *rule, const struct gate_total totals[2]) {
    double count[2];
    for (int side = 0; side < 2; side++)
        count[side] = (double)totals[side].seconds.len + (rule->per ? 0 : totals[side].empty);
    if (is_known(rule->max)) return count[1] < 2;
    return stat_deal_least(count[0], count[1]) > rule->significance;
}

static double sum_p(const struct gate_rule *rule, const struct gate_total totals[2]) {
    int more =
        is_known(rule->min_ratio) ? 0 : 1; /* the side that has more, if the rule is broken */
    const struct stat_ratio ratios[2] = {ratio_parts(&totals[!more]), ratio_parts(&totals[more])};
    const struct stat_numbers seconds[2] = {seconds_of(&totals[!more]), seconds_of(&totals[more])};
    if (is_known(rule->max))
        return rule->per ? stat_ratio_above(&ratios[1], rule->max)
                         : stat_mean_exceeds(&seconds[1], rule->max);
    if (rule->per) return stat_ratio_exceeds(&ratios[0], &ratios[1]);
    double dealt = stat_deal(&seconds[0], &seconds[1]), change = totals[1].rate - totals[0].rate;
    if (is_known(dealt)) return dealt;
    return one_sided(change, more ? 1 : -1, stat_welch(&seconds[0], &seconds[1]));
}

/* Recordings differ by more than their seconds do. With two a side or more that is known: the
 * difference has to be more than chance for the means of recordings, too. */
static double runs_p(const struct gate_rule *rule, const struct gate_total totals[2]) {
    const struct stat_numbers runs[2] = {{totals[0].runs.items, totals[0].runs.len, 0},
                                         {totals[1].runs.items, totals[1].runs.len, 0}};
    if (is_known(rule->max)) return runs[1].len < 2 ? 0 : stat_mean_exceeds(&runs[1], rule->max);
    if (runs[0].len < 2 || runs[1].len < 2) return 0;
    int more = is_known(rule->min_ratio) ? 0 : 1;
    return one_sided(totals[1].rate - totals[0].rate, more ? 1 : -1,
                     stat_welch(&runs[0], &runs[1]));
}

static double longest_p(const struct gate_rule *rule, const struct gate_total totals[2]) {
    if (is_known(rule->max)) return -1; /* a pause that was that long was that long: no test */
    double *numbers[2], p;
    for (int side = 0; side < 2; side++) {
        numbers[side] = mem_resize(NULL, totals[side].single.items.len, sizeof *numbers[side]);
        for (size_t i = 0; i < totals[side].single.items.len; i++)
            numbers[side][i] = (double)totals[side].single.items.items[i].ns;
    }
    p = stat_rank_test(numbers[0], totals[0].single.items.len, numbers[1],
                       totals[1].single.items.len);
    mem_free(numbers[0], numbers[1]);
    return one_sided(totals[1].longest - totals[0].longest, 1, p);
}

/* In seconds; MISSING_REAL: no events. */
static double quantile_of(const struct gate_total *total, double share) {
    int64_t ns = quantile_at(&total->single, share);
    return is_missing(ns) ? MISSING_REAL : (double)ns / 1e9;
}

static double quantile_p(const struct gate_rule *rule, const struct gate_total totals[2]) {
    const struct quantile_events sides[2] = {totals[0].single, totals[1].single};
    double base = quantile_of(&totals[0], rule->quantile), factor = 1;
    if (is_known(rule->max)) return quantile_above(&sides[1], rule->quantile, 1e9 * rule->max);
    if (is_known(rule->max_ratio)) factor = rule->max_ratio;
    if (is_known(rule->max_growth) && base > 0)
        factor = fmax(factor, (base + rule->max_growth) / base);
    return quantile_exceeds(sides, rule->quantile, factor);
}

static const char *name_of(const struct gate_rule *rule) {
    switch (rule->check) {
    case GATE_ALLOCATION: return "bytes allocated";
    case GATE_LOCK_WAIT: return "seconds waited for locks";
    case GATE_CPU_TIME: return "CPU seconds";
    case GATE_RATE: return "events";
    case GATE_QUANTILE: return "duration";
    default: return rule->longest ? "longest GC pause in seconds" : "seconds of GC pauses";
    }
}

static void name_total(const struct gate_rule *rule, struct gate_finding *finding) {
    OWNED(text_free) struct text name = {0};
    if (rule->check == GATE_QUANTILE) text_addf(&name, "p%g of the ", 100 * rule->quantile);
    text_add(&name, name_of(rule));
    if (rule->check == GATE_RATE || rule->check == GATE_QUANTILE)
        text_addf(&name, " of %s", rule->counted);
    if (rule->per) text_addf(&name, " per %s", rule->per);
    else if (!is_single(rule)) text_add(&name, " a second");
    gate_name_finding(finding, text_str(&name));
}

static bool exceeds(const struct gate_rule *rule, const struct gate_finding *f) {
    if (is_known(rule->max)) return f->fresh > rule->max;
    if (is_known(rule->min_ratio)) return f->ratio <= rule->min_ratio;
    return f->change > 0 && (is_missing(rule->max_growth) || f->change >= rule->max_growth) &&
           (is_missing(rule->max_ratio) || f->ratio >= rule->max_ratio);
}

/* False: there is no figure; the outcome says why. */
static bool is_there(const struct gate_rule *rule, const struct gate_source *source,
                     struct gate_outcome *outcome) {
    int first = is_known(rule->max) ? 1 : 0; /* sides that matter: from here on */
    for (size_t i = 0; i < source->len; i++)
        if (!source->said[i].facts && source->recordings[i].side >= first) {
            gate_inconclusive(outcome, GATE_NO_TIMES, source->recordings[i].side);
            return false;
        }
    for (int side = first; side < 2; side++)
        if (!gate_total_is_recorded(rule, source, side)) {
            gate_inconclusive(outcome, GATE_NOT_RECORDED, side);
            return false;
        }
    for (int side = first; side < 2 && rule->check == GATE_QUANTILE; side++)
        if (!gate_total_is_timed(rule, source, side)) {
            gate_inconclusive(outcome, GATE_NO_DURATION, side);
            return false;
        }
    return true;
}

static double figure_of(const struct gate_rule *rule, const struct gate_total *total) {
    if (rule->longest) return total->longest;
    return rule->check == GATE_QUANTILE ? quantile_of(total, rule->quantile) : total->rate;
}

void gate_check_total(struct gate *gate, const struct gate_rule *rule,
                      struct gate_outcome *outcome) {
    const struct gate_source *source = gate_source_of(gate, rule->event);
    struct gate_total totals[2];
    if (!is_there(rule, source, outcome)) return;
    for (int side = 0; side < 2; side++) {
        gate_total_of(rule, source, side, &totals[side]);
        outcome->samples[side] = totals[side].events;
    }
    outcome->tested = 1;
    outcome->base = figure_of(rule, &totals[0]);
    outcome->fresh = figure_of(rule, &totals[1]);
    struct candidate c = {.finding = {
                              .rule = (size_t)(rule - gate->rules->items.items),
                              .base = outcome->base,
                              .fresh = outcome->fresh,
                              .change = outcome->fresh - outcome->base,
                              .ratio = outcome->base > 0    ? outcome->fresh / outcome->base
                                       : outcome->fresh > 0 ? INFINITY
                                                            : MISSING_REAL,
                              .low = MISSING_REAL,
                              .high = MISSING_REAL,
                              .confirmed = true,
                          }};
    c.exceeds = exceeds(rule, &c.finding);
    c.p = rule->longest                  ? longest_p(rule, totals)
          : rule->check == GATE_QUANTILE ? quantile_p(rule, totals)
                                         : fmax(sum_p(rule, totals), runs_p(rule, totals));
    c.of_runs = c.p;
    bool few = outcome->samples[1] < rule->min_samples;
    if (few && (c.exceeds || rule->check == GATE_QUANTILE)) gate_inconclusive(outcome, GATE_FEW, 1);
    if (!is_single(rule) && is_too_short(rule, totals))
        gate_inconclusive(outcome, GATE_TOO_SHORT, 1);
    for (int side = is_known(rule->max) ? 1 : 0; side < 2; side++)
        if (rule->per && is_missing(totals[side].rate))
            gate_inconclusive(outcome, GATE_NOTHING_TO_DIVIDE, side);
    name_total(rule, &c.finding);
    array_push(&gate->candidates, c);
    for (int side = 0; side < 2; side++) gate_total_free(&totals[side]);
}
