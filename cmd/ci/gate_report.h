/* What the gate says: for people, for programs, and in the formats that CI systems read. */
#pragma once

#include "analyzers/compare/gate.h"
#include "cmd/read/comparison.h"
#include "cmd/write/sheet.h"

struct gate_place { /* of a finding's code */
    char *path;     /* NULL: not found */
    int line;       /* 0: not known */
};

struct gate_view {
    const struct gate_rules *rules;
    const struct gate_result *result;
    const struct comparison *comparison; /* what is said of both sides; of the first event */
    const struct gate_place *places;     /* parallel to the findings */
    bool confirmed;                      /* there was a recording to confirm with */
    bool wants_verdict;                  /* what is inconclusive fails, too */
};

/* Is the job to fail? */
static inline bool gate_view_fails(const struct gate_view *view) {
    return view->result->failed || (view->wants_verdict && view->result->inconclusive);
}

/* ==== Words ================================================================================= */

/* "25.10 % -> 33.20 % of samples (+8.10 points, 1.32x, p<0.001)". */
void gate_add_numbers(const struct gate_view *view, const struct gate_finding *finding,
                      struct text *out);
/* The limit that a rule sets: "growth by 2 points and 1.1x". */
void gate_add_limit(const struct gate_rule *rule, struct text *out);
/* What became of the rule of this number, in a sentence. */
void gate_add_outcome(const struct gate_view *view, size_t number, struct text *out);

/* ==== The report ============================================================================ */

/* In Markdown whole sections may be left out, where the sheet has a limit. */
void gate_describe(const struct gate_view *view, struct sheet *sheet);

/* ==== For CI systems ======================================================================== */

/* Each rule's outcome, appended as a file of that format: JUnit XML, SARIF 2.1.0, GitLab's Code
 * Quality. */
void gate_add_junit(const struct gate_view *view, struct text *out);
void gate_add_sarif(const struct gate_view *view, struct text *out);
void gate_add_gitlab(const struct gate_view *view, struct text *out);
/* Workflow commands of GitHub: at most 10, the worst first. */
void gate_add_annotations(const struct gate_view *view, struct text *out);

/* "pass", "fail", "inconclusive", "not confirmed", "not judged". */
const char *gate_verdict_name(enum gate_verdict verdict);
