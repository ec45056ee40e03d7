/* Findings of many rules, the most severe first, as the commands rules and overview show them. */
#pragma once

#include "analyzers/rules/rule.h"
#include "cmd/write/sheet.h"

struct findings_view {
    const struct findings *findings; /* sorted */
    const struct profile *profile;   /* that was judged */
    const struct text_list *paths;   /* of the recordings, for commands to run next */
};

/* Array "rules" for programs; for people a title and the sentences of each, for CSV a table. Only
 * findings of that severity or a worse one. */
void findings_add(const struct findings_view *view, enum rule_severity least, struct sheet *sheet);
/* "jfrtool gc rec.jfr": a command of the recordings, as a rule says what shows more. NULL: nothing. */
void findings_add_see(const struct findings_view *view, const char *see, struct text *out);
/* "NA", "OK", "INFO", "WARNING"; "IGNORE" where JDK Mission Control says so. */
const char *findings_severity(const struct finding *finding);
/* The fields "window" {from, to} or null. */
void findings_add_window(const struct finding *finding, struct sheet *sheet);

/* A rule's figure for programs, its unit ("percent", "ns", "bytes", "count" or NULL), and for
 * people, rounded or, of a threshold, exact. */
struct cell findings_figure_cell(const struct rule *rule, double figure);
const char *findings_unit(const struct rule *rule);
void findings_add_figure(const struct rule *rule, double figure, struct text *out);
void findings_add_threshold(const struct rule *rule, double figure, struct text *out);
