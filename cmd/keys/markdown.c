#include "cmd/keys/markdown.h"

#include <string.h>

/* "array of objects or null"; of a text that is not ended by a 0. */
static void add_type(struct text *out, const char *type, size_t len, bool plural) {
    bool nullable = type[len - 1] == '?';
    if (nullable) len--;
    const char *least = memmem(type, len, ">=", 2);
    if (*type == '[') {
        text_addf(out, "array%s of ", plural ? "s" : "");
        add_type(out, type + 1, len - 2, true);
    } else if (*type == '/') {
        text_add(out, "string");
    } else if (*type == '=') {
        text_addf(out, "`%.*s`", (int)(len - 1), type + 1);
    } else if (memchr(type, '|', len)) {
        text_add_char(out, '`');
        for (const char *end = type + len; type < end; type++) {
            if (*type == '|') text_add(out, "`, `");
            else text_add_char(out, *type);
        }
        text_add_char(out, '`');
    } else {
        if (least) len = (size_t)(least - type);
        text_add_bytes(out, type, len);
        if (plural) text_add_char(out, 's');
    }
    if (nullable) text_add(out, " or null");
}

/* Does it stand in the row of what it is in? */
static bool is_told(struct json_members of, size_t i) {
    struct json_members below = json_members_below(of, i);
    return json_member(of, i)->common && below.first == below.end;
}

/* Members that need no row, and parts with a table of their own. */
static const char *add_told(struct text *out, struct json_members of, const char *between) {
    for (size_t i = of.first; i < of.end; i = json_members_next(of, i)) {
        const struct json_key *key = json_member(of, i);
        const struct json_part *part = key->name ? NULL : json_member_part(of, i);
        if (part && !part->about) {
            between = add_told(out, json_members_of(of.keys, part), between);
            continue;
        }
        if (part) text_addf(out, "%s[%s](#%s)", between, part->name, part->name);
        else if (is_told(of, i)) text_addf(out, "%s`%s`", between, key->name);
        else continue;
        between = ", ";
    }
    return between;
}

static void add_rows(struct text *out, struct json_members of, const char *path);

/* A member, and those that stand in its line. */
static void add_row(struct text *out, struct json_members of, size_t i, const char *path) {
    const struct json_key *key = json_member(of, i);
    struct json_members below = json_members_below(of, i);
    size_t behind = key->common ? i + 1 : below.first; /* else each has a meaning of its own */
    const char *type = key->type ? key->type : "any";
    text_addf(out, "| `%s%s`", path, key->name);
    for (size_t j = i + 1; j < behind; j++) text_addf(out, ", `%s`", json_member(of, j)->name);
    text_add(out, " | ");
    add_type(out, type, strlen(type), false);
    if (key->optional) text_add(out, ", optional");
    text_addf(out, " | %s", key->meaning ? key->meaning : "");
    if (*add_told(out, below, " Keys: ") == ',') text_add_char(out, '.');
    text_add(out, " |\n");
    OWNED(text_free) struct text under = {0};
    text_addf(&under, "%s%s%s.", path, key->name, *type == '[' ? "[]" : "");
    add_rows(out, below, text_str(&under));
}

static void add_rows(struct text *out, struct json_members of, const char *path) {
    for (size_t i = of.first, next; i < of.end; i = next) {
        const struct json_key *key = json_member(of, i);
        const struct json_part *part = key->name ? NULL : json_member_part(of, i);
        next = key->common ? json_members_next(of, i) : json_members_below(of, i).end;
        if (part && !part->about) add_rows(out, json_members_of(of.keys, part), path);
        else if (part && !*path) text_addf(out, "| [%s](#%s) | | |\n", part->name, part->name);
        else if (!part && (!is_told(of, i) || !*path)) add_row(out, of, i, path);
    }
}

void json_keys_add_markdown(const struct json_keys *keys, const struct json_part *part,
                            struct text *out) {
    text_add(out, "| Key | Type | Meaning |\n|---|---|---|\n");
    add_rows(out, json_members_of(keys, part), "");
}
