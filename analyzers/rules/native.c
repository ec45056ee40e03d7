/* What samples of native code say that nothing else does: work that the JDK does in native code,
 * and waits for replies that are too short to be recorded one by one. */
#include "analyzers/rules/busy.h"
#include "analyzers/rules/sites.h"
#include "parser/names.h"

#include <string.h>

#define LEAST_SAMPLES 20   /* of a place, for either */
#define LEAST_RUNNING 0.02 /* of them: samples of its threads that run */
#define MOST_RECORDED 0.5  /* of the waits, that events have: SlowHost judges those */

struct place {
    uint32_t site, call; /* names */
    double samples;
    struct tallies threads; /* of the tables */
    struct tallies callers; /* names */
};

struct places {
    ARRAY(struct place) items;
    struct sites sites;
    struct map index;   /* site and call -> place */
    struct map calls;   /* frame of the tables -> name of its method */
    struct tallies met; /* all samples of native code, by thread */
};

/* Reads and writes of files and sockets are judged by what they carry (SmallFileCalls). */
static bool is_work(const char *of_class) {
    static const char *const calls[] = {"sun.nio.ch.", "java.io.File", "java.io.RandomAccessFile",
                                        "java.net."};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strncmp(of_class, calls[i], strlen(calls[i])) == 0) return false;
    return names_is_of_jdk(of_class);
}

static void add_place(struct places *all, const struct series *samples, size_t row, uint32_t site,
                      uint32_t call) {
    bool fresh;
    uint64_t *at = map_put(&all->index, (uint64_t)site << 32 | call, &fresh);
    if (fresh) {
        *at = all->items.len;
        array_push(&all->items, (struct place){.site = site, .call = call});
    }
    struct place *place = &array_at(&all->items, *at);
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

/* replies: of those who wait for one; else of those who work. Who reads in what its thread begins
 * with waits for the next request, as far as anybody knows. */
static void collect(const struct series *samples, bool replies, struct places *all) {
    for (size_t row = 0; row < samples->rows; row++) {
        uint32_t depth;
        const uint32_t *frames = series_stack(samples, SAMPLE_STACK, row, &depth);
        tallies_add(&all->met, series_id(samples, SAMPLE_THREAD, row), 1);
        if (!depth) continue;
        const struct waits_stack wait = *sites_wait(&all->sites, samples, SAMPLE_STACK, row);
        uint32_t site = sites_of(&all->sites, samples, SAMPLE_STACK, row), call = 0;
        if (replies) {
            uint32_t caller = sites_caller(&all->sites, samples, SAMPLE_STACK, row);
            if (wait.what != WAITS_REPLY || waits_idle(&wait) ||
                !*strings_get(&all->sites.names, caller))
                continue;
        } else {
            if (wait.what != WAITS_NOT || !is_work(series_frame_class(samples, frames[0])))
                continue;
            call = call_of(all, samples, frames[0]);
        }
        add_place(all, samples, row, site, call);
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
        tallies_free(&all->items.items[i].threads);
        tallies_free(&all->items.items[i].callers);
    }
    array_free(&all->items);
    sites_free(&all->sites);
    map_free(&all->index);
    map_free(&all->calls);
    tallies_free(&all->met);
}

/* Who asks for most of it. */
static void name_caller(const struct places *all, const struct place *place,
                        struct finding *finding, size_t value) {
    size_t most = 0;
    for (size_t i = 0; i < place->callers.len; i++)
        if (place->callers.items[i].sum > place->callers.items[most].sum) most = i;
    const char *name = strings_get(&all->sites.names, (uint32_t)place->callers.items[most].key);
    if (*name) finding_text(finding, value, name);
}

/* ==== Work in native code =================================================================== */

enum { WORK_SHARE, WORK_SITE, WORK_SAMPLES, WORK_CALL, WORK_CALLER };

/* Samples of the place's threads while they run: who never does waits in native code. */
static double running(const struct rule_input *input, const struct place *place) {
    const struct profile *profile = judge_running(input);
    uint32_t *threads = judge_threads(input);
    double count = 0;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.thread != PROFILE_NONE && map_get(&place->threads.index, threads[sample.thread]))
            count += (double)sample.count;
    }
    free(threads);
    return count;
}

static void judge_work(const struct rule_input *input, struct finding *finding) {
    struct series samples = series_of(input, SERIES_NATIVE_SAMPLE);
    struct places all = {.items = {0}};
    collect(&samples, false, &all);
    const struct place *place = most_of(&all);
    if (!judge_running(input)->samples) {
        judge_as(finding, RULE_NA, 2);
    } else if (!place || running(input, place) < LEAST_RUNNING * place->samples) {
        judge_as(finding, RULE_OK, 1);
    } else {
        double work = (double)judge_running(input)->samples;
        for (size_t i = 0; i < all.items.len; i++) work += all.items.items[i].samples;
        judge_figure(input, finding, 100 * place->samples / work);
        finding_text(finding, WORK_SITE, strings_get(&all.sites.names, place->site));
        finding_text(finding, WORK_CALL, strings_get(&all.sites.names, place->call));
        finding_number(finding, WORK_SAMPLES, (int64_t)place->samples);
        name_caller(&all, place, finding, WORK_CALLER);
    }
    free_places(&all);
}

const struct rule rule_native_work = {
    RULE_ROW("NativeWork", "Work in native code", "method_profiling", RULE_SAMPLES,
             "hot-methods --event jdk.NativeMethodSample"),
    .about =
        "The place in the program that most samples of native code are of in which the JDK does "
        "something that takes time and is no wait (compresses, looks a host up, starts a process, "
        "asks the file system), as a share of these samples and those of Java code. Reads and "
        "writes "
        "of files and sockets are judged by SmallFileCalls, and native code of others may wait. "
        "Its threads have to run otherwise. INFO at most.",
    RULE_NEEDS_OF(RULE_OF("NativeMethodSample")),
    LIMIT_INFO_PERCENT(25),
    VALUES(VALUE_PERCENT("percent", 0), VALUE_TEXT("site"), VALUE_COUNT("samples", "sample"),
           VALUE_TEXT("call"), VALUE_TEXT("caller")),
    CULPRIT(METHOD, WORK_SITE),
    COSTS(CPU, WORK_SHARE),
    FIGURE(WORK_SHARE),
    .judge = judge_work,
    OUTCOMES(
        {"judged",
         "{site} spends {percent} of the samples in native code: {samples} in {call}[; it is "
         "called from {caller}]."},
        {"none", "No place has the JDK do much in native code."},
        {"nothing-runs", "No thread was seen running, so who works in native code is unknown."}),
};

/* ==== Short replies ========================================================================= */

enum { REPLY_SHARE, REPLY_SITE, REPLY_CALLER, REPLY_THREADS, REPLY_SAMPLES, REPLY_HOST };

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

static void judge_replies(const struct rule_input *input, struct finding *finding) {
    struct series samples = series_of(input, SERIES_NATIVE_SAMPLE);
    struct places all = {.items = {0}};
    collect(&samples, true, &all);
    const struct place *place = most_of(&all);
    if (!place) {
        judge_as(finding, RULE_OK, 1);
    } else {
        const char *site = strings_get(&all.sites.names, place->site);
        double recorded = judge_seconds(input) * 1e9, waited = 0;
        OWNED(tallies_free) struct tallies threads = {0};
        tallies_sort(&all.met);
        for (size_t i = 0; i < place->threads.len; i++) {
            double ns = judge_native_ns(input, &all.met, place->threads.items[i].sum);
            tallies_add(&threads, place->threads.items[i].key, ns);
            waited += ns;
        }
        judge_figure(input, finding, 100 * waited / (recorded * (double)threads.len));
        finding_text(finding, REPLY_SITE, site);
        name_caller(&all, place, finding, REPLY_CALLER);
        finding_number(finding, REPLY_THREADS, (int64_t)threads.len);
        finding_number(finding, REPLY_SAMPLES, (int64_t)place->samples);
        busy_cost(input, finding, &threads, 0);
        if (recorded_of(input, site, finding) > MOST_RECORDED * waited) judge_as_fine(finding);
    }
    free_places(&all);
}

const struct rule rule_short_replies = {
    RULE_ROW("ShortReplies", "Many short waits for replies", "socket_io", RULE_IO,
             "hot-methods --event jdk.NativeMethodSample"),
    .about =
        "The place in the program in which samples of native code meet most threads that wait for "
        "a "
        "reply from a socket, if events (jdk.SocketRead) have less than half of that: each wait is "
        "shorter than their threshold, but there are many. The figure is how much of their time "
        "those threads wait there: the JVM looks at threads in native code in turn, and the one "
        "that "
        "it meets most often is taken to be there all the time. Who reads in the method that its "
        "thread begins with waits for requests. INFO at most.",
    RULE_NEEDS_OF(RULE_OF("NativeMethodSample")),
    LIMIT_INFO_PERCENT(25),
    VALUES(VALUE_PERCENT("waited_percent", 0), VALUE_TEXT("site"), VALUE_TEXT("caller"),
           VALUE_COUNT("threads", "thread"), VALUE_COUNT("samples", "sample"), VALUE_TEXT("host")),
    CULPRIT(METHOD, REPLY_SITE),
    FIGURE(REPLY_SHARE),
    .judge = judge_replies,
    OUTCOMES({"judged",
              "{threads} waited for replies[ from {host}] for about {waited_percent} of their "
              "time in {site}, called from {caller}, mostly shorter than what is recorded one by "
              "one ({samples}): fewer questions, each for more, would wait less."},
             {"none", "No place waits for many short replies."}),
};
