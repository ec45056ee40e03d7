/* The events of experiments, as the recording has them. Header only. */
#pragma once

#include "agent/recording/recording.h"

struct recording_experiment { /* one window; spans in ns */
    int64_t start, end;
    uint64_t block;
    const char *kind, *method, *progress_point; /* method: NULL: none */
    uint64_t speed;                             /* percent */
    int64_t delay, progress, ran, waited, switches, worth;
    uint64_t processors;
    int64_t missed;
    bool collected;
    uint64_t samples, failed, hits, pauses;
    int64_t paused, longest_pause;
    uint64_t credits;
    int64_t spent, lone; /* of latency */
};

struct recording_experiment_method { /* in the base windows of a block */
    int64_t start, end;
    uint64_t block;
    const char *method;
    uint64_t hits, samples;
};
/* Writes the event of a window; texts are copied. */
static inline void recording_experiment(struct recording *r, const struct recording_experiment *e) {
    recording_event(r, RECORDING_EXPERIMENT, e->start, {e->end - e->start}, {(int64_t)e->block},
                    {.s = e->kind}, {.s = e->method}, {.s = e->progress_point}, {(int64_t)e->speed},
                    {e->delay}, {e->progress}, {e->ran}, {e->waited}, {e->switches}, {e->worth},
                    {(int64_t)e->processors}, {e->missed}, {e->collected}, {(int64_t)e->samples},
                    {(int64_t)e->failed}, {(int64_t)e->hits}, {(int64_t)e->pauses}, {e->paused},
                    {e->longest_pause}, {(int64_t)e->credits}, {e->spent}, {e->lone});
}
/* Likewise, of a method in the base windows of a block. */
static inline void recording_experiment_method(struct recording *r,
                                               const struct recording_experiment_method *m) {
    recording_event(r, RECORDING_EXPERIMENT_METHOD, m->start, {m->end - m->start},
                    {(int64_t)m->block}, {.s = m->method}, {(int64_t)m->hits},
                    {(int64_t)m->samples});
}
