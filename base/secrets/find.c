#include "base/secrets/find.h"

#include "base/glob.h"
#include "base/secrets/letter.h"
#include "base/secrets/names.h"
#include "base/secrets/shapes.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ==== Keys ================================================================================== */

bool secret_is_asked_for(const struct secret_rules *rules, const char *key, size_t len) {
    struct text lower = {0}, pattern = {0};
    bool fits = false;
    if (!rules->keys || !rules->keys->len) return false;
    for (size_t i = 0; i < len; i++) text_add_char(&lower, (char)tolower((unsigned char)key[i]));
    for (size_t i = 0; i < rules->keys->len && !fits; i++) {
        text_clear(&pattern);
        for (const char *c = rules->keys->items[i]; *c; c++)
            text_add_char(&pattern, (char)tolower((unsigned char)*c));
        fits = glob_matches(text_str(&pattern), text_str(&lower));
    }
    text_free(&lower);
    text_free(&pattern);
    return fits;
}

/* A word, which may be a key. */
struct word {
    size_t from, end; /* of the text */
    const char *name; /* without the dashes and the D before it */
    size_t len;
    bool option;   /* "--name" */
    bool property; /* "-Dname" */
};

/* Letters, digits, "-._" and all beyond ASCII: a bit for each byte. */
static const uint64_t of_words[4] = {UINT64_C(0x03FF600000000000), UINT64_C(0x07FFFFFE87FFFFFE),
                                     UINT64_MAX, UINT64_MAX};

static inline bool is_of_word(char c) {
    return of_words[(unsigned char)c >> 6] >> ((unsigned char)c & 63) & 1;
}

static struct word word_at(const char *s, size_t len, size_t at) {
    struct word word = {.from = at, .end = at, .name = s + at};
    while (word.end < len && is_of_word(s[word.end])) word.end++;
    word.len = word.end - at;
    while (word.len && s[word.end - 1] == '.') word.end--, word.len--; /* of a sentence */
    while (word.len && *word.name == '-') word.name++, word.len--;
    word.option = word.name > s + at;
    if (word.option && word.len > 1 && *word.name == 'D') {
        word.name++, word.len--;
        word.option = false;
        word.property = true;
    }
    return word;
}

/* Inlined, so that the length of a name costs nothing. */
static inline __attribute__((always_inline)) bool is(const struct word *word, const char *name) {
    return word->len == strlen(name) && strncasecmp(word->name, name, word->len) == 0;
}

/* com.acme.TokenException and Token.java, before ':', say what was thrown and where. */
static bool is_of_trace(const struct word *word) {
    static const char *const ends[] = {"Exception", "Error", ".java", ".kt", ".scala", ".groovy"};
    for (size_t i = 0; i < COUNT(ends); i++) {
        size_t n = strlen(ends[i]);
        if (word->len > n && memcmp(word->name + word->len - n, ends[i], n) == 0) return true;
    }
    return false;
}

/* app.Session.getToken:294 is a line of a method. */
static bool is_line(const struct secret_scan *scan, const struct word *word) {
    size_t at = word->end + 1, n = 0;
    if (word->end >= scan->len || scan->s[word->end] != ':' || !memchr(word->name, '.', word->len))
        return false;
    while (at + n < scan->len && isdigit((unsigned char)scan->s[at + n])) n++;
    return n > 0 && n <= 5 && (at + n == scan->len || !isalnum((unsigned char)scan->s[at + n]));
}

static bool is_secret(const struct secret_scan *scan, const struct word *word) {
    if (secret_is_asked_for(scan->rules, word->name, word->len)) return true;
    if (!scan->rules->known || is_of_trace(word)) return false;
    return secret_name(word->name, word->len);
}

/* -Dsome.auth=x, as a system property of that name; not -Dauthenticate=true. */
static bool is_secret_property(const struct secret_scan *scan, const struct word *word, size_t at) {
    struct word value = word_at(scan->s, scan->len, at);
    return scan->rules->known && secret_pair_name(word->name, word->len) && !is(&value, "true") &&
           !is(&value, "false");
}

/* key="db.password": what is in the quotes is a name, whose value follows. */
static bool names_a_key(const struct secret_scan *scan, size_t at) {
    struct unit quote = secret_unit(scan, at);
    struct word name = word_at(scan->s, scan->len, at + quote.size);
    return (quote.c == '"' || quote.c == '\'') && secret_unit(scan, name.end).c == quote.c &&
           is_secret(scan, &name);
}

/* ==== Between key and value ================================================================= */

/* "name":"KEY","value":"..." and name="KEY" value="...": behind the separator; 0: it is not so. */
static size_t behind_value_word(const struct secret_scan *scan, size_t at) {
    static const char word[] = "value";
    struct unit unit;
    size_t n = strlen(word);
    at = secret_blanks(scan, at, true);
    unit = secret_unit(scan, at);
    if (unit.c == ',') at = secret_blanks(scan, at + unit.size, true);
    unit = secret_unit(scan, at);
    bool quoted = unit.c == '"' || unit.c == '\'';
    if (quoted) at += unit.size;
    if (scan->len - at < n || strncasecmp(scan->s + at, word, n) != 0) return 0;
    at += n;
    unit = secret_unit(scan, at);
    if (quoted && (unit.c == '"' || unit.c == '\'')) at += unit.size;
    at = secret_blanks(scan, at, true);
    unit = secret_unit(scan, at);
    return unit.c == '=' || unit.c == ':' ? secret_blanks(scan, at + unit.size, true) : 0;
}

/* "<key>value" and "<entry key="key">value": behind the '>'; 0: it is not so. */
static size_t behind_tag(const struct secret_scan *scan, const struct word *word, size_t at) {
    bool tag =
        word->from && (scan->s[word->from - 1] == '<' ||
                       (word->from >= 4 && memcmp(scan->s + word->from - 4, "&lt;", 4) == 0));
    struct unit unit = secret_unit(scan, at);
    if (tag && (unit.c == ' ' || unit.c == '\n')) { /* attributes */
        for (size_t n = 0; n < 256 && unit.size && unit.c != '>' && unit.c != '<'; n++) {
            at += unit.size;
            unit = secret_unit(scan, at);
        }
    }
    return unit.c == '>' ? at + unit.size : 0;
}

/* password is hunter2: behind "is"; 0: it is not so, or what follows says something of it. */
static size_t behind_is(const struct secret_scan *scan, const struct word *word, size_t at) {
    if (!is(word, "password") && !is(word, "passwd") && !is(word, "passphrase") &&
        !is(word, "pwd") && !is(word, "secret"))
        return 0;
    if (at == word->end || scan->len - at < 4) return 0;
    if (strncasecmp(scan->s + at, "is ", 3) == 0) at += 3;
    else if (scan->len - at > 4 && strncasecmp(scan->s + at, "was ", 4) == 0) at += 4;
    else return 0;
    at = secret_blanks(scan, at, false);
    return secret_says_something(scan->s + at, scan->len - at) ? 0 : at;
}

/* Does a key end there that stands in quotes, or is an element's? */
static bool closes(struct unit unit) {
    return unit.c && strchr("\"'`]", unit.c);
}

/* Where the value of a key begins; 0: there is none. *strong: its separator is one that only keys
 * have. */
static size_t value_begins(const struct secret_scan *scan, const struct word *word, bool *strong) {
    size_t at = word->end, next;
    struct unit unit = secret_unit(scan, at);
    bool closed = closes(unit);
    *strong = closed;
    for (size_t i = 0; i < 2 && closes(unit); i++) {
        at += unit.size;
        unit = secret_unit(scan, at);
    }
    if (unit.c == '[') { /* password[]=x password[0]=x */
        size_t index = at + unit.size;
        while (index < scan->len && isdigit((unsigned char)scan->s[index])) index++;
        struct unit close = secret_unit(scan, index);
        if (close.c == ']') at = index + close.size;
    }
    size_t gap = secret_blanks(scan, at, false);
    unit = secret_unit(scan, gap);
    if (unit.c == '\n' && secret_unit(scan, secret_blanks(scan, gap, true)).c == '=') {
        gap = secret_blanks(scan, gap, true);
        unit = secret_unit(scan, gap);
    }
    bool scope = unit.c == ':' && secret_unit(scan, gap + unit.size).c == ':'; /* Token::parse */
    if (scope) return 0;
    if (unit.c == '=' || unit.c == ':') {
        bool equals = unit.c == '=';
        *strong |= equals;
        next = gap + unit.size;
        unit = secret_unit(scan, next);
        if (unit.c == '=' || unit.c == '>') next += unit.size; /* == := => */
        return secret_blanks(scan, next, equals);
    }
    *strong = true;
    if (closed && (next = behind_value_word(scan, at)) != 0) return next;
    if ((next = behind_tag(scan, word, at)) != 0) return next;
    if (word->option && (next = secret_behind_option(scan, word->end)) > word->end) return next;
    if (closed) return 0;
    if (unit.c == '"' || unit.c == '\'') return gap > at ? gap : 0; /* password 'x' */
    if (unit.c == '(') {                                            /* password('x') */
        unit = secret_unit(scan, gap + unit.size);
        return unit.c == '"' || unit.c == '\'' ? gap + 1 : 0;
    }
    return behind_is(scan, word, gap);
}

/* ==== What needs no key of its own ========================================================== */

/* Bearer, Basic, Digest and what follows, wherever it stands. Returns where it ends, or 0. */
static size_t scheme(struct secret_scan *scan, const struct word *word) {
    if (!is(word, "bearer") && !is(word, "basic") && !is(word, "digest")) return 0;
    size_t at = secret_blanks(scan, word->end, false), end = at;
    if (at == word->end) return 0;
    if (is(word, "digest")) {
        static const char name[] = "username=";
        bool fits = scan->len - at > strlen(name) && memcmp(scan->s + at, name, strlen(name)) == 0;
        return fits ? secret_take_line(scan, at) : 0;
    }
    while (end < scan->len && secret_is_of_credential(scan->s[end])) end++;
    if (end - at < 6 || secret_says_something(scan->s + at, scan->len - at)) return 0;
    bool plain = true; /* a word of prose: "Basic information" */
    for (size_t i = at; i < end; i++)
        plain &=
            islower((unsigned char)scan->s[i]) || (i == at && isalpha((unsigned char)scan->s[i]));
    if (plain && (is(word, "basic") || end - at < 8)) return 0;
    return secret_take(scan, at, end);
}

/* IDENTIFIED BY 'x', IDENTIFIED BY PASSWORD 'x', IDENTIFIED BY x. */
static size_t identified(struct secret_scan *scan, const struct word *word) {
    static const char by[] = "by", password[] = "password";
    if (!is(word, "identified")) return 0;
    size_t at = secret_blanks(scan, word->end, true);
    for (size_t i = 0; i < 4; i++) { /* WITH plugin BY */
        struct word next = word_at(scan->s, scan->len, at);
        if (next.end == at) return 0;
        at = secret_blanks(scan, next.end, true);
        if (!is(&next, by)) continue;
        next = word_at(scan->s, scan->len, at);
        size_t behind = secret_blanks(scan, next.end, true);
        if (is(&next, password) && behind < scan->len) at = behind;
        return secret_take_value(scan, at, false);
    }
    return 0;
}

/* -u joe:x, --user joe:x, --proxy-user=joe:x; not -u 1000:1000, which says whose a process is. */
static size_t user_option(struct secret_scan *scan, const struct word *word) {
    bool dash = word->from < word->end && scan->s[word->from] == '-';
    if (!dash || !(is(word, "u") || is(word, "U") || is(word, "user") || is(word, "proxy-user")))
        return 0;
    size_t at = secret_behind_option(scan, word->end);
    if (at == word->end && at < scan->len && scan->s[at] == '=') at++;
    else if (at == word->end) return 0;
    struct unit quote = secret_unit(scan, at);
    bool quoted = quote.c == '"' || quote.c == '\'';
    if (quoted) at += quote.size;
    size_t end = at, colon = 0;
    bool digits = true;
    for (; end < scan->len; end++) {
        char c = scan->s[end];
        if (quoted ? c == *(scan->s + at - 1) || c == '\\' : isspace((unsigned char)c) != 0) break;
        if (!quoted && (c == '"' || c == '\'')) break;
        if (c == ':' && !colon) colon = end + 1;
        digits &= isdigit((unsigned char)c) || c == ':';
    }
    if (!colon || digits || colon == end || scan->s[colon] == '/') return 0;
    return secret_take(scan, colon, end);
}

/* "//user:password@host". Returns where the password ends, or 0. */
static size_t address(struct secret_scan *scan, size_t at) {
    struct unit one = secret_unit(scan, at), two = secret_unit(scan, at + one.size);
    if (one.c != '/' || two.c != '/') return 0;
    size_t from = at + one.size + two.size, end = from, colon = 0, last = 0;
    while (end < scan->len) {
        struct unit unit = secret_unit(scan, end);
        char raw = scan->s[end];
        if (isspace((unsigned char)unit.c) || unit.c == '/' || unit.c == '"' || unit.c == '<' ||
            unit.c == '>')
            break;
        if (raw == '?' || raw == '#') break;
        if (unit.c == ':' && !colon) colon = end + unit.size;
        if (unit.c == '@') last = end;
        end += unit.size;
    }
    return colon && last > colon ? secret_take(scan, colon, last) : 0;
}

/* jdbc:oracle:thin:user/password@..., user/password@//host: the text is at the '/'. */
static size_t oracle(struct secret_scan *scan, size_t at) {
    static const char thin[] = "oracle:thin:", oci[] = "oracle:oci:";
    size_t from = at, end = at + 1;
    while (from && at - from < 128 && is_of_word(scan->s[from - 1])) from--;
    if (from == at) return 0;
    bool jdbc =
        (from >= strlen(thin) && memcmp(scan->s + from - strlen(thin), thin, strlen(thin)) == 0) ||
        (from >= strlen(oci) && memcmp(scan->s + from - strlen(oci), oci, strlen(oci)) == 0);
    for (; end < scan->len && end - at < 256; end++) {
        char c = scan->s[end];
        if (c == '@' || isspace((unsigned char)c) || (!jdbc && c == '/')) break;
    }
    if (end - at < 2 || end >= scan->len || scan->s[end] != '@') return 0;
    bool host = scan->len - end > 2 && scan->s[end + 1] == '/' && scan->s[end + 2] == '/';
    return jdbc || host ? secret_take(scan, at + 1, end) : 0;
}

/* ==== The text ============================================================================== */

/* A token of known shape that begins in the word, at its beginning or behind one of "-_.". */
static size_t token(struct secret_scan *scan, const struct word *word) {
    for (size_t at = word->from; at < word->end; at++) {
        if (at > word->from && isalnum((unsigned char)scan->s[at - 1])) continue;
        if (!shape_may_begin(scan->s[at])) continue;
        size_t size = shape_of_token(scan->s + at, word->end - at);
        if (size) return secret_take(scan, at, at + size);
    }
    return 0;
}

/* Addresses that whoever knows them may post to: the host and what begins the path; all behind it
 * is the secret. */
static size_t webhook(struct secret_scan *scan, const struct word *word) {
    static const struct {
        const char *host, *path;
    } known[] = {{"hooks.slack.com", "/"},
                 {"discord.com", "/api/webhooks/"},
                 {"discordapp.com", "/api/webhooks/"},
                 {"api.telegram.org", "/bot"},
                 {"webhook.office.com", "/"},
                 {"hooks.zapier.com", "/"}};
    for (size_t i = 0; i < COUNT(known); i++) {
        size_t host = strlen(known[i].host), path = strlen(known[i].path), end = word->end;
        if (word->len < host || strncasecmp(scan->s + end - host, known[i].host, host) != 0)
            continue;
        if (word->len > host && scan->s[end - host - 1] != '.') continue; /* of another's name */
        if (scan->len - end <= path || memcmp(scan->s + end, known[i].path, path) != 0) continue;
        size_t from = end += path;
        while (end < scan->len && (secret_is_of_credential(scan->s[end]) || scan->s[end] == ':' ||
                                   scan->s[end] == '@'))
            end++;
        return end - from >= 16 ? secret_take(scan, from, end) : 0;
    }
    return 0;
}

/* Can a value follow what ends there? Nearly no word of a text is worth a look at its name. */
static bool may_be_key(const struct secret_scan *scan, const struct word *word) {
    size_t at = word->end;
    if (at >= scan->len || !word->len) return false;
    bool tag = word->from && (scan->s[word->from - 1] == '<' || scan->s[word->from - 1] == ';');
    if (word->option || tag || scan->s[at] != ' ') return true;
    while (at < scan->len && scan->s[at] == ' ') at++;
    if (at >= scan->len) return false;
    char c = scan->s[at];
    return !isalnum((unsigned char)c) || ((c | 32) == 'i' || (c | 32) == 'w'); /* is, was */
}

/* May the word be one that needs no key: a scheme, an option, a token? */
static bool may_be_special(const struct secret_scan *scan, const struct word *word) {
    char c = scan->s[word->from];
    if (c == '-') return true;
    c |= 32;
    if (c == 'b' || c == 'd' || c == 'i') return true;
    return word->end - word->from >= SHAPE_SHORTEST;
}

static size_t keyed(struct secret_scan *scan, const struct word *word) {
    bool strong;
    if (!may_be_key(scan, word)) return 0;
    size_t at = value_begins(scan, word, &strong);
    if (!at || at >= scan->len) return 0;
    bool secret = is_secret(scan, word) || (word->property && is_secret_property(scan, word, at));
    if (!secret) return 0;
    bool asked = secret_is_asked_for(scan->rules, word->name, word->len);
    if (!asked && is_line(scan, word)) return 0;
    if (!asked && secret_is_weak_name(word->name, word->len) && (!strong || names_a_key(scan, at)))
        return 0;
    if (scan->s[word->end] == ',') return secret_take_item(scan, at);
    if (secret_header_name(word->name, word->len)) return secret_take_header(scan, at, word->end);
    char before = secret_unit_before(scan, word->from);
    return secret_take_value(scan, at, before == '?' || before == '&');
}

/* Words that say by themselves that a secret follows begin so. */
static bool is_plain_word(const char *s, size_t len) {
    if (len >= SHAPE_SHORTEST) return false;
    switch (*s | 32) {
    case '-': return len > 1 && isdigit((unsigned char)s[1]);
    case 'b':
        return len < 5 || (strncasecmp(s, "basic", 5) != 0 && strncasecmp(s, "beare", 5) != 0);
    case 'd': return len < 6 || strncasecmp(s, "digest", 6) != 0;
    case 'p': return len < 3 || (strncasecmp(s, "pas", 3) != 0 && strncasecmp(s, "pwd", 3) != 0);
    case 's': return len < 6 || strncasecmp(s, "secret", 6) != 0;
    default: return true;
    }
}

/* Short words of ASCII and blanks: nothing that is between a key and its value, no option, no
 * token. So are most messages. */
static bool is_plain(const char *s, size_t len) {
    size_t from = 0; /* of the word */
    for (size_t i = 0; i <= len; i++) {
        char c = i < len ? s[i] : ' ';
        if (c > 0 && is_of_word(c)) continue;
        if (c != ' ' && c != ',' && c != '!' && c != '?') return false;
        if (i > from && !is_plain_word(s + from, i - from)) return false;
        from = i + 1;
    }
    return true;
}

void secret_find(const struct secret_rules *rules, const char *text, size_t len,
                 void (*found)(void *context, size_t from, size_t len), void *context) {
    struct secret_scan scan = {
        .rules = rules, .s = text, .len = len, .found = found, .context = context};
    if (is_plain(text, len)) return;
    for (size_t at = 0, size, end; at < len;) {
        char c = text[at];
        if (is_of_word(c)) {
            struct word word = word_at(text, len, at);
            size_t pem = rules->known && c == '-' ? shape_of_pem(text + at, len - at, &size) : 0;
            if (pem) {
                at = secret_take(&scan, at + pem, at + pem + size);
                continue;
            }
            end = keyed(&scan, &word);
            if (!end && rules->known && may_be_special(&scan, &word))
                end = scheme(&scan, &word) ?: identified(&scan, &word) ?: user_option(&scan, &word)
                          ?: (c == '-' ? secret_take_letter(&scan, at) : 0) ?: token(&scan, &word)
                          ?: webhook(&scan, &word);
            at = end ? end : word.end > at ? word.end : at + 1;
            continue;
        }
        end = 0;
        if (rules->known && (c == '/' || !unit_is_plain(c)))
            end = address(&scan, at) ?: c == '/' ? oracle(&scan, at) : 0;
        at = end ? end : at + (c == '%' ? secret_unit(&scan, at).size : 1);
    }
}
