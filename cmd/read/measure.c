#include "cmd/read/measure.h"

#include "cmd/cli/message.h"

const struct option_choice measure_choices[] = {
    [MEASURE_SAMPLES] = {"samples", "how many there are"},
    [MEASURE_VALUE] = {"value", "what they are worth: bytes allocated, time waited, CPU time"},
    {NULL, NULL},
};

int measure_unit(const struct common_options *options, const struct reading *reading,
                 enum profile_unit *unit) {
    const struct profile *profile = &reading->samples->profile;
    const char *event = reading->samples->event;
    *unit = PROFILE_NO_UNIT;
    if (options->measure != MEASURE_VALUE || profile->samples == 0) return EXIT_OK;
    if (profile->unit == PROFILE_MIXED) {
        message_error("--measure value: %s are worth different things, bytes and time; choose one "
                      "with --event",
                      event);
        return EXIT_USAGE;
    }
    if (profile->unit == PROFILE_NO_UNIT) {
        message_error(
            "--measure value: %s says nothing that could be added up; leave the option out", event);
        return EXIT_USAGE;
    }
    if (profile->value == 0) {
        message_error("--measure value: all samples of %s are worth 0 %s%s", event,
                      profile->unit == PROFILE_NS ? "ns" : "bytes",
                      profile->unit == PROFILE_NS
                          ? ": the recording says neither how long they took nor their period"
                          : "");
        return EXIT_NOTHING;
    }
    *unit = profile->unit;
    return EXIT_OK;
}

uint64_t measure_all(const struct profile *profile, enum profile_unit unit) {
    return unit == PROFILE_NO_UNIT ? profile->samples : (uint64_t)profile->value;
}
