#include "cmd/write/shape.h"

#include <assert.h>
#include <string.h>

#define NAME_BYTES 64 /* of a member, with its end */

/* With its quotation marks. */
static size_t word_length(const char *at) {
    return *at == '\'' ? strcspn(at + 1, "'") + 2 : strcspn(at, " ,:[]{}$'");
}

static const char *name_of(const char *word, size_t len, char name[NAME_BYTES]) {
    bool quoted = *word == '\'';
    len -= 2 * quoted;
    assert(len < NAME_BYTES);
    memcpy(name, word + quoted, len);
    name[len] = 0;
    return name;
}

static void write_word(const char *word, size_t len, const char *key, struct json *json) {
    if (*word == '\'') json_bytes(json, key, word + 1, len - 2);
    else json_verbatim(json, key, word, len);
}

void json_add_shape(struct json *json, const char *shape, const struct cell *cells, size_t count) {
    char name[NAME_BYTES];
    const char *next = NULL; /* the name of the value that follows */
    size_t used = 0, len;
    for (const char *at = shape; *at; at += len) {
        const char *key = next;
        len = 1;
        if (*at == ' ' || *at == ',') continue;
        next = NULL;
        switch (*at) {
        case '{': json_begin_object(json, key); break;
        case '[': json_begin_array(json, key); break;
        case '}': json_end_object(json); break;
        case ']': json_end_array(json); break;
        case '$':
            assert(used < count);
            cell_write_json(&cells[used++], key, json);
            break;
        default:
            len = word_length(at);
            if (at[len] == ':') next = name_of(at, len++, name);
            else write_word(at, len, key, json);
        }
    }
    assert(used == count);
}
