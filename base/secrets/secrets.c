#include "base/secrets/secrets.h"

#include "base/secrets/names.h"

#include <string.h>

struct masking {
    const char *text;
    size_t copied;
    bool any;
    struct text *out;
};

static const struct secret_rules known = {.known = true};

static void mask(void *context, size_t from, size_t len) {
    struct masking *m = context;
    m->any = true;
    if (!m->out) return;
    text_add_bytes(m->out, m->text + m->copied, from - m->copied);
    text_add(m->out, SECRET_MASK);
    m->copied = from + len;
}

bool secret_is_of_pair(const char *name, const char *value) {
    size_t len = strlen(name);
    if (secret_name(name, len)) return true;
    return secret_pair_name(name, len) && strcmp(value, "true") != 0 && strcmp(value, "false") != 0;
}

bool secrets_has(const char *text, size_t len) {
    struct masking m = {.text = text};
    secret_find(&known, text, len, mask, &m);
    return m.any;
}

bool secrets_add(const char *text, size_t len, struct text *out) {
    struct masking m = {.text = text, .out = out};
    secret_find(&known, text, len, mask, &m);
    text_add_bytes(out, text + m.copied, len - m.copied);
    return m.any;
}

bool secrets_add_value(const char *name, const char *value, struct text *out) {
    size_t len = strlen(value);
    if (!name || !len || !secret_is_of_pair(name, value)) return secrets_add(value, len, out);
    bool masked = secret_is_mask(value, len);
    text_add(out, masked ? value : SECRET_MASK);
    return !masked;
}
