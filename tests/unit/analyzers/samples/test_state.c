/* What readers of several chunks remember: it does not depend on which of them came first. */
#include "analyzers/samples/state.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

struct zone_said { /* by a chunk that began then */
    int64_t since_ns, offset_ms;
};

static struct zone_said taken(const struct zone_said *said, size_t count) {
    struct samples_state state = {.offset_since_ns = 0};
    for (size_t i = 0; i < count; i++)
        samples_take_offset(&state, said[i].since_ns, said[i].offset_ms);
    return (struct zone_said){state.offset_since_ns, state.offset_ms};
}

START_TEST(the_zone_is_that_of_the_first_chunk_and_of_several_the_least) {
    static const struct {
        struct zone_said said[2], taken;
    } cases[] = {
        {{{100, 60}, {200, 30}}, {100, 60}}, {{{100, 60}, {100, 30}}, {100, 30}},
        {{{100, 30}, {100, 30}}, {100, 30}}, {{{100, -30}, {100, 0}}, {100, -30}},
        {{{0, 60}, {100, 30}}, {100, 30}}, /* when it began is not known */
        {{{0, 60}, {0, 30}}, {0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct zone_said turned[] = {cases[i].said[1], cases[i].said[0]};
        struct zone_said one = taken(cases[i].said, 2), other = taken(turned, 2);
        ck_assert_int_eq(one.since_ns, cases[i].taken.since_ns);
        ck_assert_int_eq(one.offset_ms, cases[i].taken.offset_ms);
        ck_assert_int_eq(other.since_ns, one.since_ns);
        ck_assert_int_eq(other.offset_ms, one.offset_ms);
    }
}
END_TEST

START_TEST(events_are_counted_by_name_and_called_what_is_said_first) {
    struct samples_state state = {.offset_since_ns = 0};
    samples_count_event(&state, "a.A", NULL, 2);
    samples_count_event(&state, "a.B", "Bs", 1);
    samples_count_event(&state, "a.A", "As", 3);
    samples_count_event(&state, "a.A", "Others", 0);
    ck_assert_uint_eq(state.events.len, 2);
    ck_assert_str_eq(state.events.items[0].name, "a.A");
    ck_assert_str_eq(state.events.items[0].label, "As");
    ck_assert_uint_eq(state.events.items[0].count, 5);
    ck_assert_str_eq(state.events.items[1].label, "Bs");
    ck_assert_uint_eq(state.events.items[1].count, 1);
    array_free(&state.events);
    map_free(&state.event_index);
    strings_free(&state.names);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("samples, state");
    TCase *c = tcase_create("samples, state");
    tcase_add_test(c, the_zone_is_that_of_the_first_chunk_and_of_several_the_least);
    tcase_add_test(c, events_are_counted_by_name_and_called_what_is_said_first);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
