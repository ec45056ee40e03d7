/* Sizes of nine bytes, as OpenJ9 writes them for all events, metadata and checkpoints: what is read
 * is the same, by each way to read. */
#include "parser/edit/edit.h"
#include "parser/whole/repair.h"
#include "parser/whole/whole.h"
#include "parser/whole/written.h"
#include "tests/support/event_json.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <string.h>

static const char *const stacks[] = {"A.leaf:12 A.main", "B.leaf A.main", "",
                                     "A.leaf A.b A.main ..."};
enum { STACKS = sizeof stacks / sizeof *stacks };

static struct recording made(bool widest) {
    struct recording r = {.widest = widest};
    jvm_chunk(&r, NULL, stacks, STACKS);
    return r;
}

START_TEST(samples_and_the_summary_are_the_same) {
    struct text profiles[2] = {0};
    for (int widest = 0; widest < 2; widest++) {
        struct recording r = made(widest);
        struct reading reading = reading_of(&r, NULL);
        profile_write(&reading.samples->profile, &profiles[widest]);
        ck_assert_uint_eq(reading.samples->profile.samples, STACKS);
        ck_assert_uint_eq(reading_events(&reading, "jdk.ExecutionSample"), STACKS);
        ck_assert_uint_eq(reading.report.notes.len, 0);
        reading_release(&reading);
        recording_free(&r);
    }
    ck_assert_str_eq(text_str(&profiles[0]), text_str(&profiles[1]));
    for (int i = 0; i < 2; i++) text_free(&profiles[i]);
}
END_TEST

static void keep(struct text *out) {
    (void)out;
}

START_TEST(each_event_is_the_same) {
    struct text events[2] = {0};
    for (int widest = 0; widest < 2; widest++) {
        struct recording r = made(widest);
        const struct jfr_segment segment = {
            .name = "made", .data = r.out.data, .size = r.out.len, .last = true};
        event_json_segment(&segment, 64, NULL, &events[widest], keep);
        recording_free(&r);
    }
    ck_assert_ptr_nonnull(strstr(text_str(&events[0]), "\"A\""));
    ck_assert_str_eq(text_str(&events[0]), text_str(&events[1]));
    for (int i = 0; i < 2; i++) text_free(&events[i]);
}
END_TEST

static void no_problem(void *context, const struct whole_problem *problem) {
    (void)context;
    ck_abort_msg("%s", problem->what);
}

START_TEST(it_is_whole_and_saved_with_all_that_it_has) {
    struct recording r = made(true);
    struct opened o;
    struct whole_counts counts = {0};
    struct repair_counts saved = {0};
    struct whole *whole = whole_open();
    struct repair *repair = repair_open();
    struct text out = {0};
    const char *why = "";
    open_first(&o, &r);
    whole_check(whole, &o.chunk, &counts, no_problem, NULL);
    ck_assert_msg(repair_chunk(repair, &o.chunk, &out, &saved, &why), "%s", why);
    ck_assert_uint_eq(saved.events, STACKS);
    ck_assert_uint_eq(saved.bad_events + saved.lost_bytes, 0);
    ck_assert(written_is_read(out.data, out.len, NULL, &why));
    whole_close(whole);
    repair_close(repair);
    opened_close(&o);
    text_free(&out);
    recording_free(&r);
}
END_TEST

static bool add_bytes(void *context, const void *bytes, size_t len) {
    text_add_bytes(context, bytes, len);
    return true;
}

static bool patch(void *context, uint64_t before, const void *bytes, size_t len) {
    struct text *out = context;
    memcpy(out->data + out->len - before, bytes, len);
    return true;
}

START_TEST(rewritten_it_has_the_same_samples) {
    static const struct edit_rules all = {0};
    struct recording r = made(true);
    struct text out = {0}, before = {0}, after = {0};
    struct opened o;
    const struct edit_sink sink = {&out, add_bytes, patch};
    open_first(&o, &r);
    ck_assert(edit_write(&o.chunk, &all, true, &sink, NULL, &o.error));
    opened_close(&o);
    struct reading was = reading_of(&r, NULL), is = reading_of_bytes(out.data, out.len, NULL);
    profile_write(&was.samples->profile, &before);
    profile_write(&is.samples->profile, &after);
    ck_assert_str_eq(text_str(&before), text_str(&after));
    reading_release(&was);
    reading_release(&is);
    text_free(&out);
    text_free(&before);
    text_free(&after);
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("widest");
    TCase *cases = tcase_create("widest");
    tcase_add_test(cases, samples_and_the_summary_are_the_same);
    tcase_add_test(cases, each_event_is_the_same);
    tcase_add_test(cases, it_is_whole_and_saved_with_all_that_it_has);
    tcase_add_test(cases, rewritten_it_has_the_same_samples);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
