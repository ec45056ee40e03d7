/* Suggestions: what a misspelled word may have been meant to be.
 *
 *   struct suggest s = suggest_for("hot-metods");
 *   for (each name) suggest_offer(&s, name);
 *   if (s.best) printf("did you mean %s?", s.best);
 *
 * A candidate counts when at most two letters have to be changed (one in words below six letters),
 * or when it begins with the word. The nearest wins, the first of equally near ones.
 */
#pragma once

#include "base/text.h"

#define SUGGEST_MOST 4

struct suggest {
    const char *word;
    const char *best; /* NULL: nothing near; points to what was offered */
    unsigned distance;
    const char *near[SUGGEST_MOST]; /* the best one first */
    unsigned distances[SUGGEST_MOST];
    unsigned count; /* of near */
};

/* The words must outlive the result; candidates are offered one after the other. */
struct suggest suggest_for(const char *word);
void suggest_offer(struct suggest *s, const char *candidate);
/* Offers "app.Cache.find" by its full name and by what follows each dot. */
void suggest_offer_dotted(struct suggest *s, const char *candidate);

/* "a, b or c", each with the prefix in front; nothing where nothing is near. */
void suggest_add_near(const struct suggest *s, const char *prefix, struct text *out);

/* Letters to insert, delete, replace or swap with their neighbour to make b of a; letter case does
 * not count. */
unsigned suggest_distance(const char *a, const char *b);
