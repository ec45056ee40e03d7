/* Events of integers and single bytes, from one to the next: which are right, where it stops, which
 * keys are taken. The quick way of this machine and the plain onehave to agree. */
#include "parser/whole/stops.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

#include <string.h>

enum { KEY_TYPE = 7, ROOM_BEHIND = 80 };

static struct keys want;
static struct whole_stops stops;
static struct whole_quick quick;
static uint8_t bytes[1 << 16];
static size_t len;

static void put_varint(uint64_t value) {
    int n = 1;
    for (; value > 0x7F && n < 9; n++, value >>= 7) bytes[len++] = (uint8_t)(value | 0x80);
    bytes[len++] = (uint8_t)value;
}

/* The type has this id: a time, a byte, a key of Thread. */
static void make_type(uint64_t id) {
    static const struct whole_step steps[] = {
        {WHOLE_VARINTS, 1}, {WHOLE_BYTES, 1}, {WHOLE_KEY, KEY_TYPE}};
    memset(&stops, 0, sizeof stops);
    memset(&quick, 0, sizeof quick);
    memset(bytes, 0, sizeof bytes);
    len = 0;
    whole_stops_make(&stops, steps, sizeof steps / sizeof *steps);
    stops.timed = true;
    for (size_t i = 0; i < stops.keys; i++) stops.key[i].want = &want;
    for (size_t i = 0; i < WHOLE_NEAR; i++) quick.near[i] = &whole_stops_none;
    quick.near[id] = &stops;
    quick.earliest = 1000;
    quick.span = 1000;
}

/* Written: where the event begins. */
static size_t put_event(uint64_t id, uint64_t time, uint8_t byte, uint64_t key) {
    size_t at = len, head = id > 0x7F ? 3 : 2;
    len++;
    put_varint(id);
    put_varint(time);
    bytes[len++] = byte;
    put_varint(key);
    ck_assert_uint_ge(len - at, head);
    bytes[at] = (uint8_t)(len - at);
    return at;
}

static size_t walked(whole_walk *walk) {
    whole_stops_begin(&stops);
    keys_free(&want);
    want = (struct keys){0};
    quick.events = 0;
    return (size_t)(walk(&quick, bytes, bytes + len + ROOM_BEHIND) - bytes);
}

/* Both ways: how far they come, over how many events. */
static void comes_to(size_t at, uint64_t events) {
    whole_walk *const ways[] = {whole_walk_choose(), whole_walk_plain};
    for (size_t i = 0; i < 2; i++) {
        ck_assert_uint_eq(walked(ways[i]), at);
        ck_assert_uint_eq(quick.events, events);
    }
}

/* ==== What a type is compiled to ============================================================ */

START_TEST(a_type_of_integers_bytes_and_keys_is_known) {
    make_type(5);
    ck_assert_uint_eq(stops.count, 3);
    ck_assert_uint_eq(stops.last, 4);
    ck_assert_uint_eq(stops.bytes, 2);
    ck_assert_uint_eq(stops.keys, 1);
    ck_assert_uint_eq(stops.key[0].before, 2);
    ck_assert_uint_eq(stops.key[0].type, KEY_TYPE);
}
END_TEST

START_TEST(a_type_with_a_text_or_an_array_is_not) {
    static const struct whole_step text[] = {{WHOLE_VARINTS, 1}, {WHOLE_STRING, 0}},
                                   array[] = {
                                       {WHOLE_VARINTS, 1}, {WHOLE_ARRAY, 1}, {WHOLE_VARINTS, 1}};
    struct whole_stops s = {0};
    whole_stops_make(&s, text, 2);
    ck_assert_uint_eq(s.count, 0);
    whole_stops_make(&s, array, 3);
    ck_assert_uint_eq(s.count, 0);
}
END_TEST

START_TEST(no_type_has_more_values_than_bytes_are_looked_at) {
    struct whole_step step = {WHOLE_VARINTS, WHOLE_LONGEST - 1};
    struct whole_stops s = {0};
    whole_stops_make(&s, &step, 1);
    ck_assert_uint_eq(s.count, WHOLE_LONGEST - 1);
    s = (struct whole_stops){0};
    step.n = WHOLE_LONGEST;
    whole_stops_make(&s, &step, 1);
    ck_assert_uint_eq(s.count, 0);
}
END_TEST

/* ==== Events ================================================================================ */

START_TEST(events_that_are_right_are_gone_over_with_their_keys) {
    static const uint64_t ids[] = {5, 300};
    make_type(ids[_i]);
    for (uint64_t i = 0; i < 50; i++) put_event(ids[_i], 1000 + i * 20, 1, i % 7 * 100);
    comes_to(len, 50);
    for (uint64_t i = 0; i < 700; i++) ck_assert(keys_has(&want, i) == (i % 100 == 0));
}
END_TEST

START_TEST(a_head_of_four_bytes_is_one_too) {
    make_type(5);
    size_t at = put_event(5, 1500, 1, 3), size = len - at;
    memmove(bytes + at + 4, bytes + at + 1, size - 1);
    len += 3;
    bytes[at] = (uint8_t)(0x80 | (size + 3)), bytes[at + 1] = 0x80, bytes[at + 2] = 0x80;
    bytes[at + 3] = 0;
    put_event(5, 1500, 1, 4);
    comes_to(len, 2);
}
END_TEST

START_TEST(a_time_outside_the_chunk_is_not_right) {
    static const struct {
        uint64_t time;
        bool right;
    } times[] = {{999, false}, {1000, true}, {2000, true}, {2001, false}, {0, false}};
    make_type(5);
    size_t first = put_event(5, 1500, 1, 3), second = put_event(5, times[_i].time, 1, 4);
    ck_assert_uint_eq(first, 0);
    if (times[_i].right) comes_to(len, 2);
    else comes_to(second, 1);
}
END_TEST

START_TEST(a_byte_of_two_is_not_right) {
    make_type(5);
    size_t at = put_event(5, 1500, 0x80, 3); /* the byte goes on: another value is missing */
    comes_to(at, 0);
}
END_TEST

START_TEST(an_event_of_another_size_is_not_right) {
    make_type(5);
    size_t at = put_event(5, 1500, 1, 3);
    bytes[at] = (uint8_t)(bytes[at] + _i - 1);
    if (_i == 1) comes_to(len, 1);
    else comes_to(0, 0);
}
END_TEST

START_TEST(an_unknown_type_ends_it) {
    make_type(5);
    put_event(5, 1500, 1, 3);
    size_t at = put_event(6, 1500, 1, 3);
    comes_to(at, 1);
}
END_TEST

START_TEST(a_key_of_nine_bytes_is_left_to_others) {
    make_type(5);
    size_t at = put_event(5, 1500, 1, UINT64_MAX);
    comes_to(at, 0);
}
END_TEST

START_TEST(a_key_of_eight_bytes_is_taken_whole) {
    uint64_t key = UINT64_C(0x00FEDCBA98765432);
    make_type(5);
    put_event(5, 1500, 1, key);
    comes_to(len, 1);
    ck_assert(keys_has(&want, key));
    ck_assert(!keys_has(&want, key & 0xFFFFFFFF));
}
END_TEST

/* Any bytes: the two ways come to the same place, with the same keys. */
START_TEST(both_ways_agree_on_any_bytes) {
    random_state = (uint64_t)_i * 1000 + 1;
    for (int round = 0; round < 100; round++) {
        make_type(5);
        for (int i = 0; i < 20; i++)
            put_event(5, 1000 + random_below(1000), (uint8_t)random_below(2),
                      random_u64() >> random_below(64));
        for (uint64_t n = random_below(4); n; n--) bytes[random_below(len)] = (uint8_t)random_u64();
        size_t plain = walked(whole_walk_plain);
        uint64_t events = quick.events;
        struct keys keys = want;
        want = (struct keys){0};
        ck_assert_uint_eq(walked(whole_walk_choose()), plain);
        ck_assert_uint_eq(quick.events, events);
        ck_assert_uint_le(plain, len + ROOM_BEHIND);
        for (uint64_t key = 0; key < 1 << 12; key++)
            ck_assert(keys_has(&keys, key) == keys_has(&want, key));
        keys_free(&keys);
    }
}
END_TEST

static void end(void) {
    keys_free(&want);
    want = (struct keys){0};
}

int main(void) {
    Suite *suite = suite_create("stops");
    TCase *tc = tcase_create("all");
    tcase_add_checked_fixture(tc, NULL, end);
    tcase_add_test(tc, a_type_of_integers_bytes_and_keys_is_known);
    tcase_add_test(tc, a_type_with_a_text_or_an_array_is_not);
    tcase_add_test(tc, no_type_has_more_values_than_bytes_are_looked_at);
    tcase_add_loop_test(tc, events_that_are_right_are_gone_over_with_their_keys, 0, 2);
    tcase_add_test(tc, a_head_of_four_bytes_is_one_too);
    tcase_add_loop_test(tc, a_time_outside_the_chunk_is_not_right, 0, 5);
    tcase_add_test(tc, a_byte_of_two_is_not_right);
    tcase_add_loop_test(tc, an_event_of_another_size_is_not_right, 0, 3);
    tcase_add_test(tc, an_unknown_type_ends_it);
    tcase_add_test(tc, a_key_of_nine_bytes_is_left_to_others);
    tcase_add_test(tc, a_key_of_eight_bytes_is_taken_whole);
    tcase_add_loop_test(tc, both_ways_agree_on_any_bytes, 0, 10);
    suite_add_tcase(suite, tc);
    return suite_run(suite);
}
