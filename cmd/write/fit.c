#include "cmd/write/fit.h"

#include "base/platform.h"
#include "base/utf8.h"

#include <string.h>

#define ELLIPSIS "\xE2\x80\xA6" /* … takes one column */

/* Shortens package names to a letter, from the left, until all takes columns or none is left. */
static void abbreviate_packages(struct text *out, const char *name, size_t len, size_t packages,
                                size_t columns) {
    size_t wanted = utf8_columns(name, len);
    size_t at = 0;
    while (at < packages && wanted > columns) {
        const char *dot = memchr(name + at, '.', packages - at);
        size_t part = dot ? (size_t)(dot - name) - at : packages - at;
        size_t first;
        if (part == 0) break;
        uint32_t letter = utf8_next(name + at, part, &first);
        wanted -= utf8_columns(name + at, part) - (size_t)utf8_width(letter);
        text_add_bytes(out, name + at, first);
        at += part;
        if (dot) {
            text_add_char(out, '.');
            at++;
        }
    }
    text_add_bytes(out, name + at, len - at);
}

/* The longest end of the name that takes at most columns. */
static const char *end_of(const char *name, size_t len, size_t columns) {
    size_t all = utf8_columns(name, len), at = 0, size;
    for (; at < len && all > columns; at += size)
        all -= (size_t)utf8_width(utf8_next(name + at, len - at, &size));
    return name + at;
}

/* Bytes of the longest beginning of the name that takes at most columns. */
static size_t beginning_of(const char *name, size_t len, size_t columns) {
    size_t used = 0, at = 0, size;
    for (; at < len; at += size) {
        used += (size_t)utf8_width(utf8_next(name + at, len - at, &size));
        if (used > columns) break;
    }
    return at;
}

/* Where the method name (or, without one, the last part) starts: behind the last dot that is
 * neither in the parameters nor in a line number. */
static size_t last_part(const char *name, size_t len) {
    const char *open = memchr(name, '(', len);
    size_t end = open ? (size_t)(open - name) : len;
    const char *dot = platform_last(name, '.', end);
    return dot ? (size_t)(dot - name) + 1 : 0;
}

/* So many columns of the beginning, and what there is room for of the end. */
static void add_ends(struct text *out, const char *s, size_t len, size_t left, size_t columns) {
    if (columns < 3) {
        text_add_bytes(out, s, beginning_of(s, len, columns));
        return;
    }
    const char *end = end_of(s, len, columns - 1 - left);
    text_add_bytes(out, s, beginning_of(s, len, left));
    text_add(out, ELLIPSIS);
    text_add_bytes(out, end, len - (size_t)(end - s));
}

void fit_add(struct text *out, const char *name, size_t len, size_t packages, size_t columns) {
    if (utf8_columns(name, len) <= columns) {
        text_add_bytes(out, name, len);
        return;
    }
    OWNED(text_free) struct text shorter = {0};
    abbreviate_packages(&shorter, name, len, packages < len ? packages : 0, columns);
    if (utf8_columns(shorter.data, shorter.len) <= columns) {
        text_add_bytes(out, shorter.data, shorter.len);
        return;
    }
    size_t last = packages || memchr(name, '.', len) ? last_part(name, len) : 0;
    if (!packages && last && memchr(name, ' ', last)) last = 0; /* words, and no name */
    if (last && utf8_columns(name + last, len - last) < columns) {
        const char *end = end_of(name, len, columns - 1);
        if (packages < len && end < name + packages) end = name + packages; /* no half packages */
        text_add(out, ELLIPSIS);
        text_add_bytes(out, end, len - (size_t)(end - name));
        return;
    }
    /* Not even the method name fits: keep its beginning and its end. */
    add_ends(out, name + last, len - last, columns / 2, columns);
}

/* Columns of what leads to the byte that tells, where that is in the middle. */
#define LEADING_COLUMNS 3

void fit_add_telling(struct text *out, const char *s, size_t len, size_t tells, size_t columns) {
    size_t size = 0;
    if (tells < len) utf8_next(s + tells, len - tells, &size);
    size_t left = utf8_columns(s, tells + size);
    if (left < columns) {
        add_ends(out, s, len, left > columns / 2 ? left : columns / 2, columns);
        return;
    }
    const char *from = end_of(s, tells, columns > 4 * LEADING_COLUMNS ? LEADING_COLUMNS : 0);
    size_t rest = len - (size_t)(from - s);
    if (utf8_columns(from, rest) < columns) {
        fit_add_end(out, s, len, columns);
        return;
    }
    text_add(out, ELLIPSIS);
    fit_add_beginning(out, from, rest, columns - 1);
}

void fit_add_beginning(struct text *out, const char *s, size_t len, size_t columns) {
    bool all = utf8_columns(s, len) <= columns;
    text_add_bytes(out, s, all ? len : beginning_of(s, len, columns > 1 ? columns - 1 : 0));
    if (!all) text_add(out, ELLIPSIS);
}

void fit_add_end(struct text *out, const char *s, size_t len, size_t columns) {
    bool all = utf8_columns(s, len) <= columns;
    const char *end = all ? s : end_of(s, len, columns > 1 ? columns - 1 : 0);
    if (!all) text_add(out, ELLIPSIS);
    text_add_bytes(out, end, len - (size_t)(end - s));
}
