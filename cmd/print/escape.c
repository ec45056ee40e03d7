#include "cmd/print/escape.h"

#include "base/safe.h"

#include <string.h>

static bool is_special(char c) {
    return c == '\\' || c == '"' || c == '\n' || c == '\t' || c == 0;
}

static void add_special(struct text *out, char c, bool quoted) {
    switch (c) {
    case '\\': text_add(out, "\\\\"); break;
    case '"': text_add(out, quoted ? "\"" : "\\\""); break;
    case '\n': text_add(out, "\\n"); break;
    case '\t': text_add_char(out, '\t'); break; /* which does no harm */
    default: text_add(out, "\\x00"); break;
    }
}

static void add_escaped(struct text *out, const char *s, size_t len, bool quoted) {
    text_add(out, "$\"");
    for (size_t plain; len; s += plain, len -= plain) {
        for (plain = 0; plain < len && !is_special(s[plain]);) plain++;
        safe_add(out, s, plain);
        if (plain < len) add_special(out, s[plain++], quoted);
    }
    text_add_char(out, '"');
}

/* Does it stand for itself? It is in out then. */
static bool add_plain(struct text *out, const char *s, size_t len) {
    size_t from = out->len;
    const char *end = s + len;
    for (const char *at = s, *tab; at < end; at = tab + 1) {
        tab = memchr(at, '\t', (size_t)(end - at));
        if (!tab) tab = end;
        safe_add(out, at, (size_t)(tab - at));
        if (tab < end) text_add_char(out, '\t');
    }
    if (out->len - from == len && (len == 0 || memcmp(out->data + from, s, len) == 0)) return true;
    out->len = from;
    return false;
}

void escape_add(struct text *out, const char *s, size_t len, bool quoted) {
    bool misleads = !quoted && len > 1 && s[0] == '$' && s[1] == '"';
    if (!misleads) {
        size_t from = out->len;
        if (quoted) text_add_char(out, '"');
        if (add_plain(out, s, len)) {
            if (quoted) text_add_char(out, '"');
            return;
        }
        out->len = from;
    }
    add_escaped(out, s, len, quoted);
}
