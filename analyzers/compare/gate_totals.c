#include "analyzers/compare/gate_totals.h"

#include <math.h>
#include <stdlib.h>

#define SECOND_NS INT64_C(1000000000)

struct series {
    struct gate_total *total;
    size_t first; /* of this recording in total->seconds */
    size_t len;
    int64_t start_ns;
};

static void add_at(struct series *s, int64_t time_ns, double amount) {
    int64_t at = (time_ns - s->start_ns) / SECOND_NS;
    if (s->len == 0) return;
    if (at < 0) at = 0;
    if ((size_t)at >= s->len) at = (int64_t)s->len - 1;
    s->total->seconds.items[s->first + (size_t)at] += amount;
    s->total->events++;
}

static void open_series(struct series *s, struct gate_total *total, double seconds,
                        int64_t start_ns) {
    *s = (struct series){total, total->seconds.len, (size_t)ceil(seconds), start_ns};
    for (size_t i = 0; i < s->len; i++) array_push(&total->seconds, 0.0);
}

static void add_pauses(struct series *s, const struct facts *facts) {
    for (size_t i = 0; i < facts->pauses.len; i++) {
        const struct fact_pause *pause = &facts->pauses.items[i];
        double seconds = (double)pause->duration_ns / 1e9;
        add_at(s, pause->time_ns, seconds);
        array_push(&s->total->single, seconds);
        if (seconds > s->total->longest) s->total->longest = seconds;
    }
}

static void add_samples(struct series *s, const struct profile *profile) {
    double unit = profile->unit == PROFILE_NS ? 1e-9 : 1;
    for (size_t i = 0; i < profile->columns.len; i++) {
        const struct profile_sample *sample = &profile->columns.items[i];
        add_at(s, sample->time_ns, (double)sample->value * unit);
        s->total->events += sample->count - 1;
    }
}

/* The first time of the recording: its length is all that is known of when it was. */
static int64_t start_of(const struct profile *profile, const struct facts *facts, bool pauses) {
    int64_t start = INT64_MAX;
    if (pauses) return facts->pauses.len ? facts->pauses.items[0].time_ns : 0;
    for (size_t i = 0; i < profile->columns.len; i++)
        if (profile->columns.items[i].time_ns < start) start = profile->columns.items[i].time_ns;
    return start == INT64_MAX ? 0 : start;
}

void gate_total_of(const struct gate_rule *rule, const struct gate_source *source, int side,
                   struct gate_total *total) {
    bool pauses = rule->check == GATE_GC_PAUSE;
    double sum = 0, seconds = 0;
    *total = (struct gate_total){0};
    for (size_t i = 0; i < source->len; i++) {
        const struct diff_recording *r = &source->recordings[i];
        struct series series;
        if (r->side != side || !source->facts[i]) continue;
        open_series(&series, total, r->seconds, start_of(r->profile, source->facts[i], pauses));
        if (pauses) add_pauses(&series, source->facts[i]);
        else add_samples(&series, r->profile);
        seconds += r->seconds;
    }
    for (size_t i = 0; i < total->seconds.len; i++) sum += total->seconds.items[i];
    total->per_second = seconds > 0 ? sum / seconds : 0;
}

void gate_total_free(struct gate_total *total) {
    array_free(&total->seconds);
    array_free(&total->single);
}
