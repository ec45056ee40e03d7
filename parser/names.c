#include "parser/names.h"
#include "base/array.h"

#include <string.h>

/* How it works: a name is copied byte by byte. At a '$', a '_' and the first digit of a number, a
 * rule may say how many bytes to leave out, judging by how the copy so far ends and by what comes
 * next. Leaving something out may bring other things together ("X$$Lambda$1$2"), so passes are
 * made over the copy until nothing changes: nearly always one, or two where there was something.
 *
 * What a rule may take away was made by the JVM or by a library at run time: a counter, an
 * address, a hash code, a random or a time. What a compiler wrote (Foo$1, lambda$main$0,
 * access$000, Script1$_run_closure1, $$anonfun$1) is the same in every run and stays. */

#define MAX_PASSES 8
#define MAX_GROWTH 16     /* bytes that a result may be longer than the name, see names.h */
#define MAX_DIMENSIONS 10 /* of arrays that are written out, so that they do not grow more */

/* ==== Bytes ================================================================================= */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_alnum(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Number of bytes of the kind from at on. */
static size_t run_of(bool (*kind)(char), const char *at, const char *end) {
    const char *start = at;
    while (at < end && kind(*at)) at++;
    return (size_t)(at - start);
}

/* The same backwards: how many of the bytes before at. */
static size_t run_before(bool (*kind)(char), const char *start, const char *at) {
    const char *from = at;
    while (at > start && kind(at[-1])) at--;
    return (size_t)(from - at);
}

/* The name proper ends here, or a nested class begins. */
static bool is_stop(const char *at, const char *end) {
    return at == end || *at == '$';
}

struct copy {
    char *data;
    size_t len;
    bool nested; /* the last part has a '$' */
};

static bool ends_with(const struct copy *c, const char *tail, size_t len) {
    return c->len >= len && memcmp(c->data + c->len - len, tail, len) == 0;
}
#define ENDS(c, literal) ends_with((c), (literal), sizeof(literal) - 1)

static bool starts_with(const char *at, const char *end, const char *head, size_t len) {
    return (size_t)(end - at) >= len && memcmp(at, head, len) == 0;
}
#define STARTS(at, end, literal) starts_with((at), (end), (literal), sizeof(literal) - 1)

/* Where the literal ends for the first time, or SIZE_MAX. */
static size_t end_of(const char *data, size_t len, const char *literal) {
    const char *found = memmem(data, len, literal, strlen(literal));
    return found ? (size_t)(found - data) + strlen(literal) : SIZE_MAX;
}

/* Is what the copy ends with (of that length) the whole last part of the dotted name so far? */
static bool begins_part(const struct copy *c, size_t len) {
    return c->len == len || c->data[c->len - len - 1] == '.';
}

/* ==== Hidden classes ======================================================================== */

/* Length without the address and the hash code behind the name of a hidden class; len itself if
 * it is none. As HotSpot ("App$$Lambda/0x000001", "App+0x000001/7098658"), JVM TI and with it
 * async-profiler ("App.0x000001"), and JDK 8 to 14 ("App$$Lambda$14/7098658") write them. */
static size_t hidden_suffix(const char *name, size_t len) {
    size_t lambda = 0; /* where one was found, once looked for */
    for (size_t before = 0; before != len;) {
        before = len;
        size_t hex = run_before(is_hex, name, name + len);
        if (hex > 0 && len - hex > 3 && name[len - hex - 1] == 'x' && name[len - hex - 2] == '0') {
            char mark = name[len - hex - 3];
            if (mark == '/' || mark == '+' || mark == '.') {
                len -= hex + 3;
                continue;
            }
        }
        /* Fewer than four digits may be a class that an obfuscator called so: "a/1". */
        size_t digits = run_before(is_digit, name, name + len);
        if (digits < 4 || len - digits < 2) break;
        size_t rest = len - digits - 1;
        if (name[rest] == '.') { /* JMC turns that '/' into a dot too, and exports so */
            if (lambda == 0) lambda = end_of(name, rest, "$$Lambda");
            if (lambda == SIZE_MAX) lambda = end_of(name, rest, "LambdaForm$");
            if (rest < lambda) break;
        } else if (name[rest] != '/') {
            break;
        }
        len = rest;
    }
    return len;
}

/* ==== What comes at a '$' =================================================================== */

/* CGLIB and its copies: "$$EnhancerBySpringCGLIB$$", "$$FastClassByGuice$$". */
static bool ends_with_cglib_tag(const struct copy *c) {
    if (ENDS(c, "CGLIB") || ENDS(c, "CGLIB$$FastClass")) return true;
    const char *token = c->data + c->len;
    while (token - c->data >= 2 && !(token[-1] == '$' && token[-2] == '$')) token--;
    const char *end = c->data + c->len;
    return token - c->data >= 2 &&
           (STARTS(token, end, "EnhancerBy") || STARTS(token, end, "FastClassBy") ||
            STARTS(token, end, "KeyFactoryBy"));
}

/* Eight random letters and digits, and not a word: "AbCd1234", but not "Compiler". */
static bool is_random_name(const char *at, size_t len) {
    if (len != 8 || is_digit(at[0])) return len == 8;
    for (size_t i = 1; i < len; i++) {
        if (at[i] < 'a' || at[i] > 'z') return true;
    }
    return false;
}

/* Byte Buddy and who names their classes with its help. */
static bool drops_random(const struct copy *c, const char *at, size_t len) {
    if (ENDS(c, "$ByteBuddy") || ENDS(c, "$HibernateProxy") || ENDS(c, "$HibernateBasicProxy") ||
        ENDS(c, "$HibernateInstantiator") || ENDS(c, "$HibernateAccessOptimizer")) {
        return is_random_name(at, len);
    }
    if (ENDS(c, "$MockitoMock"))
        return is_random_name(at, len) || run_of(is_digit, at, at + len) == len;
    return ENDS(c, "$auxiliary") && len >= 6 && len <= 8;
}

static size_t drop_at_dollar(const struct copy *c, const char *at, const char *end) {
    const char *next = at + 1;
    if (next < end && *next == '$') {
        const char *hash = next + 1;
        size_t hex = run_of(is_hex, hash, end);
        if (hex == 0 || hex > 16) return 0;
        const char *stop = hash + hex;
        if (stop < end && *stop == '_') stop += 1 + run_of(is_digit, stop + 1, end);
        return is_stop(stop, end) && ends_with_cglib_tag(c) ? (size_t)(stop - at) : 0;
    }
    size_t len = run_of(is_alnum, next, end);
    if (len == 0 || !is_stop(next + len, end)) return 0;
    size_t digits = run_of(is_digit, next, next + len);
    if (ENDS(c, "$$Lambda")) {
        if (digits == len) return 1 + len;
        const char *hex = *next == 'x' ? next + 1 : next; /* GraalVM, JVMs of the past */
        size_t hex_len = run_of(is_hex, hex, end);
        return hex_len >= 8 && hex + hex_len == next + len ? 1 + len : 0;
    }
    if (digits == len) {
        if (ENDS(c, "nashorn.internal.scripts.Script") ||
            ENDS(c, "nashorn.internal.scripts.Script$Recompilation")) {
            return 1 + len;
        }
        /* "X$$Lambda$lambda$wrap$2$2630016632": the last number only. */
        if (len >= 6 && next + len == end && end_of(c->data, c->len, "$$Lambda$") <= c->len)
            return 1 + len;
    }
    return drops_random(c, next, len) ? 1 + len : 0;
}

/* ==== What comes at a '_' =================================================================== */

/* Trino and Presto: "PageFilter_20210101_123456_1". */
static size_t drop_date(const char *at, const char *end) {
    const char *p = at + 1;
    if (run_of(is_digit, p, end) != 8 || p + 8 == end || p[8] != '_') return 0;
    p += 9;
    if (run_of(is_digit, p, end) != 6 || p + 6 == end || p[6] != '_') return 0;
    p += 7;
    size_t number = run_of(is_digit, p, end);
    return number ? (size_t)(p - at) + number : 0;
}

/* Clojure: "user$handler$fn__1234", "user$iter__1234__1238". Numbers of the process, not of the
 * file. A '$' must have been there: Java's own names have two underscores too. */
static size_t drop_clojure(const struct copy *c, const char *at, const char *end) {
    if (end - at < 2 || at[1] != '_') return 0;
    size_t digits = run_of(is_digit, at + 2, end);
    const char *stop = at + 2 + digits;
    return c->nested && digits >= 3 && (is_stop(stop, end) || *stop == '_') ? 2 + digits : 0;
}

static size_t drop_at_underscore(struct copy *c, const char *at, const char *end) {
    size_t drop = drop_date(at, end);
    if (drop == 0) drop = drop_clojure(c, at, end);
    if (drop) return drop;
    const char *next = at + 1;
    size_t hex = run_of(is_hex, next, end);
    if (hex == 0) return 0;
    if (hex >= 40 && c->len > 7 && memcmp(c->data, "rubyjit", 7) == 0) return 1 + hex;
    if (!is_stop(next + hex, end)) return 0;
    if (run_of(is_digit, next, end) == hex) {
        if (ENDS(c, "_$$_javassist") || ENDS(c, "_$$_javassist_seam")) return 1 + hex;
        if (ENDS(c, "ASMAccessorImpl")) return 1 + hex; /* MVEL: nanoseconds */
    }
    /* Javassist: "Foo_$$_jvst3c5_7", of which the copy has "Foo_$$_jvst3c5". */
    struct copy head = *c;
    head.len -= run_before(is_hex, c->data, c->data + c->len);
    if (!ENDS(&head, "_$$_jvst")) return 0;
    c->len = head.len;
    return 1 + hex;
}

/* ==== What comes at a number ================================================================ */

static size_t drop_at_number(const struct copy *c, const char *at, const char *end) {
    size_t digits = run_of(is_digit, at, end);
    const char *stop = at + digits;
    if (stop < end && (*stop == '/' || *stop == '.')) { /* jdk.proxy2.$Proxy1, jdk.MHProxy1.X */
        bool proxy = ENDS(c, "jdk.proxy") && begins_part(c, 9) && STARTS(stop + 1, end, "$Proxy");
        return proxy || (ENDS(c, "jdk.MHProxy") && c->len == 11) ? digits : 0;
    }
    if (ENDS(c, "jdk.jfr.internal.handlers.EventHandler")) {
        if (stop < end && *stop == '_') { /* "EventHandler44_1566378393426-1" */
            stop += 1 + run_of(is_digit, stop + 1, end);
            if (stop < end && *stop == '-') stop += 1 + run_of(is_digit, stop + 1, end);
        }
        return is_stop(stop, end) ? (size_t)(stop - at) : 0;
    }
    if (!is_stop(stop, end)) return 0;
    if (ENDS(c, "$Proxy")) return begins_part(c, 6) ? digits : 0;
    if (ENDS(c, "reflect.GeneratedMethodAccessor") ||
        ENDS(c, "reflect.GeneratedConstructorAccessor") ||
        ENDS(c, "reflect.GeneratedSerializationConstructorAccessor") || ENDS(c, "$$Lambda")) {
        return digits;
    }
    return ENDS(c, "$eval") && digits >= 2 ? digits : 0; /* Clojure: "user$eval1234" */
}

/* ==== Native libraries ====================================================================== */

/* Profilers show native frames as methods of a library, and Java programs unpack their libraries
 * to names of the moment: "libzstd-jni-1.5.1-1693131189828227913.so". A class "so" of a package
 * "lib" would be taken for one. */
static bool is_library(const char *name, size_t len) {
    const char *end = name + len;
    if (STARTS(name, end, "/") || STARTS(name, end, "./")) return true;
    if (!STARTS(name, end, "lib") && !STARTS(name, end, "ld-") && !STARTS(name, end, "["))
        return false;
    for (const char *at = name; (at = memmem(at, (size_t)(end - at), "so", 2)) != NULL; at += 2) {
        if (at > name && (at[-1] == '.' || at[-1] == '/') && (at + 2 == end || !is_alnum(at[2])))
            return true;
    }
    return false;
}

/* Length of the UUID at this place, or 0. */
static size_t uuid_at(const char *at, const char *end) {
    static const unsigned char parts[] = {8, 4, 4, 4, 12};
    const char *p = at;
    for (size_t i = 0; i < sizeof parts; i++) {
        if (i > 0 && (p == end || *p++ != '-')) return 0;
        if (run_of(is_hex, p, end) != parts[i]) return 0;
        p += parts[i];
    }
    return (size_t)(p - at);
}

/* A number or hash too long for a version or a date. Letters before it are not taken for a part
 * of the hash: "libduckdb_java4254594123768462079.so". */
static size_t unique_at(const struct copy *c, const char *at, const char *end) {
    char last = c->len ? c->data[c->len - 1] : 0;
    if (is_alnum(last) && (is_digit(last) || !is_digit(*at))) return 0;
    size_t uuid = uuid_at(at, end);
    if (uuid) return uuid;
    size_t hex = run_of(is_hex, at, end), digits = 0;
    for (size_t i = 0; i < hex; i++) digits += is_digit(at[i]);
    return hex >= 9 && digits >= 4 ? hex : 0;
}

static size_t library_pass(const char *name, size_t len, char *out) {
    struct copy c = {out, 0, false};
    for (const char *at = name, *end = name + len; at < end;) {
        size_t drop = is_hex(*at) ? unique_at(&c, at, end) : 0;
        if (drop) {
            if (c.len && c.data[c.len - 1] == '-') c.len--;
            at += drop;
        } else {
            c.data[c.len++] = *at++;
        }
    }
    return c.len;
}

/* ==== Names ================================================================================= */

/* One pass from name to out, which may be the same memory. */
static size_t class_pass(const char *name, size_t len, char *out) {
    struct copy c = {out, 0, false};
    for (const char *at = name, *end = name + hidden_suffix(name, len); at < end;) {
        char byte = *at;
        size_t drop = 0;
        if (byte == '$') {
            drop = drop_at_dollar(&c, at, end);
        } else if (byte == '_') {
            drop = drop_at_underscore(&c, at, end);
        } else if (is_digit(byte)) {
            if (c.len && !is_digit(c.data[c.len - 1])) drop = drop_at_number(&c, at, end);
        } else if (byte == '/') {
            byte = '.';
        }
        if (drop) {
            at += drop;
            continue;
        }
        if (byte == '$') c.nested = true;
        if (byte == '.') c.nested = false;
        c.data[c.len++] = byte;
        at++;
    }
    return c.len;
}

/* Methods: CGLIB's "CGLIB$name$12" is numbered in the order in which reflection listed methods,
 * Byte Buddy's "name$accessor$AbCd1234" and "name$original$AbCd1234" are random. */
static size_t method_pass(const char *name, size_t len, char *out) {
    struct copy c = {out, 0, false};
    bool cglib = STARTS(name, name + len, "CGLIB$");
    for (const char *at = name, *end = name + len; at < end;) {
        size_t drop = 0;
        if (*at == '$') {
            size_t word = run_of(is_alnum, at + 1, end);
            bool number = word > 0 && run_of(is_digit, at + 1, end) == word;
            bool whole = is_stop(at + 1 + word, end);
            if (cglib && number && at + 1 + word == end && c.len > 6) drop = 1 + word;
            if (whole && (ENDS(&c, "$accessor") || ENDS(&c, "$original")) &&
                is_random_name(at + 1, word)) {
                drop = 1 + word;
            }
        } else if (cglib && is_digit(*at) && ENDS(&c, "CGLIB$STATICHOOK")) {
            size_t digits = run_of(is_digit, at, end);
            if (at + digits == end) drop = digits;
        }
        if (drop) {
            at += drop;
        } else {
            c.data[c.len++] = *at++;
        }
    }
    return c.len;
}

/* What array descriptors are made of. */
struct array_name {
    const char *element;
    size_t len;
    size_t dimensions; /* 0: not an array */
};

static bool is_bracket(char c) {
    return c == '[';
}

/* "[[I", "[Ljava/lang/String;", or "java.lang.String[]". */
static struct array_name array_parse(const char *name, size_t len) {
    struct array_name array = {name, len, run_of(is_bracket, name, name + len)};
    if (array.dimensions > 0 && array.dimensions <= MAX_DIMENSIONS) {
        const char *type = name + array.dimensions;
        size_t rest = len - array.dimensions;
        if (rest == 1 && names_primitive(*type)) {
            array.element = names_primitive(*type);
            array.len = strlen(array.element);
            return array;
        }
        if (rest > 2 && type[0] == 'L' && memchr(type, ';', rest) == type + rest - 1 &&
            memchr(type, '[', rest) == NULL) {
            array.element = type + 1;
            array.len = rest - 2;
            return array;
        }
    }
    array.dimensions = 0;
    while (array.len > 2 && memcmp(name + array.len - 2, "[]", 2) == 0) {
        array.len -= 2;
        array.dimensions++;
    }
    return array;
}

/* Package slashes become dots; the slash before a hidden class's address is none, and a path is
 * no class name. This is what jfr print --json shows for hidden classes. */
static size_t raw_pass(const char *name, size_t len, char *out) {
    size_t base = is_library(name, len) ? 0 : hidden_suffix(name, len);
    for (size_t i = 0; i < len; i++) out[i] = i < base && name[i] == '/' ? '.' : name[i];
    return len;
}

/* One pass over a class name with or without array brackets, from name to out, which has room for
 * the len of name and 16, and may be the same memory. */
static size_t any_class_pass(const char *name, size_t len, bool raw, char *out) {
    struct array_name array = array_parse(name, len);
    bool library = is_library(array.element, array.len);
    size_t now = (raw       ? raw_pass
                  : library ? library_pass
                            : class_pass)(array.element, array.len, out);
    for (size_t i = 0; i < array.dimensions; i++) {
        out[now++] = '[';
        out[now++] = ']';
    }
    return now;
}

static size_t any_method_pass(const char *name, size_t len, bool raw, char *out) {
    if (!raw) return (is_library(name, len) ? library_pass : method_pass)(name, len, out);
    memmove(out, name, len);
    return len;
}

typedef size_t pass_function(const char *name, size_t len, bool raw, char *out);

/* Passes until nothing changes. A name made so that eight do not suffice stays raw. */
static size_t normalise(pass_function *pass, const char *name, size_t len, bool raw, char *out,
                        size_t size) {
    if (size == 0) return 0;
    size_t room = size > MAX_GROWTH ? size - 1 - MAX_GROWTH : 0;
    if (len > room) len = room;
    if (len == 0) name = "";
    size_t now = pass(name, len, raw, out);
    for (size_t before = len, passes = 1; now != before && !raw; passes++) {
        if (passes == MAX_PASSES) {
            now = pass(name, len, true, out);
            break;
        }
        before = now;
        now = pass(out, now, false, out);
    }
    out[now] = 0;
    return now;
}

size_t names_class(const char *name, size_t len, bool raw, char *out, size_t size) {
    return normalise(any_class_pass, name, len, raw, out, size);
}

size_t names_method(const char *name, size_t len, bool raw, char *out, size_t size) {
    return normalise(any_method_pass, name, len, raw, out, size);
}

size_t names_package_len(const char *class_name, size_t len) {
    struct array_name array = array_parse(class_name, len);
    if (array.element != class_name) return 0; /* a descriptor, not a dotted name */
    if (is_library(class_name, array.len)) return 0;
    len = hidden_suffix(class_name, array.len);
    while (len > 0 && class_name[len - 1] != '.') len--;
    return len ? len - 1 : 0;
}

size_t names_module(const char *name, size_t len, bool raw, char *out, size_t size) {
    static const char proxy[] = "jdk.proxy"; /* a dynamic module for each loader with proxies */
    size_t stem = sizeof proxy - 1;
    bool numbered = !raw && len > stem && memcmp(name, proxy, stem) == 0;
    for (size_t i = stem; i < len && numbered; i++) numbered = name[i] >= '0' && name[i] <= '9';
    if (numbered) len = stem;
    if (size == 0) return 0;
    if (len >= size) len = size - 1;
    if (len) memcpy(out, name, len);
    out[len] = 0;
    return len;
}

const char *names_primitive(char letter) {
    switch (letter) {
    case 'B': return "byte";
    case 'C': return "char";
    case 'D': return "double";
    case 'F': return "float";
    case 'I': return "int";
    case 'J': return "long";
    case 'S': return "short";
    case 'Z': return "boolean";
    default: return NULL;
    }
}

bool names_is_of_jdk(const char *class_name) {
    static const char *const packages[] = {"java.", "javax.", "jdk.", "sun.", "com.sun."};
    return some_of(i, COUNT_OF(packages), /* most are told by their first letter */
                   *class_name == *packages[i] &&
                       strncmp(class_name, packages[i], strlen(packages[i])) == 0);
}

/* A package may be "so", or begin with it ("org.sonar", "org.apache.solr"). */
bool names_is_class(const char *class_name) {
    static const char *const endings[] = {".so", ".dylib", ".dll"};
    if (!*class_name || *class_name == '[' || *class_name == '/') return false;
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        const char *at = strstr(class_name, endings[i]);
        const char *rest = at ? at + strlen(endings[i]) : NULL;
        if (rest && (!*rest || (*rest == '.' && is_digit(rest[1])))) return false;
    }
    return true;
}

bool names_makes_exception(const char *class_name, const char *method) {
    size_t len = strlen(class_name);
    bool made = strcmp(method, "<init>") == 0;
    if (strcmp(class_name, "java.lang.Throwable") == 0)
        return made || strcmp(method, "fillInStackTrace") == 0;
    return made && len > 9 && strcmp(class_name + len - 9, "Exception") == 0;
}
