/* A set of hashes: what was put is there, once, however many there are. */
#include "base/hashes.h"
#include "base/map.h"
#include "tests/support/suite.h"

START_TEST(a_hash_is_new_once) {
    struct hashes set = {0};
    ck_assert(hashes_put(&set, 5));
    ck_assert(!hashes_put(&set, 5));
    ck_assert(hashes_put(&set, 13)); /* the same place in a table of 8 */
    ck_assert(!hashes_put(&set, 13));
    ck_assert_uint_eq(set.len, 2);
    hashes_free(&set);
    ck_assert_uint_eq(set.len, 0);
}
END_TEST

START_TEST(nought_counts_as_one) {
    struct hashes set = {0};
    ck_assert(hashes_put(&set, 0));
    ck_assert(!hashes_put(&set, 1));
    ck_assert_uint_eq(set.len, 1);
    hashes_free(&set);
}
END_TEST

START_TEST(a_table_of_eight_has_room_for_six) {
    struct hashes set = {0};
    for (uint64_t i = 1; i <= 6; i++) ck_assert(hashes_put(&set, i * 8));
    ck_assert_uint_eq(set.size, 8);
    ck_assert(hashes_put(&set, 56));
    ck_assert_uint_eq(set.size, 16);
    for (uint64_t i = 1; i <= 7; i++) ck_assert(!hashes_put(&set, i * 8));
    hashes_free(&set);
}
END_TEST

START_TEST(sets_are_merged) {
    struct hashes one = {0}, other = {0};
    for (uint64_t i = 0; i < 3000; i++) hashes_put(i % 3 ? &one : &other, map_mix(i));
    for (uint64_t i = 0; i < 300; i++) hashes_put(&other, map_mix(i));
    hashes_merge(&one, &other);
    ck_assert_uint_eq(one.len, 3000);
    for (uint64_t i = 0; i < 3000; i++) ck_assert(!hashes_put(&one, map_mix(i)));
    hashes_free(&one);
    hashes_free(&other);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sets of hashes");
    TCase *tcase = tcase_create("sets");
    suite_add_tcase(suite, tcase);
    tcase_add_test(tcase, a_hash_is_new_once);
    tcase_add_test(tcase, nought_counts_as_one);
    tcase_add_test(tcase, a_table_of_eight_has_room_for_six);
    tcase_add_test(tcase, sets_are_merged);
    return suite_run(suite);
}
