/* Claims (claim.h) are computed again: each question is asked once, by the command that answers it,
 * and what stands at the place is held against what is said.
 *
 *   "76.3"       is true of what rounds to it
 *   "20.7 s"     of ns and bytes, in any unit of theirs, likewise
 *   1743, 41500  whole numbers, of which zeros at the end may be rounded if three digits are left
 */
#pragma once

#include "base/array.h"
#include "cmd/cli/cjson.h"
#include "cmd/mcp/allowed.h"

enum verdict { VERDICT_TRUE, VERDICT_FALSE, VERDICT_UNDECIDABLE, VERDICTS };
/* "true", "false", "undecidable". Static. */
const char *verdict_name(enum verdict verdict);

struct verified {
    enum verdict verdict;
    const cJSON *id, *claimed; /* of the list, or NULL */
    const char *claim;         /* "is", "at least", "at most" */
    cJSON *value;              /* a value that it has; owned by the answers; NULL: unknown */
    char *why;                 /* a sentence, owned, or NULL */
};

struct verification {
    ARRAY(struct verified) claims;
    ARRAY(struct verified_answer) answers; /* to the questions */
    size_t counts[VERDICTS];
};

struct verified_answer {
    char *question; /* owned */
    cJSON *json;    /* owned; NULL: why */
    char *why;      /* owned */
};

/* list: an array, which outlives the verification. */
void verify_claims(const cJSON *list, const struct allowed *allowed, struct verification *v);
void verify_free(struct verification *v);

/* Does a number round to what was said of it? place: where it stands, which tells ns and bytes.
 * False, *unit false: what was said has a unit that it cannot be in. */
bool verify_rounds_to(const char *said, double value, const char *place, bool *unit);
