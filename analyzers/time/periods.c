#include "analyzers/time/periods.h"

#include "base/units.h"

void periods_of(const struct facts *facts, const char *event, bool of_jvm, struct periods *out) {
    *out = (struct periods){0};
    uint32_t type = strings_find(&facts->strings, event, strlen(event));
    uint32_t name = strings_find(&facts->strings, "period", strlen("period"));
    EACH (const struct fact_setting, setting, &facts->settings) {
        if (setting->event != type || setting->name != name || (of_jvm && setting->derived))
            continue;
        int64_t ns = 0;
        units_parse_period(strings_get(&facts->strings, setting->value), &ns);
        array_push(&out->items, (struct period){setting->time_ns, ns});
    }
}

void periods_free(struct periods *periods) {
    array_free(&periods->items);
}

int64_t periods_latest(const struct periods *periods, int64_t time_ns) {
    int64_t ns = periods->items.len ? periods->items.items[0].ns : 0;
    for (size_t i = 0; i < periods->items.len && periods->items.items[i].time_ns <= time_ns; i++)
        ns = periods->items.items[i].ns;
    return ns;
}

int64_t period_at(const struct facts *facts, const char *event, int64_t time_ns) {
    OWNED(periods_free) struct periods periods;
    periods_of(facts, event, false, &periods);
    return periods_latest(&periods, time_ns);
}

int64_t periods_earliest(const struct periods *periods, int64_t time_ns) {
    const struct period *first = periods->items.items;
    return periods->items.len && first->time_ns <= time_ns ? first->ns : 0;
}

/* In this order of operations, so that figures agree with JMC's to the last digit. */
double period_possible(int64_t period_ns, int64_t span_ns) {
    if (period_ns == 0) return 0;
    double periods_a_second = 1 / ((double)period_ns / 1e9);
    return PERIODS_THREADS * periods_a_second * ((double)span_ns / 1e9);
}

double periods_possible(const struct periods *periods, int64_t start_ns, int64_t window_ns) {
    int64_t end_ns, from = start_ns;
    if (__builtin_add_overflow(start_ns, window_ns, &end_ns)) return 0; /* no time of this world */
    int64_t ns = periods_latest(periods, start_ns);
    double possible = 0;
    EACH (const struct period, next, &periods->items) {
        if (next->time_ns <= from || next->ns == ns) continue; /* settings are said in each chunk */
        if (next->time_ns >= end_ns) break;
        possible += period_possible(ns, next->time_ns - from);
        ns = next->ns;
        from = next->time_ns;
    }
    return possible + period_possible(ns, end_ns - from);
}
