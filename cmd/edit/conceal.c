#include "cmd/edit/conceal.h"

#include "base/secrets/names.h"
#include "base/secrets/secrets.h"
#include "parser/wire.h"

#include <ctype.h>
#include <strings.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LEARNED 6     /* bytes: shorter values stand for too much else */
#define MOST_ROUNDS 4 /* until a text stays as it is */

/* Where a text may stand: where names are looked for, and whether all of it is a secret. */
enum { SECRET = PERSONAL_IS_CODE + 1 };

/* ==== What is learned ======================================================================= */

/* A word that stands for nothing secret, though something called so was said to be it. */
static bool is_common(const char *value, size_t len) {
    static const char *const words[] = {"bearer",  "boolean",   "default",  "digest",    "disabled",
                                        "enabled", "encrypted", "example",  "filter",    "header",
                                        "invalid", "integer",   "internal", "localhost", "missing",
                                        "object",  "optional",  "password", "required",  "secret",
                                        "string",  "unknown",   "username"};
    return some_of(i, COUNT(words),
                   len == strlen(words[i]) && strncasecmp(value, words[i], len) == 0);
}

static void learn(struct conceal *c, const char *value, size_t len) {
    if (c->learnt || len < LEARNED || is_common(value, len)) return;
    strings_intern(&c->values, value, len);
}

void conceal_learnt(struct conceal *c) {
    c->plain = true;
    for (uint32_t i = 1; i < c->values.entries.len; i++) {
        const char *value = strings_get(&c->values, i);
        uint32_t len = strings_len(&c->values, i);
        words_add(&c->words, value, len);
        c->plain = c->plain && wire_is_ascii((const uint8_t *)value, len);
    }
    words_make(&c->words);
    c->learnt = true;
}

bool conceal_still_holds(const struct conceal *c) {
    return c->plain && !c->personal;
}

void conceal_end_chunk(struct conceal *c) {
    jfr_plan_free(c->plan);
    c->plan = NULL;
    c->planned = c->type = NULL;
}

void conceal_free(struct conceal *c) {
    conceal_end_chunk(c);
    strings_free(&c->values);
    words_free(&c->words);
    map_free(&c->counted);
}

/* ==== Places ================================================================================ */

static bool is_asked_for(const struct conceal *c, const char *name) {
    return secret_is_asked_for(&c->rules, name, strlen(name));
}

/* Has the event a key and its value? */
static bool is_pair(const struct jfr_type *type) {
    return type->event && (jfr_field_by_name(type, "key") || jfr_field_by_name(type, "name"));
}

uint32_t conceal_place(void *context, const struct jfr_type *in, const struct jfr_field *field) {
    const struct conceal *c = context;
    if (!field || !in) return PERSONAL_TEXT;
    if (strcmp(in->name, "jdk.types.Symbol") == 0) return PERSONAL_IS_CODE;
    if (is_asked_for(c, field->name)) return SECRET;
    if (c->rules.known && secret_field_name(field->name, strlen(field->name))) return SECRET;
    static const char *const values[] = {"value", "newValue", "oldValue"};
    for (size_t i = 0; i < COUNT(values); i++)
        if (strcmp(field->name, values[i]) == 0 && is_pair(in)) return EDIT_EACH;
    return c->personal ? personal_place_of_field(field->name) : PERSONAL_TEXT;
}

void conceal_event(void *context, const struct edit_chunk *chunk, const struct jfr_type *type,
                   const struct jfr_event *event) {
    struct conceal *c = context;
    c->chunk = chunk;
    c->type = type;
    c->event = event;
}

/* Copies the key of the event at hand. False: it has none. */
static bool key_of_event(struct conceal *c, char *key, size_t size) {
    static const char *const paths[] = {"key|name"};
    uint64_t values[1];
    if (!c->type || !c->event) return false;
    if (c->planned != c->type) {
        jfr_plan_free(c->plan);
        c->plan = jfr_plan_compile(c->chunk->chunk, c->type, paths, 1, NULL);
        c->planned = c->type;
    }
    const uint8_t *at = c->event->payload;
    return c->plan && jfr_plan_read(c->plan, c->chunk->chunk->data, &at, c->event->end, values) &&
           jfr_plan_value(c->plan, c->chunk->constants, 0, values[0], key, size).kind ==
               JFR_VALUE_TEXT;
}

/* ==== Texts ================================================================================= */

static void count(struct conceal *c, const char *text, size_t len) {
    if (!c->learnt) map_add(&c->counted, hash_bytes(text, len));
}

struct rewrite {
    struct conceal *conceal;
    const char *text;
    size_t copied;
    struct text *out;
    bool any, learns;
};

static void mask(void *context, size_t from, size_t len) {
    struct rewrite *r = context;
    if (r->learns) learn(r->conceal, r->text + from, len);
    text_add_bytes(r->out, r->text + r->copied, from - r->copied);
    text_add(r->out, SECRET_MASK);
    r->copied = from + len;
    r->any = true;
}

static bool end_rewrite(struct rewrite *r, size_t len) {
    if (r->any) text_add_bytes(r->out, r->text + r->copied, len - r->copied);
    return r->any;
}

static bool mask_found(struct conceal *c, const char *text, size_t len, bool learns,
                       struct text *out) {
    struct rewrite r = {.conceal = c, .text = text, .out = out, .learns = learns};
    secret_find(&c->rules, text, len, mask, &r);
    if (r.any) count(c, text, len);
    return end_rewrite(&r, len);
}

/* What was masked elsewhere. */
static bool mask_known(struct conceal *c, const char *text, size_t len, struct text *out) {
    struct rewrite r = {.conceal = c, .text = text, .out = out};
    words_cover(&c->words, text, len, mask, &r);
    return end_rewrite(&r, len);
}

/* A name of the metadata that could be one of code is not taken for a value that looks like it. */
static bool is_identifier(const char *text, size_t len) {
    return !some_of(i, len, !isalpha((unsigned char)text[i]) && !strchr("._$", text[i]));
}

static bool take_over(struct text *next, struct text *out) {
    text_clear(out);
    text_add_bytes(out, next->data, next->len);
    text_clear(next);
    return true;
}

/* What is found by its key or shape first, then what is known from elsewhere, then names. */
static bool mask_once(struct conceal *c, uint32_t place, enum personal_place names,
                      const char *text, size_t len, bool learns, struct text *out) {
    bool any = mask_found(c, text, len, learns, out);
    bool again = place != EDIT_NAMES || !is_identifier(text, len);
    OWNED(text_free) struct text next = {0};
    if (c->learnt && c->words.count && again &&
        mask_known(c, any ? out->data : text, any ? out->len : len, &next))
        any = take_over(&next, out);
    if (c->personal && !c->learnt)
        personal_learn(c->personal, names, any ? out->data : text, any ? out->len : len);
    if (c->personal && c->learnt && again &&
        personal_text(c->personal, names, any ? out->data : text, any ? out->len : len, &next))
        any = take_over(&next, out);
    return any;
}

/* Until nothing more is found: what is scrubbed again stays as it is. */
static bool mask_all(struct conceal *c, uint32_t place, enum personal_place names, const char *text,
                     size_t len, struct text *out) {
    if (!mask_once(c, place, names, text, len, true, out)) return false;
    OWNED(text_free) struct text next = {0};
    for (unsigned round = 1;
         round < MOST_ROUNDS && mask_once(c, place, names, out->data, out->len, false, &next);
         round++) {
        text_clear(out);
        text_add_bytes(out, next.data, next.len);
        text_clear(&next);
    }
    return true;
}

/* All of it. */
static bool mask_whole(struct conceal *c, const char *text, size_t len, bool learns,
                       struct text *out) {
    if (secret_is_mask(text, len)) return false;
    if (learns) learn(c, text, len);
    text_add(out, SECRET_MASK);
    count(c, text, len);
    return true;
}

bool conceal_text(void *context, uint32_t place, const char *text, size_t len, struct text *out) {
    struct conceal *c = context;
    char key[4096];
    enum personal_place names =
        place <= PERSONAL_IS_CODE ? (enum personal_place)place : PERSONAL_TEXT;
    if (place == SECRET) return mask_whole(c, text, len, true, out);
    if (place == EDIT_EACH && key_of_event(c, key, sizeof key)) {
        size_t key_len = strlen(key);
        bool asked = secret_is_asked_for(&c->rules, key, key_len);
        bool strong = asked || secret_name(key, key_len); /* else the value may be any word */
        if (asked || (c->rules.known && secret_is_of_pair(key, text)))
            return mask_whole(c, text, len, strong, out);
        names = personal_place_of_key(key);
    }
    return mask_all(c, place, names, text, len, out);
}
