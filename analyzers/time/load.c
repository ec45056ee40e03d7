#include "analyzers/time/load.h"
#include "analyzers/time/periods.h"

#include "base/units.h"

/* previous_ns: INT64_MIN if there is none. */
static int64_t since(int64_t previous_ns, int64_t time_ns, int64_t period, int64_t start_ns) {
    if (previous_ns != INT64_MIN && time_ns - previous_ns <= 2 * period) return previous_ns;
    int64_t from = time_ns - period;
    if (from < start_ns) from = start_ns;
    return from < time_ns ? from : time_ns;
}

/* What the settings say; where they say nothing, what default.jfc of the JDK does. */
static int64_t period_of(const struct facts *facts, const char *event, int64_t usual) {
    int64_t period = period_at(facts, event, INT64_MAX);
    return period > 0 && period < 86400 * NS_PER_S ? period : usual;
}

/* Times as they can be: differences must not overflow. */
static int64_t sane(int64_t time_ns) {
    return time_ns < 0 ? 0 : time_ns > INT64_MAX / 2 ? INT64_MAX / 2 : time_ns;
}

int64_t *load_starts(const struct facts *facts, int64_t start_ns) {
    int64_t *starts = mem_alloc(facts->loads.len * sizeof *starts), previous = INT64_MIN;
    int64_t period = period_of(facts, "jdk.CPULoad", NS_PER_S);
    for (size_t i = 0; i < facts->loads.len; i++) {
        int64_t time = sane(facts->loads.items[i].time_ns);
        starts[i] = since(previous, time, period, start_ns);
        previous = time;
    }
    return starts;
}

int64_t *load_thread_starts(const struct facts *facts, int64_t start_ns) {
    size_t count = facts->thread_loads.len;
    int64_t *starts = mem_alloc(count * sizeof *starts);
    int64_t period = period_of(facts, "jdk.ThreadCPULoad", 10 * NS_PER_S);
    OWNED(map_free) struct map last = {0}; /* thread -> index of its last event */
    for (size_t i = 0; i < count; i++) {
        const struct fact_thread_load *load = &facts->thread_loads.items[i];
        uint64_t key = map_mix(map_mix(load->os_id) ^ load->java_id) + load->thread;
        int64_t time = sane(load->time_ns), previous = INT64_MIN;
        bool fresh;
        uint64_t *index = map_put(&last, key, &fresh);
        if (!fresh) previous = sane(facts->thread_loads.items[*index].time_ns);
        starts[i] = since(previous, time, period, start_ns);
        *index = i;
    }
    return starts;
}

load_throttles load_throttling(const struct facts *facts) {
    const struct fact_container *before = NULL;
    load_throttles throttles = {0};
    EACH (const struct fact_container, c, &facts->containers) {
        if (is_missing(c->slices) || is_missing(c->throttled_slices) || is_missing(c->throttled_ns))
            continue;
        if (before && c->slices >= before->slices &&
            c->throttled_slices >= before->throttled_slices &&
            c->throttled_ns >= before->throttled_ns && c->time_ns > before->time_ns) {
            double slices = (double)(c->slices - before->slices);
            double cut = (double)(c->throttled_slices - before->throttled_slices);
            array_push(&throttles, (struct load_throttle){
                                       .from_ns = before->time_ns,
                                       .to_ns = c->time_ns,
                                       .share = slices > 0 ? cut / slices : 0,
                                       .waited_ns = c->throttled_ns - before->throttled_ns,
                                   });
        }
        before = c;
    }
    return throttles;
}

int64_t load_processors(const struct facts *facts) {
    const struct fact_machine *machine = &facts->machine;
    if (machine->container_cpus > 0) return machine->container_cpus;
    return machine->hardware_threads > 0 ? machine->hardware_threads : MISSING;
}

double load_jvm_between(const struct facts *facts, int64_t start_ns, int64_t from_ns,
                        int64_t to_ns) {
    OWNED(mem_release) int64_t *starts = load_starts(facts, start_ns);
    double used = 0, known = 0;
    for (size_t i = 0; i < facts->loads.len; i++) {
        const struct fact_load *load = &facts->loads.items[i];
        const int64_t from = starts[i] > from_ns ? starts[i] : from_ns,
                      to = load->time_ns < to_ns ? load->time_ns : to_ns;
        const double share = (double)load->jvm_user + (double)load->jvm_system;
        if (to <= from || !(share >= 0)) continue;
        used += share * ((double)to - (double)from);
        known += (double)to - (double)from;
    }
    return ratio_of(used, known);
}

double load_mean_jvm(const struct facts *facts, int64_t start_ns) {
    return load_jvm_between(facts, start_ns, INT64_MIN, INT64_MAX);
}

double load_processors_used(const struct facts *facts, int64_t start_ns) {
    const int64_t processors = facts->machine.hardware_threads;
    return processors > 0 ? load_mean_jvm(facts, start_ns) * (double)processors : MISSING_REAL;
}
