/* Periods that follow from a sampler's settings: whose settings those are, and of which time. */
#include "analyzers/facts/facts.h"
#include "analyzers/facts/settings.h"
#include "base/text.h"
#include "tests/support/suite.h"

#include <string.h>

struct said {
    int64_t time_ns;
    const char *event, *name, *value;
};

static uint32_t text(struct facts *facts, const char *s) {
    return strings_intern(&facts->strings, s, strlen(s));
}

/* "time event=period" of what follows from these settings; what was said stays in its order. */
static const char *derived(const struct said *said, size_t len) {
    static struct text out;
    struct facts facts = {0};
    size_t kept = 0;
    text_clear(&out);
    for (size_t i = 0; i < len; i++)
        array_push(&facts.settings,
                   (struct fact_setting){.time_ns = said[i].time_ns,
                                         .event = text(&facts, said[i].event),
                                         .name = text(&facts, said[i].name),
                                         .value = text(&facts, said[i].value)});
    settings_derive(&facts);
    for (size_t i = 0; i < facts.settings.len; i++) {
        const struct fact_setting *s = &facts.settings.items[i];
        if (!s->derived) {
            ck_assert_uint_lt(kept, len);
            ck_assert_uint_eq(s->value, text(&facts, said[kept].value));
            ck_assert_int_eq(s->time_ns, said[kept++].time_ns);
            continue;
        }
        ck_assert_str_eq(strings_get(&facts.strings, s->name), "period");
        text_addf(&out, "%s%lld %s=%s", out.len ? ", " : "", (long long)s->time_ns,
                  strings_get(&facts.strings, s->event), strings_get(&facts.strings, s->value));
    }
    ck_assert_uint_eq(kept, len);
    facts_free(&facts);
    return text_str(&out);
}
#define DERIVED(...) \
    derived((const struct said[]){__VA_ARGS__}, COUNT_OF(((const struct said[]){__VA_ARGS__})))

START_TEST(a_period_follows_from_the_settings_of_its_time) {
    ck_assert_str_eq(DERIVED({5, "jdk.ActiveRecording", "event", "cpu"},
                             {5, "jdk.ExecutionSample", "interval", "2000000"}),
                     "5 jdk.ExecutionSample=2 ms");
    ck_assert_str_eq(DERIVED({5, "jdk.ActiveRecording", "event", "wall"},
                             {5, "jdk.ExecutionSample", "interval", "2000000"}),
                     "5 profiler.WallClockSample=2 ms");
    ck_assert_str_eq(DERIVED({5, "jdk.ExecutionSample", "event", "cpu"},
                             {5, "jdk.ExecutionSample", "interval", "2000000"},
                             {5, "jdk.ExecutionSample", "wall", "30000000"}),
                     "5 jdk.ExecutionSample=2 ms, 5 profiler.WallClockSample=30 ms");
}
END_TEST

START_TEST(settings_of_another_time_are_of_another_sampler) {
    ck_assert_str_eq(DERIVED({5, "jdk.ActiveRecording", "event", "cpu"},
                             {6, "jdk.ExecutionSample", "interval", "2000000"}),
                     "");
    ck_assert_str_eq(DERIVED({5, "jdk.ExecutionSample", "event", "cpu"},
                             {5, "jdk.ExecutionSample", "interval", "2000000"},
                             {6, "jdk.ExecutionSample", "event", "cpu"},
                             {6, "jdk.ExecutionSample", "interval", "3000000"}),
                     "5 jdk.ExecutionSample=2 ms, 6 jdk.ExecutionSample=3 ms");
}
END_TEST

START_TEST(settings_of_other_events_say_nothing_of_samples) {
    ck_assert_str_eq(DERIVED({5, "jdk.ObjectAllocationSample", "event", "cpu"},
                             {5, "jdk.ExecutionSample", "interval", "2000000"}),
                     "");
    ck_assert_str_eq(DERIVED({5, "jdk.ActiveRecording", "event", "cpu"},
                             {5, "jdk.ActiveRecording", "interval", "2000000"}),
                     "");
    ck_assert_str_eq(DERIVED({5, "jdk.ActiveRecording", "event", "cpu"},
                             {5, "jdk.JavaMonitorEnter", "interval", "2000000"}),
                     "");
    ck_assert_str_eq(DERIVED({5, "jdk.ExecutionSample", "period", "20 ms"}), "");
}
END_TEST

START_TEST(nothing_follows_from_nothing) {
    ck_assert_str_eq(derived(NULL, 0), "");
}
END_TEST

int main(void) {
    TCase *c = tcase_create("settings");
    tcase_add_test(c, a_period_follows_from_the_settings_of_its_time);
    tcase_add_test(c, settings_of_another_time_are_of_another_sampler);
    tcase_add_test(c, settings_of_other_events_say_nothing_of_samples);
    tcase_add_test(c, nothing_follows_from_nothing);
    Suite *s = suite_create("settings");
    suite_add_tcase(s, c);
    return suite_run(s);
}
