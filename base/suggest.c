#include "base/suggest.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

#define NOTHING_NEAR UINT_MAX
#define LONG_WORD 6       /* two letters of a shorter one make another word of it */
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

/* Sorted by distance; of equal ones, those that came first. A candidate is there once. */
static void add_near(struct suggest *s, const char *candidate, unsigned distance) {
    unsigned at = 0;
    for (unsigned i = 0; i < s->count; i++) {
        if (strcmp(s->near[i], candidate) != 0) continue;
        if (s->distances[i] <= distance) return;
        s->count--;
        memmove(s->near + i, s->near + i + 1, (s->count - i) * sizeof *s->near);
        memmove(s->distances + i, s->distances + i + 1, (s->count - i) * sizeof *s->distances);
        break;
    }
    while (at < s->count && s->distances[at] <= distance) at++;
    if (at == SUGGEST_MOST) return;
    if (s->count == SUGGEST_MOST) s->count--;
    memmove(s->near + at + 1, s->near + at, (s->count - at) * sizeof *s->near);
    memmove(s->distances + at + 1, s->distances + at, (s->count - at) * sizeof *s->distances);
    s->near[at] = candidate;
    s->distances[at] = distance;
    s->count++;
}

void suggest_add_near(const struct suggest *s, const char *prefix, struct text *out) {
    for (unsigned i = 0; i < s->count; i++) {
        const char *between = i == 0 ? "" : i + 1 == s->count ? " or " : ", ";
        text_addf(out, "%s%s%s", between, prefix, s->near[i]);
    }
}

static void offer_spelling(struct suggest *s, const char *spelling, const char *candidate) {
    size_t len = strlen(s->word);
    unsigned distance = suggest_distance(s->word, spelling);
    unsigned limit = len < LONG_WORD ? 1 : 2;
    if (distance > limit) {
        if (len < 2 || strncasecmp(spelling, s->word, len) != 0) return;
        distance = PREFIX_DISTANCE;
    }
    add_near(s, candidate, distance);
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
