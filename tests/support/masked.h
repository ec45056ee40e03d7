/* Texts and what is left of them without their secrets, as rows of a table. */
#pragma once

#include "base/secrets/secrets.h"
#include "tests/support/guarded.h"

#include <check.h>
#include <string.h>

struct row {
    const char *text, *masked; /* NULL: it stays */
};

/* The text as it is written, within memory that goes on with other bytes, and a way into it: what
 * follows is none of it, and it is the same wherever it stands. */
static inline void check_row(const char *text, const char *masked, const char *behind,
                             size_t before) {
    struct text bytes = {0}, expected = {0}, out = {0};
    for (size_t i = 0; i < before; i++) text_add_char(&bytes, ' ');
    text_add_bytes(&expected, bytes.data, bytes.len);
    text_add(&bytes, text);
    text_add(&expected, masked ? masked : text);
    size_t len = bytes.len;
    text_add(&bytes, behind);
    bool any = secrets_add(bytes.data, len, &out);
    ck_assert_msg(strcmp(text_str(&out), text_str(&expected)) == 0,
                  "%s, before %s\nbecame   %s\nnot      %s", text, behind, text_str(&out),
                  text_str(&expected));
    ck_assert_msg(any == (masked != NULL), "%s", text);
    ck_assert_msg(secrets_has(bytes.data, len) == any, "%s", text);
    text_free(&bytes);
    text_free(&expected);
    text_free(&out);
}

/* What a text holds, and what each beginning of it does, is told without a look behind its end. */
static inline void check_ends(const char *text) {
    size_t len = strlen(text);
    uint8_t *room = guarded_make(len);
    for (size_t n = 0; n <= len; n++) {
        char *end = (char *)room + len - n;
        memcpy(end, text, n);
        bool any = secrets_has(end, n);
        ck_assert_msg(n < len || any == secrets_has(text, len), "%s", text);
    }
    guarded_free(room, len);
}

static inline void check_rows(const struct row *rows, size_t count) {
    static const char *const behind[] = {"",     "=x",   "x",  "1",   "\"",   "'", "/",
                                         " x",   ">x",   "@x", ":x",  "]",    "}", "\n",
                                         "&a=b", ";a=b", "--", "%3D", "\\\"", ".x"};
    for (size_t i = 0; i < count; i++) {
        struct text again = {0};
        const char *text = rows[i].text, *masked = rows[i].masked;
        for (size_t k = 0; k < sizeof behind / sizeof *behind; k++)
            check_row(text, masked, behind[k], 0);
        check_row(text, masked, "", 600);
        check_ends(text);
        ck_assert_msg(!secrets_add(masked ? masked : text, strlen(masked ? masked : text), &again),
                      "masked again: %s", text_str(&again));
        text_free(&again);
    }
}
#define CHECK(...)                                      \
    do {                                                \
        static const struct row rows[] = {__VA_ARGS__}; \
        check_rows(rows, sizeof rows / sizeof *rows);   \
    } while (0)
