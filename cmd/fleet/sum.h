/* Samples summed up, as a profile to keep: what profile, merge and facts write. */
#pragma once

#include "analyzers/samples/pprof_write.h"
#include "analyzers/samples/samples.h"

struct sum_options {
    const struct selection *selection;
    const char *by; /* what one frame is, as --by says it; NULL: method and line */
    enum pprof_threads threads;
    bool uncompressed;
};

/* Samples are read with these needs. */
struct needs sum_needs(void);
/* Appends the profile; what was asked for is added to its origin. */
void sum_write(const struct sum_options *options, struct samples *samples, struct text *out);
/* "754 samples in 12 stacks, from 3 files: 1,234 bytes", as a note. */
void sum_say(const struct samples *samples, uint64_t files, size_t bytes);
