/* Keys and functions of folds as they are written, and patterns of texts. */
#include "analyzers/events/fold.h"

#include "base/suggest.h"
#include "base/units.h"

#include <ctype.h>
#include <stdio.h>

static const struct {
    const char *name;
    enum fold_function function;
    double quantile;
} functions[] = {
    {"count", FOLD_COUNT, 0},     {"sum", FOLD_SUM, 0},
    {"min", FOLD_MIN, 0},         {"avg", FOLD_AVG, 0},
    {"p50", FOLD_QUANTILE, 0.5},  {"median", FOLD_QUANTILE, 0.5},
    {"p90", FOLD_QUANTILE, 0.9},  {"p95", FOLD_QUANTILE, 0.95},
    {"p99", FOLD_QUANTILE, 0.99}, {"p99.9", FOLD_QUANTILE, 0.999},
    {"max", FOLD_MAX, 0},         {"first", FOLD_FIRST, 0},
    {"last", FOLD_LAST, 0},       {"unique", FOLD_UNIQUE, 0},
    {"list", FOLD_LIST, 0},
};

/* "name(inner)": inner, copied; NULL: there are no brackets. *len is set to the bytes of name. */
static const char *inner_of(const char *text, struct arena *texts, size_t *len) {
    const char *open = strchr(text, '(');
    size_t all = strlen(text);
    *len = open ? (size_t)(open - text) : all;
    if (!open || text[all - 1] != ')') return NULL;
    return arena_copy(texts, open + 1, (size_t)(text + all - 1 - (open + 1)));
}

static bool fail(struct jfr_error *error, const char *format, const char *what) {
    snprintf(error->text, sizeof error->text, format, what); /* NOLINT: the formats are below */
    return false;
}

static bool is_path(const char *text) {
    if (!*text) return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && !strchr("_$.|", *text) && (unsigned char)*text < 0x80)
            return false;
    return true;
}

bool fold_parse_key(const char *text, struct arena *texts, struct fold_key *out,
                    struct jfr_error *error) {
    size_t len;
    const char *inner = inner_of(text, texts, &len);
    *out = (struct fold_key){.kind = FOLD_FIELD, .path = text, .label = text};
    if (inner && len == 7 && strncmp(text, "pattern", len) == 0) {
        out->kind = FOLD_PATTERN;
        out->path = inner;
    } else if (isdigit((unsigned char)*text)) {
        out->kind = FOLD_STEP;
        out->path = out->label = "startTime";
        if (!units_parse_duration(text, &out->step_ns) || out->step_ns <= 0)
            return fail(error, "--by: '%.80s' is not a length of time, such as 10s or 500ms", text);
        return true;
    }
    return is_path(out->path) || fail(error,
                                      "--by: expected a field, a length of time such as 10s, or "
                                      "pattern(field), found '%.80s'",
                                      text);
}

bool fold_parse_show(const char *text, const char *previous, struct arena *texts,
                     struct fold_show *out, struct jfr_error *error) {
    size_t len;
    const char *inner = inner_of(text, texts, &len);
    struct suggest suggest;
    char name[24];
    snprintf(name, sizeof name, "%.*s", len < 20 ? (int)len : 20, text);
    suggest = suggest_for(name);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        suggest_offer(&suggest, functions[i].name);
        if (strcmp(functions[i].name, name) != 0) continue;
        *out = (struct fold_show){.function = functions[i].function,
                                  .quantile = functions[i].quantile,
                                  .path = inner,
                                  .label = text};
        if (inner) return is_path(inner) || fail(error, "--show: '%.80s' names no field", text);
        if (text[len]) break;
        if (out->function == FOLD_COUNT) return true;
        out->path = previous ? previous : "duration";
        OWNED(text_free) struct text label = {0};
        text_addf(&label, "%s(%s)", name, out->path);
        out->label = arena_copy(texts, text_str(&label), label.len);
        return true;
    }
    snprintf(error->text, sizeof error->text,
             "--show: '%.80s' is not one of count sum min avg p50 p90 p95 p99 p99.9 max first last "
             "unique list, as in p99(duration)%s%s%s",
             text, suggest.best ? "; did you mean " : "", suggest.best ? suggest.best : "",
             suggest.best ? "?" : "");
    return false;
}

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* A word that tells one from another: numbers, addresses, what an object is known by. */
static bool is_id(const char *word, size_t len, bool after_at) {
    size_t digits = 0, hexadecimal = 0;
    for (size_t i = 0; i < len; i++) {
        digits += isdigit((unsigned char)word[i]) != 0;
        hexadecimal += isxdigit((unsigned char)word[i]) != 0;
    }
    if (digits == len || (after_at && hexadecimal == len)) return len > 0;
    if (len > 2 && word[0] == '0' && word[1] == 'x') return true;
    if (hexadecimal == len && len >= 8 && digits) return true;
    /* a number with its unit: 20ms */
    size_t number = strspn(word, "0123456789");
    return number && len - number <= 2;
}

void fold_add_pattern(struct text *out, const char *text, size_t len) {
    bool joined = false; /* "#.#:#" is one "#" */
    for (size_t at = 0; at < len;) {
        size_t end = at;
        while (end < len && in_word(text[end])) end++;
        if (end == at) {
            bool links = joined && strchr(".:-,/", text[at]) && at + 1 < len &&
                         isxdigit((unsigned char)text[at + 1]);
            if (!links) {
                text_add_char(out, text[at]);
                joined = false;
                at++;
                continue;
            }
            size_t next = at + 1;
            while (next < len && in_word(text[next])) next++;
            /* of a UUID any part is one of hexadecimal digits */
            bool part = text[at] == '-' && next - at > 4;
            if (is_id(text + at + 1, next - at - 1, part)) {
                at = next;
            } else {
                text_add_char(out, text[at++]);
                joined = false;
            }
            continue;
        }
        joined = is_id(text + at, end - at, at > 0 && text[at - 1] == '@');
        if (joined) text_add_char(out, '#');
        else text_add_bytes(out, text + at, end - at);
        at = end;
    }
}
