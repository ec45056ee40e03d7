/* Threads that wait for what other threads do: by java.util.concurrent and Thread.join. */
#include "analyzers/rules/busy.h"
#include "analyzers/rules/holders.h"
#include "analyzers/rules/sites.h"
#include "analyzers/time/threads.h"
#include "base/between.h"
#include "base/order.h"
#include "base/search.h"
#include "base/units.h"
#include "analyzers/rules/parks_rows.h"

#define LEAST_WAITS 10 /* of a place: a program that waits for its own end waits once */
#define LEAST_THREADS 2
#define LEAST_BORROWERS 3
#define LEAST_TASKS 10 /* that a thread of a pool waited for, to be known to have them end */
#define MOST_EXPIRED 0.5
#define STEADY 0.7         /* of the time, that as many of them wait */
#define MOST_OF_ALL 0.05   /* of the time, that all wait: then nobody has what is lent */
#define LEAST_SEEN 10.0    /* samples and events, of what is done in a call, and out of it, */
#define LEAST_OUTSIDE 0.05 /* of both */
#define MOST_ASKING 4      /* calls, one in the other, that may be it */
#define LEAST_SHARE 10.0   /* percent of all such waits, for a place to be judged */
#define TIMES_MORE 2.0     /* time waited than worked meanwhile: they stand in line */
#define LEAST_HELD 0.25    /* of the time that a lock is waited for, that who had it is known */
#define LEAST_KNOWN 0.4 /* of the time that a lock was had, that is known what was done with it */
#define AT_ONCE_NS (20 * NS_PER_MS) /* from the end of a wait to what is thrown for it */
#define LEAST_DONE 0.1 /* of the time that results are waited for, that something is done */
#define MOST_TAKEN 0.8 /* of the time waited, that each of a pool works: it is too small */
#define LEAST_LATE 0.3 /* of that, that somebody works on what comes too late */
#define MOST_OF 40.0   /* percent that one thing has to have to be named as what was waited for */

struct place {     /* where threads wait, and for what */
    uint32_t site; /* a name */
    uint32_t kind; /* a name */
    enum waits_for what;
    bool turn;  /* for what those who wait have in turns, or what a queue lends them */
    bool hands; /* for who takes, or hands over, what one of them works on */
    bool paced; /* until a time of their own choice: for nobody */
    struct tallies threads, notifiers;
    struct tallies expired; /* waits that a time-out ended, by that, ms */
    uint64_t waits;
    const struct series *series; /* that has the first of them, */
    size_t stack, first;         /* its column and row */
    struct tallies callers;      /* of the site: names */
    double ns, expired_ns, served_ns;
};

struct park_wait {
    uint32_t place;
    struct interval when;
};

struct places {
    ARRAY(struct place) items;
    ARRAY(struct park_wait) waits;
    struct sites sites;
    struct map index;     /* kind and site -> place */
    struct map serving;   /* stack -> a request is run there */
    struct tallies tasks; /* that threads of pools waited for, by thread */
    double ns;
};

/* Who waits there wants a result, a turn, room, or what a queue lends, which somebody else has to
 * bring about. Waiting for work is not among them. Who waits on a condition, or by Object.wait,
 * does so in a queue made by hand, as far as anybody knows. */
static bool counts(const struct waits_stack *wait, struct place *place) {
    bool by_hand = wait->what == WAITS_OTHER && !wait->name;
    place->what = by_hand ? WAITS_QUEUE : wait->what;
    place->turn = wait->turn || by_hand;
    place->hands = wait->hands;
    return !waits_idle(wait) && (by_hand || wait->name) &&
           (place->what == WAITS_OTHER || place->what == WAITS_LOCK || place->what == WAITS_QUEUE);
}

ORDERED(compare_ends, struct interval, RISING(to_ns), RISING(from_ns))

struct edge { /* from then on one more waits, or one less */
    int64_t at;
    int by;
};

ORDERED(compare_edges, struct edge, RISING(at), RISING(by))

struct seen { /* of what those who wait there did otherwise: how often it was */
    double inside, outside;
};

static void see(struct seen *seen, bool inside, double count) {
    if (inside) seen->inside += count;
    else seen->outside += count;
}

/* In the method, or not. */
static struct seen seen_in(const struct rule_input *input, const struct place *place,
                           const struct sites_method *method) {
    static const struct meanwhile_kind native = {SERIES_NATIVE_SAMPLE, DID_RUN, SAMPLE_THREAD,
                                                 SAMPLE_STACK};
    const struct profile *profile = input->profile;
    OWNED(mem_release) uint32_t *threads = judge_threads(input);
    struct seen seen = {0, 0};
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread != PROFILE_NONE && sample.stack != PROFILE_NONE &&
            map_get(&place->threads.index, threads[sample.thread]))
            see(&seen, sites_is_in_sample(profile, sample.stack, method), (double)sample.count);
    }
    for (size_t kind = 0; kind <= MEANWHILE_ALONE; kind++) {
        const struct meanwhile_kind *of = kind ? &meanwhile_kinds[kind - 1] : &native;
        const struct series rows = series_of(input, of->id);
        for (size_t row = 0; row < rows.rows; row++)
            if (map_get(&place->threads.index, series_id(&rows, of->thread, row)))
                see(&seen, sites_is_in(&rows, of->stack, row, method), 1);
    }
    return seen;
}

/* Do they wait in a method in which they do something else as well, and without which they do, too?
 * That is a call: who has been lent something works with it, and goes on with what is its own. A
 * worker has nothing but the loop in which it waits for work and does it. */
static bool asks_in_calls(const struct rule_input *input, const struct place *place) {
    struct sites_method method;
    for (uint32_t nth = 0;
         nth < MOST_ASKING && sites_asking(place->series, place->stack, place->first, nth, &method);
         nth++) {
        const struct seen seen = seen_in(input, place, &method);
        if (seen.inside >= LEAST_SEEN && seen.outside >= LEAST_SEEN &&
            seen.outside >= LEAST_OUTSIDE * (seen.inside + seen.outside))
            return true;
    }
    return false;
}

/* For what share of the time is the number of those that wait the same, from the first wait on? And
 * is that neither none nor all? How many of a pool of workers have work changes all the time; but
 * those who use what a queue lends are as many as it has, if there is too little of it. Where it is
 * known that they wake each other, or that they ask for it in a call that ends, it is enough that
 * never all of them wait. */
static bool is_steady(const struct rule_input *input, const struct places *places, uint32_t at) {
    OWNED(array_release) ARRAY(struct edge) edges = {0};
    const size_t threads = places->items.items[at].threads.len;
    double *times = mem_zero(threads + 2, sizeof *times), all = 0;
    size_t waiting = 0, most = 0;
    EACH (const struct park_wait, wait, &places->waits) {
        if (wait->place != at) continue;
        array_push(&edges, (struct edge){wait->when.from_ns, 1});
        array_push(&edges, (struct edge){wait->when.to_ns, -1});
    }
    array_sort(&edges, compare_edges);
    for (size_t i = 0; i + 1 < edges.len; i++) {
        double ns = (double)(edges.items[i + 1].at - edges.items[i].at);
        waiting += (size_t)edges.items[i].by; /* -1 wraps, and back */
        times[waiting <= threads ? waiting : threads + 1] += ns;
        all += ns;
    }
    for (size_t i = 1; i < threads; i++)
        if (times[i] > times[most]) most = i;
    const bool steady = most && times[most] >= STEADY * all,
               some_have = threads && times[threads] <= MOST_OF_ALL * all;
    free(times);
    return all > 0 && (steady || (some_have && (places->items.items[at].notifiers.len ||
                                                asks_in_calls(input, &places->items.items[at]))));
}

/* Is it one of those who wait there that wakes the others? Then each brings back what it had; else
 * somebody brings work, or what is waited for is judged by who brings it (WaitingToBeNotified). */
static bool in_turns(const struct place *place) {
    double all = 0, by_others = 0;
    EACH (const struct tally, notifier, &place->notifiers) {
        all += notifier->sum;
        if (!map_get(&place->threads.index, notifier->key)) by_others += notifier->sum;
    }
    return 2 * by_others <= all;
}

/* Tasks of a pool that wait until their time-out for what a queue has: a thread whose tasks end
 * takes its work elsewhere. */
static bool is_missed(const struct places *places, const struct place *place) {
    double in_tasks = 0;
    EACH (const struct tally, thread, &place->threads) {
        const uint64_t *at = map_get(&places->tasks.index, thread->key);
        if (at && places->tasks.items[*at].count >= LEAST_TASKS) in_tasks += thread->sum;
    }
    return 2 * in_tasks >= place->ns && place->expired_ns >= MOST_EXPIRED * place->ns;
}

/* Who waits for an item in a queue waits for work, unless the queue lends, or a request waits. */
static bool is_lent(const struct rule_input *input, const struct places *places, uint32_t at) {
    const struct place *place = &places->items.items[at];
    if (place->threads.len < LEAST_BORROWERS ||
        place->waits < LEAST_WAITS * (uint64_t)place->threads.len || !in_turns(place))
        return false;
    if (2 * place->served_ns >= place->ns) return true;
    for (size_t i = 0; i < place->threads.len; i++)
        if (place->threads.items[i].count < LEAST_WAITS) return false;
    return is_missed(places, place) || is_steady(input, places, at);
}

static void leave_workers(const struct rule_input *input, struct places *places) {
    for (uint32_t i = 0; i < places->items.len; i++) {
        struct place *place = &places->items.items[i];
        if (place->what != WAITS_QUEUE || is_lent(input, places, i)) continue;
        places->ns -= place->ns;
        place->ns = 0;
        place->waits = 0;
    }
}

/* A call that waits until a time, by nothing but the clock. */
static bool is_paced(const struct series *parks, size_t column, size_t row) {
    return judge_timed_out(parks, row) && sites_paces(parks, column, row);
}

struct columns { /* of a series of waits; notifier: SIZE_MAX: it has none */
    size_t thread, stack, notifier;
    bool times_out; /* parks */
};

static void add_timeout(struct place *place, const struct series *parks, size_t row, double took) {
    if (!judge_timed_out(parks, row)) return;
    const int64_t timeout = series_int(parks, PARK_TIMEOUT, row);
    tallies_add(&place->expired, (uint64_t)((timeout + NS_PER_MS / 2) / NS_PER_MS), took);
    place->expired_ns += took;
}

static void collect(const struct series *series, const struct columns *of, struct places *out) {
    static const char
        by_hand[] = "to be woken",
        in_pool[] = "worker pool",
        by_clock[] = "for a set time (LockSupport.parkNanos: a rate limit, back-off or polling)";
    for (size_t row = 0; row < series->rows; row++) {
        struct place found = {.what = WAITS_NOT};
        const struct waits_stack wait = *sites_wait(&out->sites, series, of->stack, row);
        int64_t took = series_duration(series, row);
        if (waits_idle(&wait) && wait.name && strncmp(wait.name, in_pool, strlen(in_pool)) == 0)
            tallies_add(&out->tasks, series_id(series, of->thread, row), 1);
        if (!counts(&wait, &found) || took <= 0) continue;
        found.paced = of->times_out && !wait.name && is_paced(series, of->stack, row);
        if (found.paced) found.what = WAITS_OTHER;
        const char *name = found.paced ? by_clock : wait.name ? wait.name : by_hand;
        found.kind = strings_add(&out->sites.names, name);
        found.site = sites_of(&out->sites, series, of->stack, row);
        size_t at =
            map_number(&out->index, (uint64_t)found.kind << 32 | found.site, out->items.len);
        if (at == out->items.len) array_push(&out->items, found);
        struct place *place = &array_at(&out->items, at);
        if (!place->waits++) place->series = series, place->stack = of->stack, place->first = row;
        place->ns += (double)took;
        if (of->times_out) add_timeout(place, series, row, (double)took);
        if (judge_stack(&out->serving, series, of->stack, row, sites_serves))
            place->served_ns += (double)took;
        tallies_add(&place->callers, sites_caller(&out->sites, series, of->stack, row),
                    (double)took);
        out->ns += (double)took;
        tallies_add(&place->threads, series_id(series, of->thread, row), (double)took);
        if (of->notifier != SIZE_MAX)
            tallies_add(&place->notifiers, series_id(series, of->notifier, row), (double)took);
        array_push(
            &out->waits,
            (struct park_wait){(uint32_t)at, {series_start(series, row), series_end(series, row)}});
    }
}

static void free_places(struct places *places) {
    EACH (struct place, place, &places->items) {
        free_each(tallies_free, &place->threads, &place->notifiers, &place->callers,
                  &place->expired);
    }
    arrays_free(&places->items, &places->waits);
    tallies_free(&places->tasks);
    sites_free(&places->sites);
    free_each(map_free, &places->index, &places->serving);
}

/* The place with most time of those at which so many threads wait again and again, for others or
 * until a set time. Where work is handed over a single one is held up, too. */
static uint32_t worst_of(const struct places *places, size_t threads, bool paced) {
    uint32_t worst = MISSING_ID;
    for (uint32_t i = 0; i < places->items.len; i++) {
        const struct place *place = &places->items.items[i];
        if (place->waits < LEAST_WAITS || place->threads.len < threads || place->paced != paced ||
            100 * place->ns < LEAST_SHARE * places->ns ||
            (threads < LEAST_THREADS && !place->hands))
            continue;
        if (worst == MISSING_ID || place->ns > places->items.items[worst].ns) worst = i;
    }
    return worst;
}

static void waits_at(const struct places *places, uint32_t at, struct intervals *out) {
    EACH (const struct park_wait, wait, &places->waits)
        if (wait->place == at) array_push(out, wait->when);
}

/* What was done with a lock by who had it, for such a share of the time that it is waited for.
 * False: not much of that is known. */
static bool name_holders(const struct rule_input *input, const struct places *places, uint32_t at,
                         double least, struct finding *finding) {
    const char *lock = strings_get(&places->sites.names, places->items.items[at].kind);
    OWNED(array_release) struct intervals waits = {0};
    struct meanwhile holders = {.waiters = NULL};
    struct chain chain;
    holders_of_parks(input, lock, NULL, &holders);
    chain_follow(input, JFR_NULL_ID, &holders, &chain);
    const struct meanwhile_did *did = &chain.first, *last = &chain.last;
    waits_at(places, at, &waits);
    intervals_unite(&waits);
    bool known = did->what && did->percent >= MOST_OF &&
                 did->all_ns >= LEAST_KNOWN * chain.holders_ns &&
                 chain.holders_ns >= least * intervals_ns(&waits);
    if (known) {
        finding_text(finding, PARKS_HOLDER_DID, did->what);
        finding_text(finding, PARKS_HOLDER_SITE, did->site);
        finding_text(finding, PARKS_HOLDER_CALLER, did->caller);
        finding_text(finding, PARKS_CHAIN, chain.words);
        finding_text(finding, PARKS_END_DID, last->what);
        finding_text(finding, PARKS_END_SITE, last->site);
    }
    chain_free(&chain);
    return known;
}

/* Likewise by somebody who never waits for it. */
static bool name_holder_by_ends(const struct rule_input *input, const struct places *places,
                                uint32_t worst, struct finding *finding) {
    OWNED(array_release) struct intervals waits = {0};
    OWNED(meanwhile_did_free) struct meanwhile_did did;
    waits_at(places, worst, &waits);
    if (!holder_by_ends(input, waits.items, waits.len, &did)) return false;
    finding_text(finding, PARKS_HOLDER_DID, did.what);
    finding_text(finding, PARKS_HOLDER_SITE, did.site);
    finding_text(finding, PARKS_HOLDER_CALLER, did.caller);
    return true;
}

/* A result, or that somebody takes what is handed over: never one of those brings it about that
 * wait for it. */
static bool is_of_others(const struct places *places, const struct place *place) {
    static const char *const all[] = {"for a future",        "for a fork-join task",
                                      "for tasks",           "for a reply (gRPC)",
                                      "for room in a queue", "for a taker (SynchronousQueue)"};
    return some_of(i, COUNT_OF(all),
                   strcmp(strings_get(&places->sites.names, place->kind), all[i]) == 0);
}

/* Each has a thread that works for it: it waits for its own work, and nobody stands in line, as
 * those do who wait for a turn. That is so if as much is done as is waited, or if those who do it
 * are others, and as many: how long they run is not known where the processors are taken. */
static bool has_own_worker(const struct place *place, const struct meanwhile_did *did,
                           double waited_ns) {
    /* All who work wait themselves, for something else, all of that time: there are too few. What
     * runs may lack a processor. */
    if (did->did != DID_RUN && !did->by_waiters && did->workers < place->threads.len &&
        did->percent / 100 * did->all_ns >= MOST_TAKEN * waited_ns * (double)did->workers)
        return false;
    return place->ns < TIMES_MORE * did->all_ns ||
           (!did->by_waiters && did->workers >= place->threads.len);
}

/* False: most of it ended otherwise. */
static bool name_timeout(struct place *place, struct finding *finding) {
    if (place->expired_ns < MOST_EXPIRED * place->ns) return false;
    tallies_sort(&place->expired);
    finding_real(finding, PARKS_EXPIRED, 100 * place->expired_ns / place->ns);
    finding_number(finding, PARKS_TIMEOUT, (int64_t)place->expired.items[0].key * NS_PER_MS);
    return true;
}

/* How many exceptions of one class are thrown at the place as waits there end, if it is half of
 * them: of those that say that something was not reached, or not in time. */
static void name_failure(const struct rule_input *input, const struct places *places,
                         uint32_t worst, struct finding *finding) {
    const struct series thrown = series_of(input, SERIES_EXCEPTION);
    const struct place *place = &places->items.items[worst];
    const char *site = strings_get(&places->sites.names, place->site);
    OWNED(array_release) struct intervals waits = {0};
    OWNED(tallies_free) struct tallies classes = {0};
    waits_at(places, worst, &waits);
    array_sort(&waits, compare_ends);
    for (size_t row = 0; row < thrown.rows && waits.len; row++) {
        const char *own = series_text(&thrown, THROWN_SITE, row);
        const int64_t at = series_start(&thrown, row);
        if (series_id(&thrown, THROWN_STACK, row) == JFR_NULL_ID || !own || strcmp(own, site) != 0)
            continue;
        const size_t after = search_first(i, 0, waits.len, waits.items[i].to_ns <= at);
        if (after && ns_between(waits.items[after - 1].to_ns, at) <= AT_ONCE_NS)
            tallies_add(&classes, series_id(&thrown, THROWN_CLASS, row), 1);
    }
    tallies_sort(&classes);
    if (!classes.len || 2 * classes.items[0].count < place->waits) return;
    finding_number(finding, PARKS_FAILED, (int64_t)classes.items[0].count);
    finding_text(finding, PARKS_FAILURE,
                 strings_get(&input->tables->things.texts, (uint32_t)classes.items[0].key));
}

/* Threads that are started at the place, at least one for every other wait there. */
static void name_started(const struct rule_input *input, struct places *places,
                         const struct place *place, struct finding *finding) {
    const struct series started = series_of(input, SERIES_THREAD_START);
    OWNED(tallies_free) struct tallies pools = {0};
    size_t count = 0;
    for (size_t row = 0; row < started.rows; row++) {
        const char *thread = series_thread(&started, THREAD_START_THREAD, row);
        OWNED(text_free) struct text pool = {0};
        if (!thread || sites_of(&places->sites, &started, THREAD_START_STACK, row) != place->site)
            continue;
        count++;
        threads_add_pattern(&pool, thread);
        tallies_add(&pools, sites_name(&places->sites, &pool), 1);
    }
    if (2 * count < place->waits) return;
    finding_number(finding, PARKS_STARTED, (int64_t)count);
    judge_name_most(finding, PARKS_STARTED_POOL, &pools, &places->sites.names);
}

static void name_cause(const struct rule_input *input, struct places *places, uint32_t worst,
                       struct finding *finding) {
    const struct place *place = &places->items.items[worst];
    struct meanwhile waits = {.waiters = &place->threads,
                              .waiters_rest = is_of_others(places, place)};
    struct meanwhile_did did;
    if (place->what == WAITS_LOCK && (name_holders(input, places, worst, LEAST_HELD, finding) ||
                                      name_holder_by_ends(input, places, worst, finding) ||
                                      name_holders(input, places, worst, 0, finding)))
        return;
    const bool expired = name_timeout(&array_at(&places->items, worst), finding);
    if (!expired) name_failure(input, places, worst, finding);
    if (expired && !waits.waiters_rest && (!place->turn || place->what == WAITS_QUEUE)) return;
    EACH (const struct park_wait, wait, &places->waits)
        if (wait->place == worst)
            meanwhile_add(&waits, MEANWHILE_ANY, wait->when.from_ns, wait->when.to_ns);
    meanwhile_make(&waits, input, &did);
    if (expired) { /* a result that comes too late, or not at all */
        if (waits.waiters_rest && did.all_ns < LEAST_LATE * meanwhile_ns(&waits)) did.percent = 0;
    } else if (did.what && !place->turn && place->threads.len >= LEAST_THREADS &&
               has_own_worker(place, &did, meanwhile_ns(&waits))) {
        if (did.did == DID_SLEEP) judge_cap(finding); /* which is no work */
        else judge_as_fine(finding);
        finding->outcome = &finding->rule->outcomes[2];
    }
    /* Who brings it about is asleep, or out of the process: no more is known than that they wait.
     */
    if (!expired && waits.waiters_rest && did.all_ns < LEAST_DONE * meanwhile_ns(&waits))
        judge_cap(finding);
    /* Who sleeps has no lock that is waited for, as far as it is known: it rests between. */
    if (place->what == WAITS_LOCK && did.did == DID_SLEEP) did.percent = 0;
    if (did.what && did.percent >= MOST_OF) {
        finding_text(finding, PARKS_DID, did.what);
        finding_text(finding, PARKS_DID_SITE, did.site);
        finding_text(finding, PARKS_DID_CALLER, did.caller);
        if (did.threads) {
            finding_text(finding, PARKS_DID_POOL, did.threads);
            if (!did.by_waiters && did.workers > 1 && did.workers < place->threads.len)
                finding_number(finding, PARKS_DID_WORKERS, (int64_t)did.workers);
            finding_blame(finding, CULPRIT_POOL, did.threads);
        }
        finding_real(finding, PARKS_DID_PERCENT, did.percent);
    }
    meanwhile_did_free(&did);
    meanwhile_free(&waits);
}

/* Nothing of this JVM works for it. */
static bool has_no_worker(const struct places *places, const struct place *place) {
    return place->paced ||
           strcmp(strings_get(&places->sites.names, place->kind), "for a process to end") == 0;
}

static void judge_parks(const struct rule_input *input, struct finding *finding) {
    static const struct columns of_parks = {PARK_THREAD, PARK_STACK, SIZE_MAX, true},
                                of_waits = {MONITOR_WAIT_THREAD, MONITOR_WAIT_STACK,
                                            MONITOR_WAIT_NOTIFIER, false};
    struct series parks = series_of(input, SERIES_PARK),
                  waits = series_of(input, SERIES_MONITOR_WAIT);
    struct places places = {.ns = 0};
    collect(&parks, &of_parks, &places);
    collect(&waits, &of_waits, &places);
    leave_workers(input, &places);
    uint32_t worst = worst_of(&places, LEAST_THREADS, false);
    if (worst == MISSING_ID) worst = worst_of(&places, 1, false);
    if (worst == MISSING_ID) worst = worst_of(&places, LEAST_THREADS, true);
    if (worst == MISSING_ID) {
        judge_as(finding, RULE_OK, 1);
    } else {
        struct place *place = &places.items.items[worst];
        double each = place->ns / (double)place->threads.len / (judge_seconds(input) * 1e9);
        judge_figure(input, finding, 100 * (each < 1 ? each : 1));
        finding_text(finding, PARKS_WHAT, strings_get(&places.sites.names, place->kind));
        finding_text(finding, PARKS_SITE, strings_get(&places.sites.names, place->site));
        judge_name_most(finding, PARKS_CALLER, &place->callers, &places.sites.names);
        finding_blame(finding, CULPRIT_METHOD, strings_get(&places.sites.names, place->site));
        finding_number(finding, PARKS_THREADS, (int64_t)place->threads.len);
        finding_number(finding, PARKS_WAITS, (int64_t)place->waits);
        finding_number(finding, PARKS_TOTAL, (int64_t)place->ns);
        judge_name_pool(input, &place->threads, finding, PARKS_POOL);
        busy_cost(input, finding, &place->threads, 0);
        /* Workers of whom as many have work all the time look alike, unless it is known who wakes
         * them. */
        if (place->what == WAITS_QUEUE && !place->notifiers.len) judge_cap(finding);
        if (has_no_worker(&places, place)) judge_cap(finding);
        else name_cause(input, &places, worst, finding);
        name_started(input, &places, place, finding);
        /* One side of a pipeline always waits. */
        if (place->threads.len < LEAST_THREADS) judge_cap(finding);
    }
    free_places(&places);
}
