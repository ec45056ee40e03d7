/* What happened on two sides, before it is said in which methods: rates, requests, findings; of
 * what a comparison read.
 *
 *   comparison_read(&reading, &paths, &needs, changes_join, NULL, &comparison);
 *   changes_make(&comparison, true, &changes);
 */
#pragma once

#include "analyzers/rules/finding_changes.h"
#include "analyzers/rules/request_changes.h"
#include "cmd/read/comparison.h"

struct changes {
    struct contrast contrast;
    struct request_changes requests;
    struct finding_changes causes;
    bool has_rates;                  /* both sides have times; else there are no requests either */
    bool has_causes;                 /* rules judged both sides */
    ARRAY(struct findings) findings; /* of each recording */
    ARRAY(struct rule_input *) inputs; /* likewise */
};

/* A comparison_join. */
void changes_join(const struct reading *reading, struct walk_run *run, const void *context);
/* causes: rules judge, too. Profiles have no times: with one among the recordings nothing is known.
 * The comparison must outlive it. To be freed. */
void changes_make(const struct comparison *comparison, bool causes, struct changes *out);
void changes_free(struct changes *changes);
