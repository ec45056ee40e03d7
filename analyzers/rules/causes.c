#include "analyzers/rules/causes.h"

#include "analyzers/rules/score.h"
#include "analyzers/rules/sites.h"

enum how { ALWAYS, SAME, AS_LARGE, LARGER, ZEROES };

static const struct {
    const char *effect, *cause;
    enum how how;
} comes[] = {
#define COMES(effect, cause, how) {effect, cause, how},
#include "analyzers/rules/causes_table.h"
#undef COMES
};
enum { COMES_COUNT = sizeof comes / sizeof *comes };

#define MUCH_OUTSIDE 60.0 /* percent, from which on what is outside is felt inside */
#define SHARE_OF_COST \
    0.5 /* of what the effect costs, for the cause to be more than one of several */

bool cause_counts(const struct finding *finding) {
    return finding->severity >= RULE_INFO && finding->rule->group != RULE_OTHER;
}

int cause_tier(const struct finding *finding) {
    enum { HAPPENED, OF_RECORDING, OF_SETTINGS, NOTHING };
    if (finding->severity < RULE_INFO) return NOTHING;
    if (finding->rule->group == RULE_OTHER) return OF_SETTINGS;
    if (finding->rule->group != RULE_LOSSES) return HAPPENED;
    /* What the JVM died of is not only why events are missing. */
    return finding->rule->see && strcmp(finding->rule->see, "crash") == 0 ? HAPPENED : OF_RECORDING;
}

static void add_method(const struct finding *finding, const struct profile *profile,
                       struct text *out) {
    const struct frame *frame = &profile->frames.rows.items[finding->frame];
    const char *of_class = strings_get(&profile->frames.strings, frame->class_name);
    text_addf(out, "%s%s%s", of_class, *of_class ? "." : "",
              strings_get(&profile->frames.strings, frame->method));
}

void cause_add_culprit(const struct finding *finding, const struct profile *profile,
                       struct text *out) {
    if (finding->culprit) text_add(out, finding->culprit);
    else if (finding->culprit_kind == CULPRIT_METHOD && finding->frame != PROFILE_NONE)
        add_method(finding, profile, out);
}

/* ==== What comes of what ==================================================================== */

static bool is_caller(const struct rule_value *value) {
    return strcmp(value->key, "caller") == 0 || text_ends_with(value->key, "_caller");
}

/* callers: who calls what it is about counts, too. */
static bool says(const struct finding *finding, const char *name, bool callers) {
    const struct rule_value *values = finding->rule->values;
    if (finding->culprit && strcmp(finding->culprit, name) == 0) return true;
    for (size_t i = 0; values && values[i].key; i++)
        if (values[i].kind == RULE_TEXT && finding->values[i].given &&
            (callers || !is_caller(&values[i])) && strcmp(finding->values[i].text, name) == 0)
            return true;
    return false;
}

/* Names of methods and classes have dots, hosts and files something like it; "ran" says nothing. */
static bool is_name(const char *name) {
    return strpbrk(name, ".:/") != NULL;
}

/* Is the method of the library? */
static bool is_in(const struct finding *library, const struct finding *other) {
    const char *name = library->culprit_kind == CULPRIT_LIBRARY ? library->culprit : NULL;
    const char *method = other->culprit_kind == CULPRIT_METHOD ? other->culprit : NULL;
    size_t len = name ? strlen(name) : 0;
    return len && method && strncmp(method, name, len) == 0 && method[len] == '.';
}

/* Do both name the same method, class, host or file? That one method calls both makes them two. */
static bool share_name(const struct finding *effect, const struct finding *cause,
                       const struct profile *profile) {
    const struct rule_value *values = effect->rule->values;
    OWNED(text_free) struct text name = {0};
    bool shared = is_in(effect, cause) || is_in(cause, effect);
    cause_add_culprit(effect, profile, &name);
    if (name.len && is_name(text_str(&name))) shared = shared || says(cause, text_str(&name), true);
    text_clear(&name);
    cause_add_culprit(cause, profile, &name);
    if (name.len && is_name(text_str(&name)))
        shared = shared || says(effect, text_str(&name), true);
    for (size_t i = 0; values && values[i].key && !shared; i++)
        shared = values[i].kind == RULE_TEXT && effect->values[i].given &&
                 is_name(effect->values[i].text) &&
                 says(cause, effect->values[i].text, !is_caller(&values[i]));
    return shared;
}

/* Is the method one that fills memory with zeroes, as what is allocated is? */
static bool fills_memory(const struct finding *effect, const struct profile *profile) {
    static const char *const names[] = {"memset", "bzero", "clear_mem", "fill_to_memory"};
    OWNED(text_free) struct text name = {0};
    bool fills = false;
    cause_add_culprit(effect, profile, &name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        fills = fills || strstr(text_str(&name), names[i]);
    return fills;
}

/* Does it cost as much that the effect may be all its? Where that is not known of the same thing,
 * it has to be as severe. */
static bool is_enough(const struct finding *effect, const struct finding *cause, enum how how) {
    /* Who knows a method, or that it costs much, knows better. */
    if (cause->culprit_kind == CULPRIT_OUTSIDE)
        return finding_figure(cause) >= MUCH_OUTSIDE && effect->culprit_kind != CULPRIT_METHOD &&
               !(effect->severity == RULE_WARNING && is_known(effect->cost));
    /* A number, so that it can be none of what it is compared with. */
    if (how == LARGER)
        return effect->cost_of == cause->cost_of && is_known(effect->cost) &&
               cause->cost > effect->cost;
    /* Whose own cost nobody knows explains one that is known if it is bad, or names the same. */
    if (how == ALWAYS && is_missing(cause->cost) && is_known(effect->cost))
        return cause->severity == RULE_WARNING;
    /* CPU keeps others waiting as long as it is used: little of it explains no long wait. */
    if (effect->cost_of == COST_OF_WAITERS && cause->cost_of == COST_OF_CPU &&
        is_known(effect->cost) && is_known(cause->weight))
        return cause->severity >= effect->severity && cause->weight >= SHARE_OF_COST * effect->cost;
    if (effect->cost_of != cause->cost_of || is_missing(effect->cost) || is_missing(cause->cost))
        return cause->severity >= effect->severity;
    return cause->cost >= (how == AS_LARGE ? 1 : SHARE_OF_COST) * effect->cost;
}

static const struct finding *find(const struct findings *findings, const char *id) {
    for (size_t i = 0; i < findings->len; i++)
        if (cause_counts(&findings->items[i]) && strcmp(findings->items[i].rule->id, id) == 0)
            return &findings->items[i];
    return NULL;
}

static const struct finding *parent_of(const struct findings *findings,
                                       const struct profile *profile,
                                       const struct finding *effect) {
    for (size_t i = 0; i < COMES_COUNT; i++) {
        if (strcmp(comes[i].effect, effect->rule->id) != 0) continue;
        const struct finding *cause = find(findings, comes[i].cause);
        if (!cause || cause == effect) continue;
        if (comes[i].how == ZEROES
                ? fills_memory(effect, profile)
                : is_enough(effect, cause, comes[i].how) &&
                      (comes[i].how == ALWAYS || share_name(effect, cause, profile)))
            return cause;
    }
    return NULL;
}

/* The table has no circles. */
static const struct finding *root_of(const struct findings *findings, const struct profile *profile,
                                     const struct finding *finding) {
    const struct finding *root = finding, *parent;
    while ((parent = parent_of(findings, profile, root))) root = parent;
    return root;
}

/* ==== Order ================================================================================= */

static double score_of(const struct cause *cause) {
    return real_or(cause->finding->score,
                   cause->severity == RULE_WARNING ? SCORE_WARNING : SCORE_INFO);
}

static bool is_priced(const struct cause *cause) {
    return is_known(cause->finding->cost) || is_known(cause->finding->weight);
}

/* Those whose cost is known by that; the others, behind them, by their score. */
static int compare_causes(const void *a, const void *b) {
    const struct cause *x = a, *y = b;
    const bool priced = is_priced(x);
    if (cause_tier(x->finding) != cause_tier(y->finding))
        return cause_tier(x->finding) - cause_tier(y->finding);
    if (x->severity != y->severity) return x->severity < y->severity ? 1 : -1;
    if (priced != is_priced(y)) return priced ? -1 : 1;
    double of_x = priced ? real_or(x->finding->weight, x->finding->cost) : score_of(x);
    double of_y = priced ? real_or(y->finding->weight, y->finding->cost) : score_of(y);
    if (of_x != of_y) return of_x < of_y ? 1 : -1;
    return (x->finding > y->finding) - (x->finding < y->finding);
}

/* Whose cost nobody knows is compared by what all have, the score: how far each is beyond the marks
 * of its own rule. So it stands before the first of its severity that is less far. */
static void place_unpriced(struct cause *items, size_t len) {
    for (size_t i = 1; i < len; i++) {
        struct cause moved = items[i];
        size_t at = i, k = i;
        if (is_priced(&moved) || cause_tier(moved.finding)) continue;
        while (k > 0 && items[k - 1].severity == moved.severity)
            if (is_priced(&items[--k]) && score_of(&items[k]) < score_of(&moved)) at = k;
            else if (!is_priced(&items[k])) break;
        memmove(&items[at + 1], &items[at], (i - at) * sizeof *items);
        items[at] = moved;
    }
}

static struct cause *cause_of(struct causes *causes, const struct finding *finding) {
    for (size_t i = 0; i < causes->items.len; i++)
        if (causes->items.items[i].finding == finding) return &causes->items.items[i];
    for (size_t i = 0; i < causes->outside.len; i++)
        if (causes->outside.items[i].finding == finding) return &causes->outside.items[i];
    return NULL;
}

void causes_make(const struct findings *findings, const struct profile *profile,
                 struct causes *out) {
    *out = (struct causes){.items = {0}};
    const struct finding **roots = mem_zero(findings->len, sizeof *roots);
    for (size_t i = 0; i < findings->len; i++) {
        const struct finding *finding = &findings->items[i];
        if (!cause_counts(finding)) continue;
        roots[i] = root_of(findings, profile, finding);
        if (roots[i] != finding) continue;
        const struct cause cause = {.finding = finding, .severity = finding->severity};
        if (finding->culprit_kind == CULPRIT_OUTSIDE) array_push(&out->outside, cause);
        else array_push(&out->items, cause);
    }
    for (size_t i = 0; i < findings->len; i++) {
        struct cause *cause = roots[i] ? cause_of(out, roots[i]) : NULL;
        const struct finding *finding = &findings->items[i];
        if (!cause || cause->finding == finding) continue;
        array_push(&cause->consequences, finding);
        if (cause->finding->culprit_kind != CULPRIT_OUTSIDE && finding->severity > cause->severity)
            cause->severity = finding->severity;
    }
    free(roots);
    if (out->items.len)
        qsort(out->items.items, out->items.len, sizeof *out->items.items, compare_causes);
    place_unpriced(out->items.items, out->items.len);
}

void causes_free(struct causes *causes) {
    for (size_t i = 0; i < causes->items.len; i++) array_free(&causes->items.items[i].consequences);
    for (size_t i = 0; i < causes->outside.len; i++)
        array_free(&causes->outside.items[i].consequences);
    arrays_free(&causes->items, &causes->outside);
}
