/* What is packed with gzip. */
#include "cmd/write/deflate.h"
#include "tests/support/suite.h"

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

int main(void) {
    Suite *suite = suite_create("deflate");
    TCase *cases = tcase_create("deflate");
    tcase_add_test(cases, header_says_the_same_on_all_systems);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
