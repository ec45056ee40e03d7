/* What fuzz targets of documents have in common: bytes in memory of just their size, read as the
 * program would read them, and written again if there is something in them. */
#ifndef TESTS_SUPPORT_FUZZ_DOCUMENT_H
#define TESTS_SUPPORT_FUZZ_DOCUMENT_H

#include "analyzers/samples/pprof_write.h"
#include "tests/support/exact_input.h"
#include "tests/support/reading.h"

#include <stdlib.h>
#include <string.h>

/* One of ours that was made of these samples has as many. */
static inline void fuzz_write_again(const struct samples *samples, const struct asked *options) {
    struct text bytes = {0};
    pprof_write(&samples->profile, &samples->origin, PPROF_THREADS_EACH, &bytes);
    struct reading again = reading_of_bytes(bytes.data, bytes.len, options);
    if (again.report.profiles != 1 || again.samples->profile.samples != samples->profile.samples)
        abort();
    reading_release(&again);
    text_free(&bytes);
}

/* The last byte chooses what is asked for. */
static inline int fuzz_document(const uint8_t *data, size_t size) {
    static const char *const regexes[] = {"a"};
    if (size == 0) return 0;
    unsigned choice = data[size - 1];
    struct asked options = {.needs.keep = PROFILE_SAMPLES | PROFILE_STACKS,
                            .needs.time_grain = SAMPLES_NO_TIMES,
                            .needs.values = true,
                            .needs.labels = true,
                            .selection.frame_type = true,
                            .needs.origin = true,
                            .selection.by = choice & 1 ? BY_LINE : BY_METHOD};
    struct asked all = options;
    if (choice & 2) options.selection.thread = ".";
    if (choice & 4) options.selection.exclude = text_list_of(regexes, 1);
    struct reading reading = reading_of_bytes(data, size, &options);
    if (reading.samples->profile.samples) fuzz_write_again(reading.samples, &all);
    reading_release(&reading);
    return 0;
}

#endif
