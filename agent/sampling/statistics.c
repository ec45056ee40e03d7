#include "agent/sampling/statistics.h"

#include "agent/sampling/stackwalk.h"

#include "base/clock.h"

#include <string.h>
#include <time.h>

struct recording_statistics statistics;
int64_t statistics_cpu_agent;
static int64_t process; /* the CPU clock of the process then */

/* Times held, by size: 8 classes for each power of two, so within 12 %. */
static struct held {
    uint64_t count;
    int64_t most;
    uint32_t classes[64 * 8];
} held_all, held_cpu; /* cpu: the CPU time of the target meanwhile */

static unsigned held_class(int64_t ns) {
    uint64_t n = (uint64_t)(ns < 8 ? 8 : ns);
    unsigned log = 63 - (unsigned)__builtin_clzll(n);
    return log * 8 + (unsigned)(n >> (log - 3) & 7);
}

static int64_t held_value(unsigned class) {
    unsigned log = class / 8 < 3 ? 3 : class / 8; /* none is below 8 ns */
    return (int64_t)((8 + class % 8) * (UINT64_C(1) << (log - 3)));
}

static void held_add(struct held *held, int64_t ns) {
    held->classes[held_class(ns)]++;
    held->count++;
    if (ns > held->most) held->most = ns;
}

static int64_t held_quantile(const struct held *held, double share) {
    uint64_t wanted = (uint64_t)((double)held->count * share), seen = 0;
    for (unsigned i = 0; i < 64 * 8; i++)
        if ((seen += held->classes[i]) > wanted) return held_value(i);
    return 0;
}

void statistics_held(int64_t ns, int64_t cpu_ns) {
    held_add(&held_all, ns);
    held_add(&held_cpu, cpu_ns);
}

void statistics_begin(int64_t now) {
    memset(&statistics, 0, sizeof statistics);
    memset(&held_all, 0, sizeof held_all);
    memset(&held_cpu, 0, sizeof held_cpu);
    statistics_cpu_agent = 0;
    statistics.start = now;
    process = clock_of(CLOCK_PROCESS_CPUTIME_ID);
}

_Static_assert(FRAMEWALK_ROOM == FRAMEWALK_ROOT + 1 &&
                   FRAMEWALK_NOT_JAVA - FRAMEWALK_ROOM == RECORDING_CUTS,
               "a count for each end but the root");

void statistics_count(int code, enum framewalk_end end) {
    if (code > 0 && end == FRAMEWALK_ROOT) statistics.whole++;
    else if (code > 0 && end < FRAMEWALK_NOT_JAVA) statistics.cut[end - FRAMEWALK_ROOM]++;
    if (code > 0) statistics.taken++;
    else if (code == WALK_LEFT) statistics.left++;
    else if (-code < RECORDING_FAILURES) statistics.failures[-code]++;
    else statistics.failures[RECORDING_FAILURES - 1]++;
}

void statistics_write(struct recording *recording, int64_t now) {
    statistics.end = now;
    statistics.hold_median = held_quantile(&held_all, 0.5);
    statistics.hold_p99 = held_quantile(&held_all, 0.99);
    statistics.hold_max = held_all.most;
    statistics.hold_cpu_median = held_quantile(&held_cpu, 0.5);
    statistics.hold_cpu_p99 = held_quantile(&held_cpu, 0.99);
    statistics.cpu_used = clock_of(CLOCK_PROCESS_CPUTIME_ID) - process - statistics_cpu_agent;
    recording_statistics(recording, &statistics);
    statistics_begin(now);
}
