#include "base/secrets/value.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define LIST_LOOK \
    8192 /* bytes of a list before an option that are looked through for where it begins */

bool secret_is_mask(const char *value, size_t len) {
    static const char redacted[] = "[REDACTED]"; /* of a JVM of JDK 27 */
    return (len == strlen(SECRET_MASK) && memcmp(value, SECRET_MASK, len) == 0) ||
           (len == strlen(redacted) && memcmp(value, redacted, len) == 0);
}

bool secret_is_of_credential(char c) {
    return isalnum((unsigned char)c) || (c && strchr("._~+/=-", c));
}

bool secret_says_something(const char *s, size_t len) {
    static const char *const words[] = {"a",
                                        "an",
                                        "and",
                                        "auth",
                                        "authentication",
                                        "authorization",
                                        "being",
                                        "blank",
                                        "changed",
                                        "correct",
                                        "credential",
                                        "credentials",
                                        "disabled",
                                        "empty",
                                        "enabled",
                                        "encrypted",
                                        "error",
                                        "expired",
                                        "for",
                                        "from",
                                        "given",
                                        "header",
                                        "in",
                                        "incorrect",
                                        "invalid",
                                        "is",
                                        "longer",
                                        "missing",
                                        "needed",
                                        "never",
                                        "no",
                                        "not",
                                        "null",
                                        "ok",
                                        "or",
                                        "provided",
                                        "realm",
                                        "required",
                                        "scheme",
                                        "set",
                                        "shorter",
                                        "still",
                                        "stored",
                                        "the",
                                        "to",
                                        "token",
                                        "tokens",
                                        "too",
                                        "unknown",
                                        "unset",
                                        "used",
                                        "valid",
                                        "was",
                                        "wrong"};
    size_t n = 0;
    while (n < len && isalpha((unsigned char)s[n])) n++;
    if (n < len && (isdigit((unsigned char)s[n]) || s[n] == '_' || s[n] == '-')) return false;
    for (size_t i = 0; i < COUNT(words); i++)
        if (strlen(words[i]) == n && strncasecmp(s, words[i], n) == 0) return true;
    return n == 0 && (!len || isspace((unsigned char)*s));
}

char secret_unit_before(const struct secret_scan *scan, size_t at) {
    if (at >= 5 && memcmp(scan->s + at - 5, "&amp;", 5) == 0) return '&';
    return at ? scan->s[at - 1] : 0;
}

size_t secret_take(struct secret_scan *scan, size_t at, size_t end) {
    if (end > at && !secret_is_mask(scan->s + at, end - at))
        scan->found(scan->context, at, end - at);
    return end;
}

size_t secret_blanks(const struct secret_scan *scan, size_t at, bool lines) {
    for (;;) {
        struct unit unit = secret_unit(scan, at);
        if (unit.c != ' ' && unit.c != '\t' && !(lines && (unit.c == '\n' || unit.c == '\r')))
            return at;
        at += unit.size;
    }
}

/* ==== In quotes ============================================================================= */

static bool is_quote(char c) {
    return c == '"' || c == '\'' || c == '`';
}

/* The quote at `open` ends where it is written the same again, or where one outside of it ends. */
static size_t quote_end(const struct secret_scan *scan, size_t open, struct unit quote) {
    size_t at = open + quote.size;
    while (at < scan->len) {
        struct unit unit = secret_unit(scan, at);
        size_t next = at + unit.size;
        bool ends = unit.c == quote.c && unit.size <= quote.size;
        bool twice = ends && unit.c == '\'' && next < scan->len && scan->s[next] == '\'';
        if (ends && !twice) break;
        at = twice ? next + 1 : next; /* SQL writes a quote within quotes twice */
    }
    return at;
}

static size_t take_quoted(struct secret_scan *scan, size_t at) {
    struct unit quote = secret_unit(scan, at);
    size_t end = quote_end(scan, at, quote);
    secret_take(scan, at + quote.size, end);
    struct unit close = secret_unit(scan, end);
    return close.size == quote.size ? end + close.size : end;
}

/* ==== In brackets =========================================================================== */

/* All that is between braces, as one: of a connection string, or an object. */
static size_t take_braces(struct secret_scan *scan, size_t at) {
    size_t from = at + 1, end = from, depth = 1;
    for (; end < scan->len; end++) {
        if (scan->s[end] == '{') depth++;
        if (scan->s[end] == '}' && --depth == 0) break;
    }
    secret_take(scan, from, end);
    return end;
}

/* Each of an array, which may have arrays in it. */
static size_t take_array(struct secret_scan *scan, size_t at) {
    size_t depth = 0;
    while (at < scan->len) {
        struct unit unit = secret_unit(scan, at);
        if (unit.c == '[') {
            depth++;
        } else if (unit.c == ']') {
            if (--depth == 0) return at + unit.size;
        } else if (is_quote(unit.c)) {
            at = take_quoted(scan, at);
            continue;
        } else if (unit.c != ',' && !isspace((unsigned char)unit.c)) {
            size_t end = at;
            for (struct unit u = unit; end < scan->len && u.c != ',' && u.c != ']' && u.c != '[' &&
                                       u.c != '\n' && !is_quote(u.c);
                 u = secret_unit(scan, end))
                end += u.size;
            if (end == at) end++;
            at = secret_take(scan, at, end);
            continue;
        }
        at += unit.size;
    }
    return at;
}

/* ==== Behind an option ====================================================================== */

/* Does the nearest bracket before open a list? */
static bool is_in_list(const struct secret_scan *scan, size_t at) {
    for (size_t n = 0; n < LIST_LOOK && at > 0; n++) {
        char c = scan->s[--at];
        if (c == '[' || c == ']' || c == '\n') return c == '[';
    }
    return false;
}

/* Behind "," and blanks; `at`: there is no comma. */
static size_t behind_comma(const struct secret_scan *scan, size_t at) {
    size_t comma = secret_blanks(scan, at, true);
    return secret_unit(scan, comma).c == ',' ? secret_blanks(scan, comma + 1, true) : at;
}

size_t secret_behind_option(const struct secret_scan *scan, size_t at) {
    struct unit close = secret_unit(scan, at), unit;
    size_t next;
    if (is_quote(close.c)) { /* "--name", "value"; "--name" "value" */
        size_t end = at + close.size;
        next = behind_comma(scan, end);
        bool list = next > end;
        if (!list) next = secret_blanks(scan, end, false);
        unit = secret_unit(scan, next);
        bool quoted = unit.c == close.c && unit.size == close.size;
        if (next == end || (!quoted && !(list && isdigit((unsigned char)unit.c)))) return at;
        unit = secret_unit(scan, quoted ? next + unit.size : next);
        return unit.c == '-' ? at : next;
    }
    next = close.c == ',' && is_in_list(scan, at) ? behind_comma(scan, at)
                                                  : secret_blanks(scan, at, false);
    unit = secret_unit(scan, next);
    return unit.size && unit.c != '-' ? next : at;
}

size_t secret_take_item(struct secret_scan *scan, size_t at) {
    size_t end = at;
    while (end < scan->len && scan->s[end] != ',' && scan->s[end] != ']' && scan->s[end] != '\n')
        end++;
    return secret_take(scan, at, end);
}

/* ==== To the next blank ===================================================================== */

/* Is a pair of an address what follows "&"? */
static bool pair_follows(const struct secret_scan *scan, size_t at) {
    size_t from = at;
    while (at < scan->len && at - from < 64 &&
           (isalnum((unsigned char)scan->s[at]) || strchr("_.-[]", scan->s[at])))
        at++;
    return at > from && secret_unit(scan, at).c == '=';
}

static size_t bare_end(const struct secret_scan *scan, size_t at, bool query) {
    size_t from = at;
    bool jdbc = false;
    while (at < scan->len) {
        struct unit unit = secret_unit(scan, at);
        if (isspace((unsigned char)unit.c) || unit.c == '"' || unit.c == '<') break;
        if (unit.c == '&' && at > from && (query || pair_follows(scan, at + unit.size))) break;
        if (query && scan->s[at] == '#') break;
        if (unit.c == ';' && pair_follows(scan, at + unit.size)) {
            jdbc = true;
            break;
        }
        at += unit.size;
    }
    /* What closes something else. */
    while (!jdbc && at > from + 1 && strchr(",;)]}>'`", scan->s[at - 1])) at--;
    return at;
}

static bool is_stand_in(const struct secret_scan *scan, size_t at) {
    static const char redacted[] = "[REDACTED]";
    size_t n = strlen(redacted);
    return scan->len - at >= n && memcmp(scan->s + at, redacted, n) == 0;
}

size_t secret_take_value(struct secret_scan *scan, size_t at, bool query) {
    static const char cdata[] = "<![CDATA[";
    struct unit unit = secret_unit(scan, at);
    if (!unit.size) return at;
    if (is_quote(unit.c)) return take_quoted(scan, at);
    if (is_stand_in(scan, at)) return at + strlen("[REDACTED]");
    if (unit.c == '[') return take_array(scan, at);
    if (scan->s[at] == '{') return take_braces(scan, at);
    if (scan->len - at > strlen(cdata) && memcmp(scan->s + at, cdata, strlen(cdata)) == 0) {
        at += strlen(cdata);
        const char *end = memmem(scan->s + at, scan->len - at, "]]>", 3);
        return secret_take(scan, at, end ? (size_t)(end - scan->s) : scan->len);
    }
    return secret_take(scan, at, bare_end(scan, at, query));
}

/* ==== Headers =============================================================================== */

static size_t line_end(const struct secret_scan *scan, size_t at) {
    while (at < scan->len) {
        struct unit unit = secret_unit(scan, at);
        if (unit.c == '\n' || unit.c == '\r') break;
        at += unit.size;
    }
    return at;
}

size_t secret_take_line(struct secret_scan *scan, size_t at) {
    size_t end = line_end(scan, at);
    while (end > at && isspace((unsigned char)scan->s[end - 1])) end--;
    return secret_take(scan, at, end);
}

/* Behind "Bearer " or another scheme, whose credential is one word; `at`: there is none. */
static size_t behind_scheme(const struct secret_scan *scan, size_t at) {
    static const char *const schemes[] = {"bearer", "basic",     "token", "apikey", "api-key",
                                          "key",    "negotiate", "ntlm",  "dpop",   "splunk"};
    for (size_t i = 0; i < COUNT(schemes); i++) {
        size_t n = strlen(schemes[i]), next = at + n;
        if (scan->len - at <= n || strncasecmp(scan->s + at, schemes[i], n) != 0) continue;
        while (next < scan->len && (scan->s[next] == ' ' || scan->s[next] == '\t')) next++;
        if (next > at + n && next < scan->len) return next;
    }
    return at;
}

/* Where a header ends that began in no quotes of its own: at those that it stands in. */
static size_t header_end(const struct secret_scan *scan, size_t at) {
    size_t end = at;
    bool inside = false; /* of quotes of a parameter, username="joe" */
    while (end < scan->len) {
        struct unit unit = secret_unit(scan, end);
        if (unit.c == '\n' || unit.c == '\r') break;
        if (unit.c == '"') {
            if (!inside && (end == at || scan->s[end - 1] != '=')) break;
            inside = !inside;
        }
        end += unit.size;
    }
    while (end > at && isspace((unsigned char)scan->s[end - 1])) end--;
    return end;
}

size_t secret_take_header(struct secret_scan *scan, size_t at, size_t key_end) {
    struct unit unit = secret_unit(scan, at), separator = secret_unit(scan, key_end);
    if (is_quote(unit.c)) {
        size_t from = behind_scheme(scan, at + unit.size), end = quote_end(scan, at, unit);
        if (from > end) from = at + unit.size;
        secret_take(scan, from, end);
        return end + (secret_unit(scan, end).size == unit.size ? unit.size : 0);
    }
    size_t next = behind_scheme(scan, at);
    if (next > at) return secret_take_value(scan, next, false);
    if (unit.c == '[' || unit.c == '{' || separator.c != ':')
        return secret_take_value(scan, at, false);
    return secret_take(scan, at, header_end(scan, at));
}
