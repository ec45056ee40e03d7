/* A file that its viewer cannot open is said to be one: from one byte above the size that
 * docs/viewers.md names, with the viewer and with what makes the file smaller. */
#include "cmd/export/export.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define MB ((uint64_t)1 << 20)

static const struct {
    const char *name, *limit, *sentence;
    uint64_t bytes;
} known[] = {
    {"firefox", "50.0 MiB",
     "the Firefox Profiler has trouble with more than 50.0 MiB: --min-share, --max-events, --from "
     "and "
     "--to, or --thread make it smaller",
     50 * MB},
    {"speedscope", "300 MiB",
     "speedscope has trouble with more than 300 MiB: --min-share, --from and --to, or --thread "
     "make "
     "it smaller",
     300 * MB},
    {"chrome", "500 MiB",
     "Perfetto in a browser has trouble with more than 500 MiB: --from and --to, or --thread make "
     "it "
     "smaller; trace_processor --httpd opens it as it is",
     500 * MB},
};
enum { KNOWN = sizeof known / sizeof *known };

static const struct export_format *format_named(const char *name) {
    for (size_t i = 0; export_formats[i]; i++)
        if (strcmp(export_formats[i]->name, name) == 0) return export_formats[i];
    return NULL;
}

START_TEST(what_a_viewer_still_opens_is_passed_over) {
    struct text sentence = {0};
    const struct export_format *format = format_named(known[_i].name);
    ck_assert_ptr_nonnull(format);
    ck_assert(!export_is_large(format, 0, &sentence));
    ck_assert(!export_is_large(format, known[_i].bytes, &sentence));
    ck_assert_uint_eq(sentence.len, 0);
}
END_TEST

START_TEST(one_byte_more_is_said_with_the_viewer_and_a_way_out) {
    struct text sentence = {0}, expected = {0};
    text_addf(&expected, "the export has %s uncompressed; %s", known[_i].limit, known[_i].sentence);
    ck_assert(export_is_large(format_named(known[_i].name), known[_i].bytes + 1, &sentence));
    ck_assert_str_eq(text_str(&sentence), text_str(&expected));
    text_free(&sentence);
    text_free(&expected);
}
END_TEST

START_TEST(a_format_without_a_known_limit_is_never_too_large) {
    struct text sentence = {0};
    size_t limited = 0;
    for (size_t i = 0; export_formats[i]; i++) {
        limited += export_formats[i]->large > 0;
        if (!export_formats[i]->large)
            ck_assert(!export_is_large(export_formats[i], UINT64_MAX, &sentence));
    }
    ck_assert_uint_eq(limited, KNOWN);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("large exports");
    TCase *tc = tcase_create("all");
    tcase_add_loop_test(tc, what_a_viewer_still_opens_is_passed_over, 0, KNOWN);
    tcase_add_loop_test(tc, one_byte_more_is_said_with_the_viewer_and_a_way_out, 0, KNOWN);
    tcase_add_test(tc, a_format_without_a_known_limit_is_never_too_large);
    suite_add_tcase(suite, tc);
    return suite_run(suite);
}
