/* What stands below the table of requests: what they were of, and what is not explained. */
#include "cmd/sheets/requests.h"
#include "cmd/write/sheet_writers.h"
#include "tests/support/suite.h"

#include <check.h>

static const char *types_of[] = {"app.Request"};
static const struct text_list types = {.items = types_of, .len = 1}, by = {.len = 0};

static void ends_with(const struct requests_view *view, const char *expected) {
    static const struct sheet_style style = {.ascii = true};
    struct sheet sheet;
    OWNED(text_free) struct text out = {0};
    sheet_open(&sheet, FORMAT_TEXT);
    requests_describe(view, &sheet);
    sheet_write(&sheet, &style, &out);
    sheet_free(&sheet);
    size_t len = strlen(expected);
    ck_assert_msg(out.len >= len && strcmp(out.data + out.len - len, expected) == 0, "%s",
                  text_str(&out));
}

START_TEST(what_is_not_explained_are_locks_where_there_are_virtual_threads) {
    struct requests_view view = {.types = &types, .by = &by};
    ends_with(&view, "0 requests of app.Request\n"
                     "No execution sample has a period: CPU time is not known. else: what nothing "
                     "in the recording explains.\n");
    map_number(&view.of_virtual, 1, 1);
    ends_with(&view, "in the recording explains, such as how long virtual threads waited for "
                     "locks.\n");
    map_free(&view.of_virtual);
}
END_TEST

START_TEST(what_is_left_out_and_the_condition_are_said) {
    struct requests_view view = {
        .types = &types, .by = &by, .where = "duration > 1s", .left_out = 2, .event = "jdk.X"};
    view.requests.has_cpu = true;
    ends_with(&view, "0 requests of app.Request where duration > 1s; 2 events without a thread or "
                     "a duration left out\n"
                     "CPU: samples of jdk.X, each for its period. else: what nothing in the "
                     "recording explains.\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("requests");
    TCase *cases = tcase_create("requests");
    tcase_add_test(cases, what_is_not_explained_are_locks_where_there_are_virtual_threads);
    tcase_add_test(cases, what_is_left_out_and_the_condition_are_said);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
