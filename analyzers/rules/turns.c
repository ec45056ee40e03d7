/* Virtual threads that do something one at a time: of their locks the JVM records nothing, but what
 * each does while it has one never overlaps. */
#include "analyzers/rules/busy.h"
#include "analyzers/rules/meanwhile.h"
#include "analyzers/rules/sites.h"
#include "base/order.h"
#include "base/search.h"
#include "analyzers/rules/turns_rows.h"

#include <stdlib.h>

#define LEAST_THREADS 5
#define LEAST_TURNS 10 /* from one thread to another: one that goes on and on takes none */
#define MOST_TOGETHER 0.01

struct stay { /* of a virtual thread, at a place */
    uint32_t place, thread;
    int64_t from_ns, to_ns;
};

ORDERED(compare_stays, struct stay, RISING(place), RISING(from_ns), RISING(to_ns))

struct places {
    struct sites sites;
    ARRAY(struct stay) stays;
    ARRAY(size_t) rows; /* by place: the first */
    struct map index;   /* kind and site -> place */
    ARRAY(size_t) kinds;
};

static void collect(const struct rule_input *input, size_t kind, struct places *all) {
    const struct meanwhile_kind *of = &meanwhile_kinds[kind];
    const struct series series = series_of(input, of->id);
    const bool socket = of->did == DID_READ_SOCKET;
    const struct alike *alike = alike_of(input, of->id);
    bool any = false;
    EACH (const struct alike_rows, rows, &alike->all)
        any = any || judge_is_virtual(input, series_id(&series, of->thread, rows->first));
    if (!any) return;
    for (size_t row = 0; row < series.rows; row++) {
        const uint32_t thread = series_id(&series, of->thread, row);
        if (!judge_is_virtual(input, thread) ||
            (socket && busy_idle(input, &series, of->stack, row)))
            continue;
        const uint64_t site = sites_of(&all->sites, &series, of->stack, row);
        const size_t at = map_number(&all->index, kind << 32 | site, all->rows.len);
        if (at == all->rows.len) {
            array_push(&all->rows, row);
            array_push(&all->kinds, kind);
        }
        array_push(&all->stays, (struct stay){(uint32_t)at, thread, series_start(&series, row),
                                              series_end(&series, row)});
    }
}

struct turns {
    uint32_t place;
    size_t threads, turns, count;
    double ns, together_ns; /* of both: what more than one at once take counts once more */
};

/* The stays of one place, in order of time. */
static struct turns turns_of(const struct stay *stays, size_t len) {
    struct turns turns = {.place = stays->place, .count = len};
    OWNED(map_free) struct map threads = {0};
    int64_t until = INT64_MIN;
    for (size_t i = 0; i < len; i++) {
        const struct stay *stay = &stays[i];
        const int64_t alone = stay->from_ns > until ? stay->from_ns : until;
        map_number(&threads, stay->thread, threads.len);
        turns.turns += i && stay->thread != stay[-1].thread;
        if (stay->to_ns > alone) turns.ns += (double)(stay->to_ns - alone);
        if (alone > stay->from_ns)
            turns.together_ns +=
                (double)((stay->to_ns < alone ? stay->to_ns : alone) - stay->from_ns);
        if (stay->to_ns > until) until = stay->to_ns;
    }
    turns.threads = threads.len;
    return turns;
}

static struct turns worst_of(struct places *all) {
    struct turns worst = {.count = 0};
    array_sort(&all->stays, compare_stays);
    for (size_t at = 0, next; at < all->stays.len; at = next) {
        const struct stay *first = &all->stays.items[at];
        next = search_on(k, at + 1, all->stays.len, all->stays.items[k].place == first->place);
        const struct turns turns = turns_of(first, next - at);
        if (turns.threads >= LEAST_THREADS && turns.turns >= LEAST_TURNS &&
            turns.together_ns <= MOST_TOGETHER * turns.ns && turns.ns > worst.ns)
            worst = turns;
    }
    return worst;
}

static void judge_turns(const struct rule_input *input, struct finding *finding) {
    struct places all = {.stays = {0}};
    for (size_t kind = 0; kind < MEANWHILE_ALONE; kind++) collect(input, kind, &all);
    const struct turns worst = worst_of(&all);
    if (!worst.count) {
        judge_as(finding, all.stays.len ? RULE_OK : RULE_NA, 1 + !all.stays.len);
    } else {
        const struct meanwhile_kind *of = &meanwhile_kinds[array_at(&all.kinds, worst.place)];
        const struct series series = series_of(input, of->id);
        const size_t row = array_at(&all.rows, worst.place);
        judge_figure(input, finding, worst.ns / (judge_seconds(input) * 1e7));
        finding_number(finding, TURNS_THREADS, (int64_t)worst.threads);
        finding_text(finding, TURNS_DID, meanwhile_words[of->did]);
        judge_site(finding, TURNS_SITE, &series, of->stack, row);
        const char *caller =
            strings_get(&all.sites.names, sites_caller(&all.sites, &series, of->stack, row));
        finding_text(finding, TURNS_CALLER, caller);
        finding_number(finding, TURNS_COUNT, (int64_t)worst.count);
        finding_number(finding, TURNS_EACH, (int64_t)(worst.ns / (double)worst.count));
    }
    sites_free(&all.sites);
    map_free(&all.index);
    arrays_free(&all.stays, &all.rows);
    array_free(&all.kinds);
}
