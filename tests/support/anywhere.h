/* What comes of bytes of which one is wrong, or of which the end is missing: each in turn. All that
 * is told of it comes to one number, so that none of it changes unseen: a bound, what is given up,
 * where it goes on. The bytes as they are come first.
 *
 * ANYWHERE=FOLDER writes it in words, a file for each input: diff compares it with that of the
 * commit before. If what differs is meant, the number that the test prints is the new one. */
#pragma once

#include "base/map.h"
#include "tests/support/guarded.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"

typedef void anywhere_tell(const uint8_t *bytes, size_t len, struct text *out);

struct anywhere {
    anywhere_tell *tell;
    const uint8_t *values; /* four that a byte may become: at the bounds of integers, or signs */
    uint64_t sum;
    struct text told;
    FILE *words;
};

static inline struct anywhere anywhere_begin(const char *name, anywhere_tell *tell) {
    const char *folder = getenv("ANYWHERE");
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "", name);
    return (struct anywhere){.tell = tell,
                             .values = (const uint8_t *)"\0\x7F\x80\xFF",
                             .words = folder ? fopen(path, "w") : NULL};
}

static inline void anywhere_end(struct anywhere *a, const char *name, uint64_t expected) {
    text_free(&a->told);
    if (a->words) fclose(a->words);
    ck_assert_msg(a->sum == expected, "%s: 0x%016" PRIX64, name, a->sum);
}

static inline void anywhere_one(struct anywhere *a, const char *what, size_t at,
                                const uint8_t *bytes, size_t len) {
    uint8_t *copy = guarded_copy(bytes, len);
    text_clear(&a->told);
    a->tell(copy, len, &a->told);
    guarded_free(copy, len);
    a->sum = a->sum * UINT64_C(0x9E3779B97F4A7C15) + hash_stable(text_str(&a->told), a->told.len);
    if (a->words) fprintf(a->words, "==== %s %zu\n%s\n", what, at, text_str(&a->told));
}

/* Ways in which a byte is wrong: one of the four, one more, one less, none. */
enum { ANYWHERE_WAYS = 7 };

static inline void anywhere_wrong(struct anywhere *a, uint8_t *changed, size_t len, size_t at,
                                  size_t way) {
    uint8_t before = changed[at];
    if (way == 6) {
        memmove(changed + at, changed + at + 1, len - at - 1);
        anywhere_one(a, "without", at, changed, len - 1);
        memmove(changed + at + 1, changed + at, len - at - 1);
    } else {
        changed[at] = way < 4 ? a->values[way] : (uint8_t)(way == 4 ? before + 1 : before - 1);
        anywhere_one(a, "wrong at", at, changed, len);
    }
    changed[at] = before;
}

/* step 1: each byte in each way; else each so manieth, in the ways in turn. Of lengths each, or
 * each second such one. */
static inline void anywhere_bytes(struct anywhere *a, const void *bytes, size_t len, size_t step) {
    uint8_t *changed = malloc(len + 1);
    memcpy(changed, bytes, len);
    anywhere_one(a, "as it is", len, changed, len);
    for (size_t n = 0; n < len; n += step == 1 ? 1 : 2 * step)
        anywhere_one(a, "of length", n, changed, n);
    for (size_t i = 0; i < len; i += step)
        for (size_t way = 0; way < ANYWHERE_WAYS; way++)
            if (step == 1 || way == i / step % ANYWHERE_WAYS)
                anywhere_wrong(a, changed, len, i, way);
    free(changed);
}

static inline void anywhere(const char *name, const void *bytes, size_t len, size_t step,
                            anywhere_tell *tell, uint64_t expected) {
    struct anywhere a = anywhere_begin(name, tell);
    anywhere_bytes(&a, bytes, len, step);
    anywhere_end(&a, name, expected);
}

/* Of texts, one after the other. signs: four characters that mean something in them. */
static inline void anywhere_texts(const char *name, const char *const *texts, size_t count,
                                  const char *signs, anywhere_tell *tell, uint64_t expected) {
    struct anywhere a = anywhere_begin(name, tell);
    a.values = (const uint8_t *)signs;
    for (size_t i = 0; i < count; i++) anywhere_bytes(&a, texts[i], strlen(texts[i]), 1);
    anywhere_end(&a, name, expected);
}

/* A number by itself: no part of a name. */
static inline bool anywhere_is_number(const char *text, const char *at) {
    return *at >= '0' && *at <= '9' && (at == text || strchr(" @*+", at[-1]));
}

/* Of recordings that are told (tests/support/told.h): each number is nought, a little and much more
 * or less: all of that, or one of it in turn. */
static inline void anywhere_numbers(struct anywhere *a, const char *told, bool in_each_way) {
    struct text changed = {0};
    size_t turn = 0;
    for (const char *at = told; *at; at++) {
        if (!anywhere_is_number(told, at)) continue;
        char *end;
        bool times = at > told && at[-1] == '*'; /* twenty times as many events take as long */
        long n = strtol(at, &end, 10), others[] = {0, n + 1, n / 2, n * 2, n / 20, n * 20};
        for (size_t i = 0; i < 6; i++) {
            if ((!in_each_way && i != turn % 6) || (times && others[i] > 2 * n)) continue;
            text_clear(&changed);
            text_add_bytes(&changed, told, (size_t)(at - told));
            text_addf(&changed, "%ld%s", others[i], end);
            anywhere_one(a, "number at", (size_t)(at - told),
                         (const uint8_t *)text_str(&changed), changed.len);
        }
        at = end - 1;
        turn++;
    }
    text_free(&changed);
}

/* ... and of each of its events there are none, and two; and of each of its types none. */
static inline void anywhere_lines(struct anywhere *a, const char *told) {
    struct text changed = {0};
    for (const char *line = told, *end; *line; line = end) {
        end = line + strcspn(line, "\n") + 1;
        const char *next = end;
        while (*line != '@' && *next == '@') next += strcspn(next, "\n") + 1;
        if (next == end && *line != '@') continue; /* a type of which nothing is told anyway */
        for (int times = 0; times <= 2; times += 2) {
            if (times && *line != '@') break;
            text_clear(&changed);
            text_add_bytes(&changed, told, (size_t)(line - told));
            for (int i = 0; i < times; i++) text_add_bytes(&changed, line, (size_t)(end - line));
            text_add(&changed, next);
            anywhere_one(a, times ? "twice at" : "without", (size_t)(line - told),
                         (const uint8_t *)text_str(&changed), changed.len);
        }
    }
    text_free(&changed);
}

/* What is told of a text that ends with a 0. */
static inline char *anywhere_text(const uint8_t *bytes, size_t len) {
    char *text = malloc(len + 1);
    memcpy(text, bytes, len);
    text[len] = 0;
    return text;
}
