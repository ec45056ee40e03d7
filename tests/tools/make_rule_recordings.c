/* Makes recordings for each branch of the rule MethodProfiling, into the folder given:
 *
 *   rule-ok       20 ms; app.Index.lookup in 60 of 30 s' samples, and as many in others
 *   rule-info     20 ms; in 600 of them: 8 % of what is possible
 *   rule-warning  20 ms; in 2,400 of them: 32 %, half of them under java.util and java.lang, some
 *                 under java.util.concurrent, which is not stripped
 *   rule-na       the same without settings
 *   rule-periods  two chunks, 20 ms, then 10 ms, each said at the beginning of its chunk and (in
 * the second) again in its middle
 *
 * The same bytes each time.
 */
#include "tests/support/jvm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS INT64_C(1000000)
#define SECOND INT64_C(1000000000)

static struct recording out;
static struct jvm jvm = {.with_packages = true};

static void setting(int64_t ticks, const char *name, const char *value) {
    event_begin(&out, EVENT_ACTIVE_SETTING);
    put_long(&out, ticks);
    put_long(&out, EVENT_EXECUTION_SAMPLE);
    put_utf8(&out, name);
    put_utf8(&out, value);
    event_end(&out);
}

static const char *const stacks[] = {
    /* the first three are app.Index.lookup's for the rule */
    "app/Index.lookup:31 app/Server.handle:12 app/Server.run:5",
    "java/util/HashMap.getNode:577 java/util/HashMap.get:556 app/Index.lookup:33 "
    "app/Server.handle:12 app/Server.run:5",
    "java/lang/Integer.hashCode:1 java/util/HashMap.hash:338 java/util/HashMap.get:556 "
    "app/Index.lookup:33 app/Batch.step:80 app/Batch.run:70",
    "app/Parser.next:8 app/Parser.parse:4 app/Server.handle:10 app/Server.run:5",
    "java/util/concurrent/ConcurrentHashMap.get:936 app/Cache.find:14 app/Server.handle:11 "
    "app/Server.run:5",
    "app/Batch.step:81 app/Batch.run:70",
};
enum { LOOKUPS = 3, STACKS = sizeof stacks / sizeof *stacks };

static void sample(int64_t ticks, size_t stack) {
    jvm_sample(&out, ticks, jvm_thread(&jvm, stack % 2 ? "worker-1" : "worker-2"),
               jvm_stack(&jvm, stacks[stack]));
}

/* So many samples, evenly over the span: lookups of app.Index.lookup and others, taking turns. */
static void samples(int64_t from, int64_t span, unsigned lookups, unsigned others) {
    unsigned all = lookups + others, taken = 0, other = 0;
    for (unsigned i = 0; i < all; i++) {
        int64_t ticks = from + span * i / all;
        bool lookup = (uint64_t)(i + 1) * lookups / all > taken;
        if (lookup) sample(ticks, taken++ % LOOKUPS);
        else sample(ticks, LOOKUPS + other++ % (STACKS - LOOKUPS));
    }
}

static void begin(int64_t start, int64_t duration) {
    struct chunk_head head = usual_head;
    head.start_ns = START_NS + start;
    head.duration_ns = duration;
    head.start_ticks =
        start; /* one clock for all chunks, as JVMs have it: ticks are ns from START_NS */
    chunk_begin(&out, &head);
    jvm_types(&out);
}

static void end(void) {
    jvm_pools(&jvm, &out);
    chunk_end(&out);
}

static void finish(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.jfr", folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(out.out.data, 1, out.out.len, file) != out.out.len || fclose(file)) {
        perror(path);
        exit(1);
    }
    recording_free(&out);
    jvm_free(
        &jvm); /* not before: keys stay what they are in all chunks, as the JDK's reader wants */
    jvm = (struct jvm){.with_packages = true};
    memset(&out, 0, sizeof out);
}

/* 45 s, of which the samples are in the first 30 and some in the last 15. */
static void one_chunk(bool settings, unsigned lookups, unsigned others) {
    begin(0, 45 * SECOND);
    if (settings) {
        setting(MS, "enabled", "true");
        setting(MS, "period", "20 ms");
    }
    samples(2 * MS, 30 * SECOND - 4 * MS, lookups, others);
    samples(31 * SECOND, 13 * SECOND, lookups / 8, others / 8);
    end();
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: make_rule_recordings FOLDER\n");
        return 2;
    }
    one_chunk(true, 60, 60);
    finish(argv[1], "rule-ok");
    one_chunk(true, 600, 300);
    finish(argv[1], "rule-info");
    one_chunk(true, 2400, 600);
    finish(argv[1], "rule-warning");
    one_chunk(false, 2400, 600);
    finish(argv[1], "rule-na");

    begin(0, 40 * SECOND);
    setting(MS, "enabled", "true");
    setting(MS, "period", "20 ms");
    samples(2 * MS, 39 * SECOND, 400, 200);
    end();
    begin(40 * SECOND, 60 * SECOND);
    setting(40 * SECOND + MS, "enabled", "true");
    setting(40 * SECOND + MS, "period", "10 ms");
    samples(40 * SECOND + 2 * MS, 30 * SECOND, 900, 100);
    setting(71 * SECOND, "period", "10 ms");
    samples(71 * SECOND + MS, 28 * SECOND, 500, 100);
    end();
    finish(argv[1], "rule-periods");
    return 0;
}
