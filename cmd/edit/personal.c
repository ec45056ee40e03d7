#include "cmd/edit/personal.h"

#include "base/platform.h"
#include "cmd/edit/spots.h"

#define SHORTEST_EVERYWHERE 3 /* letters of a name that is looked for in all texts */

static const char *const kind_names[PERSONAL_KINDS] = {
    "user", "host", "e-mail address", "IPv4 address", "IPv6 address", "match"};

bool personal_open(struct personal *p, bool names, const struct text_list *patterns,
                   struct jfr_error *error) {
    *p = (struct personal){.names = names, .patterns = patterns};
    for (size_t i = 0; i < patterns->len; i++) {
        struct regex *regex = regex_compile(patterns->items[i], REGEX_PART, error);
        if (!regex) return false;
        array_push(&p->regexes, regex);
    }
    p->matcher = regex_matcher_open();
    return true;
}

void personal_close(struct personal *p) {
    for (size_t i = 0; i < p->regexes.len; i++) regex_free(p->regexes.items[i]);
    regex_matcher_close(p->matcher);
    for (size_t i = 0; i < p->items.len; i++)
        mem_free(p->items.items[i].original, p->items.items[i].by);
    arrays_free(&p->regexes, &p->items, &p->item_of, &p->word_items);
    strings_free(&p->known);
    words_free(&p->words);
    map_free(&p->counted);
}

/* ==== Pseudonyms ============================================================================ */

/* Ranges that are set apart for documentation and for benchmarks. */
static void add_ipv4(uint32_t n, struct text *out) {
    static const char *const nets[] = {"192.0.2", "198.51.100", "203.0.113"};
    if (n < 3 * 254) {
        text_addf(out, "%s.%u", nets[n / 254], n % 254 + 1);
        return;
    }
    n = (n - 3 * 254) % (1u << 17);
    text_addf(out, "198.%u.%u.%u", 18 + (n >> 16), n >> 8 & 255, n & 255);
}

static void add_pseudonym(enum personal_kind kind, const char *original, uint32_t n,
                          struct text *out) {
    switch (kind) {
    case PERSONAL_USER: text_addf(out, "user-%u", n + 1); break;
    case PERSONAL_HOST:
        text_addf(out, "host-%u%s", n + 1, strchr(original, '.') ? ".example.com" : "");
        break;
    case PERSONAL_MAIL: text_addf(out, "person-%u@example.com", n + 1); break;
    case PERSONAL_IPV4: add_ipv4(n, out); break;
    case PERSONAL_IPV6:
        if (n < 0xFFFF) text_addf(out, "2001:db8::%x", n + 1);
        else text_addf(out, "2001:db8::%x:%x", n >> 16, n & 0xFFFF);
        break;
    default: text_addf(out, "match-%u", n + 1);
    }
}

static uint32_t item_of(struct personal *p, enum personal_kind kind, const char *name, size_t len) {
    struct text key = {0}, by = {0};
    text_add_char(&key, (char)('a' + kind));
    text_add_bytes(&key, name, len);
    uint32_t id = strings_intern(&p->known, key.data, key.len);
    while (p->item_of.len <= id) array_push(&p->item_of, UINT32_MAX);
    if (p->item_of.items[id] == UINT32_MAX) {
        p->item_of.items[id] = (uint32_t)p->items.len;
        add_pseudonym(kind, key.data + 1, p->counts[kind]++, &by);
        array_push(&p->items, (struct personal_name){.kind = kind,
                                                     .original = mem_copy_text(key.data + 1),
                                                     .by = text_take(&by)});
    }
    text_free(&key);
    return p->item_of.items[id];
}

/* ==== Where names are ======================================================================= */

struct span {
    size_t from, len;
    uint32_t item;
};

struct spotting {
    struct personal *personal;
    const char *text;
    size_t len;
    ARRAY(struct span) spans;
};

static void take_spot(void *context, enum personal_kind kind, size_t from, size_t len, bool sure) {
    struct spotting *s = context;
    uint32_t item = item_of(s->personal, kind, s->text + from, len);
    bool name = kind == PERSONAL_USER || kind == PERSONAL_HOST;
    if (name && sure && len >= SHORTEST_EVERYWHERE && !spot_is_word(s->text + from, len))
        s->personal->items.items[item].everywhere = true;
    array_push(&s->spans, (struct span){from, len, item});
}

static void take_matches(struct spotting *s) {
    struct personal *p = s->personal;
    for (size_t i = 0; i < p->regexes.len; i++) {
        size_t begin, end;
        for (size_t from = 0; from < s->len && regex_find(p->regexes.items[i], p->matcher, s->text,
                                                          s->len, from, &begin, &end);
             from = end > begin ? end : end + 1) {
            if (end > begin && !spot_is_nobody(PERSONAL_MATCH, s->text + begin, end - begin))
                take_spot(s, PERSONAL_MATCH, begin, end - begin, false);
        }
    }
}

static bool is_letter(const struct spotting *s, size_t at) {
    unsigned char c = at < s->len ? (unsigned char)s->text[at] : 0;
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || c >= 0x80;
}

/* A name that was learned stands for itself, and is no part of com.joe.Main. */
static void take_word(void *context, size_t from, size_t len, uint32_t word) {
    struct spotting *s = context;
    uint32_t item = s->personal->word_items.items[word];
    bool user = s->personal->items.items[item].kind == PERSONAL_USER;
    size_t end = from + len;
    if (is_letter(s, end) || (from && is_letter(s, from - 1))) return;
    if (from > 1 && (s->text[from - 1] == '.' || s->text[from - 1] == '$') &&
        is_letter(s, from - 2))
        return;
    if (user && end < s->len && s->text[end] == '.' && is_letter(s, end + 1)) return;
    array_push(&s->spans, (struct span){from, len, item});
}

/* First what begins first, then the longest; what was found by its look before a mere word. */
static int compare_spans(const void *a, const void *b, void *context) {
    const struct span *x = a, *y = b;
    (void)context;
    return ORDER(x->from, y->from) ?: ORDER(y->len, x->len) ?: ORDER(x->item, y->item);
}

static void spot(struct spotting *s, enum personal_place place) {
    take_matches(s);
    if (s->personal->names) spots_find(place, s->text, s->len, take_spot, s);
}

void personal_learn(struct personal *p, enum personal_place place, const char *text, size_t len) {
    struct spotting s = {.personal = p, .text = text, .len = len};
    spot(&s, place);
    array_free(&s.spans);
}

void personal_learnt(struct personal *p) {
    for (uint32_t i = 0; i < p->items.len; i++) {
        if (!p->items.items[i].everywhere) continue;
        uint32_t word =
            words_add(&p->words, p->items.items[i].original, strlen(p->items.items[i].original));
        if (word == p->word_items.len) array_push(&p->word_items, i);
    }
    words_make(&p->words);
    p->learnt = true;
}

bool personal_text(struct personal *p, enum personal_place place, const char *text, size_t len,
                   struct text *out) {
    struct spotting s = {.personal = p, .text = text, .len = len};
    size_t copied = 0;
    uint64_t hash = hash_bytes(text, len);
    bool code = place == PERSONAL_IS_CODE && len && *text != '/' && !memchr(text, ':', len);
    spot(&s, place);
    if (p->learnt && !code) words_find(&p->words, text, len, take_word, &s);
    array_sort_with(&s.spans, compare_spans, NULL);
    EACH (const struct span, span, &s.spans) {
        if (span->from < copied) continue;
        struct personal_name *name = &p->items.items[span->item];
        text_add_bytes(out, text + copied, span->from - copied);
        text_add(out, name->by);
        copied = span->from + span->len;
        name->texts += map_add(&p->counted, map_mix(hash + span->item));
    }
    bool any = copied > 0;
    if (any) text_add_bytes(out, text + copied, len - copied);
    array_free(&s.spans);
    return any;
}

/* ==== What was replaced ===================================================================== */

void personal_add_counts(const struct personal *p, struct text *out) {
    for (unsigned kind = 0; kind < PERSONAL_KINDS; kind++) {
        uint64_t count = 0;
        for (size_t i = 0; i < p->items.len; i++)
            count += p->items.items[i].kind == kind && p->items.items[i].texts;
        if (!count) continue;
        text_addf(out, "%s%llu %s%s", out->len ? ", " : "", (unsigned long long)count,
                  kind_names[kind],
                  count == 1              ? ""
                  : kind >= PERSONAL_MAIL ? "es"
                                          : "s");
    }
}

void personal_write_json(const struct personal *p, bool originals, struct json *json) {
    json_begin_array(json, "replaced");
    EACH (const struct personal_name, name, &p->items) {
        if (!name->texts) continue;
        json_fill(json, "{kind: $, by: $, texts: $", cell_text(kind_names[name->kind]),
                  cell_text(name->by), cell_count((uint64_t)name->texts));
        if (originals) json_text(json, "original", name->original);
        json_end_object(json);
    }
    json_end_array(json);
}
