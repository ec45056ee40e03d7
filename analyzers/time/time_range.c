#include "analyzers/time/time_range.h"

#include "base/units.h"

static int64_t minus(int64_t a, int64_t b) {
    int64_t out;
    return __builtin_sub_overflow(a, b, &out) ? INT64_MIN + 1 : out;
}

struct time_range time_range_of(const struct profile *profile, int64_t start_ns, int64_t end_ns,
                                const struct time_window *window) {
    struct time_range range = {.start_ns = start_ns,
                               .end_ns = end_ns < start_ns ? start_ns : end_ns};
    int64_t length = minus(range.end_ns, range.start_ns);
    if (length < NS_PER_S) length = NS_PER_S;
    int64_t first = minus(start_ns, length), last = whole_clamped(range.end_ns, length);
    for (size_t i = 0; i < profile->moments.len; i++) {
        int64_t time = profile->moments.items[i].time_ns;
        if (time == PROFILE_NO_TIME || time < first || time > last) continue;
        if (time < range.start_ns) range.start_ns = time;
        if (time > range.end_ns) range.end_ns = time;
    }
    int64_t since = window->from_ns, until = window->to_ns;
    if (since > range.start_ns && since <= range.end_ns) range.start_ns = since;
    if (until < range.end_ns && until >= range.start_ns) range.end_ns = until;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.time_ns == PROFILE_NO_TIME) range.untimed += sample.count;
        else if (time_range_has(&range, sample.time_ns)) range.samples += sample.count;
        else range.outside += sample.count;
    }
    return range;
}

size_t time_range_steps(const struct time_range *range, int64_t step) {
    uint64_t length = (uint64_t)range->end_ns - (uint64_t)range->start_ns;
    uint64_t steps = length / (uint64_t)step + (length % (uint64_t)step != 0);
    return steps ? (size_t)steps : 1;
}

int64_t time_range_fine_step(const struct time_range *range, size_t count) {
    static const int64_t of_ten[] = {10, 20, 25, 40, 50};
    static const int64_t of_100_ms[] = {
        10,  12,  15,  20,   25,   30,   40,   50,   60,   80,   100,  120,  150,   200,   300,
        400, 600, 900, 1200, 1500, 1800, 2400, 3000, 3600, 4800, 6000, 9000, 12000, 18000, 24000};
    int64_t usual = time_range_step(range, count, 0);
    for (int64_t power = 1; power < NS_PER_S / 10; power *= 10)
        for (size_t i = 0; i < sizeof of_ten / sizeof *of_ten; i++)
            if (time_range_steps(range, power * of_ten[i]) <= count) return power * of_ten[i];
    for (size_t i = 0; i < sizeof of_100_ms / sizeof *of_100_ms; i++) {
        int64_t step = of_100_ms[i] * NS_PER_S / 10;
        if (step < usual && time_range_steps(range, step) <= count) return step;
    }
    return usual;
}

int64_t time_range_step(const struct time_range *range, size_t count, int64_t least) {
    static const int64_t of_seconds[] = {1,   2,   5,    10,   15,   30,    60,    120,   300,
                                         600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400};
    for (int64_t power = 1; power < NS_PER_S; power *= 10)
        for (int64_t factor = 1; factor <= 5; factor += factor == 1 ? 1 : 3) {
            int64_t step = power * factor;
            if (least && step % least) continue;
            if (time_range_steps(range, step) <= count) return step;
        }
    for (size_t i = 0; i < sizeof of_seconds / sizeof *of_seconds; i++) {
        int64_t step = of_seconds[i] * NS_PER_S;
        if (least && step % least) continue;
        if (time_range_steps(range, step) <= count) return step;
    }
    int64_t day = 86400 * NS_PER_S, days = 1;
    while (days < 40000 && time_range_steps(range, days * day) > count) days *= 2;
    return days * day;
}
