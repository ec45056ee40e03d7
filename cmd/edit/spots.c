#include "cmd/edit/spots.h"
#include "base/platform.h"

#include <ctype.h>
#include <strings.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LONGEST_NAME 253 /* of a host */
#define LONGEST_KEY 64

struct search {
    const char *s;
    size_t len;
    bool versions; /* numbers with dots are versions */
    spot_found *found;
    void *context;
};

static bool is_alnum(char c) {
    return isalnum((unsigned char)c) != 0;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static char at(const struct search *f, size_t i) {
    return i < f->len ? f->s[i] : 0;
}

static char before(const struct search *f, size_t i, size_t n) {
    return i >= n ? f->s[i - n] : 0;
}

static void tell(const struct search *f, enum personal_kind kind, size_t from, size_t end,
                 bool sure) {
    if (end > from && !spot_is_nobody(kind, f->s + from, end - from))
        f->found(f->context, kind, from, end - from, sure);
}

/* ==== Who is nobody ========================================================================= */

static bool is_one_of(const char *const *list, size_t count, const char *name, size_t len) {
    return some_of(i, count, strlen(list[i]) == len && strncasecmp(list[i], name, len) == 0);
}

/* "user-12" */
static bool is_numbered(const char *name, size_t len, const char *word) {
    size_t n = strlen(word);
    if (len <= n || memcmp(name, word, n) != 0) return false;
    while (n < len && is_digit(name[n])) n++;
    return n == len;
}

static bool ends_with(const char *name, size_t len, const char *end) {
    size_t n = strlen(end);
    return len >= n && strncasecmp(name + len - n, end, n) == 0;
}

/* Of domains: itself, or below it. */
static bool is_within(const char *name, size_t len, const char *domain) {
    size_t n = strlen(domain);
    return ends_with(name, len, domain) && (len == n || name[len - n - 1] == '.');
}

static bool is_for_all(const char *name, size_t len) {
    static const char *const domains[] = {
        "example.com", "example.org", "example.net",      "localhost",    "oracle.com",
        "java.com",    "openjdk.org", "openjdk.java.net", "adoptium.net", "w3.org",
        "apache.org",  "sun.com",     "azul.com",         "xmlsoap.org",  "java.net"};
    return some_of(i, COUNT(domains), is_within(name, len, domains[i]));
}

static bool is_address_for_all(const char *name, size_t len) {
    static const char *const begins[] = {"127.",        "0.0.0.0",    "255.",    "192.0.2.",
                                         "198.51.100.", "203.0.113.", "198.18.", "198.19.",
                                         "2001:db8:",   "2001:DB8:"};
    for (size_t i = 0; i < COUNT(begins); i++)
        if (len >= strlen(begins[i]) && memcmp(name, begins[i], strlen(begins[i])) == 0)
            return true;
    return (len == 2 && memcmp(name, "::", 2) == 0) || (len == 3 && memcmp(name, "::1", 3) == 0);
}

bool spot_is_word(const char *name, size_t len) {
    static const char *const words[] = {
        "admin",  "agent", "app",    "application", "client", "daemon",  "default", "demo",
        "docker", "guest", "home",   "host",        "java",   "jenkins", "local",   "main",
        "master", "name",  "nobody", "node",        "none",   "null",    "public",  "root",
        "runner", "self",  "server", "service",     "shared", "system",  "test",    "true",
        "false",  "user",  "users",  "username",    "work",   "worker",  "sa",      "unknown"};
    return is_one_of(words, COUNT(words), name, len);
}

bool spot_is_nobody(enum personal_kind kind, const char *name, size_t len) {
    static const char *const users[] = {"root",   "nobody",   "daemon", "system", "public",
                                        "shared", "default",  "null",   "none",   "user",
                                        "name",   "username", "true",   "false",  "unknown"};
    static const char *const hosts[] = {
        "localhost", "localhost.localdomain", "host", "hostname", "null", "none", "true", "false",
        "unknown"};
    switch (kind) {
    case PERSONAL_USER:
        return is_one_of(users, COUNT(users), name, len) || is_numbered(name, len, "user-");
    case PERSONAL_HOST:
        return is_one_of(hosts, COUNT(hosts), name, len) || is_numbered(name, len, "host-") ||
               is_for_all(name, len);
    case PERSONAL_MAIL: return is_for_all(name, len);
    case PERSONAL_IPV4:
    case PERSONAL_IPV6: return is_address_for_all(name, len);
    default: return is_numbered(name, len, "match-");
    }
}

/* ==== Addresses ============================================================================= */

/* Where a dotted quad ends; 0: there is none. */
static size_t quad_end(const struct search *f, size_t from) {
    size_t i = from;
    for (unsigned part = 0; part < 4; part++) {
        unsigned value = 0, digits = 0;
        if (part && at(f, i++) != '.') return 0;
        for (; digits < 4 && is_digit(at(f, i)); digits++)
            value = value * 10 + (unsigned)(f->s[i++] - '0');
        if (!digits || digits > 3 || value > 255) return 0;
    }
    return i;
}

/* 17.0.9.1 in "jdk-17.0.9.1+1" or "lib-1.2.3.4.jar" is a version. */
static bool is_quad_alone(const struct search *f, size_t from, size_t end) {
    char b = before(f, from, 1), a = at(f, end);
    if (is_alnum(b) || b == '.' || b == '_' || b == '+' || is_alnum(a) || a == '_' || a == '+')
        return false;
    if (a == '.' && is_alnum(at(f, end + 1))) return false;
    if (b == '-' && from >= 4) {
        static const char *const words[] = {"jdk", "jre", "lib", "ava"};
        for (size_t i = 0; i < COUNT(words); i++)
            if (strncasecmp(f->s + from - 4, words[i], 3) == 0) return false;
    }
    return true;
}

static size_t ipv4(const struct search *f, size_t i) {
    if (f->versions || is_digit(before(f, i, 1))) return 0;
    size_t end = quad_end(f, i);
    if (!end || !is_quad_alone(f, i, end)) return 0;
    tell(f, PERSONAL_IPV4, i, end, true);
    return end;
}

static bool is_hex(char c) {
    return isxdigit((unsigned char)c) != 0;
}

static size_t ipv6(const struct search *f, size_t i) {
    char text[46], b = before(f, i, 1);
    size_t end = i, colons = 0, digits = 0;
    unsigned char address[16];
    if (is_alnum(b) || b == ':' || b == '.' || b == '_') return 0;
    while (is_hex(at(f, end)) || at(f, end) == ':') {
        colons += f->s[end] == ':';
        digits += is_digit(f->s[end]);
        end++;
    }
    if (end > i + 1 && f->s[end - 1] == ':' && f->s[end - 2] != ':')
        end--, colons--; /* of a sentence */
    if (colons < 2 || !digits || end - i >= sizeof text) return 0;
    if (is_alnum(at(f, end)) || at(f, end) == '_' ||
        (at(f, end) == '.' && is_digit(at(f, end + 1))))
        return 0;
    memcpy(text, f->s + i, end - i);
    text[end - i] = 0;
    if (!platform_ipv6(text, address)) return 0;
    tell(f, PERSONAL_IPV6, i, end, true);
    return end;
}

/* ==== Names ================================================================================= */

static bool is_of_host(char c) {
    return is_alnum(c) || c == '-' || c == '.';
}

static bool is_of_user(char c) {
    return is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '+' || (unsigned char)c >= 0x80;
}

/* Where a host's name ends that begins there, if there is one that is no number. */
static size_t host_end(const struct search *f, size_t from) {
    size_t end = from;
    bool letter = false;
    while (end < f->len && end - from < LONGEST_NAME && is_of_host(f->s[end]))
        letter |= isalpha((unsigned char)f->s[end++]) != 0;
    while (end > from && (f->s[end - 1] == '.' || f->s[end - 1] == '-')) end--;
    return letter && is_alnum(at(f, from)) ? end : from;
}

static size_t user_end(const struct search *f, size_t from) {
    size_t end = from;
    while (end < f->len && end - from < LONGEST_NAME && is_of_user(f->s[end])) end++;
    while (end > from && (f->s[end - 1] == '.' || f->s[end - 1] == '-')) end--;
    return end;
}

/* At '@': joe@corp.net, but not user@host of a URL. */
static void mail(const struct search *f, size_t i) {
    size_t from = i, end = host_end(f, i + 1), dot;
    while (from && i - from < 64 && (is_of_user(f->s[from - 1]) || f->s[from - 1] == '%')) from--;
    while (from < i && !is_alnum(f->s[from]) && (unsigned char)f->s[from] < 0x80) from++;
    if (from == i || end == i + 1) return;
    if (before(f, from, 1) == '/' || before(f, from, 1) == ':') {
        size_t k = from;
        while (k && from - k < 64 && !isspace((unsigned char)f->s[k - 1]) && f->s[k - 1] != '/')
            k--;
        if (before(f, k, 1) == '/' && before(f, k, 2) == '/') return; /* hosts tells of it */
    }
    for (dot = end; dot > i && f->s[dot - 1] != '.'; dot--) continue;
    if (dot <= i + 2 || end - dot < 2 || !isalpha((unsigned char)f->s[dot])) return;
    for (size_t k = dot; k < end; k++)
        if (!isalpha((unsigned char)f->s[k])) return;
    static const char *const files[] = {"jar", "war", "class", "java", "dll", "so"};
    if (is_one_of(files, COUNT(files), f->s + dot, end - dot)) return;
    if (spot_is_nobody(PERSONAL_MAIL, f->s + i + 1, end - i - 1)) return;
    tell(f, PERSONAL_MAIL, from, end, true);
}

/* At "//", behind ':' or '@': [user[:password]@]host. */
static void url(const struct search *f, size_t i) {
    size_t from = i + 2, end = from, last = 0;
    if (before(f, i, 1) != ':' && before(f, i, 1) != '@') return;
    while (end < f->len && end - from < 512 && !isspace((unsigned char)f->s[end]) &&
           !strchr("/?#\"'<>,;()", f->s[end]))
        if (f->s[end++] == '@') last = end;
    if (last) {
        size_t user = from;
        while (user < last - 1 && f->s[user] != ':') user++;
        if (user_end(f, from) == user) tell(f, PERSONAL_USER, from, user, true);
        from = last;
    }
    end = host_end(f, from);
    tell(f, PERSONAL_HOST, from, end, memchr(f->s + from, '.', end - from) != NULL);
}

/* At a slash: /home/joe, /Users/joe, \Users\joe, \\Users\\joe. Returns where the name ends. */
static void home(const struct search *f, size_t i) {
    static const char *const folders[] = {"home", "Users", "users"};
    for (size_t k = 0; k < COUNT(folders); k++) {
        size_t n = strlen(folders[k]), from = i + 1 + n;
        char slash = f->s[i];
        if (f->len - i <= n + 2 || memcmp(f->s + i + 1, folders[k], n) != 0) continue;
        if (at(f, from) != slash) continue;
        while (at(f, from) == slash) from++;
        size_t first = i;
        while (first && f->s[first - 1] == slash) first--;
        char b = before(f, first, 1);
        bool below = first >= 4 && (memcmp(f->s + first - 4, "/var", 4) == 0);
        below = below || (first >= 7 && memcmp(f->s + first - 7, "/export", 7) == 0);
        if ((is_alnum(b) || b == '_' || b == '.' || b == '-') && !below) continue;
        tell(f, PERSONAL_USER, from, user_end(f, from), true);
        return;
    }
}

/* ==== Keys ================================================================================== */

/* The last word of a key: "user.name" is name of user, "dbUser" is user. */
static enum personal_place place_of(const char *key, size_t len) {
    static const char *const users[] = {"user",  "username", "user.name", "user_name", "user-name",
                                        "login", "logname",  "principal", "userid"};
    static const char *const hosts[] = {"host",      "hostname",     "host.name", "host_name",
                                        "host-name", "computername", "peerhost"};
    bool option = len && *key == '-';
    while (len && *key == '-') key++, len--;
    if (option && len > 1 && *key == 'D') key++, len--;
    for (size_t i = 0; i < COUNT(users) + COUNT(hosts); i++) {
        const char *word = i < COUNT(users) ? users[i] : hosts[i - COUNT(users)];
        size_t n = strlen(word);
        if (!ends_with(key, len, word)) continue;
        char b = len > n ? key[len - n - 1] : '.', first = key[len - n];
        if (is_alnum(b) && !(isupper((unsigned char)first) && islower((unsigned char)b))) continue;
        return i < COUNT(users) ? PERSONAL_IS_USER : PERSONAL_IS_HOST;
    }
    for (size_t i = 0; i + 7 <= len; i++)
        if (strncasecmp(key + i, "version", 7) == 0) return PERSONAL_IS_VERSION;
    return PERSONAL_TEXT;
}

enum personal_place personal_place_of_key(const char *key) {
    return place_of(key, strlen(key));
}

enum personal_place personal_place_of_field(const char *name) {
    return place_of(name, strlen(name));
}

/* At '=' or ':' behind a key. */
static void keyed(const struct search *f, size_t i) {
    size_t from = i, value = i + 1;
    if (before(f, from, 1) == '"' || before(f, from, 1) == '\'') from--;
    size_t end = from;
    while (from && end - from < LONGEST_KEY &&
           (is_alnum(f->s[from - 1]) || strchr("._-", f->s[from - 1])))
        from--;
    if (from == end) return;
    enum personal_place place = place_of(f->s + from, end - from);
    if (place != PERSONAL_IS_USER && place != PERSONAL_IS_HOST) return;
    while (at(f, value) == ' ' || at(f, value) == '"' || at(f, value) == '\'') value++;
    if (place == PERSONAL_IS_USER) tell(f, PERSONAL_USER, value, user_end(f, value), true);
    else tell(f, PERSONAL_HOST, value, host_end(f, value), true);
}

/* ==== Texts ================================================================================= */

static bool is_path_or_address(const char *s, size_t len) {
    return *s == '/' || memchr(s, ':', len) || memchr(s, '\\', len);
}

void spots_find(enum personal_place place, const char *text, size_t len, spot_found *found,
                void *context) {
    const struct search f = {text, len, place == PERSONAL_IS_VERSION, found, context};
    if (!len || (place == PERSONAL_IS_CODE && !is_path_or_address(text, len))) return;
    if (place == PERSONAL_IS_USER && user_end(&f, 0) == len) tell(&f, PERSONAL_USER, 0, len, true);
    if (place == PERSONAL_IS_HOST && host_end(&f, 0) == len) tell(&f, PERSONAL_HOST, 0, len, true);
    for (size_t i = 0; i < len;) {
        char c = text[i];
        size_t end = 0;
        if (is_digit(c)) end = ipv4(&f, i);
        if (!end && (is_hex(c) || c == ':')) end = ipv6(&f, i);
        if (c == '@') mail(&f, i);
        else if (c == '=' || c == ':') keyed(&f, i);
        else if (c == '/' && at(&f, i + 1) == '/') url(&f, i);
        if (c == '/' || c == '\\') home(&f, i);
        i = end ? end : i + 1;
    }
}
