#include "analyzers/samples/origin.h"

#include "base/platform.h"
#include "base/units.h"

#include <inttypes.h>

static const struct {
    const char *name; /* NULL: no comment, the format has a field for it */
    bool text, sum;   /* at least one of them */
} kinds[ORIGIN_KINDS] = {
    [ORIGIN_EVENT] = {"event", true, true},
    [ORIGIN_PERIOD] = {"period", true, false},
    [ORIGIN_JVM] = {"jvm", true, false},
    [ORIGIN_OPTION] = {"option", true, false},
    [ORIGIN_RECORDINGS] = {"recordings", false, true},
    [ORIGIN_DURATION] = {NULL, false, true},
    [ORIGIN_LOST_BYTES] = {"lost-bytes", false, true},
    [ORIGIN_LOST_SAMPLES] = {"lost-samples", false, true},
};

static void add(struct origin *o, enum origin_kind kind, uint32_t text, uint64_t sum) {
    if (!kinds[kind].sum) sum = 0;
    EACH (struct origin_fact, fact, &o->facts) {
        if (fact->kind != kind || fact->text != text) continue;
        if (sum > (uint64_t)INT64_MAX - fact->sum) fact->sum = INT64_MAX;
        else fact->sum += sum;
        return;
    }
    if (sum > INT64_MAX) sum = INT64_MAX;
    array_push(&o->facts, (struct origin_fact){kind, text, sum});
}

static void add_bytes(struct origin *o, enum origin_kind kind, const char *text, size_t len,
                      uint64_t sum) {
    if (kinds[kind].text && len == 0) return;
    if (!kinds[kind].text && sum == 0) return;
    strings_intern(&o->strings, "", 0); /* is 0 */
    add(o, kind, kinds[kind].text ? strings_intern(&o->strings, text, len) : 0, sum);
}

void origin_add(struct origin *o, enum origin_kind kind, const char *text, uint64_t sum) {
    add_bytes(o, kind, text ? text : "", text ? strlen(text) : 0, sum);
}

void origin_add_chunk(struct origin *o, uint64_t id) {
    array_push(&o->chunks, id);
    if (o->chunks.len >= 2 * MADE_MOST) made_sort(&o->chunks);
}

void origin_begin(struct origin *o, int64_t start_ns) {
    if (start_ns > 0 && (o->start_ns == 0 || start_ns < o->start_ns)) o->start_ns = start_ns;
}

static const char *fact_text(const struct facts *facts, uint32_t id) {
    return strings_get(&facts->strings, id);
}

void origin_add_facts(struct origin *o, const struct facts *facts) {
    OWNED(text_free) struct text text = {0};
    EACH (const struct fact_setting, setting, &facts->settings) {
        if (strcmp(fact_text(facts, setting->name), "period") != 0) continue;
        int64_t period = 0;
        units_parse_period(fact_text(facts, setting->value), &period);
        text_clear(&text);
        text_addf(&text, "%s %" PRId64 " ns", fact_text(facts, setting->event), period);
        if (period > 0) origin_add(o, ORIGIN_PERIOD, text.data, 0);
    }
    for (size_t i = 0; i < facts->jvms.len; i++) {
        const char *version = fact_text(facts, facts->jvms.items[i].version);
        const char *built = strstr(version, ", built on "); /* when, by whom and with what */
        text_clear(&text);
        text_add_bytes(&text, version, built ? (size_t)(built - version) : strlen(version));
        origin_add(o, ORIGIN_JVM, text_str(&text), 0);
    }
    origin_add(o, ORIGIN_LOST_BYTES, NULL, facts->lost_bytes);
    origin_add(o, ORIGIN_LOST_SAMPLES, NULL, facts->lost_samples);
}

void origin_merge(struct origin *into, const struct origin *from) {
    EACH (const struct origin_fact, fact, &from->facts)
        add_bytes(into, fact->kind, strings_get(&from->strings, fact->text),
                  strings_len(&from->strings, fact->text), fact->sum);
    for (size_t i = 0; i < from->chunks.len; i++) origin_add_chunk(into, from->chunks.items[i]);
    origin_begin(into, from->start_ns);
}

ORDERED_IN(compare, struct origin_fact, RISING(kind),
           strcmp(strings_get(context, x->text), strings_get(context, y->text)))

void origin_sort(struct origin *o) {
    made_sort(&o->chunks);
    array_sort_with(&o->facts, compare, &o->strings);
}

uint64_t origin_sum(const struct origin *o, enum origin_kind kind) {
    uint64_t sum = 0;
    for (size_t i = 0; i < o->facts.len; i++)
        if (o->facts.items[i].kind == kind) sum += o->facts.items[i].sum;
    return sum;
}

void origin_free(struct origin *o) {
    strings_free(&o->strings);
    arrays_free(&o->facts, &o->chunks);
    *o = (struct origin){0};
}

void origin_add_comment(const struct origin *o, const struct origin_fact *fact, struct text *out) {
    if (kinds[fact->kind].name == NULL) return;
    text_addf(out, ORIGIN_PREFIX "%s=", kinds[fact->kind].name);
    text_add(out, strings_get(&o->strings, fact->text));
    if (kinds[fact->kind].text && kinds[fact->kind].sum) text_add_char(out, ' ');
    if (kinds[fact->kind].sum) text_add_u64(out, fact->sum);
}

static bool digits(const char *at, size_t len, uint64_t *number) {
    *number = 0;
    for (size_t i = 0; i < len; i++) {
        if (at[i] < '0' || at[i] > '9' || *number > (uint64_t)INT64_MAX / 10 - 1) return false;
        *number = *number * 10 + (uint64_t)(at[i] - '0');
    }
    return len > 0;
}

/* What follows "jfrtool:NAME=", or NULL. */
static const char *value_of(const char *comment, size_t len, const char *name) {
    size_t prefix = strlen(ORIGIN_PREFIX), name_len = strlen(name);
    if (len < prefix + name_len + 1 || memcmp(comment, ORIGIN_PREFIX, prefix) != 0 ||
        memcmp(comment + prefix, name, name_len) != 0 || comment[prefix + name_len] != '=')
        return NULL;
    return comment + prefix + name_len + 1;
}

bool origin_number(const char *comment, size_t len, const char *name, uint64_t *number) {
    const char *value = value_of(comment, len, name);
    return value && digits(value, (size_t)(comment + len - value), number);
}

bool origin_take_comment(struct origin *o, const char *comment, size_t len) {
    uint64_t id;
    if (made_take_comment(comment, len, &id)) {
        origin_add_chunk(o, id);
        return true;
    }
    for (int kind = 0; kind < ORIGIN_KINDS; kind++) {
        if (kinds[kind].name == NULL) continue;
        const char *value = value_of(comment, len, kinds[kind].name);
        if (value == NULL) continue;
        size_t value_len = (size_t)(comment + len - value), text_len = value_len;
        uint64_t sum = 0;
        if (kinds[kind].sum) {
            while (text_len > 0 && value[text_len - 1] != ' ') text_len--;
            if (!digits(value + text_len, value_len - text_len, &sum)) return false;
            if (text_len > 0) text_len--; /* the blank */
        }
        if (kinds[kind].text == (text_len == 0)) return false;
        add_bytes(o, (enum origin_kind)kind, value, text_len, sum);
        return true;
    }
    return false;
}
