/* Which chunks a profile was made of: ids, sets of them, comments. */
#include "parser/document/made.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static uint64_t id_of(const uint8_t *data, uint64_t size) {
    const struct jfr_chunk chunk = {.data = data, .size = size};
    return made_chunk_id(&chunk);
}

START_TEST(an_id_is_that_of_the_bytes) {
    uint8_t one[5000] = "FLR", two[5000] = "FLR";
    ck_assert_uint_eq(id_of(one, sizeof one), id_of(two, sizeof two));
    ck_assert_uint_ne(id_of(one, sizeof one), id_of(two, sizeof two - 1));
    two[40] = 1; /* the start is in the header */
    ck_assert_uint_ne(id_of(one, sizeof one), id_of(two, sizeof two));
    two[40] = 0;
    two[sizeof two - 1] = 1; /* the last byte is looked at */
    ck_assert_uint_ne(id_of(one, sizeof one), id_of(two, sizeof two));
}
END_TEST

START_TEST(small_chunks_have_ids_too) {
    uint8_t bytes[130] = {1};
    uint64_t ids[130];
    for (size_t size = 1; size < sizeof bytes; size++) {
        ids[size] = id_of(bytes, size);
        ck_assert_uint_ne(ids[size], ids[size - 1]);
    }
}
END_TEST

START_TEST(a_set_has_each_once_and_in_order) {
    made_ids ids = {0};
    static const uint64_t in[] = {9, 3, 9, UINT64_MAX, 0, 3};
    for (size_t i = 0; i < sizeof in / sizeof *in; i++) array_push(&ids, in[i]);
    made_sort(&ids);
    static const uint64_t out[] = {0, 3, 9, UINT64_MAX};
    ck_assert_uint_eq(ids.len, 4);
    ck_assert_mem_eq(ids.items, out, sizeof out);
    array_free(&ids);
}
END_TEST

/* Merging the sets of parts gives the set of all, however it was dealt out. */
START_TEST(the_smallest_are_kept_whatever_came_first) {
    made_ids all = {0}, parts = {0};
    for (uint64_t i = 0; i < 3 * MADE_MOST; i++) array_push(&all, (i * 7919) % (3 * MADE_MOST));
    for (size_t part = 0; part < 3; part++) {
        made_ids own = {0};
        for (size_t i = part; i < all.len; i += 3) array_push(&own, all.items[i]);
        made_sort(&own);
        for (size_t i = 0; i < own.len; i++) array_push(&parts, own.items[i]);
        array_free(&own);
    }
    made_sort(&all);
    made_sort(&parts);
    ck_assert_uint_eq(all.len, MADE_MOST);
    ck_assert_uint_eq(all.items[MADE_MOST - 1], MADE_MOST - 1);
    ck_assert_uint_eq(parts.len, all.len);
    ck_assert_mem_eq(parts.items, all.items, all.len * sizeof *all.items);
    array_free(&all);
    array_free(&parts);
}
END_TEST

START_TEST(a_comment_is_the_id_and_nothing_else) {
    struct text out = {0};
    uint64_t id;
    made_add_comment(0x0123456789abcdef, &out);
    ck_assert_str_eq(out.data, "jfrtool:chunk=0123456789abcdef");
    ck_assert(made_take_comment(out.data, out.len, &id));
    ck_assert_uint_eq(id, 0x0123456789abcdef);
    static const char *const others[] = {"jfrtool:chunk=0123456789abcde",
                                         "jfrtool:chunk=0123456789abcdef0",
                                         "jfrtool:chunk=0123456789abcdeF",
                                         "jfrtool:chunk=0123456789abcdeg",
                                         "jfrtool:chunk=0123456789abcde/",
                                         "jfrtool:chunk=0123456789abcde:",
                                         "jfrtool:chunk=0123456789abcde`",
                                         "jfrtool:event=0123456789abcdef",
                                         ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_msg(!made_take_comment(others[i], strlen(others[i]), &id), "%s", others[i]);
    text_free(&out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("made");
    TCase *c = tcase_create("made");
    tcase_add_test(c, an_id_is_that_of_the_bytes);
    tcase_add_test(c, small_chunks_have_ids_too);
    tcase_add_test(c, a_set_has_each_once_and_in_order);
    tcase_add_test(c, the_smallest_are_kept_whatever_came_first);
    tcase_add_test(c, a_comment_is_the_id_and_nothing_else);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
