/* The report of method-profiling: verdict, hot methods, where they are called from and what they
 * call, the recording. */
#pragma once

#include "cmd/read/reading.h"
#include "cmd/sheets/finding.h"
#include "cmd/sheets/hot_table.h"
#include "cmd/sheets/tree.h"

struct verdict_calls { /* of one method */
    uint32_t frame;    /* index into hot.profile's frames */
    char *name;
    bool self_only; /* callers are of the samples with the method on top */
    uint64_t caller_samples, callee_samples;
    struct tree callers, callees;
};

struct verdict_view {
    const struct reading *reading;
    struct finding_view finding; /* of reading->samples->profile */
    struct hot_view hot;
    ARRAY(struct verdict_calls) calls;
};

/* Markdown is a comment on a pull request: it starts with ### and has less than 60,000 bytes. */
void verdict_add(const struct verdict_view *view, struct sheet *sheet);
