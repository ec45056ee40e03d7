/* Real recordings ($TESTDATA), cut at every 997th byte: what is left is read, and what is missing
 * is said. Skipped without that folder. */
#include "tests/support/exact_input.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEP = 997, MAX_SIZE = 300000, MAX_FILES = 50 };

static char *files[MAX_FILES];
static int file_count;

static void find_files(const char *folder) {
    struct dirent **entries;
    int count = folder ? scandir(folder, &entries, NULL, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        size_t len = strlen(entries[i]->d_name);
        char name[600];
        snprintf(name, sizeof name, "%s/%s", folder, entries[i]->d_name);
        if (len > 4 && strcmp(entries[i]->d_name + len - 4, ".jfr") == 0 && file_count < MAX_FILES)
            files[file_count++] = strdup(name);
        free(entries[i]);
    }
    if (count > 0) free(entries);
}

static uint64_t samples_of(const struct reading *reading) {
    return reading->samples->profile.samples;
}

START_TEST(a_recording_cut_at_every_997th_byte_is_read_as_far_as_it_goes) {
    FILE *file = fopen(files[_i], "rb");
    uint8_t *bytes = malloc(MAX_SIZE + 1);
    size_t size = fread(bytes, 1, MAX_SIZE + 1, file);
    fclose(file);
    if (size > MAX_SIZE) { /* large ones take long and show nothing else */
        free(bytes);
        return;
    }
    struct reading whole = reading_of_bytes(bytes, size, NULL);
    uint64_t all = samples_of(&whole), most = 0;
    ck_assert_uint_eq(whole.report.notes.len, 0);
    for (size_t len = 0; len < size; len += STEP) {
        struct reading reading = reading_of_bytes(bytes, len, NULL);
        if (len == 0) {
            ck_assert_uint_eq(reading.report.chunks.len, 0);
        } else {
            ck_assert_uint_eq(reading.report.chunks.len, 1); /* all testdata but one has one */
            ck_assert_ptr_ne(report_note(&reading.report, "is cut: its header says"), NULL);
        }
        /* More bytes, no fewer samples; and none that the whole has not. */
        ck_assert_uint_le(most, samples_of(&reading));
        ck_assert_uint_le(samples_of(&reading), all);
        ck_assert_uint_le(reading.samples->unresolved, samples_of(&reading));
        most = samples_of(&reading);
        reading_release(&reading);
    }
    reading_release(&whole);
    free(bytes);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cut");
    TCase *cases = tcase_create("cut");
    find_files(getenv("TESTDATA"));
    suite_add_drawn(cases, a_recording_cut_at_every_997th_byte_is_read_as_far_as_it_goes, 0,
                    file_count);
    suite_add_tcase(suite, cases);
    int code = suite_run(suite);
    for (int i = 0; i < file_count; i++) free(files[i]);
    return code;
}
