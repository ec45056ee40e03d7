/* Claims: a figure of an answer by what was asked and where it stands, so that anybody can compute
 * it again.
 *
 *   jfr:hot_methods?recording=shop.jfr&event=cpu#methods[class=app.Shop,method=price].self_percent
 *       tool        arguments (question)         place in the answer's JSON
 *
 * A place is keys of objects with dots between them; an element of an array is told by texts that
 * are in no other of its elements, or by its number from 0. In arguments and places all but
 * letters, digits and what no id could be misread by is written %41.
 */
#pragma once

#include "cmd/cli/cjson.h"
#include "cmd/mcp/allowed.h"
#include "cmd/mcp/tool.h"

struct claim_id {
    const struct tool *tool;
    cJSON *arguments; /* an object; owned */
    char *question;   /* the id without its place; owned */
    char *place;      /* owned; "": the id is a question alone */
};

/* "jfr:hot_methods?recording=shop.jfr". arguments may be NULL. A recording that was not named is
 * the only one that is served. */
void claim_add_question(const struct tool *tool, const cJSON *arguments,
                        const struct allowed *allowed, struct text *out);
/* False: it is no such id; error is a sentence. claim_free is due in any case. */
bool claim_parse(const char *id, struct claim_id *claim, struct text *error);
void claim_free(struct claim_id *claim);
/* What stands at a place; NULL: nothing does, and error, which may be NULL, is a sentence. */
const cJSON *claim_find(const cJSON *answer, const char *place, struct text *error);
/* Calls back with the place of each figure of the answer, in its order, until take says false.
 * Figures are numbers but times of the calendar, and the names of culprits. */
void claim_each(const cJSON *answer, bool (*take)(const char *place, const cJSON *value, void *to),
                void *to);
