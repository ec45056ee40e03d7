/* What says who somebody is, and where: each name becomes a pseudonym, the same everywhere.
 *
 *   personal_learn  every text: names are found by what they look like, and by what stands before
 * them personal_learnt personal_text   every text again: what is found, and what was learned
 * anywhere, is replaced
 *
 *   joe, /home/joe                  user-1, /home/user-1
 *   db.corp.net, crate              host-1.example.com, host-2
 *   joe@corp.net                    person-1@example.com
 *   10.1.2.3, fd00::12              192.0.2.1, 2001:db8::1          addresses for documentation
 *   what a pattern matches          match-1
 *
 * Pseudonyms are what they stand for, so that readers go on, and are left alone where they are
 * found.
 */
#pragma once

#include "analyzers/regex.h"
#include "cmd/write/shape.h"
#include "base/strings.h"
#include "base/words.h"

enum personal_kind {
    PERSONAL_USER,
    PERSONAL_HOST,
    PERSONAL_MAIL,
    PERSONAL_IPV4,
    PERSONAL_IPV6,
    PERSONAL_MATCH,
    PERSONAL_KINDS
};

enum personal_place { /* where a text stands */
                      PERSONAL_TEXT,
                      PERSONAL_IS_USER,    /* all of it is a user's name, */
                      PERSONAL_IS_HOST,    /* or a host's */
                      PERSONAL_IS_VERSION, /* numbers with dots are no addresses there */
                      PERSONAL_IS_CODE, /* a name of a class or method, or where one is from: a path
                                           or an address */
};

struct personal_name {
    enum personal_kind kind;
    bool everywhere; /* it is looked for in all texts */
    char *original, *by;
    uint64_t texts; /* different ones that it was replaced in */
};

struct personal {
    bool names; /* all but patterns */
    const struct text_list *patterns;
    ARRAY(struct regex *) regexes;
    struct regex_matcher *matcher;
    ARRAY(struct personal_name) items; /* in the order in which they were found */
    struct strings known;              /* kind and original -> index into items, by id */
    ARRAY(uint32_t) item_of;           /* by id of known */
    ARRAY(uint32_t) word_items;        /* by number of a word */
    uint32_t counts[PERSONAL_KINDS];
    struct words words;
    struct map counted; /* hashes of a text and what was replaced in it */
    bool learnt;
};

/* False: error says which of the patterns is none. */
bool personal_open(struct personal *personal, bool names, const struct text_list *patterns,
                   struct jfr_error *error);
void personal_close(struct personal *personal);
/* What the key of a pair says of its value: "user.name", "HOSTNAME", "java.version". */
enum personal_place personal_place_of_key(const char *key);
/* What the name of a field says of it: "userName", "host", "jvmVersion". */
enum personal_place personal_place_of_field(const char *name);
void personal_learn(struct personal *personal, enum personal_place place, const char *text,
                    size_t len);
void personal_learnt(struct personal *personal);
/* True: out, which is empty, has the text with its names replaced. */
bool personal_text(struct personal *personal, enum personal_place place, const char *text,
                   size_t len, struct text *out);
/* "2 users, 1 host"; nothing where nothing was replaced. */
void personal_add_counts(const struct personal *personal, struct text *out);
/* An array of what was replaced by what; the originals if they are asked for. */
void personal_write_json(const struct personal *personal, bool originals, struct json *json);
