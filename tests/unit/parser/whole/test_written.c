/* What is written is taken only if it can be read as its own header says. */
#include "parser/whole/written.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

static void small(struct recording *r) {
    chunk_begin(r, &usual_head);
    metadata_begin(r);
    jvm_primitive_types(r);
    metadata_end(r);
    checkpoint_begin(r, 0);
    checkpoint_end(r);
    chunk_end(r);
}

START_TEST(a_chunk_that_is_right_is_read) {
    struct recording r = {0};
    struct opened o;
    const char *why;
    small(&r);
    ck_assert(written_is_read(r.out.data, r.out.len, NULL, &why));
    open_first(&o, &r);
    ck_assert(written_is_read(r.out.data, r.out.len, o.metadata, &why));
    opened_close(&o);
    recording_free(&r);
}
END_TEST

START_TEST(a_byte_that_leads_astray_is_seen) {
    static const struct {
        size_t at;
        int by;
    } wrong[] = {
        {0, 1},            /* magic */
        {5, 7},            /* version */
        {15, 1},           /* size */
        {15, -1}, {23, 1}, /* checkpoint */
        {31, 1},           /* metadata */
        {31, -1},          /* the same, before it */
        {64, 1},           /* not finished */
        {67, 1},           /* integers of fixed width, which they are not */
    };
    struct recording r = {0};
    const char *why;
    small(&r);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint8_t before = r.out.data[wrong[i].at];
        r.out.data[wrong[i].at] = (uint8_t)(before + wrong[i].by);
        ck_assert_msg(!written_is_read(r.out.data, r.out.len, NULL, &why), "%zu", i);
        ck_assert_str_ne(why, "");
        r.out.data[wrong[i].at] = before;
    }
    recording_free(&r);
}
END_TEST

START_TEST(what_is_cut_or_has_a_rest_is_no_chunk) {
    struct recording r = {0};
    const char *why;
    small(&r);
    size_t len = r.out.len;
    put_u1(&r, 0);
    ck_assert(!written_is_read(r.out.data, len + 1, NULL, &why));
    for (size_t n = 0; n < len; n++) {
        uint8_t *exact = malloc(n + 1); /* a byte too many is seen */
        memcpy(exact, r.out.data, n);
        ck_assert_msg(!written_is_read(exact, n, NULL, &why), "%zu bytes", n);
        free(exact);
    }
    recording_free(&r);
}
END_TEST

START_TEST(metadata_that_claims_too_much_is_not_read) {
    struct recording r = {0};
    const char *why;
    small(&r);
    uint64_t metadata = (uint64_t)r.out.data[30] << 8 | r.out.data[31];
    for (size_t at = metadata + 6; at < metadata + 60; at++) /* texts, so many bytes each */
        r.out.data[at] = 0x7f;
    ck_assert(!written_is_read(r.out.data, r.out.len, NULL, &why));
    ck_assert_str_eq(why, "what was found of its metadata cannot be read");
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("written");
    TCase *tests = tcase_create("written");
    tcase_add_test(tests, a_chunk_that_is_right_is_read);
    tcase_add_test(tests, a_byte_that_leads_astray_is_seen);
    tcase_add_test(tests, what_is_cut_or_has_a_rest_is_no_chunk);
    tcase_add_test(tests, metadata_that_claims_too_much_is_not_read);
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
