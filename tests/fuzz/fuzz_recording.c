/* libFuzzer target: the whole reading path, from the bytes of a recording to samples and summary.
 *
 *   clang -fsanitize=fuzzer,address,undefined ...  then  fuzz_recording corpus/
 *
 * The last byte chooses what is asked for too, so that filters are reached; it is part of the
 * recording all the same, so that any recording is a good seed. */
#include "tests/support/exact_input.h"
#include "tests/support/reading.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const regexes[] = {"a", "[.]"};
    static const char *const events[] = {"cpu", "alloc", "lock", "wall"};
    static const char *const states[] = {"runnable"};
    if (size == 0) return 0;
    unsigned choice = data[size - 1];
    struct asked options = {.needs.keep = PROFILE_ROWS | PROFILE_STACKS};
    options.selection.by = (enum frame_by)(choice % 6);
    options.selection.frame_type = choice & 8;
    if (choice & 16) options.selection.thread = ".", options.needs.thread_roots = true;
    if (choice & 32) options.selection.states = text_list_of(states, 1);
    if (choice & 64) options.selection.include = text_list_of(regexes, 2);
    if (choice & 64) options.selection.exclude = text_list_of(regexes + 1, choice >> 7);
    if (choice & 128)
        options.selection.from = (struct time_point){.kind = TIME_FROM_END, .ns = 1000000000};
    if ((choice & 12) == 12) options.selection.events = text_list_of(events, 4);
    struct reading reading = reading_of_bytes(data, size, &options);
    reading_release(&reading);
    return 0;
}
