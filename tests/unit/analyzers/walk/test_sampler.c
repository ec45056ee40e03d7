/* How async-profiler sampled: what its settings come to, and what states say where there are none.
 */
#include "analyzers/walk/sampler.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

/* ==== Settings ============================================================================== */

START_TEST(settings_come_to_an_engine_and_periods) {
    static const struct {
        const char *event, *interval, *wall; /* NULL: there is no such setting */
        bool said, is_wall, both;
        int64_t cpu_ms, wall_ms;
    } rows[] = {
        {"cpu", "5000000", NULL, true, false, false, 5, 0},
        {"cpu", "0", NULL, true, false, false, 10, 0},
        {"itimer", "1000000", NULL, true, false, false, 1, 0},
        {"ctimer", "0", NULL, true, false, false, 10, 0},
        {"cpu-clock", "2000000", NULL, true, false, false, 2, 0},
        {"task-clock", "2000000", NULL, true, false, false, 2, 0},
        {"cpu", NULL, NULL, true, false, false, 0, 0},
        {"cpu", "-1", NULL, true, false, false, 0, 0},
        {"cpu", "5 ms", NULL, true, false, false, 0, 0},
        {"cpu", "", NULL, true, false, false, 0, 0},
        {"cache-misses", "1000000", NULL, true, false, false, 0, 0},
        {"page-faults-of-a-long-name", "1000000", NULL, true, false, false, 0, 0},
        {"wall", "20000000", NULL, true, true, false, 0, 20},
        {"wall", "0", NULL, true, true, false, 0, 50},
        {"wall", NULL, NULL, true, true, false, 0, 50},
        {"wall", "20000000", "30000000", true, true, false, 0, 30},
        {"cpu", "5000000", "20000000", true, false, true, 5, 20},
        {"cpu", "0", "0", true, false, true, 10, 50},
        {"cache-misses", "1000000", "20000000", true, false, true, 0, 20},
        {NULL, NULL, "20000000", true, false, true, 0, 20},
        {NULL, "5000000", NULL, false, false, false, 0, 0},
        {NULL, NULL, NULL, false, false, false, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct sampler_settings settings = sampler_unset;
        struct sampler sampler = {.present = true};
        sampler_take(&settings, "version", "2.9");
        if (rows[i].event) sampler_take(&settings, "event", rows[i].event);
        if (rows[i].interval) sampler_take(&settings, "interval", rows[i].interval);
        if (rows[i].wall) sampler_take(&settings, "wall", rows[i].wall);
        sampler_settle(&sampler, &settings);
        ck_assert_msg(sampler.present && sampler.said == rows[i].said &&
                          sampler.wall == rows[i].is_wall && sampler.both == rows[i].both,
                      "row %zu", i);
        ck_assert_int_eq(sampler.cpu_ns, rows[i].cpu_ms * 1000000);
        ck_assert_int_eq(sampler.wall_ns, rows[i].wall_ms * 1000000);
        ck_assert_int_eq(sampler_period(&sampler, "jdk.ExecutionSample"), sampler.cpu_ns);
        ck_assert_int_eq(sampler_period(&sampler, "profiler.WallClockSample"), sampler.wall_ns);
        ck_assert_int_eq(sampler_period(&sampler, "jdk.NativeMethodSample"), 0);
    }
}
END_TEST

START_TEST(settings_decide_on_the_clock_and_states_where_they_do_not) {
    const struct sampler wall = {.present = true, .said = true, .wall = true};
    const struct sampler both = {.present = true, .said = true, .both = true};
    const struct sampler cpu = {.present = true, .said = true}, mute = {.present = true};
    const struct sampler other = {.present = false};
    const struct {
        const struct sampler *sampler;
        unsigned states;
        enum sampler_clock clock;
    } rows[] = {
        {&wall, 0, SAMPLER_WALL},
        {&wall, SAMPLER_DEFAULT, SAMPLER_WALL},
        {&both, 0, SAMPLER_BY_STATE},
        {&both, SAMPLER_SLEEPING, SAMPLER_BY_STATE},
        {&cpu, 0, SAMPLER_CPU},
        {&cpu, SAMPLER_SLEEPING, SAMPLER_CPU},
        {&mute, 0, SAMPLER_UNSAID},
        {&mute, SAMPLER_DEFAULT, SAMPLER_BY_STATE},
        {&mute, SAMPLER_DEFAULT | SAMPLER_SLEEPING, SAMPLER_BY_STATE},
        {&mute, SAMPLER_SLEEPING, SAMPLER_WALL},
        {&other, SAMPLER_SLEEPING, SAMPLER_CPU},
        {&other, SAMPLER_DEFAULT, SAMPLER_CPU},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(sampler_clock(rows[i].sampler, rows[i].states) == rows[i].clock, "row %zu",
                      i);
}
END_TEST

/* ==== Chunks ================================================================================ */

struct said {
    uint64_t of;
    const char *name, *value;
};

/* A chunk whose settings these are; types: more of them, NULL: none. */
static void add_chunk(struct recording *r, const struct said *settings, size_t count,
                      const char *more) {
    struct jvm jvm = {0};
    chunk_begin(r, NULL);
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    if (more) {
        type_begin(r, 300, more, "jdk.jfr.Event");
        type_end(r);
    }
    metadata_end(r);
    for (size_t i = 0; i < count; i++) {
        event_begin(r, EVENT_ACTIVE_SETTING);
        put_long(r, 1000);
        put_long(r, (int64_t)settings[i].of);
        put_utf8(r, settings[i].name);
        put_utf8(r, settings[i].value);
        event_end(r);
    }
    jvm_pools(&jvm, r);
    chunk_end(r);
    jvm_free(&jvm);
}

/* Looks at the chunk as the one behind what *sampler is of. */
static void look(struct sampler *sampler, struct recording *r) {
    struct opened o;
    open_first(&o, r);
    sampler_look(sampler, &o.chunk);
    opened_close(&o);
    recording_free(r);
}

#define VERSION \
    { EVENT_JVM_INFORMATION, "version", "async-profiler 2.9" }

START_TEST(a_chunk_without_settings_has_those_of_the_chunk_before) {
    static const struct said first[] = {VERSION,
                                        {EVENT_JVM_INFORMATION, "event", "wall"},
                                        {EVENT_EXECUTION_SAMPLE, "interval", "20000000"}};
    static const struct said then[] = {VERSION};
    static const struct said again[] = {VERSION,
                                        {EVENT_JVM_INFORMATION, "event", "cpu"},
                                        {EVENT_EXECUTION_SAMPLE, "interval", "5000000"},
                                        {EVENT_MONITOR_ENTER, "interval", "7000000"}};
    struct recording r[3] = {{.fixed = false}};
    struct sampler sampler = {0};
    add_chunk(&r[0], first, 3, NULL);
    add_chunk(&r[1], then, 1, NULL);
    add_chunk(&r[2], again, 4, NULL);
    look(&sampler, &r[0]);
    ck_assert(sampler.present && sampler.wall);
    ck_assert_int_eq(sampler.wall_ns, 20000000);
    look(&sampler, &r[1]);
    ck_assert(sampler.present && sampler.wall);
    ck_assert_int_eq(sampler.wall_ns, 20000000);
    look(&sampler, &r[2]);
    ck_assert(sampler.present && !sampler.wall);
    ck_assert_int_eq(sampler.cpu_ns, 5000000);
    ck_assert_int_eq(sampler.wall_ns, 0);
}
END_TEST

START_TEST(a_chunk_is_known_by_the_name_or_by_a_type) {
    static const struct said wall[] = {{EVENT_JVM_INFORMATION, "event", "wall"}};
    static const struct said version[] = {VERSION};
    struct recording named = {0}, typed = {0};
    struct sampler sampler = {0};
    add_chunk(&named, version, 1, NULL);
    add_chunk(&typed, wall, 1, "app.Async-profiler");
    look(&sampler, &named);
    ck_assert(sampler.present && !sampler.said);
    look(&sampler, &typed);
    ck_assert(sampler.present && sampler.wall);
}
END_TEST

START_TEST(chunks_of_a_jvm_or_of_the_agent_are_not_async_profilers_whatever_their_texts_say) {
    static const char *const others[] = {"jdk.GarbageCollection", "jfragent.SamplingStatistics"};
    static const struct said said[] = {VERSION, {EVENT_JVM_INFORMATION, "event", "wall"}};
    static const struct said nobody[] = {{EVENT_JVM_INFORMATION, "event", "wall"}};
    for (size_t i = 0; i < 3; i++) {
        struct recording r = {0};
        struct sampler sampler = {0};
        add_chunk(&r, i < 2 ? said : nobody, i < 2 ? 2 : 1, i < 2 ? others[i] : NULL);
        look(&sampler, &r);
        ck_assert(!sampler.present && !sampler.wall && !sampler.said);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sampler");
    TCase *cases = tcase_create("sampler");
    tcase_add_test(cases, settings_come_to_an_engine_and_periods);
    tcase_add_test(cases, settings_decide_on_the_clock_and_states_where_they_do_not);
    tcase_add_test(cases, a_chunk_without_settings_has_those_of_the_chunk_before);
    tcase_add_test(
        cases, chunks_of_a_jvm_or_of_the_agent_are_not_async_profilers_whatever_their_texts_say);
    tcase_add_test(cases, a_chunk_is_known_by_the_name_or_by_a_type);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
