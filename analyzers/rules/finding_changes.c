#include "analyzers/rules/finding_changes.h"

static bool stands_out(const struct finding *finding) {
    return finding->severity >= RULE_INFO && finding->rule->group != RULE_OTHER;
}

/* "db:41234" is "db": the port of a test's server is another one each time. */
static void add_host(const char *name, struct text *out) {
    const char *colon = strrchr(name, ':');
    bool port = colon && colon[1] && colon[1 + strspn(colon + 1, "0123456789")] == 0;
    text_add_bytes(out, name, port ? (size_t)(colon - name) : strlen(name));
}

/* What tells two findings of the rule apart: who is to blame. */
static char *culprit_of(const struct finding *finding, const struct profile *profile) {
    struct text name = {0};
    if (!stands_out(finding)) return mem_copy_text("");
    bool is_frame = finding->culprit_kind == CULPRIT_METHOD || finding->rule->group == RULE_SAMPLES;
    if (finding->culprit && finding->culprit_kind == CULPRIT_HOST)
        add_host(finding->culprit, &name);
    else if (finding->culprit) text_add(&name, finding->culprit);
    else if (is_frame && finding->frame != PROFILE_NONE)
        frame_add_name(&profile->frames, finding->frame, &name);
    return name.len ? text_take(&name) : mem_copy_text("");
}

static struct finding_change *cause_of(struct finding_changes *causes, const struct rule *rule,
                                       char *culprit) {
    EACH (struct finding_change, cause, &causes->items) {
        if (cause->rule != rule || strcmp(cause->culprit, culprit) != 0) continue;
        free(culprit);
        return cause;
    }
    array_push(&causes->items, (struct finding_change){.rule = rule, .culprit = culprit});
    return &causes->items.items[causes->items.len - 1];
}

void finding_changes_add(struct finding_changes *causes, int side, const struct findings *findings,
                         const struct profile *profile) {
    causes->recordings[side]++;
    EACH (const struct finding, finding, findings) {
        struct finding_change *cause =
            cause_of(causes, finding->rule, culprit_of(finding, profile));
        if (finding->severity != RULE_NA) cause->judged[side]++;
        if (stands_out(finding))
            array_push(&cause->seen[side], (struct finding_seen){finding, profile});
    }
}

static double figure_of(const struct finding_seen *seen) {
    double figure = finding_figure(seen->finding);
    return is_missing(figure) ? -1 : figure;
}

static int by_figure(const void *a, const void *b) {
    double x = figure_of(a), y = figure_of(b);
    return ORDER(x, y);
}

static void choose(struct finding_changes *causes, struct finding_change *cause, int side) {
    size_t len = cause->seen[side].len;
    cause->figure[side] = MISSING_REAL;
    if (2 * len <= causes->recordings[side]) return;
    qsort(cause->seen[side].items, len, sizeof *cause->seen[side].items, by_figure);
    cause->shown[side] = cause->seen[side].items[len / 2];
    cause->figure[side] = finding_figure(cause->shown[side].finding);
}

/* A rule whose findings are told apart was judged if it was for any of them. */
static bool was_judged(const struct finding_changes *causes, const struct rule *rule, int side) {
    size_t judged = 0;
    for (size_t i = 0; i < causes->items.len; i++)
        if (causes->items.items[i].rule == rule) judged += causes->items.items[i].judged[side];
    return 2 * judged > causes->recordings[side];
}

static enum finding_became change_of(const struct finding_change *cause) {
    const struct finding *base = cause->shown[0].finding, *fresh = cause->shown[1].finding;
    double was = cause->figure[0], is = cause->figure[1];
    if (!base) return FINDING_NEW;
    if (!fresh) return FINDING_GONE;
    if (fresh->severity != base->severity)
        return fresh->severity > base->severity ? FINDING_LARGER : FINDING_SMALLER;
    if (is_missing(was) || is_missing(is)) return FINDING_SAME;
    if (is >= was * FINDING_LARGER_BY && is > was) return FINDING_LARGER;
    return is * FINDING_LARGER_BY <= was && is < was ? FINDING_SMALLER : FINDING_SAME;
}

static const struct finding *worse_of(const struct finding_change *cause) {
    const struct finding *base = cause->shown[0].finding, *fresh = cause->shown[1].finding;
    if (!base || !fresh) return base ? base : fresh;
    return fresh->severity >= base->severity ? fresh : base;
}

static double score_of(const struct finding *finding) {
    return is_missing(finding->score) ? 0 : finding->score;
}

static int by_change(const void *a, const void *b) {
    const struct finding_change *x = a, *y = b;
    const struct finding *one = worse_of(x), *other = worse_of(y);
    if (x->change != y->change) return x->change < y->change ? -1 : 1;
    if (one->severity != other->severity) return one->severity > other->severity ? -1 : 1;
    if (score_of(one) != score_of(other)) return score_of(one) > score_of(other) ? -1 : 1;
    int id = strcmp(x->rule->id, y->rule->id);
    return id ? id : strcmp(x->culprit, y->culprit);
}

static void free_cause(struct finding_change *cause) {
    free(cause->culprit);
    arrays_free(&cause->seen[0], &cause->seen[1]);
}

void finding_changes_finish(struct finding_changes *causes) {
    size_t kept = 0;
    EACH (struct finding_change, cause, &causes->items) {
        for (int side = 0; side < 2; side++) choose(causes, cause, side);
        cause->change = change_of(cause);
        if (cause->change == FINDING_NEW) cause->unknown = !was_judged(causes, cause->rule, 0);
        if (cause->change == FINDING_GONE) cause->unknown = !was_judged(causes, cause->rule, 1);
    }
    EACH (struct finding_change, cause, &causes->items) {
        if (cause->shown[0].finding || cause->shown[1].finding)
            causes->items.items[kept++] = *cause;
        else free_cause(cause);
    }
    causes->items.len = kept;
    if (kept) qsort(causes->items.items, kept, sizeof *causes->items.items, by_change);
}

void finding_changes_free(struct finding_changes *causes) {
    for (size_t i = 0; i < causes->items.len; i++) free_cause(&causes->items.items[i]);
    array_free(&causes->items);
}
