#include "cmd/mcp/claim.h"

#include "base/json.h"
#include "base/mem.h"
#include "base/fill.h"
#include "base/safe.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#define SCHEME "jfr:"
#define DEPTH 32                 /* of an answer */
#define LONGEST_NAME 120         /* bytes of a text that tells an element */
#define MOST_NAMED 500           /* elements that are told apart by texts */
#define NAMES 3                  /* texts that tell one */
#define EXACT 9007199254740992.0 /* whole numbers beyond it are not told apart here */

/* ==== Texts in ids ========================================================================== */

static bool is_plain(unsigned char c) {
    return isalnum(c) || (c && strchr("-_.$/:<>()*@+~;", c)) || c >= 0x80;
}

static void add_escaped(struct text *out, const char *s, bool of_key) {
    for (; *s; s++) {
        if (is_plain((unsigned char)*s) && !(of_key && *s == '.')) text_add_char(out, *s);
        else text_addf(out, "%%%02X", (unsigned char)*s);
    }
}

static int hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* To be freed; NULL: a % that is followed by no two digits, or that is NUL. */
static char *unescaped(const char *s, size_t len) {
    struct text out = {0};
    for (size_t i = 0; i < len; i++) {
        char c = s[i];
        if (c == '%') {
            int high = i + 2 < len ? hex(s[i + 1]) : -1, low = i + 2 < len ? hex(s[i + 2]) : -1;
            if (high < 0 || low < 0 || high * 16 + low == 0) {
                text_free(&out);
                return NULL;
            }
            c = (char)(high * 16 + low);
            i += 2;
        }
        text_add_char(&out, c);
    }
    return out.data ? text_take(&out) : mem_copy_text("");
}

static char *part_of(const char *s, size_t len) {
    struct text out = {0};
    text_add_bytes(&out, s, len);
    return out.data ? text_take(&out) : mem_copy_text("");
}

/* ==== Questions ============================================================================= */

static void add_recording(const char *given, const struct allowed *allowed, struct text *out) {
    if (!given && allowed->given.len == 1) given = allowed->given.items[0];
    if (given) add_escaped(out, given, false);
}

static bool is_usual(const struct argument *argument, const cJSON *value) {
    return argument->kind == COUNT && cJSON_IsNumber(value) &&
           value->valuedouble == (double)argument->usual;
}

void claim_add_question(const struct tool *tool, const cJSON *arguments,
                        const struct allowed *allowed, struct text *out) {
    char mark = '?';
    text_addf(out, "%s%s", SCHEME, tool->name);
    for (const struct argument *a = tool->arguments; a->name; a++) {
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(arguments, a->name);
        bool recording = a->kind == RECORDING;
        if (a->kind == CLAIMS || (!value && !recording) || is_usual(a, value)) continue;
        text_addf(out, "%c%s=", mark, a->name);
        mark = '&';
        if (recording)
            add_recording(cJSON_IsString(value) ? value->valuestring : NULL, allowed, out);
        else if (cJSON_IsNumber(value)) text_addf(out, "%.0f", value->valuedouble);
        else if (cJSON_IsString(value)) add_escaped(out, value->valuestring, false);
    }
}

static bool not_an_id(const char *id, struct text *error) {
    text_fill(error, safe_add_name,
              "an id is jfr:TOOL?recording=NAME#PLACE, as answers give it; this one is \"%s\"", id);
    return false;
}

/* One "name=value" into the object; false: it is none. */
static bool add_argument(const struct tool *tool, const char *at, size_t len, struct json *json) {
    const char *equals = memchr(at, '=', len);
    if (!equals) return false;
    OWNED(mem_release) char *name = unescaped(at, (size_t)(equals - at));
    OWNED(mem_release) char *value = unescaped(equals + 1, len - (size_t)(equals + 1 - at));
    const struct argument *argument = name ? tool_argument(tool, name) : NULL;
    bool good = argument && value && argument->kind != CLAIMS;
    if (good && argument->kind == COUNT) json_number_text(json, name, value);
    else if (good) json_text(json, name, value);
    return good;
}

static cJSON *parse_arguments(const struct tool *tool, const char *at) {
    OWNED(text_free) struct text text = {0};
    struct json json = json_open(&text, JSON_COMPACT);
    bool good = true;
    json_begin_object(&json, NULL);
    while (good && *at) {
        size_t len = strcspn(at, "&");
        good = add_argument(tool, at, len, &json);
        at += len + (at[len] != 0);
    }
    json_end_object(&json);
    json_close(&json);
    return good ? cJSON_ParseWithLength(text_str(&text), text.len) : NULL;
}

bool claim_parse(const char *id, struct claim_id *claim, struct text *error) {
    *claim = (struct claim_id){0};
    const char *hash = strchr(id, '#');
    size_t scheme = sizeof SCHEME - 1;
    if (strncmp(id, SCHEME, scheme) != 0) return not_an_id(id, error);
    claim->question = part_of(id, hash ? (size_t)(hash - id) : strlen(id));
    claim->place = mem_copy_text(hash ? hash + 1 : "");
    OWNED(mem_release)
    char *name = part_of(claim->question + scheme, strcspn(claim->question + scheme, "?"));
    const char *query = strchr(claim->question, '?');
    claim->tool = tool_named(name);
    if (claim->tool) claim->arguments = parse_arguments(claim->tool, query ? query + 1 : "");
    else text_fill(error, safe_add_name, "there is no tool \"%s\"", name);
    if (claim->tool && !claim->arguments) return not_an_id(id, error);
    return claim->arguments != NULL;
}

void claim_free(struct claim_id *claim) {
    if (claim->arguments) cJSON_Delete(claim->arguments);
    mem_free(claim->question, claim->place);
    *claim = (struct claim_id){0};
}

/* ==== Places ================================================================================ */

static const cJSON *nothing_there(const char *place, const char *at, struct text *error) {
    if (!error) return NULL;
    text_add(error, "the answer has nothing at ");
    OWNED(text_free) struct text until = {0};
    text_add_bytes(&until, place, (size_t)(at - place));
    safe_add_name(error, text_str(&until));
    return NULL;
}

/* Has the element all that "class=app.Shop,method=price" says? */
static bool element_fits(const cJSON *element, const char *at, const char *end) {
    while (at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at)), *stop = comma ? comma : end;
        const char *equals = memchr(at, '=', (size_t)(stop - at));
        char *key = equals ? unescaped(at, (size_t)(equals - at)) : NULL;
        char *text = equals ? unescaped(equals + 1, (size_t)(stop - equals - 1)) : NULL;
        const cJSON *value = key ? cJSON_GetObjectItemCaseSensitive(element, key) : NULL;
        bool fits = text && cJSON_IsString(value) && strcmp(value->valuestring, text) == 0;
        mem_free(key, text);
        if (!fits) return false;
        at = comma ? comma + 1 : end;
    }
    return true;
}

static const cJSON *find_element(const cJSON *array, const char *at, const char *end) {
    const cJSON *element;
    bool by_text = memchr(at, '=', (size_t)(end - at));
    char *stop;
    unsigned long index = by_text ? 0 : strtoul(at, &stop, 10);
    if (!cJSON_IsArray(array) || (!by_text && (stop != end || !isdigit((unsigned char)*at))))
        return NULL;
    cJSON_ArrayForEach(element, array) {
        if (by_text ? element_fits(element, at, end) : index-- == 0) return element;
    }
    return NULL;
}

const cJSON *claim_find(const cJSON *answer, const char *place, struct text *error) {
    const cJSON *now = answer;
    const char *at = place;
    while (now && *at) {
        bool element = *at == '[';
        if (*at == '.' && at > place) at++;
        size_t len = element ? strcspn(at, "]") : strcspn(at, ".[");
        if (element) {
            now = at[len] ? find_element(now, at + 1, at + len) : NULL;
            len += at[len] != 0;
        } else {
            OWNED(mem_release) char *key = unescaped(at, len);
            now = key ? cJSON_GetObjectItemCaseSensitive(now, key) : NULL;
        }
        at += len;
        if (!now) return nothing_there(place, at, error);
    }
    return now && now != answer ? now : nothing_there(place, at, error);
}

/* ==== All figures of an answer ============================================================== */

struct walk_places {
    struct text place;
    bool (*take)(const char *place, const cJSON *value, void *to);
    void *to;
    bool ended;
};

static bool names_it(const cJSON *value) {
    return cJSON_IsString(value) && value->string && *value->valuestring &&
           strlen(value->valuestring) <= LONGEST_NAME;
}

/* Is another element told by the same texts, the first ones of this? */
static bool told_by_another(const cJSON *array, const cJSON *element, const cJSON *const *names,
                            size_t len) {
    const cJSON *other;
    cJSON_ArrayForEach(other, array) {
        size_t same = 0;
        while (same < len) {
            const cJSON *value = cJSON_GetObjectItemCaseSensitive(other, names[same]->string);
            if (!cJSON_IsString(value) || strcmp(value->valuestring, names[same]->valuestring) != 0)
                break;
            same++;
        }
        if (other != element && same == len) return true;
    }
    return false;
}

static size_t tell_element(const cJSON *array, const cJSON *element, size_t count,
                           const cJSON **names) {
    size_t len = 0;
    const cJSON *member;
    if (count > MOST_NAMED || !cJSON_IsObject(element)) return 0;
    cJSON_ArrayForEach(member, element) {
        if (!names_it(member)) continue;
        names[len++] = member;
        if (!told_by_another(array, element, names, len)) return len;
        if (len == NAMES) return 0;
    }
    return 0;
}

static void add_element(struct text *place, const cJSON *array, const cJSON *element, size_t index,
                        size_t count) {
    const cJSON *names[NAMES];
    size_t len = tell_element(array, element, count, names);
    text_add_char(place, '[');
    for (size_t i = 0; i < len; i++) {
        if (i) text_add_char(place, ',');
        add_escaped(place, names[i]->string, true);
        text_add_char(place, '=');
        add_escaped(place, names[i]->valuestring, false);
    }
    if (!len) text_addf(place, "%zu", index);
    text_add_char(place, ']');
}

/* Is it about the recording? Limits that a finding is judged by are not. */
static bool is_told(const cJSON *member) {
    return !member->string || strcmp(member->string, "threshold") != 0;
}

static bool is_figure(const cJSON *value, bool of_culprit) {
    if (cJSON_IsNumber(value)) return fabs(value->valuedouble) < EXACT;
    return of_culprit && cJSON_IsString(value) && value->string &&
           strcmp(value->string, "name") == 0;
}

static size_t length(const cJSON *array) {
    size_t count = 0;
    const cJSON *element;
    cJSON_ArrayForEach(element, array) count++;
    return count;
}

static void walk(struct walk_places *w, const cJSON *value, unsigned depth) {
    bool array = cJSON_IsArray(value), culprit = value->string && !strcmp(value->string, "culprit");
    size_t begin = w->place.len, index = 0, count = array ? length(value) : 0;
    const cJSON *member;
    if (depth == DEPTH || (!array && !cJSON_IsObject(value))) return;
    cJSON_ArrayForEach(member, value) {
        if (w->ended) return;
        if (!is_told(member)) continue;
        if (array) {
            add_element(&w->place, value, member, index++, count);
        } else {
            if (begin) text_add_char(&w->place, '.');
            add_escaped(&w->place, member->string, true);
        }
        if (is_figure(member, culprit)) w->ended = !w->take(text_str(&w->place), member, w->to);
        else walk(w, member, depth + 1);
        w->place.len = begin;
        if (w->place.data) w->place.data[begin] = 0;
    }
}

void claim_each(const cJSON *answer, bool (*take)(const char *place, const cJSON *value, void *to),
                void *to) {
    struct walk_places w = {.take = take, .to = to};
    walk(&w, answer, 0);
    text_free(&w.place);
}
