/* What the diff is made of; nobody but diff*.c needs this header. */
#pragma once

#include "analyzers/compare/diff.h"

struct diff_input { /* what was compared, and how */
    const struct diff_recording *recordings;
    size_t len;
    const struct diff_options *options;
    uint32_t *const *stacks; /* of each recording: its stacks -> the joined ones */
};

/* Keys are what is summed up: a frame's self, a frame's total, a node. of_stack writes the keys of
 * a joined stack, each once, and returns how many. */
struct diff_keys {
    size_t len;
    uint32_t stacks; /* how many are joined */
    size_t (*of_stack)(void *context, uint32_t stack, uint32_t *out);
    void *context;
};

struct diff_sums {
    struct stat_clusters cells[2], recordings[2];
    double exposure[2]; /* of rates; 0: not known */
    double samples[2];
    double unit;               /* what a sample weighs on average: 1 unless values are compared */
    bool rates;                /* DIFF_PER_SECOND, DIFF_CPU, DIFF_COUNTS */
    struct stat_hits *hits[2]; /* by key: over cells */
    struct stat_hits *runs[2]; /* by key: over recordings */
    float *samples_of[2];      /* by key */
    double *shares[2];         /* by key, a row of recordings each; NULL with less than three */
    size_t count[2];           /* recordings */
};

/* Sums up the samples of each key and side into sums, which the caller frees. */
void diff_sum(const struct diff_input *input, const struct diff_keys *keys, struct diff_sums *sums);
void diff_sums_free(struct diff_sums *sums);

/* Everything of the measure but what depends on other rows (adjusted, significant); p allows for
 * dispersion, 1 to begin with. Returns by what the recordings differ more than the cells say, 0 if
 * that is not known. */
double diff_measure(const struct diff_sums *sums, const struct diff_options *options, size_t key,
                    double dispersion, struct diff_measure *m);
/* p of the row's being the same part of another row that all its samples are in. */
double diff_part_p(const struct diff_sums *sums, const struct diff_measure *part,
                   const struct diff_measure *whole);
/* Degrees of freedom behind design effects. */
double diff_freedom(const struct diff_sums *sums);

/* Appends to diff the call paths that changed and are not explained by their callers. */
void diff_choose_paths(struct diff *diff, const struct diff_sums *sums,
                       const struct diff_options *options);
