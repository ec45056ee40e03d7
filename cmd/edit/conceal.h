/* What scrub takes out of texts, or puts in their place. Values whose key, or field, is a secret's,
 * or one of those that were asked for, and whatever else secret_find knows, become "***"; names of
 * people and machines become pseudonyms (personal.h).
 *
 *   conceal_open   every text is looked at   conceal_learnt   every text again: what it becomes
 *
 * A masked value of six bytes or more is masked wherever else it stands, too.
 */
#pragma once

#include "base/secrets/find.h"
#include "cmd/edit/personal.h"
#include "parser/edit/edit.h"

struct conceal {
    struct secret_rules rules;
    struct personal *personal; /* or NULL */
    struct strings values;     /* that were masked, and are long enough to be looked for */
    struct words words;        /* the same, when all are known */
    bool learnt;
    bool plain;         /* they are ASCII, so their bytes are the same however a text is written */
    struct map counted; /* hashes of texts with such values: how many there are */

    /* The event at hand, and the plan of its key, which is made once a type. */
    const struct edit_chunk *chunk;
    const struct jfr_type *type, *planned;
    const struct jfr_event *event;
    struct jfr_plan *plan;
};

void conceal_learnt(struct conceal *conceal); /* once, when all values are known */
/* Does what was found before conceal_learnt still hold of texts without these words? */
bool conceal_still_holds(const struct conceal *conceal);
void conceal_free(struct conceal *conceal);
/* No event of the chunk is at hand any more. */
void conceal_end_chunk(struct conceal *conceal);

/* For edit_rules; the context is the struct. */
void conceal_event(void *context, const struct edit_chunk *chunk, const struct jfr_type *type,
                   const struct jfr_event *event);
uint32_t conceal_place(void *context, const struct jfr_type *in, const struct jfr_field *field);
bool conceal_text(void *context, uint32_t place, const char *text, size_t len, struct text *out);
