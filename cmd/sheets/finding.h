/* Findings of any rule, as words and on a sheet: the texts of its row with its values in them.
 * Names from the recording are made harmless for a terminal. */
#pragma once

#include "analyzers/rules/rule.h"
#include "cmd/write/sheet.h"

struct finding_view {
    const struct finding *finding;
    const struct profile *profile; /* that was judged */
    enum frame_by finest;          /* what one of its frames is */
};

/* How a word about it is shown. */
enum cell_mark finding_mark(enum rule_severity severity);
/* "INFO, app.Work.run takes 51.2 % of the samples". */
void finding_add_headline(const struct finding_view *view, struct text *out);
/* The same with the rule's name before it. */
void finding_add_title(const struct finding_view *view, struct text *out);
/* What it rests on, or why there is nothing: one sentence or more a line. */
void finding_add_sentences(const struct finding_view *view, struct text *out);
/* The sentences in one line. */
void finding_add_line(const struct finding_view *view, struct text *out);
/* For people the title and the sentences; for programs the object key with "rule", "severity",
 * "score", "reason", "text", "method", "window" and the rule's values: what is not known is null.
 */
void finding_add(const struct finding_view *view, const char *key, struct sheet *sheet);
/* The rule's values that are there, as an object for programs. */
void finding_add_values(const struct finding_view *view, const char *key, struct sheet *sheet);
