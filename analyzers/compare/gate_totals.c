#include "analyzers/compare/gate_totals.h"

#include "analyzers/tables/kinds.h"
#include "base/map.h"
#include "base/sort.h"
#include "base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct series { /* of one recording */
    struct gate_total *total;
    struct map index;   /* second -> where it is in the next two */
    ARRAY(uint64_t) at; /* which seconds have something, as they came */
    ARRAY(double) amounts;
    double len; /* seconds in all */
    int64_t start_ns;
};

static void add_at(struct series *s, int64_t time_ns, double amount) {
    bool fresh;
    if (s->len < 1) return;
    int64_t at = (time_ns - s->start_ns) / NS_PER_S;
    if (at < 0) at = 0;
    if ((double)at >= s->len) at = (int64_t)s->len - 1;
    uint64_t *index = map_put(&s->index, (uint64_t)at, &fresh);
    if (fresh) {
        *index = s->at.len;
        array_push(&s->at, (uint64_t)at);
        array_push(&s->amounts, 0.0);
    }
    array_at(&s->amounts, *index) += amount;
    s->total->events++;
}

/* Hands the seconds over to the total, in order of time. */
static void close_series(struct series *s) {
    uint32_t *order = sort_start(s->at.len);
    sort_by(order, s->at.len, s->at.items);
    for (size_t i = 0; i < s->at.len; i++)
        array_push(&s->total->seconds, s->amounts.items[order[i]]);
    s->total->empty += s->len - (double)s->at.len;
    free(order);
    map_free(&s->index);
    array_free(&s->at);
    array_free(&s->amounts);
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

static bool is_on(const struct facts *facts, const char *wanted) {
    const struct strings *texts = &facts->strings;
    enum kind_group group = kind_group_named(wanted);
    for (size_t i = 0; i < facts->settings.len; i++) {
        const struct fact_setting *setting = &facts->settings.items[i];
        const char *event = strings_get(texts, setting->event);
        if (strcmp(strings_get(texts, setting->name), "enabled") == 0 &&
            strcmp(strings_get(texts, setting->value), "true") == 0 &&
            (group ? kind_is_in_group(group, event) : kind_matches(wanted, event)))
            return true;
    }
    return false;
}

bool gate_total_is_recorded(const struct gate_rule *rule, const struct gate_source *source,
                            int side) {
    for (size_t i = 0; i < source->len; i++) {
        const struct facts *facts = source->facts[i];
        if (source->recordings[i].side != side || !facts) continue;
        if (rule->check != GATE_GC_PAUSE) {
            if (source->recordings[i].profile->columns.len || is_on(facts, rule->event))
                return true;
        } else if (facts->pauses.len || facts->collections.len || facts->heaps.len ||
                   is_on(facts, "jdk.GCPhasePause") || is_on(facts, "jdk.GarbageCollection")) {
            return true;
        }
    }
    return false;
}

void gate_total_of(const struct gate_rule *rule, const struct gate_source *source, int side,
                   struct gate_total *total) {
    bool pauses = rule->check == GATE_GC_PAUSE;
    double sum = 0, seconds = 0;
    *total = (struct gate_total){0};
    for (size_t i = 0; i < source->len; i++) {
        const struct diff_recording *r = &source->recordings[i];
        if (r->side != side || !source->facts[i]) continue;
        struct series series = {.total = total,
                                .len = ceil(r->seconds),
                                .start_ns = start_of(r->profile, source->facts[i], pauses)};
        if (pauses) add_pauses(&series, source->facts[i]);
        else add_samples(&series, r->profile);
        close_series(&series);
        seconds += r->seconds;
    }
    for (size_t i = 0; i < total->seconds.len; i++) sum += total->seconds.items[i];
    total->per_second = seconds > 0 ? sum / seconds : 0;
}

void gate_total_free(struct gate_total *total) {
    array_free(&total->seconds);
    array_free(&total->single);
}
