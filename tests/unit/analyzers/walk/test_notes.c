/* Notes of a scan: fifty of a chunk, each once where several read it, no byte lost twice, in order.
 */
#include "analyzers/walk/notes.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static struct scan_report report;
static struct notes notes;
static struct jfr_chunk chunk;

static void setup(void) {
    report = (struct scan_report){.recordings = 1};
    chunk = (struct jfr_chunk){.name = "a.jfr", .size = 1000};
    notes_open(&notes, &report);
}

static void teardown(void) {
    notes_close(&notes);
    scan_report_free(&report);
}

static void tell(struct chunk_notes *of, enum jfr_note_kind kind, uint64_t offset, uint64_t bytes) {
    struct jfr_note note = {.kind = kind, .offset = offset, .bytes = bytes};
    snprintf(note.text, sizeof note.text, "at %d", (int)offset);
    notes_of_chunk(of, &note);
}

START_TEST(what_several_readers_of_a_chunk_say_is_said_once) {
    for (int shared = 0; shared < 2; shared++) {
        struct chunk_notes of = {.notes = &notes, .chunk = &chunk, .shared = shared};
        size_t before = report.notes.len;
        tell(&of, JFR_NOTE_SKIPPED, (uint64_t)shared, 5);
        tell(&of, JFR_NOTE_SKIPPED, (uint64_t)shared, 5);
        tell(&of, JFR_NOTE_SKIPPED, 9 + (uint64_t)shared, 5);
        ck_assert_uint_eq(report.notes.len - before, shared ? 2 : 3);
    }
}
END_TEST

START_TEST(no_more_bytes_are_lost_than_the_chunk_has) {
    static const struct {
        enum jfr_note_kind kind;
        uint64_t bytes, counted;
    } told[] = {{JFR_NOTE_LOST, 400, 400},
                {JFR_NOTE_SKIPPED, 5000, 5000},
                {JFR_NOTE_LOST, 600, 600},
                {JFR_NOTE_LOST, 1, 0},
                {JFR_NOTE_LOST, UINT64_MAX, 0}};
    struct chunk_notes of = {.notes = &notes, .chunk = &chunk};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        tell(&of, told[i].kind, i, told[i].bytes);
        ck_assert_uint_eq(report.notes.items[i].note.bytes, told[i].counted);
    }
}
END_TEST

START_TEST(fifty_notes_of_a_chunk_are_told_and_how_many_more_there_are) {
    static const size_t counts[] = {49, 50, 51, 53};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct chunk_notes of = {.notes = &notes, .chunk = &chunk};
        size_t before = report.notes.len, more = counts[i] > 50 ? counts[i] - 50 : 0;
        for (size_t k = 0; k < counts[i]; k++) tell(&of, JFR_NOTE_LOST, 100 + k, 2);
        notes_end_chunk(&of);
        ck_assert_uint_eq(report.notes.len - before, more ? 51 : counts[i]);
        if (!more) continue;
        ck_assert_uint_eq(report.notes.items[report.notes.len - 1].places, more);
        ck_assert_uint_eq(report.notes.items[before].places, 0);
        const struct jfr_note *last = &report.notes.items[report.notes.len - 1].note;
        char words[100];
        snprintf(words, sizeof words, "and %zu more %s behind this one: %zu bytes were lost", more,
                 more == 1 ? "place" : "places", 2 * more);
        ck_assert(strncmp(last->text, words, strlen(words)) == 0);
        ck_assert_uint_eq(last->offset, 150);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("notes");
    TCase *c = tcase_create("notes");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, what_several_readers_of_a_chunk_say_is_said_once);
    tcase_add_test(c, no_more_bytes_are_lost_than_the_chunk_has);
    tcase_add_test(c, fifty_notes_of_a_chunk_are_told_and_how_many_more_there_are);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
