#include "base/suggest.h"

#include "base/mem.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NOTHING_NEAR UINT_MAX
#define PREFIX_DISTANCE 3 /* a beginning is a weaker hint than a typing error */

/* Nobody mistypes words longer than this; it also bounds the work on hostile names. */
#define LONGEST_WORD 200

static unsigned smaller(unsigned a, unsigned b) {
    return a < b ? a : b;
}

static int same_letter(char a, char b) {
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

unsigned suggest_distance(const char *a, const char *b) {
    size_t a_len = strlen(a), b_len = strlen(b);
    if (a_len > LONGEST_WORD || b_len > LONGEST_WORD) return NOTHING_NEAR;
    /* Three rows of the matrix are enough: swapping neighbours looks two rows back. */
    unsigned rows[3][LONGEST_WORD + 1];
    for (unsigned j = 0; j <= b_len; j++) rows[0][j] = j;
    for (unsigned i = 1; i <= a_len; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i - 1) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = i;
        for (unsigned j = 1; j <= b_len; j++) {
            unsigned replaced = above[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
            row[j] = smaller(replaced, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1]))
                row[j] = smaller(row[j], above2[j - 2] + 1);
        }
    }
    return rows[a_len % 3][b_len];
}

struct suggest suggest_for(const char *word) {
    return (struct suggest){.word = word, .distance = NOTHING_NEAR};
}

static void offer_spelling(struct suggest *s, const char *spelling, const char *candidate) {
    size_t len = strlen(s->word);
    unsigned distance = suggest_distance(s->word, spelling);
    unsigned limit = len < 4 ? 1 : 2;
    if (distance > limit) {
        if (len < 2 || strncasecmp(spelling, s->word, len) != 0) return;
        distance = PREFIX_DISTANCE;
    }
    if (distance >= s->distance) return;
    s->best = candidate;
    s->distance = distance;
}

void suggest_offer(struct suggest *s, const char *candidate) {
    offer_spelling(s, candidate, candidate);
}

void suggest_offer_dotted(struct suggest *s, const char *candidate) {
    offer_spelling(s, candidate, candidate);
    for (const char *dot = strchr(candidate, '.'); dot; dot = strchr(dot + 1, '.'))
        if (dot[1]) offer_spelling(s, dot + 1, candidate);
}
