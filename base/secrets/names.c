#include "base/secrets/names.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LONGEST 256 /* bytes of a name that are looked at: its last ones */

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c | 32) : c;
}

static bool is_separator(char c) {
    return c == '-' || c == '_' || c == '.';
}

/* How much of the name the part takes; a blank in it is a separator that may be there. 0: it does
 * not begin here. */
static size_t part_at(const char *name, size_t len, const char *part) {
    size_t at = 0;
    for (; *part; part++) {
        if (*part == ' ') {
            at += at < len && is_separator(name[at]);
            continue;
        }
        if (at >= len || lower(name[at]) != *part) return 0;
        at++;
    }
    return at;
}

static bool has(const char *name, size_t len, const char *part) {
    for (size_t i = 0; i < len; i++)
        if (part_at(name + i, len - i, part)) return true;
    return false;
}

/* Does it end with the word, one of its own: "api_key", "apiKey", "key", not "monkey"? */
static bool ends_with(const char *name, size_t len, const char *word) {
    size_t n = strlen(word);
    if (len < n || strncasecmp(name + len - n, word, n) != 0) return false;
    if (len == n) return true;
    char before = name[len - n - 1], first = name[len - n];
    return !isalpha((unsigned char)before) ||
           (isupper((unsigned char)first) && islower((unsigned char)before));
}

static bool is(const char *name, size_t len, const char *word) {
    return len == strlen(word) && strncasecmp(name, word, len) == 0;
}

/* Bytes of UTF-8 that nobody sees: soft hyphen, zero width, byte order mark. 0: there is none. */
static size_t unseen(const char *s, size_t len) {
    static const char *const all[] = {"\xC2\xAD",     "\xE2\x80\x8B", "\xE2\x80\x8C",
                                      "\xE2\x80\x8D", "\xE2\x80\x8E", "\xE2\x80\x8F",
                                      "\xE2\x81\xA0", "\xEF\xBB\xBF"};
    for (size_t i = 0; i < COUNT(all); i++) {
        size_t n = strlen(all[i]);
        if (len >= n && memcmp(s, all[i], n) == 0) return n;
    }
    return 0;
}

/* The name as it is read: without its dashes, the D of a property and what is not seen. */
static size_t clean(const char **name, size_t len, char *out) {
    const char *s = *name;
    size_t n = 0;
    while (len && (*s == '-' || *s == '_' || *s == '.')) s++, len--;
    if (s > *name && s[-1] == '-' && len > 1 && *s == 'D') s++, len--;
    while (len && is_separator(s[len - 1])) len--;
    if (len > LONGEST) s += len - LONGEST, len = LONGEST;
    *name = s;
    if (!memchr(s, 0xC2, len) && !memchr(s, 0xE2, len) && !memchr(s, 0xEF, len)) return len;
    for (size_t i = 0; i < len;) {
        size_t none = unseen(s + i, len - i);
        if (none) i += none;
        else out[n++] = s[i++];
    }
    *name = out;
    return n;
}

#define MOST_PARTS 8 /* of a letter, and a NULL */
typedef const char *const part_table[26][MOST_PARTS];

static const char *const *of_letter(part_table table, char c) {
    static const char *const none[] = {NULL};
    c = lower(c);
    return c >= 'a' && c <= 'z' ? table[c - 'a'] : none;
}

/* What a name has anywhere, those of the JVM and more, by the first letter. */
static bool has_part(const char *name, size_t len) {
    static part_table parts = {
        ['a' - 'a'] = {"api key", "access key", "account key", "authorization"},
        ['c' - 'a'] = {"credential", "client key"},
        ['d' - 'a'] = {"db pass"},
        ['e' - 'a'] = {"encryption key"},
        ['k' - 'a'] = {"key pass", "kennwort"},
        ['l' - 'a'] = {"license key"},
        ['m' - 'a'] = {"master key", "motdepasse"},
        ['p' - 'a'] = {"passw", "passphrase", "passcode", "private key", "pwd", "pswd"},
        ['s' - 'a'] = {"secret", "shared key", "signing key", "store pass", "session id",
                       "session key"},
        ['t' - 'a'] = {"token"},
        ['u' - 'a'] = {"user pass"},
        ['w' - 'a'] = {"wachtwoord"}};
    for (size_t i = 0; i < len; i++)
        for (const char *const *part = of_letter(parts, name[i]); *part; part++)
            if (part_at(name + i, len - i, *part)) return true;
    return false;
}

/* What it ends with, by the last letter. */
static bool ends_with_part(const char *name, size_t len) {
    static part_table words = {['d' - 'a'] = {"cred"},
                               ['e' - 'a'] = {"cookie"},
                               ['f' - 'a'] = {"csrf", "xsrf"},
                               ['h' - 'a'] = {"auth"},
                               ['p' - 'a'] = {"otp"},
                               ['r' - 'a'] = {"bearer"},
                               ['s' - 'a'] = {"keys", "pass", "cookies", "creds"},
                               ['t' - 'a'] = {"salt", "jwt"},
                               ['w' - 'a'] = {"pw", "psw"},
                               ['y' - 'a'] = {"key"}};
    for (const char *const *word = of_letter(words, name[len - 1]); *word; word++)
        if (ends_with(name, len, *word)) return true;
    return len > 3 && ends_with(name, len, "pat"); /* GH_PAT, of GitHub's */
}

/* Keys that open nothing. */
static bool is_open(const char *name, size_t len) {
    static const char *const open[] = {"public key",    "primary key", "foreign key", "cache key",
                                       "partition key", "routing key", "sort key",    "row key",
                                       "lookup key",    "message key", "map key"};
    for (size_t i = 0; i < COUNT(open); i++)
        if (has(name, len, open[i])) return true;
    return false;
}

/* jaas ... config */
static bool has_jaas(const char *name, size_t len) {
    for (size_t i = 0; i + 4 <= len; i++)
        if (part_at(name + i, len - i, "jaas")) return has(name + i, len - i, "config");
    return false;
}

static bool is_name(const char *name, size_t len) {
    if ((len == 3 && memcmp(name, "PWD", 3) == 0) || (len == 6 && memcmp(name, "OLDPWD", 6) == 0))
        return false; /* where a shell is */
    if (!len) return false;
    return has_part(name, len) ||
           ((ends_with_part(name, len) || has_jaas(name, len)) && !is_open(name, len));
}

bool secret_is_weak_name(const char *name, size_t len) {
    static const char *const words[] = {"sig", "signature", "key", "keys"};
    char out[LONGEST];
    len = clean(&name, len, out);
    for (size_t i = 0; i < COUNT(words); i++)
        if (is(name, len, words[i])) return true;
    return false;
}

bool secret_name(const char *name, size_t len) {
    char out[LONGEST];
    len = clean(&name, len, out);
    return is_name(name, len) || ends_with(name, len, "sig") || ends_with(name, len, "signature");
}

bool secret_name_to_warn_of(const char *name, size_t len) {
    static const char *const parts[] = {
        "tokeniz",    "token type",  "token url",       "token uri", "token limit", "token ttl",
        "token size", "token count", "password policy", "passworld", "passwise",    "xdg session"};
    char out[LONGEST];
    len = clean(&name, len, out);
    if (!is_name(name, len) || secret_is_weak_name(name, len)) return false;
    for (size_t i = 0; i < COUNT(parts); i++)
        if (has(name, len, parts[i])) return false;
    return len < 6 || strncasecmp(name + len - 6, "tokens", 6) != 0; /* which are counted */
}

bool secret_pair_name(const char *name, size_t len) {
    char out[LONGEST];
    len = clean(&name, len, out);
    return is_name(name, len) || has(name, len, "auth");
}

bool secret_field_name(const char *name, size_t len) {
    return is_name(name, len) && !is(name, len, "key") && !is(name, len, "keys");
}

bool secret_header_name(const char *name, size_t len) {
    return ends_with(name, len, "cookie") || ends_with(name, len, "authorization");
}
