#include "base/secrets/names.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LONGEST 256 /* bytes of a name that are looked at: its last ones */

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
        if (at >= len || tolower((unsigned char)name[at]) != *part) return 0;
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

static bool is_name(const char *name, size_t len) {
    /* What a name has anywhere: those of the JVM, and more. */
    static const char *const parts[] = {
        "passw",       "passphrase",    "passcode",   "secret",      "token",
        "credential",  "api key",       "access key", "account key", "private key",
        "client key",  "shared key",    "master key", "signing key", "encryption key",
        "license key", "authorization", "pwd",        "pswd",        "store pass",
        "key pass",    "user pass",     "db pass",    "session id",  "session key",
        "kennwort",    "motdepasse",    "wachtwoord"};
    /* What it ends with. */
    static const char *const words[] = {"key",  "keys", "pass", "auth",  "cookie", "cookies",
                                        "salt", "pw",   "psw",  "creds", "cred",   "jwt",
                                        "otp",  "csrf", "xsrf", "bearer"};
    /* Keys that open nothing. */
    static const char *const open[] = {"public key",    "primary key", "foreign key", "cache key",
                                       "partition key", "routing key", "sort key",    "row key",
                                       "lookup key",    "message key", "map key"};
    if ((len == 3 && memcmp(name, "PWD", 3) == 0) || (len == 6 && memcmp(name, "OLDPWD", 6) == 0))
        return false; /* where a shell is */
    for (size_t i = 0; i < COUNT(parts); i++)
        if (has(name, len, parts[i])) return true;
    for (size_t i = 0; i < COUNT(open); i++)
        if (has(name, len, open[i])) return false;
    for (size_t i = 0; i < COUNT(words); i++)
        if (ends_with(name, len, words[i])) return true;
    if (len > 3 && ends_with(name, len, "pat")) return true; /* GH_PAT, of GitHub's */
    for (size_t i = 0; i + 4 <= len; i++)                    /* jaas ... config */
        if (part_at(name + i, len - i, "jaas")) return has(name + i, len - i, "config");
    return false;
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
