#include "parser/wire.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "parser/skip.h"

#include <stdio.h>

void jfr_on_out_of_memory(void (*handler)(size_t size)) {
    mem_on_failure(handler);
}

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

/* *at is the encoding byte and moves behind the length or key. */
static bool read_head(enum jfr_encoding encoding, const uint8_t **at, const uint8_t *end,
                      struct wire_text *out) {
    *out = (struct wire_text){0};
    if (*at >= end || **at > WIRE_LATIN1) return false;
    out->encoding = (enum wire_string) * (*at)++;
    switch (out->encoding) {
    case WIRE_NULL:
    case WIRE_EMPTY: return true;
    case WIRE_CONSTANT: return wire_integer(encoding, 8, at, end, &out->key);
    default: /* a char takes at least a byte too */
        if (!wire_integer(encoding, 4, at, end, &out->len)) return false;
        out->bytes = *at;
        return out->len <= (uint64_t)(end - *at);
    }
}

bool wire_string_head(enum jfr_encoding encoding, const uint8_t *at, const uint8_t *end,
                      struct wire_text *out) {
    return read_head(encoding, &at, end, out);
}

bool wire_string(enum jfr_encoding encoding, const uint8_t **at, const uint8_t *end,
                 struct wire_text *out) {
    const uint8_t *p = *at;
    if (wire_short_text(encoding, p, end, out) &&
        (out->encoding != WIRE_CHARS || wire_is_ascii(out->bytes, (size_t)out->len))) {
        *at = out->bytes + out->len;
        return true;
    }
    if (!read_head(encoding, &p, end, out)) return false;
    if (out->encoding != WIRE_CHARS) {
        p += out->len;
    } else if (wire_is_compressed(encoding)) {
        p = skip_varints(p, end, out->len);
        if (p == NULL) return false;
    } else {
        if (out->len > (uint64_t)(end - p) / 2) return false;
        p += 2 * out->len;
    }
    *at = p;
    return true;
}

void wire_text_utf8(const struct wire_text *text, enum jfr_encoding encoding, const uint8_t *end,
                    struct text *out) {
    const uint8_t *p = text->bytes;
    uint32_t pending = 0;
    size_t i = 0;
    switch (text->encoding) {
    case WIRE_UTF8: utf8_add_valid(out, p, (size_t)text->len); break;
    case WIRE_LATIN1:
        while ((i += utf8_add_ascii(out, p + i, (size_t)text->len - i)) < text->len)
            utf8_add_unit(out, p[i++], &pending);
        break;
    case WIRE_CHARS: /* nearly all are ASCII, a byte each */
        if (wire_is_compressed(encoding)) i = utf8_add_ascii(out, p, (size_t)text->len);
        p += i;
        for (uint64_t unit; i < text->len; i++) {
            if (!wire_integer(encoding, 2, &p, end, &unit)) break;
            utf8_add_unit(out, (uint32_t)(unit & 0xFFFF), &pending);
        }
        utf8_add_end(out, &pending);
        break;
    default: break;
    }
}
