#include "parser/v0/names.h"
#include "base/array.h"

#include <string.h>

struct pair {
    const char *old, *later;
};

#define FOLDER "http://www.oracle.com/hotspot/"
static const struct pair events[] = {
#include "parser/v0/events_table.h"
};

static int compare(const void *name, const void *pair) {
    return strcmp(name, ((const struct pair *)pair)->old);
}

const char *v0_event_name(const char *uri, const char *path) {
    char name[128];
    size_t folder = strlen(FOLDER), uri_len = strlen(uri), path_len = strlen(path);
    if (strncmp(uri, FOLDER, folder) != 0 || uri_len - folder + path_len >= sizeof name)
        return NULL;
    memcpy(name, uri + folder, uri_len - folder);
    memcpy(name + uri_len - folder, path, path_len + 1);
    const struct pair *found =
        bsearch(name, events, sizeof events / sizeof *events, sizeof *events, compare);
    return found ? found->later : NULL;
}

struct rename {
    const char *of, *old, *later;
};

static const char *renamed(const struct rename *table, size_t count, const char *of,
                           const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].old, name) == 0 && strcmp(table[i].of, of) == 0) return table[i].later;
    return name;
}

static const struct rename event_fields[] = {
#include "parser/v0/fields_table.h"
};

const char *v0_event_field(const char *event, const char *field) {
    if (!event) return field;
    if (strcmp(field, "old_value") == 0 && strstr(event, "FlagChanged")) return "oldValue";
    if (strcmp(field, "new_value") == 0 && strstr(event, "FlagChanged")) return "newValue";
    return renamed(event_fields, sizeof event_fields / sizeof *event_fields, event, field);
}

static const struct pair contents[] = {
#include "parser/v0/contents_table.h"
};

const char *v0_content_name(const char *content) {
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++)
        if (strcmp(contents[i].old, content) == 0) return contents[i].later;
    return NULL;
}

static const struct rename content_fields[] = {
    {"UTFConstant", "utf8", "string"},       {"FrameType", "desc", "description"},
    {"Class", "loaderClass", "classLoader"}, {"Method", "class", "type"},
    {"Method", "signature", "descriptor"},   {"StackFrame", "line", "lineNumber"},
    {"StackFrame", "bci", "bytecodeIndex"},
};

const char *v0_content_field(const char *content, const char *field) {
    return renamed(content_fields, sizeof content_fields / sizeof *content_fields, content, field);
}

/* ==== Java names ============================================================================ */

/* Words that no identifier may be; some readers refuse the whole file for one. */
static bool is_reserved(const char *word, size_t len) {
    static const char *const words[] = {
#include "parser/v0/reserved_table.h"
    };
    return some_of(i, COUNT_OF(words), strlen(words[i]) == len && memcmp(words[i], word, len) == 0);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool fits(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

/* A part of a name: each byte that no identifier has becomes '_'. */
static void add_part(struct text *out, const char *part, size_t len) {
    if (len == 0) return;
    if (out->len > 0) text_add(out, ".");
    if (is_digit(*part)) text_add(out, "_");
    for (size_t i = 0; i < len; i++) text_add_char(out, fits(part[i]) ? part[i] : '_');
    if (is_reserved(part, len)) text_add(out, "_");
}

static void add_parts(struct text *out, const char *name) {
    for (; *name; name += *name != 0) {
        size_t len = strcspn(name, "/.");
        add_part(out, name, len);
        name += len;
    }
}

/* "www.oracle.com" -> com.oracle */
static void add_host(struct text *out, const char *host, size_t len) {
    while (len > 0) {
        size_t begin = len;
        while (begin > 0 && host[begin - 1] != '.') begin--;
        bool www = begin == 0 && len == 3 && memcmp(host, "www", 3) == 0;
        if (!www) add_part(out, host + begin, len - begin);
        len = begin > 0 ? begin - 1 : 0;
    }
}

char *v0_java_name(const char *uri, const char *path) {
    struct text name = {0};
    const char *host = strstr(uri, "://");
    if (host) {
        size_t len = strcspn(host + 3, "/");
        add_host(&name, host + 3, len);
        uri = host + 3 + len;
    }
    add_parts(&name, uri);
    add_parts(&name, path);
    if (name.len == 0) text_add(&name, "unnamed");
    return text_take(&name);
}
