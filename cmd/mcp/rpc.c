#include "cmd/mcp/rpc.h"

#include "base/mem.h"

#include <string.h>

/* ==== What a message is written as ==========================================================

 * The parser makes a double of a number. Here texts are known to be JSON: nothing is checked. */

struct raw {
    const char *text;
    size_t len;
};

/* The length of the text, quotes included, that begins there. */
static size_t text_length(struct raw at) {
    size_t i = 1;
    while (i < at.len && at.text[i] != '"') i += at.text[i] == '\\' ? 2 : 1;
    return i < at.len ? i + 1 : at.len;
}

static size_t value_length(struct raw at) {
    size_t depth = 0, i = 0;
    while (i < at.len) {
        char c = at.text[i];
        bool opens = c == '{' || c == '[', closes = c == '}' || c == ']';
        if (depth == 0 && (c == ',' || closes || strchr(" \t\r\n", c))) return i;
        depth += opens;
        depth -= closes;
        i += c == '"' ? text_length((struct raw){at.text + i, at.len - i}) : 1;
    }
    return i;
}

static struct raw behind(struct raw at, size_t n) {
    return (struct raw){at.text + n, at.len - n};
}

static struct raw behind_blanks(struct raw at) {
    while (at.len && strchr(" \t\r\n,:", *at.text)) at = behind(at, 1);
    return at;
}

/* The value of the first member of that name, as parsers take it. */
static struct raw member(struct raw object, const char *key) {
    size_t key_len = strlen(key);
    struct raw at = behind_blanks(object);
    if (!at.len || *at.text != '{') return (struct raw){0};
    at = behind_blanks(behind(at, 1));
    while (at.len && *at.text == '"') {
        size_t len = text_length(at);
        bool same = len == key_len + 2 && memcmp(at.text + 1, key, key_len) == 0;
        at = behind_blanks(behind(at, len));
        len = value_length(at);
        if (same) return (struct raw){at.text, len};
        at = behind_blanks(behind(at, len));
    }
    return (struct raw){0};
}

bool rpc_has_nul(const char *message, size_t len) {
    if (memchr(message, 0, len)) return true;
    for (size_t i = 0; i + 1 < len; i++) {
        if (message[i] != '\\') continue;
        if (message[i + 1] == 'u' && len - i >= 6 && memcmp(message + i + 2, "0000", 4) == 0)
            return true;
        i++; /* what is escaped begins no escape */
    }
    return false;
}

struct rpc_token rpc_token_at(const cJSON *root, const char *message, size_t len,
                              const char *const *path) {
    struct raw raw = {message, len};
    for (; *path; path++) {
        root = cJSON_GetObjectItemCaseSensitive(root, *path);
        raw = member(raw, *path);
    }
    if (root && cJSON_IsString(root))
        return (struct rpc_token){.text = mem_copy_text(root->valuestring)};
    if (!root || !cJSON_IsNumber(root)) return (struct rpc_token){0};
    struct text text = {0};
    if (raw.len) text_add_bytes(&text, raw.text, raw.len);
    else text_addf(&text, "%.17g", root->valuedouble); /* a key that is written with escapes */
    return (struct rpc_token){.text = text_take(&text), .number = true};
}

bool rpc_token_same(const struct rpc_token *a, const struct rpc_token *b) {
    return a->text && b->text && a->number == b->number && strcmp(a->text, b->text) == 0;
}

void rpc_token_write(const struct rpc_token *token, const char *key, struct json *json) {
    if (!token || !token->text) json_null(json, key);
    else if (token->number) json_number_text(json, key, token->text);
    else json_text(json, key, token->text);
}

void rpc_token_free(struct rpc_token *token) {
    free(token->text);
    *token = (struct rpc_token){0};
}

struct json rpc_begin(struct text *out, const struct rpc_token *id) {
    struct json json = json_open(out, JSON_COMPACT);
    json_shape(&json, "{jsonrpc: '2.0'");
    rpc_token_write(id, "id", &json);
    return json;
}

void rpc_end(struct json *json) {
    json_end_object(json);
    json_close(json);
}

struct json rpc_begin_result(struct text *out, const struct rpc_token *id) {
    struct json json = rpc_begin(out, id);
    json_begin_object(&json, "result");
    return json;
}

void rpc_end_result(struct json *json) {
    json_end_object(json);
    rpc_end(json);
}

void rpc_say_error(struct text *out, const struct rpc_token *id, enum rpc_error code,
                   const char *sentence) {
    struct json json = rpc_begin(out, id);
    json_fill(&json, "error: {code: $, message: $}", cell_number(code), cell_text(sentence));
    rpc_end(&json);
}
