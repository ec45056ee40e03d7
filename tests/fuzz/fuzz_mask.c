/* libFuzzer target: texts and pairs that are looked through for secrets, and many words looked for
 * in one.
 *
 * Spans lie in the text, in its order, and are not empty; what is masked is found in no span again
 * once nothing more is masked, which is soon; words cover what looking for each everywhere covers.
 */
#include "base/secrets/secrets.h"
#include "base/words.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROUNDS 8
#define WORDS 4

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct spans {
    size_t len, end;
};

static void check_span(void *context, size_t from, size_t len) {
    struct spans *spans = context;
    if (from < spans->end || !len || from + len > spans->len) abort();
    spans->end = from + len;
}

static void check_secrets(const char *text, size_t size) {
    static const struct secret_rules known = {.known = true};
    struct spans spans = {.len = size};
    struct text masked = {0}, next = {0};
    secret_find(&known, text, size, check_span, &spans);
    bool any = secrets_add(text, size, &masked);
    if (any != secrets_has(text, size) || any != (spans.end != 0)) abort();
    for (unsigned round = 0; any; round++) {
        if (round == MOST_ROUNDS) abort();
        text_clear(&next);
        any = secrets_add(text_str(&masked), masked.len, &next);
        text_clear(&masked);
        text_add_bytes(&masked, text_str(&next), next.len);
    }
    text_free(&masked);
    text_free(&next);
}

/* Keys that a user names, with and without those that are known. */
static void check_asked(const char *text, size_t size) {
    static const char *globs[] = {"*x*", "K?y"};
    const struct text_list keys = {.items = globs, .len = 2};
    for (int known = 0; known < 2; known++) {
        const struct secret_rules rules = {.known = known, .keys = &keys};
        struct spans spans = {.len = size};
        secret_find(&rules, text, size, check_span, &spans);
    }
}

/* The text as the value of a pair, whose name is the word before the first '='. */
static void check_pair(const char *text, size_t size) {
    struct text name = {0}, value = {0}, once = {0}, twice = {0};
    const char *equals = memchr(text, '=', size);
    size_t len = equals ? (size_t)(equals - text) : 0;
    text_add_bytes(&name, text, len);
    text_add_bytes(&value, text + len, size - len);
    secrets_add_value(text_str(&name), text_str(&value), &once);
    secrets_add_value(text_str(&name), text_str(&once), &twice);
    if (secret_is_of_pair(text_str(&name), text_str(&value)) &&
        (once.len > strlen(text_str(&value)) + strlen(SECRET_MASK) ||
         strcmp(text_str(&once), text_str(&twice)) != 0))
        abort();
    text_free(&name);
    text_free(&value);
    text_free(&once);
    text_free(&twice);
}

static void mark(void *context, size_t from, size_t len) {
    memset((char *)context + from, 1, len);
}

static void mark_word(void *context, size_t from, size_t len, uint32_t word) {
    (void)word;
    for (size_t i = from; i < from + len; i++)
        if (((char *)context)[i]++) abort(); /* told twice */
}

/* The first bytes say how long the words are, which follow; the rest is the text. */
static void check_words(const char *data, size_t size) {
    struct words words = {0};
    size_t lens[WORDS], at = WORDS;
    const char *starts[WORDS];
    if (size < WORDS) return;
    for (size_t i = 0; i < WORDS; i++) {
        lens[i] = (unsigned char)data[i] % 8;
        if (lens[i] > size - at) lens[i] = size - at;
        starts[i] = data + at;
        if (lens[i]) words_add(&words, starts[i], lens[i]);
        at += lens[i];
    }
    words_make(&words);
    const char *text = data + at;
    size_t len = size - at;
    char *covered = mem_zero(len + 1, 1), *expected = mem_zero(len + 1, 1);
    char *found = mem_zero(len + 1, 1);
    words_cover(&words, text, len, mark, covered);
    words_find(&words, text, len, mark_word, found);
    for (size_t w = 0; w < WORDS; w++)
        for (size_t i = 0; lens[w] && i + lens[w] <= len; i++)
            if (memcmp(text + i, starts[w], lens[w]) == 0) memset(expected + i, 1, lens[w]);
    if (memcmp(covered, expected, len) != 0) abort();
    for (size_t i = 0; i < len; i++)
        if (found[i] && !expected[i]) abort();
    free(covered);
    free(expected);
    free(found);
    words_free(&words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* A text of its own, so that a byte read behind it is seen. */
    char *text = mem_resize(NULL, size + 1, 1);
    if (size) memcpy(text, data, size);
    text = mem_resize(text, size ? size : 1, 1);
    check_secrets(text, size);
    check_asked(text, size);
    check_pair(text, size);
    check_words(text, size);
    free(text);
    return 0;
}
