/* The keys of JSON outputs, of which the schemas and the tables of docs/json.md are made.
 *
 *   = gc  object  jfrtool gc --json RECORDING      a document: its name, what it is, who writes it
 *   collections  integer?  Collections that ...    a key: its type, its meaning
 *   pauses  object  Of `event`: ...
 *       + lengths                                  the keys of a part
 *       event  string  Of which the pauses are.    of the object above
 *   by_cause, by_collector  [object]  ...          two keys that have the same to be said of them
 *
 *   : lengths  What events with a duration ...     a part
 *   count  integer
 *
 * Columns are two blanks or more apart, four more in front are a level deeper. A key that says no
 * meaning, or no type either, has those of its name in the part "everywhere". "key?" may be absent.
 *
 *   integer  number  string  boolean  object  any  integer>=1
 *   one|other|third one          one of these texts
 *   =1                           just this number or text
 *   /^[0-9a-f]{16}$/             a text that fits
 *   [T]   T?                     an array of them; null, too
 *
 * "*" is any other key of an object.
 */
#pragma once

#include "base/array.h"
#include "base/text.h"

struct json_key {
    const char *name;    /* NULL: the keys of the part that type names */
    const char *type;    /* NULL: nobody says it */
    const char *meaning; /* NULL: likewise */
    unsigned depth;
    bool optional;
    bool joined; /* to the one before: they stand in one line, what is below is of both */
    bool common; /* type and meaning are those of everywhere */
};

struct json_part {
    const char *name;
    const char *type;    /* of a document; NULL: a part */
    const char *command; /* which writes it */
    const char *about;   /* a sentence, or NULL */
    size_t first, end;   /* its keys */
};

struct json_keys {
    char *text; /* which all others point into */
    ARRAY(struct json_key) keys;
    ARRAY(struct json_part) parts;
};

/* Of all *.keys files, and of more text such as theirs. */
void json_keys_open(struct json_keys *keys, const char *more);
/* Of a text such as theirs, which is copied. */
void json_keys_read(struct json_keys *keys, const char *text);
void json_keys_free(struct json_keys *keys);
/* NULL: there is none. */
const struct json_part *json_keys_find(const struct json_keys *keys, const char *name);

/* ==== What an object has: keys, one behind another ============================================ */

struct json_members {
    const struct json_keys *keys; /* borrowed */
    size_t first, end;
};

/* Of the part that a key names; none: there is no such part. */
struct json_members json_members_of(const struct json_keys *keys, const struct json_part *part);
/* Of member i; those of one line have the same. */
struct json_members json_members_below(struct json_members of, size_t i);
/* The member behind i; the end: there is none. */
size_t json_members_next(struct json_members of, size_t i);

/* The key of member i, one of those that json_members_next returns. */
static inline const struct json_key *json_member(struct json_members of, size_t i) {
    return &of.keys->keys.items[i];
}

/* Of a member without a name. */
static inline const struct json_part *json_member_part(struct json_members of, size_t i) {
    return json_keys_find(of.keys, json_member(of, i)->type);
}
