/* The searches, and arrays in order. */
#include "base/array.h"
#include "base/order.h"
#include "base/search.h"
#include "tests/support/suite.h"

#define MOST 9

/* Of each length, with each number of places of which it is so, in each part of the array. */
START_TEST(the_first_place_of_which_it_is_not_so_is_found_once_each_place_is_asked_rarely) {
    for (size_t from = 0; from <= (size_t)_i; from++)
        for (size_t so = from; so <= (size_t)_i; so++) {
            size_t asked = 0;
            size_t found = search_first(at, from, (size_t)_i, (asked++, at < so));
            ck_assert_uint_eq(found, so);
            ck_assert_uint_le(asked, 4);
        }
}
END_TEST

START_TEST(one_by_one_no_place_behind_the_first_that_is_not_so_is_asked) {
    for (size_t from = 0; from <= (size_t)_i; from++)
        for (size_t not_so = from; not_so <= (size_t)_i; not_so++) {
            size_t asked = 0;
            size_t found = search_on(at, from, (size_t)_i, (asked++, at != not_so));
            ck_assert_uint_eq(found, not_so);
            ck_assert_uint_eq(asked, not_so - from + (not_so < (size_t)_i));
        }
    ck_assert_uint_eq(search_on(at, 4, 3, at < 9), 4);
}
END_TEST

START_TEST(of_no_place_it_is_the_end) {
    ck_assert_uint_eq(search_first(at, 3, 3, at < 9), 3);
    ck_assert_uint_eq(search_first(at, 4, 3, at < 9), 4); /* and a range turned round is none */
}
END_TEST

struct pair {
    int major, minor;
};

static int compare_pairs(const void *a, const void *b) {
    const struct pair *x = a, *y = b;
    return ORDER(x->major, y->major) ?: ORDER(y->minor, x->minor);
}

START_TEST(arrays_are_in_the_order_of_what_is_compared_first_and_empty_ones_stay) {
    ARRAY(struct pair) pairs = {0};
    array_sort(&pairs, compare_pairs);
    ck_assert_ptr_null(pairs.items);
    for (int i = 0; i < MOST; i++) array_push(&pairs, (struct pair){(i * 5) % 3, i});
    array_sort(&pairs, compare_pairs);
    for (size_t i = 1; i < pairs.len; i++) {
        const struct pair *x = &pairs.items[i - 1], *y = &pairs.items[i];
        ck_assert(x->major < y->major || (x->major == y->major && x->minor > y->minor));
    }
    array_free(&pairs);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("search");
    TCase *tc = tcase_create("all");
    tcase_add_loop_test(
        tc, the_first_place_of_which_it_is_not_so_is_found_once_each_place_is_asked_rarely, 0,
        MOST + 1);
    tcase_add_loop_test(tc, one_by_one_no_place_behind_the_first_that_is_not_so_is_asked, 0,
                        MOST + 1);
    tcase_add_test(tc, of_no_place_it_is_the_end);
    tcase_add_test(tc, arrays_are_in_the_order_of_what_is_compared_first_and_empty_ones_stay);
    suite_add_tcase(suite, tc);
    return suite_run(suite);
}
