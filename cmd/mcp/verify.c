#include "cmd/mcp/verify.h"

#include "base/units.h"
#include "cmd/cli/child.h"
#include "cmd/mcp/call.h"
#include "cmd/mcp/claim.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECONDS 600 /* of one question */
#define COLUMNS 140
#define DIGITS 3 /* of a whole number that zeros at its end leave as they are */

const char *verdict_name(enum verdict verdict) {
    static const char *const names[] = {"true", "false", "undecidable"};
    return names[verdict];
}

/* ==== Numbers =============================================================================== */

/* "20,700 ms" -> "20700", 20700, "ms"; false: it begins with no number. */
static bool split(const char *said, struct text *digits, double *number, const char **unit) {
    const char *at = said + strspn(said, " ");
    if (*at == '-') text_add_char(digits, *at++);
    for (; isdigit((unsigned char)*at) || *at == '.' || *at == ','; at++)
        if (*at != ',') text_add_char(digits, *at);
    char *end;
    *number = strtod(text_str(digits), &end);
    *unit = at + strspn(at, " ");
    return digits->len && !*end && isdigit((unsigned char)digits->data[digits->len - 1]);
}

/* Half of what the last digit is worth. */
static double half_digit(const char *digits) {
    const char *point = strchr(digits, '.');
    digits += *digits == '-';
    if (point) return 0.5 * pow(10, -(double)strlen(point + 1));
    size_t len = strlen(digits), zeros = 0;
    while (len - zeros > DIGITS && digits[len - zeros - 1] == '0') zeros++;
    return 0.5 * pow(10, (double)zeros);
}

static bool ends_with(const char *text, size_t len, const char *end) {
    size_t n = strlen(end);
    return len >= n && memcmp(text + len - n, end, n) == 0;
}

/* What one of the unit is in the figure's own; 0: it cannot be in it. */
static double scale_of(const char *unit, const char *place) {
    OWNED(text_free) struct text one = {0};
    int64_t scale = 0;
    size_t len = strlen(place);
    if (!*unit || strcmp(unit, "%") == 0) return 1;
    text_addf(&one, "1%s", unit);
    if (ends_with(place, len, "_ns") || ends_with(place, len, ".ns"))
        units_parse_duration(text_str(&one), &scale);
    else if (ends_with(place, len, "bytes")) units_parse_size(text_str(&one), &scale);
    return (double)scale;
}

/* -1: below, 0: it rounds to it, 1: above; *unit false: that cannot be said. */
static int compare(const char *said, double value, const char *place, bool *unit) {
    OWNED(text_free) struct text digits = {0};
    const char *name;
    double number;
    bool good = split(said, &digits, &number, &name);
    double scale = good ? scale_of(name, place) : 0;
    double room = good ? half_digit(text_str(&digits)) * scale : 0;
    double away = value - number * scale;
    *unit = scale > 0;
    if (fabs(away) <= room * (1 + 1e-9) + fabs(value) * 1e-12) return 0;
    return away < 0 ? -1 : 1;
}

bool verify_rounds_to(const char *said, double value, const char *place, bool *unit) {
    return compare(said, value, place, unit) == 0 && *unit;
}

/* A number as the list has it, with the fewest digits that are it. */
static void add_said(const cJSON *claimed, struct text *out) {
    if (cJSON_IsString(claimed)) text_add(out, claimed->valuestring);
    else if (fabs(claimed->valuedouble) < 1e15 && fabs(claimed->valuedouble) >= 1e-4)
        text_addf(out, "%.15g", claimed->valuedouble);
    else text_addf(out, "%.15f", claimed->valuedouble);
}

/* ==== One claim ============================================================================= */

static bool is_null(const cJSON *value) {
    return (value->type & 0xFF) == cJSON_NULL;
}

static void undecidable(struct verified *claim, const char *why) {
    claim->verdict = VERDICT_UNDECIDABLE;
    free(claim->why);
    claim->why = mem_copy_text(why);
}

static void judge_number(struct verified *claim, double value, const char *place) {
    OWNED(text_free) struct text said = {0};
    bool unit;
    add_said(claim->claimed, &said);
    int order = compare(text_str(&said), value, place, &unit);
    bool good = order == 0 || (strcmp(claim->claim, "at least") == 0 && order > 0) ||
                (strcmp(claim->claim, "at most") == 0 && order < 0);
    claim->verdict = good ? VERDICT_TRUE : VERDICT_FALSE;
    if (!unit) undecidable(claim, "what is claimed is no number, or in a unit that this is not in");
}

static void judge(struct verified *claim, const char *place) {
    const cJSON *value = claim->value, *claimed = claim->claimed;
    bool orders = strcmp(claim->claim, "is") != 0;
    bool same = (value->type & 0xFF) == (claimed->type & 0xFF);
    if (cJSON_IsNumber(value) && (cJSON_IsNumber(claimed) || cJSON_IsString(claimed))) {
        judge_number(claim, value->valuedouble, place);
    } else if (orders || cJSON_IsObject(value) || cJSON_IsArray(value)) {
        undecidable(claim, is_null(value) ? "the value is not known" : "the value is no number");
    } else {
        bool equal =
            same && (!cJSON_IsString(value) || !strcmp(value->valuestring, claimed->valuestring));
        claim->verdict = equal ? VERDICT_TRUE : VERDICT_FALSE;
    }
}

/* ==== Questions ============================================================================= */

static void ask(const struct claim_id *id, const struct allowed *allowed,
                struct verified_answer *answer) {
    static const struct child_limits limits = {.out = (size_t)256 << 20,
                                               .err = 4000,
                                               .seconds = SECONDS,
                                               .columns = COLUMNS,
                                               .tools = true};
    OWNED(tool_call_free) struct tool_call call;
    OWNED(text_free) struct text error = {0};
    struct child_result result = {0};
    OWNED(array_release) call_words line = {0};
    bool asks = id->tool->command && *id->tool->command && !id->tool->checks;
    bool made = tool_call_make(id->tool, id->arguments, allowed, &call, &error);
    if (made && asks) {
        tool_call_line(&call, true, &line);
        if (child_run((int)line.len, line.items, &limits, &result))
            answer->json = cJSON_ParseWithLength(text_str(&result.out), result.out.len);
        else text_add(&error, "no process can be made");
        if (result.timed_out) text_addf(&error, "this took longer than %d s", SECONDS);
    }
    if (!answer->json && !error.len) text_add(&error, text_str(&result.err));
    while (error.len && error.data[error.len - 1] == '\n') error.data[--error.len] = 0;
    if (!answer->json)
        answer->why = mem_copy_text(error.len ? text_str(&error) : "the question has no answer");
    free_each(text_free, &result.out, &result.err);
}

static const struct verified_answer *
answer_to(const struct claim_id *id, const struct allowed *allowed, struct verification *v) {
    for (size_t i = 0; i < v->answers.len; i++)
        if (strcmp(v->answers.items[i].question, id->question) == 0) return &v->answers.items[i];
    struct verified_answer answer = {.question = mem_copy_text(id->question)};
    ask(id, allowed, &answer);
    array_push(&v->answers, answer);
    return &v->answers.items[v->answers.len - 1];
}

/* ==== All =================================================================================== */

/* What it says of the value; false: nothing. */
static bool take_claim(const cJSON *object, struct verified *claim) {
    static const struct {
        const char *key, *claim;
    } kinds[] = {{"value", "is"}, {"at_least", "at least"}, {"at_most", "at most"}};
    claim->claim = kinds[0].claim;
    claim->id = cJSON_GetObjectItemCaseSensitive(object, "id");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !claim->claimed; i++) {
        claim->claimed = cJSON_GetObjectItemCaseSensitive(object, kinds[i].key);
        if (claim->claimed) claim->claim = kinds[i].claim;
    }
    return cJSON_IsString(claim->id) && claim->claimed;
}

static void verify_one(const cJSON *object, const struct allowed *allowed, struct verification *v) {
    struct verified claim = {0};
    OWNED(claim_free) struct claim_id id = {0};
    OWNED(text_free) struct text error = {0};
    if (!take_claim(object, &claim)) {
        undecidable(&claim, "a claim has an id and a value, at_least or at_most");
    } else if (!claim_parse(claim.id->valuestring, &id, &error)) {
        undecidable(&claim, text_str(&error));
    } else {
        const struct verified_answer *answer = answer_to(&id, allowed, v);
        claim.value =
            answer->json ? (cJSON *)(uintptr_t)claim_find(answer->json, id.place, &error) : NULL;
        if (claim.value) judge(&claim, id.place);
        else undecidable(&claim, answer->json ? text_str(&error) : answer->why);
    }
    v->counts[claim.verdict]++;
    array_push(&v->claims, claim);
}

void verify_claims(const cJSON *list, const struct allowed *allowed, struct verification *v) {
    const cJSON *object;
    *v = (struct verification){0};
    cJSON_ArrayForEach(object, list) verify_one(object, allowed, v);
}

void verify_free(struct verification *v) {
    for (size_t i = 0; i < v->claims.len; i++) free(v->claims.items[i].why);
    for (size_t i = 0; i < v->answers.len; i++) {
        mem_free(v->answers.items[i].question, v->answers.items[i].why);
        if (v->answers.items[i].json) cJSON_Delete(v->answers.items[i].json);
    }
    arrays_free(&v->claims, &v->answers);
}
