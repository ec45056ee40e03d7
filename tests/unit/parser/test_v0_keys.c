/* A key that was given out again: which of its entries a reference means, whatever stands beside
 * them. */
#include "parser/v0/pools.h"
#include "tests/support/later.h"
#include "tests/support/old.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>

enum { POOLS = 3, KEY = 7, MOST = 40 };

/* Entries of the key in the middle pool at ticks 10, 20, 30..., so many; beside them the same key
 * in other pools, and the keys next to it. Which one it is says `as`. */
static struct v0_pools rows_of(size_t count, size_t before, size_t behind) {
    static struct v0_pool pools[POOLS];
    struct v0_pools all = {.pools = pools};
    for (uint32_t pool = 0; pool < POOLS; pool++) {
        pools[pool] = (struct v0_pool){.again = true};
        for (uint64_t key = KEY - 1; key <= KEY + 1; key++) {
            bool own = pool == 1 && key == KEY, early = pool < 1 || (pool == 1 && key < KEY);
            size_t n = own ? count : early ? before : behind;
            bool fresh;
            if (n) *map_put(&pools[pool].positions, key, &fresh) = all.entries.len << 1 | 1;
            for (size_t i = 0; i < n; i++)
                array_push(&all.entries, (struct v0_entry){.pool = pool,
                                                           .key = key,
                                                           .time = 10 * ((int64_t)i + 1),
                                                           .position = 1000 + i,
                                                           .as = own ? i : 9999});
        }
    }
    return all;
}

static void free_rows(struct v0_pools *all) {
    for (uint32_t pool = 0; pool < POOLS; pool++) map_free(&all->pools[pool].positions);
    array_free(&all->entries);
}

START_TEST(a_reference_means_the_first_entry_that_was_written_after_it_or_the_last) {
    static const size_t beside[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {3, 5}};
    for (size_t count = 1; count <= MOST; count++)
        for (size_t b = 0; b < sizeof beside / sizeof *beside; b++) {
            struct v0_pools all = rows_of(count, beside[b][0], beside[b][1]);
            for (int64_t time = 0; time <= 10 * (int64_t)count + 11; time++) {
                size_t first = time <= 10 ? 0 : (size_t)(time + 9) / 10 - 1;
                size_t expected = first < count ? first : count - 1;
                ck_assert_msg(v0_key_at(&all, 1, KEY, time) == expected, "of %zu at %d: %llu",
                              count, (int)time, (unsigned long long)v0_key_at(&all, 1, KEY, time));
            }
            free_rows(&all);
        }
}
END_TEST

/* Of entries of one time those are told apart by where they are. */
START_TEST(a_constant_is_its_own_entry) {
    for (size_t count = 1; count <= MOST; count++) {
        struct v0_pools all = rows_of(count, 2, 2);
        size_t first = 0;
        while (all.entries.items[first].as == 9999) first++;
        for (size_t i = 0; i < count; i++) all.entries.items[first + i].time = 10;
        for (size_t i = 0; i < count; i++)
            ck_assert_uint_eq(v0_key_of(&all, 1, KEY, 10, 1000 + i), i);
        ck_assert_uint_eq(v0_key_of(&all, 1, KEY, 10, 999), 0);
        ck_assert_uint_eq(v0_key_of(&all, 1, KEY, 10, 1000 + count), count - 1);
        ck_assert_uint_eq(v0_key_of(&all, 1, KEY, 9, 2000), 0);
        ck_assert_uint_eq(v0_key_of(&all, 1, KEY, 11, 0), count - 1);
        free_rows(&all);
    }
}
END_TEST

START_TEST(a_key_that_was_given_out_once_stays_what_it_is) {
    struct v0_pools all = rows_of(3, 1, 1);
    bool fresh;
    *map_put(&all.pools[1].positions, 50, &fresh) = 4711 << 1; /* where its value is */
    ck_assert_uint_eq(v0_key_at(&all, 1, 50, 5), 50);
    ck_assert_uint_eq(v0_key_at(&all, 1, 51, 5), 51); /* no such key */
    all.pools[1].again = false;
    ck_assert_uint_eq(v0_key_at(&all, 1, KEY, 25), KEY);
    free_rows(&all);
}
END_TEST

static bool has_key(const struct opened *o, const struct jfr_constants *constants, const char *type,
                    uint64_t key) {
    return jfr_constant_find(constants, jfr_type_by_name(o->metadata, type), key) != NULL;
}

/* Other readers take key 0 for none; narrow keys and those of stacks stay below 2^31. */
START_TEST(what_had_key_0_has_one_of_its_own_and_all_others_keep_theirs) {
    for (int zero = 0; zero < 2; zero++) {
        struct recording r = {0};
        struct old_head head = {.start_ms = 1524063296160, .zero = zero};
        struct opened o;
        struct jfr_event event;
        uint64_t size, wide = UINT64_C(1) << 62, narrow = 1 << 30;
        old_chunk(&r, &head);
        uint8_t *later = translate(&r, &size);
        open_later(&o, later, size);
        struct jfr_constants *all = jfr_constants_open(&o.chunk, o.metadata);
        struct jfr_cursor *cursor = jfr_cursor_open(&o.chunk, o.metadata, &o.log);
        jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
        while (jfr_cursor_next(cursor, &event)) jfr_constants_add(all, &event, &o.log);
        static const char *const types[] = {"java.lang.Class", "jdk.types.Method",
                                            "jdk.types.StackTrace"};
        const uint64_t usual[] = {0x1001, 0x2001, 1}, fresh[] = {wide, wide + 1, narrow + 1};
        for (size_t i = 0; i < 3; i++) {
            ck_assert(!has_key(&o, all, types[i], 0));
            ck_assert_int_eq(has_key(&o, all, types[i], usual[i]), !zero);
            ck_assert_int_eq(has_key(&o, all, types[i], fresh[i]), zero);
        }
        ck_assert(has_key(&o, all, "java.lang.Class", 0x1002));
        ck_assert(has_key(&o, all, "jdk.types.Method", 0x2002));
        ck_assert(has_key(&o, all, "jdk.types.ThreadState", zero ? 0 : 5));
        jfr_cursor_close(cursor);
        jfr_constants_close(all);
        opened_close(&o);
        free(later);
        recording_free(&r);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("keys of format 0.9");
    TCase *cases = tcase_create("keys");
    tcase_add_test(cases, a_reference_means_the_first_entry_that_was_written_after_it_or_the_last);
    tcase_add_test(cases, a_constant_is_its_own_entry);
    tcase_add_test(cases, a_key_that_was_given_out_once_stays_what_it_is);
    tcase_add_test(cases, what_had_key_0_has_one_of_its_own_and_all_others_keep_theirs);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
