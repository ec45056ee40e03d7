/* The report of method-profiling: verdict, hot methods, where they are called from and what they
 * call, the recording. One view, written in four formats. */
#ifndef CMD_WRITE_VERDICT_H
#define CMD_WRITE_VERDICT_H

#include "analyzers/rules/method_profiling.h"
#include "cmd/read/common.h"
#include "cmd/write/hot_table.h"
#include "cmd/write/tree.h"

struct verdict_calls { /* of one method */
    uint32_t frame;    /* index into hot.profile's frames */
    char *name;
    bool self_only; /* callers are of the samples with the method on top */
    uint64_t caller_samples, callee_samples;
    struct tree callers, callees;
};

struct verdict_view {
    const struct reading *reading;
    const struct method_profiling_options *rule;
    const struct method_profiling *verdict; /* frames are of reading->samples->profile */
    enum frame_by finest;                   /* what one of these is */
    struct hot_view hot;
    ARRAY(struct verdict_calls) calls;
};

/* Sentences: one a line, the first with the verdict. Names in them are harmless. */
void verdict_add_headline(const struct verdict_view *view, struct text *out);
void verdict_add_sentences(const struct verdict_view *view, struct text *out);
/* "label\tvalue" a line: JVM, duration, period, what was lost. */
void verdict_add_facts(const struct verdict_view *view, struct text *out);
/* The method that a frame of the verdict is of, made harmless. */
void verdict_add_name(const struct verdict_view *view, uint32_t id, struct text *out);

void verdict_add_text(const struct verdict_view *view, const struct table_style *style, bool ascii,
                      struct text *out);
/* Fits into a comment on a pull request: starts with ###, below 60,000 bytes. */
void verdict_add_markdown(const struct verdict_view *view, struct text *out);
void verdict_add_json(const struct verdict_view *view, struct text *out);

#endif
