#include "analyzers/rules/jvm_version.h"

#include "analyzers/rules/judging.h"

#include <ctype.h>

struct jvm_version jvm_version_of(const char *text) {
    struct jvm_version version = {0};
    size_t parts = 0;
    while (text && isdigit((unsigned char)*text) && parts < 5) {
        char *end;
        long number = strtol(text, &end, 10);
        if (parts == 0 && number == 1 && *end == '.') { /* 1.8.0_292 is 8.0.292 */
            text = end + 1;
            continue;
        }
        if (parts < 4) version.parts[parts] = number < 1000000 ? (int)number : 1000000;
        parts++;
        text = end;
        if ((*end == '.' || *end == '_') && isdigit((unsigned char)end[1])) text = end + 1;
        else break;
    }
    version.known = parts > 0;
    version.early_access = parts > 0 && strncmp(text, "-ea", 3) == 0;
    return version;
}

struct jvm_version jvm_version_recorded(const struct rule_input *input) {
    struct series jvms = series_of(input, SERIES_JVM);
    for (size_t row = 0; row < jvms.rows; row++) {
        const char *text = series_text(&jvms, JVM_VERSION, row);
        const char *at = text ? strstr(text, "JRE (") : NULL;
        if (at) return jvm_version_of(at + 5);
    }
    return jvm_version_of(NULL);
}

struct jvm_version jvm_version_specified(const struct rule_input *input) {
    struct jvm_version version =
        jvm_version_of(judge_property(input, "java.vm.specification.version"));
    return version.known ? version : jvm_version_recorded(input);
}

int jvm_version_compare(const struct jvm_version *a, const struct jvm_version *b) {
    for (size_t i = 0; i < 4; i++)
        if (a->parts[i] != b->parts[i]) return a->parts[i] < b->parts[i] ? -1 : 1;
    return (int)b->early_access - (int)a->early_access;
}
