/* libFuzzer target: a recording's facts and the times of its samples, up to the pictures of them.
 *
 * The last byte chooses what is asked for, as in fuzz_recording. */
#include "tests/support/exact_input.h"
#include "tests/support/pictures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct facts_options facts;
    static const char *const events[] = {"cpu", "alloc", "lock", "wall"};
    if (size == 0) return 0;
    unsigned choice = data[size - 1];
    struct asked options = {.needs.keep = PROFILE_STACKS | PROFILE_SAMPLES,
                            .needs.facts = &facts,
                            .needs.values = true,
                            .selection.by = (enum frame_by)(choice % 6)};
    if (choice & 8) options.selection.events = text_list_of(events, 4);
    if (choice & 16)
        options.selection.from = (struct time_point){.kind = TIME_FROM_START, .ns = 1000000000};
    if (choice & 32)
        options.selection.to = (struct time_point){.kind = TIME_FROM_END, .ns = 1000000000};
    struct reading reading = reading_of_bytes(data, size, &options);
    pictures_check(&reading, &options);
    reading_release(&reading);
    return 0;
}
