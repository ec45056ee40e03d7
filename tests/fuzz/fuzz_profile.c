/* libFuzzer target: profiles in pprof's format, from the bytes to samples, and back: what was read
 * is written, and that is read as what it is.
 *
 * The last byte chooses what is asked for too; it is part of the profile all the same. */
#include "analyzers/samples/pprof_write.h"
#include "tests/support/exact_input.h"
#include "tests/support/reading.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_again(const struct samples *samples, struct text *out) {
    pprof_write(&samples->profile, &samples->origin, PPROF_THREADS_EACH, out, NULL, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const regexes[] = {"a", "[.]"};
    static const char *const events[] = {"cpu", "alloc", "samples"};
    if (size == 0) return 0;
    unsigned choice = data[size - 1];
    struct asked options = {.needs.keep = PROFILE_SAMPLES,
                            .needs.time_grain = SAMPLES_NO_TIMES,
                            .needs.values = true,
                            .selection.frame_type = true,
                            .needs.clusters = true,
                            .needs.origin = true,
                            .selection.by = BY_LINE};
    if (choice & 8) options.selection.by = (enum frame_by)(choice % 5);
    if (choice & 16) options.selection.thread = ".";
    if (choice & 32) options.selection.include = text_list_of(regexes, 2);
    if (choice & 64) options.selection.exclude = text_list_of(regexes, 1);
    if (choice & 128) options.selection.events = text_list_of(events, 3);
    struct reading first = reading_of_bytes(data, size, &options);
    if (first.samples->profile.samples) {
        struct text one = {0}, two = {0};
        write_again(first.samples, &one);
        struct asked all = {.needs.keep = PROFILE_SAMPLES,
                            .needs.time_grain = SAMPLES_NO_TIMES,
                            .needs.values = true,
                            .selection.frame_type = true,
                            .needs.clusters = true,
                            .needs.origin = true,
                            .selection.by = options.selection.by};
        all.selection.events = options.selection.events;
        struct reading second = reading_of_bytes(one.data, one.len, &all);
        if (second.report.profiles != 1 ||
            second.samples->profile.samples != first.samples->profile.samples)
            abort();
        write_again(second.samples, &two);
        if (one.len != two.len || memcmp(one.data, two.data, one.len) != 0) abort();
        reading_release(&second);
        text_free(&one);
        text_free(&two);
    }
    reading_release(&first);
    return 0;
}
