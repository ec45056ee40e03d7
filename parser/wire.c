#include "parser/wire.h"
#include "parser/skip.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(struct jfr_error *error, enum jfr_code code, uint64_t offset, const char *format,
               ...) {
    if (error == NULL) return false;
    error->code = code;
    error->offset = offset;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return false;
}

void log_note(const struct jfr_log *log, enum jfr_note_kind kind, uint64_t offset, uint64_t bytes,
              const char *format, ...) {
    if (log == NULL || log->note == NULL) return;
    struct jfr_note note = {.kind = kind, .offset = offset, .bytes = bytes};
    va_list args;
    va_start(args, format);
    vsnprintf(note.text, sizeof note.text, format, args);
    va_end(args);
    log->note(log->context, &note);
}

/* ==== UTF-8 ================================================================================= */

static void add_code_point(struct text *out, uint32_t c) {
    uint8_t b[4];
    size_t n;
    if (c < 0x80) {
        b[0] = (uint8_t)c;
        n = 1;
    } else if (c < 0x800) {
        b[0] = (uint8_t)(0xC0 | c >> 6);
        b[1] = (uint8_t)(0x80 | (c & 0x3F));
        n = 2;
    } else if (c < 0x10000) {
        b[0] = (uint8_t)(0xE0 | c >> 12);
        b[1] = (uint8_t)(0x80 | (c >> 6 & 0x3F));
        b[2] = (uint8_t)(0x80 | (c & 0x3F));
        n = 3;
    } else {
        b[0] = (uint8_t)(0xF0 | c >> 18);
        b[1] = (uint8_t)(0x80 | (c >> 12 & 0x3F));
        b[2] = (uint8_t)(0x80 | (c >> 6 & 0x3F));
        b[3] = (uint8_t)(0x80 | (c & 0x3F));
        n = 4;
    }
    text_add_bytes(out, b, n);
}

/* One code point (surrogates allowed here), or -1; *len is what was taken, at least 1. */
static int32_t next_code_point(const uint8_t *p, size_t left, size_t *len) {
    static const int32_t lowest[5] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t c = p[0];
    size_t n = c < 0x80                ? 1
               : c >= 0xC0 && c < 0xE0 ? 2
               : c >= 0xE0 && c < 0xF0 ? 3
               : c >= 0xF0 && c < 0xF8 ? 4
                                       : 0;
    *len = 1;
    if (n == 1) return c;
    if (n == 0 || n > left) return -1;
    int32_t value = c & (0x7F >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80) return -1;
        value = value << 6 | (p[i] & 0x3F);
    }
    if (value < lowest[n] || value > 0x10FFFF) return -1;
    *len = n;
    return value;
}

static bool is_high(int32_t c) {
    return c >= 0xD800 && c < 0xDC00;
}
static bool is_low(int32_t c) {
    return c >= 0xDC00 && c < 0xE000;
}

/* Adds one UTF-16 unit or code point; high surrogates wait in *pending for their partner. */
static void add_unit(struct text *out, int32_t c, int32_t *pending) {
    if (*pending) {
        int32_t high = *pending;
        *pending = 0;
        if (is_low(c)) {
            add_code_point(out, (uint32_t)(0x10000 + ((high - 0xD800) << 10) + (c - 0xDC00)));
            return;
        }
        add_code_point(out, 0xFFFD);
    }
    if (is_high(c)) *pending = c;
    else add_code_point(out, c <= 0 || is_low(c) ? 0xFFFD : (uint32_t)c);
}

void utf8_add(struct text *out, const uint8_t *bytes, size_t len) {
    size_t plain = 0;
    while (plain < len && bytes[plain] < 0x80 && bytes[plain] != 0) plain++;
    text_add_bytes(out, bytes, plain);
    int32_t pending = 0;
    for (size_t at = plain, taken; at < len; at += taken)
        add_unit(out, next_code_point(bytes + at, len - at, &taken), &pending);
    if (pending) add_code_point(out, 0xFFFD);
}

/* ==== Strings =============================================================================== */

/* *at is the encoding byte and moves behind the length or key. */
static bool read_head(bool compressed, const uint8_t **at, const uint8_t *end,
                      struct wire_text *out) {
    *out = (struct wire_text){0};
    if (*at >= end || **at > WIRE_LATIN1) return false;
    out->encoding = (enum wire_string) * (*at)++;
    switch (out->encoding) {
    case WIRE_NULL:
    case WIRE_EMPTY: return true;
    case WIRE_CONSTANT: return wire_integer(compressed, 8, at, end, &out->key);
    default: /* a char takes at least a byte too */
        if (!wire_integer(compressed, 4, at, end, &out->len)) return false;
        out->bytes = *at;
        return out->len <= (uint64_t)(end - *at);
    }
}

bool wire_string_head(bool compressed, const uint8_t *at, const uint8_t *end,
                      struct wire_text *out) {
    return read_head(compressed, &at, end, out);
}

bool wire_string(bool compressed, const uint8_t **at, const uint8_t *end, struct wire_text *out) {
    const uint8_t *p = *at;
    if (!read_head(compressed, &p, end, out)) return false;
    if (out->encoding != WIRE_CHARS) {
        p += out->len;
    } else if (compressed) {
        p = skip_varints(p, end, out->len);
        if (p == NULL) return false;
    } else {
        if (out->len > (uint64_t)(end - p) / 2) return false;
        p += 2 * out->len;
    }
    *at = p;
    return true;
}

void wire_text_utf8(const struct wire_text *text, bool compressed, const uint8_t *end,
                    struct text *out) {
    const uint8_t *p = text->bytes;
    int32_t pending = 0;
    switch (text->encoding) {
    case WIRE_UTF8: utf8_add(out, p, (size_t)text->len); break;
    case WIRE_LATIN1:
        for (uint64_t i = 0; i < text->len; i++) add_unit(out, p[i], &pending);
        break;
    case WIRE_CHARS:
        for (uint64_t i = 0, unit; i < text->len; i++) {
            if (!wire_integer(compressed, 2, &p, end, &unit)) break;
            add_unit(out, (int32_t)(unit & 0xFFFF), &pending);
        }
        if (pending) add_code_point(out, 0xFFFD);
        break;
    default: break;
    }
}
