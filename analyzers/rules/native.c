/* What samples of native code say that nothing else does: work that the JDK does in native code,
 * names of hosts that are looked up, and waits for replies that are too short to be recorded one by
 * one. */
#include "analyzers/rules/busy.h"
#include "analyzers/rules/cpu.h"
#include "analyzers/rules/jvm_version.h"
#include "analyzers/rules/sites.h"
#include "analyzers/rules/used.h"
#include "analyzers/rules/native_rows.h"

#define LEAST_SAMPLES 20 /* of a place, for either */
#define LEAST_LOOKUPS 5
#define LEAST_RUNNING 0.02 /* of them: samples of its threads that run */
#define LEAST_USED 0.5     /* or of their time: what its threads used of the CPU */
#define MOST_RECORDED 0.5  /* of the waits, that events have: SlowHost judges those */
#define NO_FAILED_READS 22 /* the JDK from which on a read that fails has no event */

struct place {
    uint32_t site, call; /* names */
    double samples;
    size_t first;           /* row of one of them */
    struct tallies threads; /* of the tables */
    struct tallies callers; /* names */
};

struct places {
    ARRAY(struct place) items;
    struct sites sites;
    struct map index;   /* site and call -> place */
    struct map calls;   /* frame of the tables -> name of its method */
    struct map called;  /* stack -> does another class call it? */
    struct tallies met; /* all samples of native code, by thread */
};

static void add_place(struct places *all, const struct series *samples, size_t row, uint32_t site,
                      uint32_t call) {
    size_t at = map_number(&all->index, (uint64_t)site << 32 | call, all->items.len);
    if (at == all->items.len)
        array_push(&all->items, (struct place){.site = site, .call = call, .first = row});
    struct place *place = &array_at(&all->items, at);
    place->samples++;
    tallies_add(&place->threads, series_id(samples, SAMPLE_THREAD, row), 1);
    tallies_add(&place->callers, sites_caller(&all->sites, samples, SAMPLE_STACK, row), 1);
}

/* Named once for each frame. */
static uint32_t call_of(struct places *all, const struct series *samples, uint32_t frame) {
    bool fresh;
    uint64_t *call = map_put(&all->calls, frame, &fresh);
    if (fresh) {
        OWNED(text_free) struct text name = {0};
        text_addf(&name, "%s.%s", series_frame_class(samples, frame),
                  series_frame_method(samples, frame));
        *call = sites_name(&all->sites, &name);
    }
    return (uint32_t)*call;
}

/* Who reads in what its thread begins with waits for the next request, as far as anybody knows. */
static bool is_reply(struct places *all, const struct series *samples, size_t row) {
    const struct waits_stack wait = *sites_wait(&all->sites, samples, SAMPLE_STACK, row);
    return wait.what == WAITS_REPLY && !waits_idle(&wait) &&
           judge_stack(&all->called, samples, SAMPLE_STACK, row, sites_is_called);
}

/* The streams of a socket need no names: up to JDK 18 what JFR adds to them asks for one. */
static bool is_of_recorder(const struct series *samples, const uint32_t *frames, uint32_t depth) {
    uint32_t at = 0;
    while (at < depth && strncmp(series_frame_class(samples, frames[at]), "java.net.Inet", 13) == 0)
        at++;
    const char *of_class = at < depth ? series_frame_class(samples, frames[at]) : "";
    return strcmp(of_class, "java.net.Socket$SocketInputStream") == 0 ||
           strcmp(of_class, "java.net.Socket$SocketOutputStream") == 0 ||
           strcmp(of_class, "java.net.SocketInputStream") == 0 ||
           strcmp(of_class, "java.net.SocketOutputStream") == 0;
}

static bool looks_up(const struct series *samples, size_t row, bool recorder) {
    uint32_t depth;
    const uint32_t *frames = series_stack(samples, SAMPLE_STACK, row, &depth);
    const char *method = series_frame_method(samples, frames[0]);
    return (strcmp(method, "lookupAllHostAddr") == 0 || strcmp(method, "getHostByAddr") == 0) &&
           is_of_recorder(samples, frames, depth) == recorder;
}

/* The JDK's own client of DNS, by which programs look up services. */
static bool asks_dns(struct places *all, const struct series *samples, size_t row) {
    uint32_t depth;
    (void)all;
    const uint32_t *frames = series_stack(samples, SAMPLE_STACK, row, &depth);
    return some_of(i, depth,
                   strcmp(series_frame_class(samples, frames[i]), "com.sun.jndi.dns.DnsClient") ==
                       0);
}

static bool is_lookup(struct places *all, const struct series *samples, size_t row) {
    (void)all;
    return looks_up(samples, row, false);
}

static bool is_lookup_of_recorder(struct places *all, const struct series *samples, size_t row) {
    (void)all;
    return looks_up(samples, row, true);
}

static bool is_connect(struct places *all, const struct series *samples, size_t row) {
    uint32_t depth;
    const uint32_t *frames = series_stack(samples, SAMPLE_STACK, row, &depth);
    (void)all;
    for (uint32_t i = 0; i < depth; i++)
        if (strcmp(series_frame_class(samples, frames[i]), "java.net.Socket") == 0)
            return strcmp(series_frame_method(samples, frames[i]), "connect") == 0;
    return false;
}

static bool is_work(struct places *all, const struct series *samples, size_t row) {
    return sites_native_work(&all->sites, samples, SAMPLE_STACK, row);
}

/* Samples that the test is true of, by place. */
static void collect(const struct series *samples,
                    bool (*test)(struct places *all, const struct series *samples, size_t row),
                    struct places *all) {
    for (size_t row = 0; row < samples->rows; row++) {
        uint32_t depth;
        const uint32_t *frames = series_stack(samples, SAMPLE_STACK, row, &depth);
        tallies_add(&all->met, series_id(samples, SAMPLE_THREAD, row), 1);
        if (depth && test(all, samples, row))
            add_place(all, samples, row, sites_of(&all->sites, samples, SAMPLE_STACK, row),
                      call_of(all, samples, frames[0]));
    }
}

static const struct place *most_of(const struct places *all) {
    const struct place *most = NULL;
    EACH (const struct place, place, &all->items) {
        if (place->samples >= LEAST_SAMPLES && (!most || place->samples > most->samples))
            most = place;
    }
    return most;
}

static void free_places(struct places *all) {
    for (size_t i = 0; i < all->items.len; i++) {
        free_each(tallies_free, &all->items.items[i].threads, &all->items.items[i].callers);
    }
    array_free(&all->items);
    sites_free(&all->sites);
    free_each(map_free, &all->index, &all->calls, &all->called);
    tallies_free(&all->met);
}

/* Who asks for most of it. */
static void name_caller(const struct places *all, const struct place *place,
                        struct finding *finding, size_t value) {
    size_t most = 0;
    for (size_t i = 0; i < place->callers.len; i++)
        if (place->callers.items[i].sum > place->callers.items[most].sum) most = i;
    const char *name = strings_get(&all->sites.names, (uint32_t)place->callers.items[most].key);
    finding_text(finding, value, name);
}

/* ==== Work in native code =================================================================== */

/* Samples of the place's threads while they run: who never does waits in native code. */
static double running(const struct rule_input *input, const struct place *place) {
    const struct profile *profile = judge_running(input);
    OWNED(mem_release) uint32_t *threads = judge_threads(input);
    double count = 0;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread != PROFILE_NONE && map_get(&place->threads.index, threads[sample.thread]))
            count += (double)sample.count;
    }
    return count;
}

/* Who is there all the time is hardly ever met elsewhere: then its CPU time says that it works. */
static bool works(const struct rule_input *input, const struct place *place) {
    return running(input, place) >= LEAST_RUNNING * place->samples ||
           used_by(input, &place->threads) >=
               LEAST_USED * place->samples * (double)judge_period(input);
}

static void judge_native_work(const struct rule_input *input, struct finding *finding) {
    struct series samples = series_of(input, SERIES_NATIVE_SAMPLE);
    struct places all = {.items = {0}};
    collect(&samples, is_work, &all);
    const struct place *place = most_of(&all);
    const bool runs = judge_running(input)->samples > 0;
    if (!place || !works(input, place)) {
        judge_as(finding, runs ? RULE_OK : RULE_NA, runs ? 1 : 2);
    } else {
        double work = (double)judge_running(input)->samples;
        for (size_t i = 0; i < all.items.len; i++) work += all.items.items[i].samples;
        judge_figure(input, finding, 100 * place->samples / work);
        finding_cost(finding, COST_OF_CPU, cpu_of_native(input, place->samples));
        finding_text(finding, WORK_SITE, strings_get(&all.sites.names, place->site));
        finding_text(finding, WORK_CALL, strings_get(&all.sites.names, place->call));
        finding_number(finding, WORK_SAMPLES, (int64_t)place->samples);
        name_caller(&all, place, finding, WORK_CALLER);
        judge_name_pool(input, &place->threads, finding, WORK_POOL);
    }
    free_places(&all);
}

/* How long its threads were there, and what that costs them. */
static double judge_waits(const struct rule_input *input, struct places *all,
                          const struct place *place, struct finding *finding) {
    OWNED(tallies_free) struct tallies threads = {0};
    double waited = 0;
    tallies_sort(&all->met);
    EACH (const struct tally, tally, &place->threads) {
        double ns = judge_native_ns(input, &all->met, tally->sum);
        tallies_add(&threads, tally->key, ns);
        waited += ns;
    }
    busy_cost(input, finding, &threads, 0);
    return waited;
}

/* ==== Names of hosts, connections ============================================================ */

/* Samples of the threads that wait so, with the place that most are of: how many, where, who calls
 * that, and what it calls, to values of the finding from first on, in this order. */
static void judge_where_they_wait(const struct rule_input *input, size_t least,
                                  bool (*test)(struct places *, const struct series *, size_t),
                                  size_t first, struct finding *finding) {
    struct series samples = series_of(input, SERIES_NATIVE_SAMPLE);
    struct places all = {.items = {0}};
    const struct place *most = NULL;
    double count = 0;
    collect(&samples, test, &all);
    EACH (const struct place, place, &all.items) {
        count += place->samples;
        if (!most || place->samples > most->samples) most = place;
    }
    judge_figure(input, finding, samples.rows ? 100 * count / (double)samples.rows : 0);
    finding_number(finding, first, (int64_t)count);
    if (!most || count < (double)least) {
        finding->severity = RULE_OK;
        finding->score = 0;
    } else {
        finding_text(finding, first + 1, strings_get(&all.sites.names, most->site));
        name_caller(&all, most, finding, first + 2);
        OWNED(text_free) struct text through = {0};
        sites_add_through(&samples, SAMPLE_STACK, most->first, &through);
        finding_text(finding, first + 3, text_str(&through));
        judge_waits(input, &all, most, finding);
    }
    free_places(&all);
}

static size_t count_of(const struct rule_input *input,
                       bool (*test)(struct places *, const struct series *, size_t)) {
    struct series samples = series_of(input, SERIES_NATIVE_SAMPLE);
    size_t count = 0;
    for (size_t row = 0; row < samples.rows; row++) {
        uint32_t depth;
        series_stack(&samples, SAMPLE_STACK, row, &depth);
        count += depth && test(NULL, &samples, row);
    }
    return count;
}

static void judge_lookups(const struct rule_input *input, struct finding *finding) {
    judge_where_they_wait(input, LEAST_LOOKUPS, is_lookup, LOOKUP_COUNT, finding);
    if (finding->severity > RULE_OK) return;
    if (count_of(input, asks_dns) >= LEAST_SAMPLES) {
        judge_where_they_wait(input, LEAST_SAMPLES, asks_dns, LOOKUP_COUNT, finding);
    } else if (count_of(input, is_lookup_of_recorder) >= LEAST_LOOKUPS) {
        judge_where_they_wait(input, LEAST_LOOKUPS, is_lookup_of_recorder, LOOKUP_COUNT, finding);
        finding->outcome = &finding->rule->outcomes[1];
        judge_cap(finding);
    }
}

static void judge_connects(const struct rule_input *input, struct finding *finding) {
    judge_where_they_wait(input, LEAST_SAMPLES, is_connect, CONNECT_COUNT, finding);
}

/* ==== Short replies ========================================================================= */

/* What events have of the place's waits, ns; and whom it asks. */
static double recorded_of(const struct rule_input *input, const char *site,
                          struct finding *finding) {
    struct series reads = series_of(input, SERIES_SOCKET_READ);
    OWNED(sites_free) struct sites sites = {0};
    double ns = 0;
    for (size_t row = 0; row < reads.rows; row++) {
        uint32_t own = sites_of(&sites, &reads, IO_STACK, row);
        if (strcmp(strings_get(&sites.names, own), site) != 0) continue;
        const char *host = series_text(&reads, IO_PATH, row);
        if (host && *host && !finding->values[REPLY_HOST].given)
            finding_text(finding, REPLY_HOST, host);
        ns += (double)series_duration(&reads, row);
    }
    return ns;
}

/* Who asks the place's caller, where a library calls that back: of the first sample that it is on.
 */
static void name_asker(struct places *all, const struct place *place, const struct series *samples,
                       struct finding *finding) {
    const char *caller = finding->values[REPLY_CALLER].text;
    OWNED(text_free) struct text name = {0};
    for (size_t row = place->first; row < samples->rows && caller; row++) {
        const uint32_t own = sites_caller(&all->sites, samples, SAMPLE_STACK, row);
        if (sites_of(&all->sites, samples, SAMPLE_STACK, row) != place->site ||
            strcmp(strings_get(&all->sites.names, own), caller) != 0)
            continue;
        sites_add_asker(samples, SAMPLE_STACK, row, &name);
        finding_text(finding, REPLY_ASKED, text_str(&name));
        return;
    }
}

/* Of which JFR has no events. */
static bool is_of_datagrams(const struct place *place, const struct series *samples) {
    uint32_t depth;
    const uint32_t *frames = series_stack(samples, SAMPLE_STACK, place->first, &depth);
    return some_of(
        i, depth,
        strcmp(series_frame_class(samples, frames[i]), "sun.nio.ch.DatagramChannelImpl") == 0);
}

static void judge_short_replies(const struct rule_input *input, struct finding *finding) {
    struct series samples = series_of(input, SERIES_NATIVE_SAMPLE);
    struct places all = {.items = {0}};
    collect(&samples, is_reply, &all);
    const struct place *place = most_of(&all);
    if (!place) {
        judge_as(finding, RULE_OK, 1);
    } else {
        const char *site = strings_get(&all.sites.names, place->site);
        double waited = judge_waits(input, &all, place, finding);
        judge_figure(input, finding,
                     waited / (1e7 * judge_seconds(input) * (double)place->threads.len));
        finding_text(finding, REPLY_SITE, site);
        name_caller(&all, place, finding, REPLY_CALLER);
        name_asker(&all, place, &samples, finding);
        finding_number(finding, REPLY_THREADS, (int64_t)place->threads.len);
        finding_number(finding, REPLY_SAMPLES, (int64_t)place->samples);
        const bool datagrams = is_of_datagrams(place, &samples);
        const struct jvm_version version = jvm_version_recorded(input);
        if (datagrams) finding_number(finding, REPLY_DATAGRAMS, 1);
        else if (version.known && version.parts[0] >= NO_FAILED_READS)
            finding_number(finding, REPLY_FAILED, 1);
        /* A single thread that takes datagrams serves whoever sends them, as far as is known. */
        if (recorded_of(input, site, finding) > MOST_RECORDED * waited ||
            (datagrams && place->threads.len == 1))
            judge_as_fine(finding);
    }
    free_places(&all);
}
