#include "analyzers/jvm/secrets.h"
#include "base/platform.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '-';
}

static bool has(const char *name, size_t len, const char *part) {
    size_t n = strlen(part);
    for (size_t i = 0; i + n <= len; i++)
        if (strncasecmp(name + i, part, n) == 0) return true;
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

static bool is_secret(const char *name, size_t len) {
    static const char *const parts[] = {"passw",       "passphrase",   "secret",     "token",
                                        "credential",  "apikey",       "api_key",    "api-key",
                                        "api.key",     "accesskey",    "access_key", "privatekey",
                                        "private_key", "authorization"};
    static const char *const words[] = {"key", "pwd", "pass", "auth", "cookie", "salt"};
    if (len > 2 && strncmp(name, "-D", 2) == 0) return is_secret(name + 2, len - 2);
    if ((len == 3 && strncmp(name, "PWD", 3) == 0) || (len == 6 && strncmp(name, "OLDPWD", 6) == 0))
        return false; /* where a shell is */
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (has(name, len, parts[i])) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (ends_with(name, len, words[i])) return true;
    return false;
}

bool secret_name(const char *name) {
    return is_secret(name, strlen(name));
}

static size_t word_end(const char *s) {
    return strcspn(s, " \t\r\n&\"'");
}

/* "//user:password@host" at s: how much stands before the password; 0: there is none. */
static size_t password_in(const char *s, size_t *len) {
    size_t end = strcspn(s + 2, " \t\r\n/\"'") + 2;
    const char *at = platform_last(s, '@', end);
    const char *colon = at ? memchr(s, ':', (size_t)(at - s)) : NULL;
    if (!colon) return 0;
    *len = (size_t)(at - colon) - 1;
    return (size_t)(colon - s) + 1;
}

bool secrets_add_masked(const char *name, const char *value, struct text *out) {
    bool masked = false;
    if (name && *value && secret_name(name)) {
        text_add(out, SECRET_MASK);
        return true;
    }
    for (const char *s = value; *s;) {
        size_t len = 0, before;
        if (s[0] == '/' && s[1] == '/' && s > value && s[-1] == ':' &&
            (before = password_in(s, &len)) != 0) {
            text_add_bytes(out, s, before);
            text_add(out, SECRET_MASK);
            s += before + len;
            masked = true;
            continue;
        }
        if (!is_letter(*s)) {
            text_add_char(out, *s++);
            continue;
        }
        while (is_letter(s[len])) len++;
        text_add_bytes(out, s, len);
        bool secret = is_secret(s, len), option = s[0] == '-';
        s += len;
        size_t gap = *s == '=' ? 1 : option ? strspn(s, " ") : 0;
        if (!secret || !gap || !s[gap] || (*s != '=' && s[gap] == '-')) continue;
        text_add_bytes(out, s, gap);
        s += gap;
        char quote = *s == '"' || *s == '\'' ? *s++ : 0;
        s += quote ? strcspn(s, (char[]){quote, 0}) : word_end(s);
        if (quote && *s) s++;
        text_add(out, SECRET_MASK);
        masked = true;
    }
    return masked;
}
