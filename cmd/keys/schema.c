#include "cmd/keys/schema.h"

#include "base/json.h"

#include <string.h>

struct type { /* not ended by a 0 */
    const char *text;
    size_t len;
};

static void write_value(struct json *json, const char *name, struct type type, const char *meaning,
                        struct json_members below);

static bool is_any(const struct json_key *key) {
    return strcmp(key->name, "*") == 0;
}

static void write_key(struct json *json, const char *name, struct json_members of, size_t i) {
    const struct json_key *key = json_member(of, i);
    const char *type = key->type ? key->type : "any";
    write_value(json, name, (struct type){type, strlen(type)}, key->meaning,
                json_members_below(of, i));
}

/* Of one that stands for those of a part. */
static struct json_members members_in_place(struct json_members of, size_t i) {
    return json_members_of(of.keys, json_member_part(of, i));
}

static void write_properties(struct json *json, struct json_members of) {
    for (size_t i = of.first; i < of.end; i = json_members_next(of, i)) {
        const struct json_key *key = json_member(of, i);
        if (!key->name) write_properties(json, members_in_place(of, i));
        else if (!is_any(key)) write_key(json, key->name, of, i);
    }
}

static void write_required(struct json *json, struct json_members of) {
    for (size_t i = of.first; i < of.end; i = json_members_next(of, i)) {
        const struct json_key *key = json_member(of, i);
        if (!key->name) write_required(json, members_in_place(of, i));
        else if (!is_any(key) && !key->optional) json_text(json, NULL, key->name);
    }
}

static void write_members(struct json *json, struct json_members of) {
    if (of.first >= of.end) return;
    json_begin_object(json, "properties");
    write_properties(json, of);
    json_end_object(json);
    json_begin_array(json, "required");
    write_required(json, of);
    json_end_array(json);
    for (size_t i = of.first; i < of.end; i = json_members_next(of, i)) {
        const struct json_key *key = json_member(of, i);
        if (key->name && is_any(key)) write_key(json, "additionalProperties", of, i);
    }
}

static void write_texts(struct json *json, struct type type, bool nullable) {
    json_begin_array(json, "enum");
    for (const char *text = type.text, *end = text + type.len; text < end;) {
        const char *bar = memchr(text, '|', (size_t)(end - text));
        if (!bar) bar = end;
        json_bytes(json, NULL, text, (size_t)(bar - text));
        text = bar + 1;
    }
    if (nullable) json_null(json, NULL);
    json_end_array(json);
}

static void write_kind(struct json *json, struct type kind, bool nullable) {
    if (!nullable) {
        json_bytes(json, "type", kind.text, kind.len);
        return;
    }
    json_begin_array(json, "type");
    json_bytes(json, NULL, kind.text, kind.len);
    json_text(json, NULL, "null");
    json_end_array(json);
}

static void write_kind_named(struct json *json, const char *kind, bool nullable) {
    write_kind(json, (struct type){kind, strlen(kind)}, nullable);
}

static void write_type(struct json *json, struct type type, struct json_members below) {
    bool nullable = type.text[type.len - 1] == '?';
    if (nullable) type.len--;
    const char *least = memmem(type.text, type.len, ">=", 2);
    if (*type.text == '[') {
        write_kind_named(json, "array", nullable);
        write_value(json, "items", (struct type){type.text + 1, type.len - 2}, NULL, below);
    } else if (*type.text == '/') {
        write_kind_named(json, "string", nullable);
        json_bytes(json, "pattern", type.text + 1, type.len - 2);
    } else if (*type.text == '=') {
        OWNED(text_free) struct text value = {0};
        text_add_bytes(&value, type.text + 1, type.len - 1);
        json_number_text(json, "const", text_str(&value));
    } else if (memchr(type.text, '|', type.len)) {
        write_texts(json, type, nullable);
    } else if (least) {
        write_kind(json, (struct type){type.text, (size_t)(least - type.text)}, nullable);
        json_number(json, "minimum", strtoll(least + 2, NULL, 10));
    } else if (type.len != 3 || memcmp(type.text, "any", 3) != 0) {
        write_kind(json, type, nullable);
        write_members(json, below);
    }
}

static void write_value(struct json *json, const char *name, struct type type, const char *meaning,
                        struct json_members below) {
    json_begin_object(json, name);
    if (meaning) json_text(json, "description", meaning);
    write_type(json, type, below);
    json_end_object(json);
}

void json_keys_add_schema(const struct json_keys *keys, const struct json_part *part,
                          struct text *out) {
    OWNED(json_close) struct json json = json_open(out, JSON_PRETTY);
    json_begin_object(&json, NULL);
    json_text(&json, "$schema", "http://json-schema.org/draft-07/schema#");
    json_text(&json, "title", part->command);
    if (part->about) json_text(&json, "description", part->about);
    write_type(&json, (struct type){part->type, strlen(part->type)}, json_members_of(keys, part));
    json_end_object(&json);
}
