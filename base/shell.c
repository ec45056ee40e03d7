#include "base/shell.h"

#include "base/safe.h"
#include "base/utf8.h"

#include <string.h>

/* What no shell does anything with, wherever it stands in a word. */
static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("_./:@%+,-", c));
}

enum quotes { BARE, SINGLE, ESCAPES };

/* From one kind of quotes to another. */
static enum quotes turn(struct text *out, enum quotes from, enum quotes to) {
    if (from == to) return to;
    if (from != BARE) text_add_char(out, '\'');
    if (to == ESCAPES) text_add_char(out, '$');
    if (to != BARE) text_add_char(out, '\'');
    return to;
}

void shell_add_word(struct text *out, const char *word) {
    size_t len = strlen(word), plain = 0;
    enum quotes quotes = BARE;
    while (is_plain(word[plain])) plain++;
    if (plain == len && len) {
        text_add_bytes(out, word, len);
        return;
    }
    for (size_t at = 0, size; at < len; at += size) {
        bool shows = safe_shows(utf8_next(word + at, len - at, &size));
        if (word[at] == '\'') {
            quotes = turn(out, quotes, BARE);
            text_add(out, "\\'");
            continue;
        }
        quotes = turn(out, quotes, shows ? SINGLE : ESCAPES);
        if (shows) text_add_bytes(out, word + at, size);
        for (size_t i = 0; i < size && !shows; i++)
            text_addf(out, "\\x%02x", (unsigned char)word[at + i]);
    }
    if (!len) quotes = turn(out, quotes, SINGLE);
    turn(out, quotes, BARE);
}

void shell_add_path(struct text *out, const char *path) {
    struct text word = {0};
    if (path[0] == '-' && path[1]) text_add(&word, "./");
    text_add(&word, path);
    shell_add_word(out, text_str(&word));
    text_free(&word);
}

void shell_add_paths(struct text *out, const struct text_list *paths) {
    for (size_t i = 0; i < paths->len; i++) {
        text_add_char(out, ' ');
        shell_add_path(out, paths->items[i]);
    }
}

void shell_add_exactly(struct text *out, const char *name) {
    struct text pattern = {0};
    text_add_char(&pattern, '^');
    for (; *name; name++) {
        if (strchr("\\.^$|()[]{}*+?", *name)) text_add_char(&pattern, '\\');
        text_add_char(&pattern, *name);
    }
    text_add_char(&pattern, '$');
    shell_add_word(out, text_str(&pattern));
    text_free(&pattern);
}
