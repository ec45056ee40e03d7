#include "base/json.h"

#include "base/missing.h"
#include "base/safe.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct json json_open(struct text *out, enum json_layout layout) {
    return (struct json){.out = out, .layout = layout};
}

void json_close(struct json *json) {
    assert(json->depth == 0);
    text_add_char(json->out, '\n');
    json->more = false;
}

/* ==== Texts ================================================================================= */

static void add_escaped(struct text *out, uint32_t c) {
    static const char short_forms[] = {['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r',
                                       ['\t'] = 't', ['"'] = '"',  ['\\'] = '\\'};
    char form = c < sizeof short_forms ? short_forms[c] : 0;
    if (form) text_add_bytes(out, (char[]){'\\', form}, 2);
    else text_addf(out, "\\u%04x", (unsigned)c);
}

/* How many bytes from s on stand for themselves. */
static size_t plain_length(const char *s, size_t len) {
    size_t at = 0;
    for (unsigned char c; at < len; at++) {
        c = (unsigned char)s[at];
        if (c < 0x20 || c >= 0x7F || c == '"' || c == '\\') break;
    }
    return at;
}

/* A terminal acts upon some of what JSON lets stand, as C1 and marks of direction. */
static void add_strange(struct text *out, const char *s, size_t len) {
    for (size_t at = 0, size; at < len; at += size) {
        size = plain_length(s + at, len - at);
        text_add_bytes(out, s + at, size);
        if ((at += size) == len) return;
        uint32_t c = utf8_next(s + at, len - at, &size);
        if (c == UTF8_BAD) text_add(out, "\xEF\xBF\xBD");
        else if (c == '"' || c == '\\' || !safe_shows(c)) add_escaped(out, c);
        else text_add_bytes(out, s + at, size);
    }
}

/* Most texts stand for themselves: one copy, with the quotes and what goes around them. */
static void add_quoted(struct text *out, const char *before, const char *s, size_t len,
                       const char *after) {
    size_t plain = plain_length(s, len);
    text_reserve(out, plain + 8);
    char *to = out->data + out->len;
    while (*before) *to++ = *before++;
    *to++ = '"';
    if (plain) memcpy(to, s, plain);
    to += plain;
    if (plain < len) {
        out->len = (size_t)(to - out->data);
        add_strange(out, s + plain, len - plain);
        text_reserve(out, 8);
        to = out->data + out->len;
    }
    *to++ = '"';
    while (*after) *to++ = *after++;
    *to = 0;
    out->len = (size_t)(to - out->data);
}

/* ==== Structure ============================================================================= */

static bool in_object(const struct json *json) {
    return json->depth > 0 && json->depth <= 64 && json->objects >> (json->depth - 1) & 1;
}

static void add_tabs(struct json *json, unsigned count) {
    while (count--) text_add_char(json->out, '\t');
}

/* What stands before a value: the comma behind the one before, and the key. */
static void begin(struct json *json, const char *key) {
    bool pretty = json->layout == JSON_PRETTY;
    assert(json->depth > 64 || in_object(json) == (key != NULL));
    assert(json->depth > 0 || !json->more);
    const char *comma = !json->more ? "" : !pretty ? "," : key ? ",\n" : ", ";
    json->more = true;
    if (!key || pretty) text_add(json->out, comma);
    if (!key) return;
    if (pretty) add_tabs(json, json->depth);
    add_quoted(json->out, pretty ? "" : comma, key, strlen(key), pretty ? ":\t" : ":");
}

static void descend(struct json *json, bool object) {
    if (json->depth < 64) {
        uint64_t bit = UINT64_C(1) << json->depth;
        json->objects = object ? json->objects | bit : json->objects & ~bit;
    }
    json->depth++;
    json->more = false;
}

void json_begin_object(struct json *json, const char *key) {
    begin(json, key);
    text_add(json->out, json->layout == JSON_PRETTY ? "{\n" : "{");
    descend(json, true);
}

void json_end_object(struct json *json) {
    assert(json->depth > 64 || in_object(json));
    json->depth--;
    if (json->layout == JSON_PRETTY) {
        if (json->more) text_add_char(json->out, '\n');
        add_tabs(json, json->depth);
    }
    text_add_char(json->out, '}');
    json->more = true;
}

void json_begin_array(struct json *json, const char *key) {
    begin(json, key);
    text_add_char(json->out, '[');
    descend(json, false);
}

void json_end_array(struct json *json) {
    assert(json->depth > 0 && !in_object(json));
    json->depth--;
    text_add_char(json->out, ']');
    json->more = true;
}

/* ==== Values ================================================================================ */

void json_count(struct json *json, const char *key, uint64_t n) {
    begin(json, key);
    text_add_u64(json->out, n);
}

void json_number(struct json *json, const char *key, int64_t n) {
    begin(json, key);
    if (n < 0) text_add_char(json->out, '-');
    text_add_u64(json->out, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

void json_whole(struct json *json, const char *key, int64_t n) {
    if (is_missing(n)) json_null(json, key);
    else json_number(json, key, n);
}

void json_real(struct json *json, const char *key, double n, int decimals) {
    char digits[400]; /* the longest double takes 309 digits before the point */
    if (!isfinite(n)) {
        json_null(json, key);
        return;
    }
    int len = snprintf(digits, sizeof digits, "%.*f", decimals, n);
    if (strchr(digits, '.')) {
        while (digits[len - 1] == '0') digits[--len] = 0;
        if (digits[len - 1] == '.') digits[--len] = 0;
    }
    begin(json, key);
    text_add(json->out, strcmp(digits, "-0") == 0 ? "0" : digits);
}

void json_percent(struct json *json, const char *key, double percent) {
    json_real(json, key, percent, 4);
}

void json_double(struct json *json, const char *key, double n) {
    char digits[32];
    if (!isfinite(n)) {
        json_null(json, key);
        return;
    }
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, n);
        if (strtod(digits, NULL) == n) break;
    }
    begin(json, key);
    text_add(json->out, digits);
}

void json_float(struct json *json, const char *key, float n) {
    char digits[32];
    if (!isfinite(n)) {
        json_null(json, key);
        return;
    }
    for (int precision = 6; precision <= 9; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, (double)n);
        if (strtof(digits, NULL) == n) break;
    }
    begin(json, key);
    text_add(json->out, digits);
}

void json_text(struct json *json, const char *key, const char *text) {
    if (text) json_bytes(json, key, text, strlen(text));
    else json_null(json, key);
}

void json_bytes(struct json *json, const char *key, const char *bytes, size_t len) {
    begin(json, key);
    add_quoted(json->out, "", bytes, len, "");
}

static const char *skip_digits(const char *s) {
    while (*s >= '0' && *s <= '9') s++;
    return s;
}

/* The grammar of RFC 8259. */
static bool is_json_number(const char *s) {
    if (*s == '-') s++;
    const char *digits = s;
    s = skip_digits(s);
    if (s == digits || (*digits == '0' && s > digits + 1)) return false;
    if (*s == '.') {
        digits = ++s;
        s = skip_digits(s);
        if (s == digits) return false;
    }
    if (*s == 'e' || *s == 'E') {
        s++;
        if (*s == '+' || *s == '-') s++;
        digits = s;
        s = skip_digits(s);
        if (s == digits) return false;
    }
    return *s == 0;
}

void json_number_text(struct json *json, const char *key, const char *number) {
    if (!is_json_number(number)) {
        json_text(json, key, number);
        return;
    }
    begin(json, key);
    text_add(json->out, number);
}

void json_verbatim(struct json *json, const char *key, const char *value, size_t len) {
    begin(json, key);
    text_add_bytes(json->out, value, len);
}

void json_add_compact(struct text *out, const char *value, size_t len) {
    bool quoted = false;
    for (size_t i = 0; i < len; i++) {
        char c = value[i];
        if (quoted && c == '\\' && i + 1 < len) text_add_char(out, value[i++]);
        else if (c == '"') quoted = !quoted;
        if (quoted || !strchr(" \t\r\n", c)) text_add_char(out, value[i]);
    }
}

void json_bool(struct json *json, const char *key, bool value) {
    begin(json, key);
    text_add(json->out, value ? "true" : "false");
}

void json_null(struct json *json, const char *key) {
    begin(json, key);
    text_add(json->out, "null");
}
