/* What events says of types and fields that are not there: what there is, most first, as far as it
 * is worth reading. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

#include <string.h>

/* Standard error has these words, and not those. */
static void check_error(struct child_result result, const char *words, const char *none) {
    ck_assert_msg(strstr(text_str(&result.err), words) != NULL, "%s lacks %s",
                  text_str(&result.err), words);
    if (none)
        ck_assert_msg(!strstr(text_str(&result.err), none), "%s has %s", text_str(&result.err),
                      none);
    text_free(&result.out);
    text_free(&result.err);
}

#define FIVE                  \
    "a.Two x:l\n@0 1\n@1 1\n" \
    "a.Bb x:l\n@0 1\n"        \
    "a.Aa x:l\n@0 1\n"        \
    "a.Three x:l\n@0*3/1 1\n" \
    "a.Cc x:l\n@0 1\n"        \
    "a.None x:l\n"

START_TEST(types_that_there_are_are_said_most_first_and_of_equals_by_name) {
    check_error(commanded_of("events --type zzzzzzzzzz", FIVE, 60),
                "there are: a.Three 3, a.Two 2, a.Aa 1, a.Bb 1, a.Cc 1", "more types");
    check_error(commanded_of("events --type zzzzzzzzzz", FIVE "a.Dd x:l\n@0 1\n", 60),
                "a.Aa 1, a.Bb 1, a.Cc 1 and 1 more type, which jfrtool", "a.Dd");
    check_error(
        commanded_of("events --type zzzzzzzzzz", FIVE "a.Dd x:l\n@0 1\na.Ee x:l\n@0 1\n", 60),
        "a.Cc 1 and 2 more types, which jfrtool", "a.Ee");
}
END_TEST

START_TEST(a_type_that_is_nearly_called_so_is_what_was_meant) {
    check_error(commanded_of("events --type a.Threee", FIVE, 60), "did you mean a.Three?",
                "there are:");
}
END_TEST

START_TEST(where_there_are_no_events_that_is_said) {
    check_error(commanded_of("events --type zzzzzzzzzz", "a.None x:l\n", 60),
                "there are no events at all", NULL);
}
END_TEST

/* A type of so many fields, f1, f2 and so on. */
static struct child_result asked_of(size_t fields) {
    struct recording r = {0};
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    type_begin(&r, TOLD_FIRST, "a.Wide", "jdk.jfr.Event");
    for (size_t i = 1; i <= fields; i++) {
        char name[8];
        snprintf(name, sizeof name, "f%zu", i);
        field(&r, name, TYPE_LONG, FIELD_PLAIN);
    }
    type_end(&r);
    metadata_end(&r);
    event_begin(&r, TOLD_FIRST);
    for (size_t i = 1; i <= fields; i++) put_long(&r, 1);
    event_end(&r);
    chunk_end(&r);
    struct child_result result =
        commanded_bytes("events --type a.Wide --by zzzzzzzz", r.out.data, r.out.len);
    recording_free(&r);
    return result;
}

START_TEST(sixty_fields_are_said_and_how_many_there_are_besides) {
    check_error(asked_of(2), "there are: f1, f2", "more");
    check_error(asked_of(59), ", f58, f59", "more");
    check_error(asked_of(60), ", f59, f60", "more");
    check_error(asked_of(61), ", f59, f60 and 1 more", "f61");
    check_error(asked_of(75), ", f59, f60 and 15 more", "f61");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hints");
    TCase *c = tcase_create("hints");
    tcase_add_test(c, types_that_there_are_are_said_most_first_and_of_equals_by_name);
    tcase_add_test(c, a_type_that_is_nearly_called_so_is_what_was_meant);
    tcase_add_test(c, where_there_are_no_events_that_is_said);
    tcase_add_test(c, sixty_fields_are_said_and_how_many_there_are_besides);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
