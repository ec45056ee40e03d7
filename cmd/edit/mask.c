#include "cmd/edit/mask.h"

#include "analyzers/jvm/secrets.h"
#include "base/glob.h"

#include <ctype.h>
#include <string.h>

#define LEARNED 6 /* bytes: shorter values stand for too much else */

/* ==== Keys ================================================================================== */

static bool is_asked_for(const struct mask *mask, const char *key, size_t len) {
    struct text lower = {0}, pattern = {0};
    bool fits = false;
    for (size_t i = 0; i < len; i++) text_add_char(&lower, (char)tolower((unsigned char)key[i]));
    for (size_t i = 0; i < mask->keys->len && !fits; i++) {
        text_clear(&pattern);
        for (const char *c = mask->keys->items[i]; *c; c++)
            text_add_char(&pattern, (char)tolower((unsigned char)*c));
        fits = glob_matches(text_str(&pattern), text_str(&lower));
    }
    text_free(&lower);
    text_free(&pattern);
    return fits;
}

bool mask_has_key(const struct mask *mask, const char *key, size_t len) {
    struct text name = {0};
    text_add_bytes(&name, key, len);
    bool has =
        len && ((mask->secrets && secret_name(text_str(&name))) || is_asked_for(mask, key, len));
    text_free(&name);
    return has;
}

/* ==== Values ================================================================================ */

void mask_learn(struct mask *mask, const char *value, size_t len) {
    if (len >= LEARNED) strings_intern(&mask->values, value, len);
}

void mask_free(struct mask *mask) {
    strings_free(&mask->values);
}

static bool is_of_key(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '-' ||
           (unsigned char)c >= 0x80;
}

static size_t blanks(const char *s, size_t len) {
    size_t at = 0;
    while (at < len && (s[at] == ' ' || s[at] == '\t')) at++;
    return at;
}

/* The value at s: in quotes without them, else to the next blank. *from: where it begins. */
static size_t value_at(const char *s, size_t len, size_t *from) {
    *from = 0;
    if (len && (*s == '"' || *s == '\'')) {
        const char *end = memchr(s + 1, *s, len - 1);
        *from = 1;
        return end ? (size_t)(end - s) - 1 : len - 1;
    }
    size_t end = 0;
    while (end < len && !isspace((unsigned char)s[end]) && s[end] != '"') end++;
    return end;
}

/* Is there something between key and value? Returns how many bytes; 0: no. word: the key is an
 * option, "--token abc". */
static size_t between(const char *s, size_t len, bool word) {
    size_t at = len && (*s == '"' || *s == '\'') ? 1 : 0;
    size_t gap = blanks(s + at, len - at);
    if (at + gap < len && (s[at + gap] == '=' || s[at + gap] == ':')) {
        at += gap + 1;
        return at + blanks(s + at, len - at);
    }
    return word && !at && gap ? gap : 0;
}

static size_t mask_value(struct mask *mask, const char *s, size_t len, struct text *out) {
    size_t from, size = value_at(s, len, &from);
    static const char *const schemes[] = {"bearer", "basic", "digest"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) { /* the secret follows */
        size_t scheme = strlen(schemes[i]);
        if (size != scheme || strncasecmp(s + from, schemes[i], scheme) != 0) continue;
        size_t next = from + size + blanks(s + from + size, len - from - size);
        text_add_bytes(out, s, next);
        return next + mask_value(mask, s + next, len - next, out);
    }
    if (size == 3 && memcmp(s + from, MASKED, 3) == 0) size = 0; /* it is */
    text_add_bytes(out, s, from);
    if (!size) return from;
    mask_learn(mask, s + from, size);
    text_add(out, MASKED);
    return from + size;
}

/* "//user:password@host": what is between ':' and '@'. Returns the bytes up to the password, and
 * its size; 0: there is none. */
static size_t password_of_address(const char *s, size_t len, size_t *size) {
    if (len < 3 || s[0] != '/' || s[1] != '/') return 0;
    size_t end = 2, colon = 0, at = 0;
    for (; end < len && !isspace((unsigned char)s[end]) && s[end] != '/' && s[end] != '"'; end++) {
        if (s[end] == ':' && !colon) colon = end + 1;
        if (s[end] == '@') at = end;
    }
    if (!colon || at <= colon) return 0;
    *size = at - colon;
    return colon;
}

static void mask_keys(struct mask *mask, const char *s, size_t len, struct text *out) {
    for (size_t at = 0; at < len;) {
        size_t size, before = mask->secrets ? password_of_address(s + at, len - at, &size) : 0;
        if (before && !(size == 3 && memcmp(s + at + before, MASKED, 3) == 0)) {
            mask_learn(mask, s + at + before, size);
            text_add_bytes(out, s + at, before);
            text_add(out, MASKED);
            at += before + size;
            continue;
        }
        size_t key = at;
        while (key < len && is_of_key(s[key])) key++;
        if (key == at) {
            text_add_char(out, s[at++]);
            continue;
        }
        const char *name = s + at;
        size_t name_len = key - at;
        while (name_len && *name == '-') name++, name_len--; /* -Dkey is key, too */
        bool option = name > s + at;
        if (option && name_len > 1 && *name == 'D') name++, name_len--;
        size_t gap = between(s + key, len - key, option);
        text_add_bytes(out, s + at, key - at);
        at = key;
        if (!gap || gap >= len - key || !mask_has_key(mask, name, name_len)) continue;
        if (s[key + gap] == '-' && s[key] == ' ') continue; /* the next option */
        text_add_bytes(out, s + at, gap);
        at += gap;
        at += mask_value(mask, s + at, len - at, out);
    }
}

/* What was masked elsewhere. */
static void mask_known(struct mask *mask, struct text *text) {
    for (uint32_t i = 0; i < mask->values.entries.len; i++) {
        const char *value = strings_get(&mask->values, i);
        size_t size = strings_len(&mask->values, i);
        if (!size || size > text->len) continue;
        struct text out = {0};
        const char *from = text->data, *end = text->data + text->len, *found;
        while ((found = memmem(from, (size_t)(end - from), value, size)) != NULL) {
            text_add_bytes(&out, from, (size_t)(found - from));
            text_add(&out, MASKED);
            from = found + size;
        }
        if (from != text->data) {
            text_add_bytes(&out, from, (size_t)(end - from));
            text_free(text);
            *text = out;
        }
    }
}

bool mask_text(struct mask *mask, const char *text, size_t len, struct text *out) {
    if (!mask->secrets && !mask->keys->len) return false;
    mask_keys(mask, text, len, out);
    mask_known(mask, out);
    bool changed = out->len != len || (len && memcmp(out->data, text, len) != 0);
    mask->any |= changed;
    return changed;
}
