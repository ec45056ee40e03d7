/* What is packed with gzip. What is cut ends the process. */
#define SUITE_APART
#include "cmd/write/deflate.h"
#include "tests/support/suite.h"

#include <signal.h>
#include <string.h>

/* RFC 1952: magic, deflate, no flags, no time, the level's hint, the system. */
START_TEST(header_says_the_same_on_all_systems) {
    static const struct {
        int level;
        unsigned char header[10];
    } cases[] = {{1, {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 3}},
                 {6, {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3}},
                 {9, {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text out = {0};
        gzip_add(&out, "words", 5, cases[i].level);
        ck_assert_uint_gt(out.len, sizeof cases[i].header);
        ck_assert_mem_eq(text_str(&out), cases[i].header, sizeof cases[i].header);
        text_free(&out);
    }
}
END_TEST

/* More than is unpacked at once. */
START_TEST(what_was_packed_is_unpacked_behind_what_is_there) {
    struct text whole = {0}, packed = {0}, out = {0};
    for (int i = 0; i < 100000; i++) text_addf(&whole, "%d,", i);
    gzip_add(&packed, whole.data, whole.len, 9);
    text_add(&out, "before ");
    gzip_unpack(packed.data, packed.len, &out);
    ck_assert_uint_eq(out.len, whole.len + 7);
    ck_assert_mem_eq(out.data, "before ", 7);
    ck_assert_mem_eq(out.data + 7, whole.data, whole.len);
    text_free(&whole);
    text_free(&packed);
    text_free(&out);
}
END_TEST

START_TEST(what_is_cut_is_not_taken_for_all) {
    struct text packed = {0}, out = {0};
    gzip_add(&packed, "words", 5, 9);
    gzip_unpack(packed.data, packed.len - 1, &out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("deflate");
    TCase *cases = tcase_create("deflate");
    tcase_add_test(cases, header_says_the_same_on_all_systems);
    tcase_add_test(cases, what_was_packed_is_unpacked_behind_what_is_there);
    tcase_add_test_raise_signal(cases, what_is_cut_is_not_taken_for_all, SIGABRT);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
