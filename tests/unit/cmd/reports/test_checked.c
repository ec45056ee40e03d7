/* What people are told of chunks with many problems of a kind. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

static void tell(struct recording *r, int late) {
    char told[200];
    snprintf(told, sizeof told, "app.Late number:l\n@1000 1\n@900000*%d/1000 7+1\n", late);
    told_write(r, told, INT64_C(60000000000));
}

/* How many lines begin like this, behind their places, and the last of them. */
static size_t lines_of(const char *at, const char *what, const char **last) {
    size_t count = 0;
    for (; (at = strstr(at, what)); at += strlen(what)) count++, *last = at;
    return count;
}

/* Four chunks: of the first there are two more, of the second one, which is told itself, of the
 * third none, and of the fourth more than are kept in full. */
START_TEST(five_problems_of_a_kind_and_chunk_are_told_and_how_many_more_there_are) {
    static const struct {
        int late;
        size_t told;
        const char *more;
    } chunks[] = {{7, 5, " 2 more events"}, {6, 6, NULL}, {5, 5, NULL}, {1007, 5, " 1,002 more"}};
    struct recording r = {0};
    for (size_t i = 0; i < 4; i++) tell(&r, chunks[i].late);
    struct child_result result = commanded_bytes("check", r.out.data, r.out.len);
    const char *out = text_str(&result.out), *last = NULL;
    ck_assert_ptr_nonnull(
        strstr(out, "Not whole: 1,025 problems. What can be read: 4 chunks, 1,029 events"));
    for (size_t i = 0; i < 4; i++) {
        for (int late = 0; late < chunks[i].late; late++) {
            char line[60];
            snprintf(line, sizeof line, " app.Late begins %d.000 s", 900 + late);
            size_t wanted = 0; /* chunks that tell of as many */
            for (size_t k = 0; k < 4; k++) wanted += (size_t)late < chunks[k].told;
            ck_assert_uint_eq(lines_of(out, line, &last), wanted);
        }
        if (chunks[i].more) ck_assert_uint_eq(lines_of(out, chunks[i].more, &last), 1);
    }
    ck_assert_uint_eq(lines_of(out, " more events that lie outside", &last), 2);
    text_free(&result.out);
    text_free(&result.err);
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("checked");
    TCase *cases = tcase_create("checked");
    tcase_add_test(cases, five_problems_of_a_kind_and_chunk_are_told_and_how_many_more_there_are);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
