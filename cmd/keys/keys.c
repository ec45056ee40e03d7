#include "cmd/keys/keys.h"

#include <string.h>

#define INDENTED 4 /* blanks a level */

static const struct {
    const char *name, *text;
} files[] = {
#include "cmd/keys/keys_table.h"
};

/* Ends the column that begins here; *rest: the one behind it. NULL: there is none. */
static const char *take_column(char **rest) {
    char *begin = *rest;
    if (!*begin) return NULL;
    char *end = strstr(begin, "  ");
    *rest = end ? end + strspn(end, " ") : begin + strlen(begin);
    if (end) *end = 0;
    return begin;
}

static void add_part(struct json_keys *keys, char *line) {
    struct json_part part = {.first = keys->keys.len, .end = keys->keys.len};
    bool document = *line == '=';
    char *rest = line + 2;
    part.name = take_column(&rest);
    if (document) {
        part.type = take_column(&rest);
        part.command = take_column(&rest);
    }
    if (*rest) part.about = rest;
    array_push(&keys->parts, part);
}

/* Ends the name that begins here, the first of "a, b?"; true: it may be absent. */
static bool take_name(char **names, const char **name) {
    *name = *names;
    char *end = strstr(*names, ", ");
    *names = end ? end + 2 : NULL;
    if (end) *end = 0;
    else end = strchr(*name, 0);
    bool optional = end > *name && end[-1] == '?';
    if (optional) end[-1] = 0;
    return optional;
}

static void add_keys(struct json_keys *keys, char *line) {
    size_t blanks = strspn(line, " ");
    char *rest = line + blanks;
    struct json_key key = {.depth = (unsigned)(blanks / INDENTED)};
    if (strncmp(rest, "+ ", 2) == 0) {
        key.type = rest + 2;
        array_push(&keys->keys, key);
        return;
    }
    char *names = (char *)take_column(&rest);
    key.type = take_column(&rest);
    if (*rest) key.meaning = rest;
    for (; names; key.joined = true) {
        key.optional = take_name(&names, &key.name);
        array_push(&keys->keys, key);
    }
}

/* What keys do not say of themselves. */
static void look_up(struct json_keys *keys) {
    const struct json_part *everywhere = json_keys_find(keys, "everywhere");
    if (!everywhere) return;
    EACH (struct json_key, key, &keys->keys) {
        if (!key->name || key->meaning) continue;
        for (size_t j = everywhere->first; j < everywhere->end && !key->meaning; j++) {
            const struct json_key *known = &keys->keys.items[j];
            if (strcmp(known->name, key->name) != 0) continue;
            key->common = !key->type;
            if (!key->type) key->type = known->type;
            key->meaning = known->meaning;
        }
    }
}

void json_keys_read(struct json_keys *keys, const char *text) {
    *keys = (struct json_keys){.text = mem_copy_text(text)};
    for (char *line = keys->text, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next) *next++ = 0;
        if (*line == '=' || *line == ':') add_part(keys, line);
        else if (*line && *line != '#' && keys->parts.len) add_keys(keys, line);
        if (keys->parts.len) keys->parts.items[keys->parts.len - 1].end = keys->keys.len;
    }
    look_up(keys);
}

void json_keys_open(struct json_keys *keys, const char *more) {
    OWNED(text_free) struct text all = {0};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) text_add(&all, files[i].text);
    text_add(&all, more);
    json_keys_read(keys, text_str(&all));
}

void json_keys_free(struct json_keys *keys) {
    free(keys->text);
    arrays_free(&keys->keys, &keys->parts);
}

const struct json_part *json_keys_find(const struct json_keys *keys, const char *name) {
    for (size_t i = 0; i < keys->parts.len; i++)
        if (strcmp(keys->parts.items[i].name, name) == 0) return &keys->parts.items[i];
    return NULL;
}

struct json_members json_members_of(const struct json_keys *keys, const struct json_part *part) {
    return (struct json_members){keys, part ? part->first : 0, part ? part->end : 0};
}

struct json_members json_members_below(struct json_members of, size_t i) {
    const struct json_key *keys = of.keys->keys.items;
    size_t first = i + 1;
    while (first < of.end && keys[first].joined) first++;
    size_t end = first;
    while (end < of.end && keys[end].depth > keys[i].depth) end++;
    return (struct json_members){of.keys, first, end};
}

size_t json_members_next(struct json_members of, size_t i) {
    bool joined = i + 1 < of.end && json_member(of, i + 1)->joined;
    return joined ? i + 1 : json_members_below(of, i).end;
}
