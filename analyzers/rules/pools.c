/* Pools of threads whose tasks wait for tasks of the same pool. */
#include "analyzers/rules/busy.h"
#include "analyzers/rules/meanwhile.h"
#include "analyzers/rules/sites.h"
#include "analyzers/time/threads.h"
#include "base/order.h"
#include "analyzers/rules/pools_rows.h"

#define LEAST_WAITS 10  /* for results, of a pool */
#define LEAST_THREADS 2 /* that wait at once, */
#define LEAST_WAITING 2 /* and one of so many of the pool */
#define LEAST_OWN 30.0  /* percent of the time when none is free, that one of the pool works, */
#define MOST_OF 50.0    /* and of the work done meanwhile, to say who did it */

struct edge { /* from then on so many more */
    int64_t at;
    int waiting, idle;
};

struct pool {
    uint32_t name;
    size_t members;
    uint64_t waits;
    ARRAY(struct edge) edges;
    struct tallies threads; /* what they waited for results, ns */
    struct tallies places;  /* kind << 32 | site: names */
    struct intervals taken; /* when none was free */
    double expired_ns;      /* of waits for results that a time-out ended */
};

struct pools {
    ARRAY(struct pool) items;
    struct sites sites;
    struct map index;    /* name -> pool */
    uint32_t *of_thread; /* of the tables */
};

static void collect_threads(const struct things *things, struct pools *out) {
    OWNED(text_free) struct text name = {0};
    out->of_thread = mem_resize(NULL, things->threads.len, sizeof *out->of_thread);
    for (size_t i = 0; i < things->threads.len; i++) {
        text_clear(&name);
        threads_add_pattern(&name, strings_get(&things->texts, things->threads.items[i].name));
        uint32_t id = sites_name(&out->sites, &name);
        size_t at = map_number(&out->index, id, out->items.len);
        if (at == out->items.len) array_push(&out->items, (struct pool){.name = id});
        out->of_thread[i] = (uint32_t)at;
        array_at(&out->items, at).members++;
    }
}

static bool is_one_of(const char *class_name, const char *const *names, size_t count) {
    while (count > 0 && strncmp(class_name, names[count - 1], strlen(names[count - 1])) != 0)
        count--;
    return count > 0;
}

/* Does a pool run the task that waits, and not for an answer over the network, for which clients
 * give futures, too? */
static bool is_of_pool(const struct series *parks, size_t column, size_t row) {
    static const char *const runners[] = {"java.util.concurrent.ForkJoinWorkerThread",
                                          "java.util.concurrent.ThreadPoolExecutor"};
    static const char *const clients[] = {"jdk.internal.net.http.", "io.grpc.stub.",
                                          "io.lettuce.core."};
    uint32_t depth;
    const uint32_t *frames = series_stack(parks, column, row, &depth);
    bool run = false, asks = false;
    for (uint32_t i = 0; i < depth; i++) {
        const char *name = series_frame_class(parks, frames[i]);
        run = run || is_one_of(name, runners, sizeof runners / sizeof *runners);
        asks = asks || is_one_of(name, clients, sizeof clients / sizeof *clients);
    }
    return run && !asks;
}

/* A result of a task; barriers, permits and room in queues are none. */
static bool is_result(const struct waits_stack *wait) {
    static const char *const results[] = {"for a future", "for a fork-join task", "at a latch",
                                          "for tasks"};
    for (size_t i = 0; i < sizeof results / sizeof *results && wait->name; i++)
        if (strcmp(wait->name, results[i]) == 0) return wait->what == WAITS_OTHER;
    return false;
}

static void add_stretch(struct pool *pool, const struct series *parks, size_t row, bool idle) {
    struct edge begin = {series_start(parks, row), !idle, idle},
                end = {series_end(parks, row), -!idle, -(int)idle};
    array_push(&pool->edges, begin);
    array_push(&pool->edges, end);
}

static void collect_waits(const struct series *parks, struct pools *out) {
    OWNED(map_free) struct map of_pool = {0};
    for (size_t row = 0; row < parks->rows; row++) {
        uint32_t thread = series_id(parks, PARK_THREAD, row);
        const struct waits_stack wait = *sites_wait(&out->sites, parks, PARK_STACK, row);
        int64_t took = series_duration(parks, row);
        if (thread == JFR_NULL_ID || took <= 0) continue;
        struct pool *pool = &array_at(&out->items, out->of_thread[thread]);
        if (waits_idle(&wait)) {
            add_stretch(pool, parks, row, true);
        } else if (is_result(&wait) && judge_stack(&of_pool, parks, PARK_STACK, row, is_of_pool)) {
            OWNED(text_free) struct text name = {0};
            text_add(&name, wait.name);
            uint64_t kind = sites_name(&out->sites, &name);
            pool->waits++;
            add_stretch(pool, parks, row, false);
            if (judge_timed_out(parks, row)) pool->expired_ns += (double)took;
            tallies_add(&pool->threads, thread, (double)took);
            tallies_add(&pool->places, kind << 32 | sites_of(&out->sites, parks, PARK_STACK, row),
                        (double)took);
        }
    }
}

ORDERED(compare_edges, struct edge, RISING(at))

/* When half of its threads waited for results and none for work. */
static void find_taken(struct pool *pool) {
    int64_t waiting = 0, idle = 0, since = 0;
    bool taken = false;
    if (pool->waits < LEAST_WAITS || pool->threads.len < LEAST_THREADS) return;
    array_sort(&pool->edges, compare_edges);
    EACH (const struct edge, edge, &pool->edges) {
        waiting += edge->waiting;
        idle += edge->idle;
        bool now = idle == 0 && waiting >= LEAST_THREADS &&
                   LEAST_WAITING * (uint64_t)waiting >= pool->members;
        if (taken && !now && edge->at > since)
            array_push(&pool->taken, (struct interval){since, edge->at});
        if (!taken) since = edge->at;
        taken = now;
    }
}

/* Time-outs ended most of the waits: what they waited for may be lost, whoever brings it about. */
static bool is_missed(const struct pool *pool) {
    double waited = 0;
    EACH (const struct tally, thread, &pool->threads) waited += thread->sum;
    return 2 * pool->expired_ns >= waited;
}

/* Who worked while none was free: the pool itself, nobody known, or others, for which it waits. */
static void name_workers(const struct rule_input *input, const struct pools *pools,
                         struct pool *pool, struct finding *finding) {
    struct meanwhile waits = {.waiters = &pool->threads};
    struct meanwhile_did did;
    for (size_t i = 0; i < pool->taken.len; i++)
        meanwhile_add(&waits, MEANWHILE_ANY, pool->taken.items[i].from_ns,
                      pool->taken.items[i].to_ns);
    meanwhile_make(&waits, input, &did);
    bool own = did.threads &&
               strcmp(did.threads, strings_get(&pools->sites.names, pool->name)) == 0 &&
               did.percent * did.all_ns >= LEAST_OWN * intervals_ns(&pool->taken);
    if (own) {
        finding_number(finding, POOL_OWN, 1);
        finding_text(finding, POOL_DID, did.what);
        finding_text(finding, POOL_DID_SITE, did.site);
    } else if (did.what && did.percent >= MOST_OF) {
        judge_as_fine(finding);
        finding->outcome = &finding->rule->outcomes[1];
    } else if (finding->severity < RULE_WARNING || is_missed(pool)) {
        judge_as_fine(finding); /* their peers may be others: an answer over the network */
    } else {
        judge_cap(finding);
    }
    meanwhile_did_free(&did);
    meanwhile_free(&waits);
}

static void judge_pool(const struct rule_input *input, const struct pools *pools, struct pool *pool,
                       struct finding *finding) {
    const struct strings *names = &pools->sites.names;
    double taken = intervals_ns(&pool->taken), waited = 0;
    tallies_sort(&pool->places);
    for (size_t i = 0; i < pool->threads.len; i++) waited += pool->threads.items[i].sum;
    judge_figure(input, finding, 100 * taken / (judge_seconds(input) * 1e9));
    finding_text(finding, POOL_NAME, strings_get(names, pool->name));
    finding_number(finding, POOL_MEMBERS, (int64_t)pool->members);
    finding_real(finding, POOL_WAITING, waited / (judge_seconds(input) * 1e9));
    finding_text(finding, POOL_WHAT,
                 strings_get(names, (uint32_t)(pool->places.items[0].key >> 32)));
    finding_text(finding, POOL_SITE, strings_get(names, (uint32_t)pool->places.items[0].key));
    busy_cost(input, finding, &pool->threads, 0);
    name_workers(input, pools, pool, finding);
}

static void judge_pools(const struct rule_input *input, struct finding *finding) {
    struct series parks = series_of(input, SERIES_PARK);
    struct pools pools = {.items = {0}};
    struct pool *worst = NULL;
    if (input->tables) collect_threads(&input->tables->things, &pools);
    if (pools.items.len) collect_waits(&parks, &pools);
    EACH (struct pool, pool, &pools.items) {
        find_taken(pool);
        if (!worst || intervals_ns(&pool->taken) > intervals_ns(&worst->taken)) worst = pool;
    }
    if (worst && worst->taken.len) judge_pool(input, &pools, worst, finding);
    else judge_as(finding, RULE_OK, 1);
    for (size_t i = 0; i < pools.items.len; i++) {
        free_each(tallies_free, &pools.items.items[i].threads, &pools.items.items[i].places);
        arrays_free(&pools.items.items[i].edges, &pools.items.items[i].taken);
    }
    array_free(&pools.items);
    sites_free(&pools.sites);
    map_free(&pools.index);
    free(pools.of_thread);
}
