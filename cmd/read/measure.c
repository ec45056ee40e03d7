#include "cmd/read/measure.h"

#include "analyzers/tables/kinds.h"
#include "cmd/cli/message.h"
#include "base/units.h"

#include "cmd/read/measure_options.h"

bool measure_wants_values(int measure, const struct selection *selection) {
    if (measure != MEASURE_AUTO) return measure == MEASURE_VALUE;
    for (size_t i = 0; i < selection->events.len; i++)
        if (!kind_counts_by_value(selection->events.items[i])) return false;
    return selection->events.len > 0;
}

int measure_unit(int measure, const struct reading *reading, enum profile_unit *unit) {
    const struct profile *profile = &reading->samples->profile;
    const char *event = reading->samples->event;
    *unit = PROFILE_NO_UNIT;
    if (!measure_wants_values(measure, reading->selection) || profile->samples == 0) return EXIT_OK;
    if (measure == MEASURE_AUTO) {
        bool one = profile->unit == PROFILE_NS || profile->unit == PROFILE_BYTES;
        if (one && profile->value > 0) *unit = profile->unit;
        return EXIT_OK;
    }
    if (profile->unit == PROFILE_MIXED)
        return message_usage("--measure value: %s have values of different kinds, bytes and time; "
                             "choose one with --event",
                             event);
    if (profile->unit == PROFILE_NO_UNIT)
        return message_usage("--measure value: %s has no value; leave the option out", event);
    if (profile->value == 0) {
        message_error("--measure value: all samples of %s have the value 0 %s%s", event,
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

void measure_add_rate(struct text *out, const struct reading *reading, enum profile_unit unit) {
    const struct samples *samples = reading->samples;
    if (samples->recorded_ns <= 0) return;
    double rate = (double)samples->profile.value / ((double)samples->recorded_ns / 1e9);
    text_add(out, ", ");
    if (unit == PROFILE_BYTES) units_add_bytes(out, rate);
    else units_add_duration(out, (int64_t)rate);
    text_add(out, unit == PROFILE_BYTES ? "/s" : " per second");
}
