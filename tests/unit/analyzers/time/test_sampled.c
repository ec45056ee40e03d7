/* Samples of pools of threads beside what the period promises: which recordings say it, and from
 * where on it is too few or too many. */
#include "analyzers/time/sampled.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <string.h>

enum { SAMPLE = 500, SETTING, STATISTICS };

/* What a recording lacks. */
enum lack { NOTHING, AGENT, SETTINGS, CPU_TIME, UNIT, PERIOD };

static void types(struct recording *r, enum lack lack) {
    metadata_begin(r);
    jvm_primitive_types(r);
    type_begin(r, TYPE_THREAD, "java.lang.Thread", NULL);
    field(r, "osName", TYPE_STRING, FIELD_PLAIN);
    field(r, "javaName", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, SAMPLE, "jdk.ExecutionSample", "jdk.jfr.Event");
    field(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field(r, "sampledThread", TYPE_THREAD, FIELD_POOLED);
    if (lack != CPU_TIME) field_begin(r, "cpuTime", TYPE_LONG, FIELD_PLAIN);
    if (lack != CPU_TIME && lack != UNIT) annotation(r, TYPE_TIMESPAN, "NANOSECONDS");
    if (lack != CPU_TIME) field_end(r);
    type_end(r);
    type_begin(r, SETTING, lack == SETTINGS ? "jdk.OtherSetting" : "jdk.ActiveSetting",
               "jdk.jfr.Event");
    field(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field(r, "id", TYPE_LONG, FIELD_PLAIN);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    field(r, "value", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    if (lack != AGENT) type_begin(r, STATISTICS, "jfragent.SamplingStatistics", "jdk.jfr.Event");
    if (lack != AGENT) type_end(r);
    metadata_end(r);
}

static void sample(struct recording *r, enum lack lack, int64_t thread, int64_t cpu_ns) {
    event_begin(r, SAMPLE);
    put_long(r, 5);
    put_long(r, thread);
    if (lack != CPU_TIME) put_long(r, cpu_ns);
    event_end(r);
}

static void setting(struct recording *r, int64_t id, const char *name, const char *value) {
    event_begin(r, SETTING);
    put_long(r, 5);
    put_long(r, id);
    put_utf8(r, name);
    put_utf8(r, value);
    event_end(r);
}

static void chunk(struct recording *r, enum lack lack) {
    struct chunk_head head = usual_head;
    head.start_ns += (int64_t)r->out.len; /* else it is the same one again */
    chunk_begin(r, &head);
    types(r, lack);
    setting(r, SAMPLE, "enabled", "true");
    setting(r, SETTING, "period", "1 ms");
    setting(r, SAMPLE, "period", lack == PERIOD ? "everyChunk" : "10 ms");
    sample(r, lack, 1, 20000000);
    sample(r, lack, 2, 40000000);
    sample(r, lack, 3, 5000000);
    sample(r, lack, 3, INT64_C(1) << 50);
    sample(r, lack, 3, (INT64_C(1) << 50) + 1); /* is no CPU time */
    checkpoint_begin(r, 1);
    pool_begin(r, TYPE_THREAD, 3);
    for (int64_t i = 0; i < 3; i++) {
        static const char *const names[] = {"pool-1-thread-1", "pool-1-thread-2", "main"};
        put_long(r, i + 1);
        put_utf8(r, i < 2 ? "os" : names[i]);
        if (i < 2) put_utf8(r, names[i]);
        else put_null(r);
    }
    checkpoint_end(r);
    chunk_end(r);
}

static char *sampled(struct recording *r) {
    struct memory_file file = memory_file_make(r->out.data, r->out.len);
    const char *path = file.path;
    const struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    struct scan_report report;
    struct walk_run run = {0};
    struct sampled all;
    struct text out = {0};
    sampled_join(&run);
    walk_start(&run, &scan, &report);
    sampled_make(&run, &all);
    for (size_t i = 0; i < all.pools.len; i++) {
        const struct sampled_pool *pool = &all.pools.items[i];
        text_addf(&out, "%s: %llu in %llu, %g promised; ", strings_get(&all.strings, pool->name),
                  (unsigned long long)pool->samples, (unsigned long long)pool->cpu_ns,
                  pool->promised);
    }
    sampled_free(&all);
    walk_run_free(&run);
    scan_report_free(&report);
    memory_file_close(&file);
    recording_free(r);
    text_add(&out, "");
    return text_take(&out);
}

START_TEST(samples_are_counted_where_all_is_said_that_it_takes) {
    struct recording r = {0};
    chunk(&r, (enum lack)_i);
    char *said = sampled(&r);
    ck_assert_str_eq(said ? said : "", _i == NOTHING
                                           ? "main: 3 in 1125899911842624, 1.1259e+08 promised; "
                                             "pool-*-thread-*: 2 in 60000000, 6 promised; "
                                           : "");
    free(said);
}
END_TEST

START_TEST(chunks_add_up_and_one_that_says_less_adds_nothing) {
    struct recording r = {0};
    chunk(&r, NOTHING);
    chunk(&r, PERIOD); /* nor is its period the one of the chunk before */
    chunk(&r, AGENT);
    chunk(&r, NOTHING);
    char *said = sampled(&r);
    ck_assert_str_eq(said, "main: 6 in 2251799823685248, 2.2518e+08 promised; "
                           "pool-*-thread-*: 4 in 120000000, 12 promised; ");
    free(said);
}
END_TEST

START_TEST(a_third_and_more_than_chance_is_off) {
    static const struct {
        uint64_t samples;
        double promised;
        bool off;
    } cases[] = {
        {0, 29, false},    {0, 29.9, false}, {0, 30, true},     {9, 30, false},    {8, 30, true},
        {52, 30, true},    {51, 30, false},  {300, 300, false}, {200, 300, false}, {199, 300, true},
        {400, 300, false}, {401, 300, true}, {0, 144, true},    {96, 144, false},  {95, 144, true},
        {192, 144, false}, {193, 144, true}, {64, 100, false},  {60, 100, false},  {59, 100, true},
        {140, 100, false}, {141, 100, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct sampled_pool pool = {.samples = cases[i].samples,
                                          .promised = cases[i].promised};
        ck_assert_msg(sampled_is_off(&pool) == cases[i].off, "%llu of %g",
                      (unsigned long long)cases[i].samples, cases[i].promised);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sampled");
    TCase *cases = tcase_create("sampled");
    tcase_add_loop_test(cases, samples_are_counted_where_all_is_said_that_it_takes, NOTHING,
                        PERIOD + 1);
    tcase_add_test(cases, chunks_add_up_and_one_that_says_less_adds_nothing);
    tcase_add_test(cases, a_third_and_more_than_chance_is_off);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
