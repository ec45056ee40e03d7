/* Suggestions: what a misspelled word may have been meant to be.
 *
 *   struct suggest s = suggest_for("hot-metods");
 *   for (each name) suggest_offer(&s, name);
 *   if (s.best) printf("did you mean %s?", s.best);
 *
 * A candidate counts when at most two letters have to be changed (one in words below four letters),
 * or when it begins with the word. The nearest wins, the first of equally near ones.
 */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

struct suggest {
    const char *word;
    const char *best; /* NULL: nothing near; points to what was offered */
    unsigned distance;
};

struct suggest suggest_for(const char *word);
void suggest_offer(struct suggest *s, const char *candidate);
/* Offers "app.Cache.find" by its full name and by what follows each dot. */
void suggest_offer_dotted(struct suggest *s, const char *candidate);

/* Letters to insert, delete, replace or swap with their neighbour to make b of a; letter case does
 * not count. */
unsigned suggest_distance(const char *a, const char *b);

#endif
