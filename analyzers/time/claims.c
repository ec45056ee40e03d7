#include "analyzers/time/claims.h"

#include "analyzers/time/load.h"
#include "base/platform.h"
#include "base/search.h"
#include "base/units.h"

#define DEVIATIONS 4.0
#define TICK (10 * NS_PER_MS) /* the longest of the kernel, at which it looks at timers */

/* A time that loads of a thread speak of: behind from, up to to. */
struct stretch {
    uint64_t key; /* of the thread */
    int64_t from, to;
};

struct thread { /* of the loads */
    uint64_t key;
    double used_ns;
    size_t stretches; /* that begin where none ends */
    int64_t last;     /* where the last one ends */
};

struct comparison {
    ARRAY(struct stretch) stretches; /* by key, then time */
    ARRAY(struct thread) threads;
    struct map by_key; /* -> index in threads */
};

/* A name may change while the thread runs. */
static uint64_t key_of(uint64_t os_id, uint64_t java_id) {
    return map_mix(map_mix(os_id) ^ java_id);
}

static int compare_stretches(const void *a, const void *b, void *context) {
    const struct stretch *x = a, *y = b;
    (void)context;
    return ORDER(x->key, y->key) ?: ORDER(x->to, y->to);
}

static void add_loads(struct comparison *c, const struct facts *facts, double processors,
                      int64_t origin_ns) {
    OWNED(mem_release) int64_t *starts = load_thread_starts(facts, origin_ns);
    for (size_t i = 0; i < facts->thread_loads.len; i++) {
        const struct fact_thread_load *load = &facts->thread_loads.items[i];
        uint64_t key = key_of(load->os_id, load->java_id);
        size_t index = map_number(&c->by_key, key, c->threads.len);
        if (index == c->threads.len)
            array_push(&c->threads, (struct thread){.key = key, .last = INT64_MIN});
        struct thread *thread = &c->threads.items[index];
        struct stretch stretch = {key, starts[i], load->time_ns};
        thread->used_ns += ((double)stretch.to - (double)stretch.from) * processors *
                           (double)(load->user + load->system);
        thread->stretches += stretch.from != thread->last;
        thread->last = stretch.to;
        array_push(&c->stretches, stretch);
    }
    array_sort_with(&c->stretches, compare_stretches, NULL);
}

/* Whether loads of that thread speak of the time. */
static bool is_covered(const struct comparison *c, uint64_t key, int64_t time_ns) {
    const struct stretch *all = c->stretches.items; /* the first that does not end before */
    size_t at = search_first(i, 0, c->stretches.len,
                             all[i].key < key || (all[i].key == key && all[i].to < time_ns));
    return at < c->stretches.len && all[at].key == key && time_ns > all[at].from;
}

static struct claims_thread *claims_of(const struct profile *profile, const struct comparison *c) {
    struct claims_thread *claims = mem_zero(c->threads.len, sizeof *claims);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread == PROFILE_NONE || sample.time_ns == PROFILE_NO_TIME) continue;
        const struct profile_thread *thread = &profile->threads.items[sample.thread];
        uint64_t key = key_of(thread->os_id, thread->java_id);
        const uint64_t *index = map_get(&c->by_key, key);
        if (!index || !is_covered(c, key, sample.time_ns)) continue;
        struct claims_thread *claim = &claims[*index];
        claim->name = thread->name;
        claim->os_id = thread->os_id;
        claim->java_id = thread->java_id;
        claim->samples += sample.count;
        claim->claimed_ns += (double)sample.value;
    }
    return claims;
}

static int compare_beyond(const void *a, const void *b, void *context) {
    const struct claims_thread *x = a, *y = b;
    double left = x->claimed_ns - x->used_ns, right = y->claimed_ns - y->used_ns;
    (void)context;
    if (left > right || left < right) return left > right ? -1 : 1;
    return x->os_id < y->os_id ? -1 : x->os_id > y->os_id;
}

void claims_make(const struct profile *profile, const struct facts *facts, int64_t period_ns,
                 bool strict, int64_t origin_ns, struct claims *out) {
    int64_t processors = load_processors(facts);
    struct comparison c = {.threads = {0}};
    *out = (struct claims){0};
    double grain = (double)(period_ns > TICK ? period_ns : TICK);
    if (period_ns <= 0 || profile->unit != PROFILE_NS || processors <= 0) return;
    add_loads(&c, facts, (double)processors, origin_ns);
    OWNED(mem_release) struct claims_thread *claims = claims_of(profile, &c);
    for (size_t i = 0; i < c.threads.len; i++) {
        struct claims_thread *claim = &claims[i];
        double chance = strict ? 0 : DEVIATIONS * sqrt((double)claim->samples);
        if (claim->samples == 0) continue;
        out->compared++;
        claim->used_ns = c.threads.items[i].used_ns;
        claim->granted_ns =
            (double)c.threads.items[i].stretches * grain + chance * (double)period_ns;
        if (claim->claimed_ns > claim->used_ns + claim->granted_ns)
            array_push(&out->beyond, *claim);
    }
    array_sort_with(&out->beyond, compare_beyond, NULL);
    arrays_free(&c.stretches, &c.threads);
    map_free(&c.by_key);
}

void claims_free(struct claims *claims) {
    array_free(&claims->beyond);
}
