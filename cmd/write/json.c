#include "cmd/write/json.h"

#include "base/utf8.h"
#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void json_setup(void) {
    cJSON_Hooks hooks = {.malloc_fn = mem_alloc, .free_fn = free};
    cJSON_InitHooks(&hooks);
}

static cJSON *add(cJSON *to, const char *key, cJSON *item) {
    if (key) cJSON_AddItemToObject(to, key, item);
    else cJSON_AddItemToArray(to, item);
    return item;
}

cJSON *json_add_object(cJSON *to, const char *key) {
    return add(to, key, cJSON_CreateObject());
}

cJSON *json_add_array(cJSON *to, const char *key) {
    return add(to, key, cJSON_CreateArray());
}

void json_add_count(cJSON *to, const char *key, uint64_t n) {
    char digits[32];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    add(to, key, cJSON_CreateRaw(digits));
}

void json_add_number(cJSON *to, const char *key, int64_t n) {
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", (long long)n);
    add(to, key, cJSON_CreateRaw(digits));
}

void json_add_real(cJSON *to, const char *key, double n, int decimals) {
    char digits[400]; /* the longest double takes 309 digits before the point */
    if (!isfinite(n)) {
        json_add_null(to, key);
        return;
    }
    int len = snprintf(digits, sizeof digits, "%.*f", decimals, n);
    if (strchr(digits, '.')) {
        while (digits[len - 1] == '0') digits[--len] = 0;
        if (digits[len - 1] == '.') digits[--len] = 0;
    }
    add(to, key, cJSON_CreateRaw(strcmp(digits, "-0") == 0 ? "0" : digits));
}

void json_add_percent(cJSON *to, const char *key, double percent) {
    json_add_real(to, key, percent, 4);
}

void json_add_text(cJSON *to, const char *key, const char *text) {
    if (!text) {
        json_add_null(to, key);
        return;
    }
    struct text valid = {0};
    size_t len = strlen(text);
    for (size_t at = 0, size; at < len; at += size) {
        if (utf8_next(text + at, len - at, &size) == UTF8_BAD) text_add(&valid, "\xEF\xBF\xBD");
        else text_add_bytes(&valid, text + at, size);
    }
    add(to, key, cJSON_CreateString(text_str(&valid)));
    text_free(&valid);
}

void json_add_bool(cJSON *to, const char *key, bool value) {
    add(to, key, cJSON_CreateBool(value));
}

void json_add_null(cJSON *to, const char *key) {
    add(to, key, cJSON_CreateNull());
}

static const char *skip_digits(const char *s) {
    while (*s >= '0' && *s <= '9') s++;
    return s;
}

/* The grammar of RFC 8259. */
static bool is_json_number(const char *s) {
    if (*s == '-') s++;
    const char *digits = s;
    s = skip_digits(s);
    if (s == digits || (*digits == '0' && s > digits + 1)) return false;
    if (*s == '.') {
        digits = ++s;
        s = skip_digits(s);
        if (s == digits) return false;
    }
    if (*s == 'e' || *s == 'E') {
        s++;
        if (*s == '+' || *s == '-') s++;
        digits = s;
        s = skip_digits(s);
        if (s == digits) return false;
    }
    return *s == 0;
}

void json_add_number_text(cJSON *to, const char *key, const char *number) {
    if (is_json_number(number)) add(to, key, cJSON_CreateRaw(number));
    else json_add_text(to, key, number);
}

void json_write(cJSON *tree, bool pretty, struct text *out) {
    char *printed = pretty ? cJSON_Print(tree) : cJSON_PrintUnformatted(tree);
    if (printed) text_add(out, printed);
    text_add_char(out, '\n');
    cJSON_free(printed);
    cJSON_Delete(tree);
}
