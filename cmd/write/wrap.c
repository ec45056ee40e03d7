#include "cmd/write/wrap.h"

#include "base/safe.h"
#include "base/utf8.h"

#include <string.h>

static bool is_unit(const char *s, size_t len) {
    static const char *const units[] = {"%", "ns", "\xC2\xB5s", "ms",  "s",   "min",
                                        "h", "B",  "KiB",       "MiB", "GiB", "TiB"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t unit = strlen(units[i]);
        if (len >= unit && memcmp(s, units[i], unit) == 0 &&
            strspn(s + unit, ").,;:") == len - unit)
            return true;
    }
    return false;
}

/* Bytes of a word; a number and its unit are one. */
static size_t word_of(const char *s) {
    size_t len = strcspn(s, " ");
    while (len && s[len - 1] >= '0' && s[len - 1] <= '9' && s[len] == ' ') {
        size_t next = strcspn(s + len + 1, " ");
        if (!is_unit(s + len + 1, next)) break;
        len += 1 + next;
    }
    return len;
}

/* What fits of a word that is wider than a line, up to a character that paths and options have
 * between their parts; all of it if there is none. */
static size_t part_of(const char *s, size_t len, size_t room) {
    size_t at = 0, used = 0, part = 0, equals = 0, size;
    if (utf8_columns(s, len) <= room) return len;
    for (;; at += size) {
        used += (size_t)utf8_width(utf8_next(s + at, len - at, &size));
        if (used > room) break;
        if (strchr("/:,;", s[at])) part = at + size;
        if (s[at] == '=') equals = at + size;
    }
    return part ? part : equals ? equals : len;
}

static void add(struct text *out, const char *value, size_t indent, size_t columns, bool parts) {
    OWNED(text_free) struct text line = {0}, safe = {0};
    text_add(&line, value);
    for (size_t i = 0; i < line.len; i++) /* the OS description of Windows ends in a newline */
        if (line.data[i] == '\n' || line.data[i] == '\r') line.data[i] = ' ';
    while (line.len && line.data[line.len - 1] == ' ') line.len--;
    safe_add(&safe, text_str(&line), line.len);
    size_t room = columns > indent + 20 ? columns - indent : 0;
    size_t lead = strspn(text_str(&safe), " "), used = lead;
    text_add_blanks(out, lead);
    for (const char *s = text_str(&safe) + lead; *s;) {
        size_t len = word_of(s);
        if (parts) len = part_of(s, len, room);
        size_t word = utf8_columns(s, len);
        bool first = s == text_str(&safe) + lead;
        if (!first && used && room && used + 1 + word > room) {
            text_add_char(out, '\n');
            text_add_blanks(out, indent);
            used = 0;
        } else if (!first && used && s[-1] == ' ') {
            text_add_char(out, ' ');
            used++;
        }
        text_add_bytes(out, s, len);
        used += word;
        s += len + (s[len] == ' ');
    }
    text_add_char(out, '\n');
}

void wrap_add(struct text *out, const char *value, size_t indent, size_t columns) {
    add(out, value, indent, columns, false);
}

void wrap_add_value(struct text *out, const char *value, size_t indent, size_t columns) {
    add(out, value, indent, columns, true);
}
