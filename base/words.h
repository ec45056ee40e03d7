/* Many words looked for in one pass over a text: an automaton (Aho and Corasick, 1975).
 *
 *   words_add, words_add, ...  words_make  words_find, words_find, ...
 *
 * Time is in proportion to the text, whatever the number of words, and to the words once.
 */
#pragma once

#include "base/array.h"
#include "base/map.h"

struct words_state {
    uint32_t fail;    /* the state of the longest proper ending that begins a word */
    uint32_t longest; /* bytes of the longest word that ends here; 0: none does */
    uint32_t word;    /* its number */
    uint32_t depth;
};

struct words {
    ARRAY(struct words_state) states; /* the first is the root */
    struct map next;                  /* state << 8 | byte -> state */
    uint32_t root[256];               /* of the root, which most bytes of a text lead to */
    uint32_t count;
    uint32_t shortest; /* bytes */
    uint8_t *steps;    /* see words_next */
};

/* A word of at least a byte; its number, in the order of first times. */
uint32_t words_add(struct words *words, const void *bytes, size_t len);
/* After the last word, before the first text. */
void words_make(struct words *words);
/* Tells what is found in the text: of words that overlap the one that begins first, of those that
 * begin together the longest, and nothing within what was told. */
void words_find(const struct words *words, const char *text, size_t len,
                void (*found)(void *context, size_t from, size_t len, uint32_t word),
                void *context);
/* All bytes that lie in some word, as stretches: words that overlap or touch are one. */
void words_cover(const struct words *words, const char *text, size_t len,
                 void (*found)(void *context, size_t from, size_t len), void *context);
/* Where the next of the words begins, at or behind `from`; len: none does. Most bytes are stepped
 * over (Wu and Manber, 1994). */
size_t words_next(const struct words *words, const void *text, size_t from, size_t len);
void words_free(struct words *words);
