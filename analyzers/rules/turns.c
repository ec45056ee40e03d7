/* Virtual threads that do something one at a time: of their locks the JVM records nothing, but what
 * each does while it has one never overlaps. */
#include "analyzers/rules/busy.h"
#include "analyzers/rules/meanwhile.h"
#include "analyzers/rules/sites.h"
#include "base/order.h"
#include "base/search.h"
#include "analyzers/rules/turns_rows.h"

#define LEAST_THREADS 5
#define LEAST_TURNS 10 /* from one thread to another: one that goes on and on takes none */
#define MOST_TOGETHER 0.01
#define MOST_AT_ONCE 16 /* of what is told from threads that meet by chance */
#define TIMES_MORE 3    /* threads than there are at once, and times than threads */

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
    bool throttled[MEANWHILE_KINDS]; /* not all of such events are recorded */
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
    all->throttled[kind] = judge_throttle(input, &series, series_rows[of->id].event) != NULL;
    for (size_t row = 0; row < series.rows; row++) {
        const uint32_t thread = series_id(&series, of->thread, row);
        if (!judge_is_virtual(input, thread) ||
            (socket && busy_idle(input, &series, of->stack, row)))
            continue;
        const uint64_t site = sites_of(&all->sites, &series, of->stack, row);
        const size_t at = map_number(&all->index, (uint64_t)kind << 32 | site, all->rows.len);
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
    size_t limit; /* so many at once there are at most, but for a little of the time; */
    double ns;    /* and so long there are as many */
    double all_ns;
};

struct edge { /* from then on one more is there, or one less */
    int64_t at;
    int by;
};

ORDERED(compare_edges, struct edge, RISING(at), RISING(by))

static void find_limit(const struct stay *stays, size_t len, struct turns *turns) {
    OWNED(array_release) ARRAY(struct edge) edges = {0};
    double times[MOST_AT_ONCE + 2] = {0}, all = 0, above = 0;
    size_t now = 0, limit = MOST_AT_ONCE + 1;
    for (size_t i = 0; i < len; i++) {
        array_push(&edges, (struct edge){stays[i].from_ns, 1});
        array_push(&edges, (struct edge){stays[i].to_ns, -1});
    }
    array_sort(&edges, compare_edges);
    for (size_t i = 0; i + 1 < edges.len; i++) {
        const double ns = (double)(edges.items[i + 1].at - edges.items[i].at);
        now += (size_t)edges.items[i].by; /* -1 wraps, and back */
        times[now <= MOST_AT_ONCE ? now : MOST_AT_ONCE + 1] += ns;
        if (now) all += ns;
    }
    while (limit > 1 && above + times[limit] <= MOST_TOGETHER * all) above += times[limit--];
    turns->limit = limit;
    turns->ns = times[limit];
}

/* The stays of one place, in order of time. */
static struct turns turns_of(const struct stay *stays, size_t len) {
    struct turns turns = {.place = stays->place, .count = len};
    OWNED(map_free) struct map threads = {0};
    for (size_t i = 0; i < len; i++) {
        map_number(&threads, stays[i].thread, threads.len);
        turns.all_ns += (double)(stays[i].to_ns - stays[i].from_ns);
        turns.turns += i && stays[i].thread != stays[i - 1].thread;
    }
    turns.threads = threads.len;
    find_limit(stays, len, &turns);
    return turns;
}

/* Of several at once it is known that something limits them if far more want it, again and again,
 * and all are recorded. */
static bool is_limited(const struct places *all, const struct turns *turns) {
    if (turns->threads < LEAST_THREADS || turns->turns < LEAST_TURNS) return false;
    return turns->limit == 1 ||
           (!all->throttled[array_at(&all->kinds, turns->place)] && turns->limit <= MOST_AT_ONCE &&
            turns->threads >= TIMES_MORE * turns->limit &&
            turns->count >= TIMES_MORE * turns->threads);
}

static struct turns worst_of(struct places *all) {
    struct turns worst = {.count = 0};
    array_sort(&all->stays, compare_stays);
    for (size_t at = 0, next; at < all->stays.len; at = next) {
        const struct stay *first = &all->stays.items[at];
        next = search_on(k, at + 1, all->stays.len, all->stays.items[k].place == first->place);
        const struct turns turns = turns_of(first, next - at);
        if (is_limited(all, &turns) && turns.ns > worst.ns) worst = turns;
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
        if (worst.limit > 1) finding_number(finding, TURNS_LIMIT, (int64_t)worst.limit);
        finding_text(finding, TURNS_DID, meanwhile_words[of->did]);
        judge_site(finding, TURNS_SITE, &series, of->stack, row);
        finding_number(finding, TURNS_COUNT, (int64_t)worst.count);
        finding_number(finding, TURNS_EACH, (int64_t)(worst.all_ns / (double)worst.count));
    }
    sites_free(&all.sites);
    map_free(&all.index);
    arrays_free(&all.stays, &all.rows);
    array_free(&all.kinds);
}
