#include "base/naming.h"

#include "base/platform.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void add_time(struct text *out) {
    char now[32];
    time_t seconds = time(NULL);
    struct tm parts;
    strftime(now, sizeof now, "%Y%m%d-%H%M%S", localtime_r(&seconds, &parts));
    text_add(out, now);
}

static void add_host(struct text *out) {
    char host[256];
    platform_host(host, sizeof host);
    text_add(out, host);
}

/* What "{NAME}" stands for; returns how long that is, 0 if there is no such thing. */
static size_t add_environment(struct text *out, const char *at) {
    const char *end = strchr(at, '}');
    if (!end) return 0;
    struct text name = {0};
    text_add_bytes(&name, at + 1, (size_t)(end - at - 1));
    const char *value = getenv(text_str(&name));
    if (value) text_add(out, value);
    text_free(&name);
    return (size_t)(end - at + 1);
}

char *naming_expand(const char *pattern, long pid) {
    struct text out = {0};
    for (const char *p = pattern; *p; p++) {
        size_t used = *p == '%' ? 1 : 0;
        switch (used ? p[1] : 0) {
        case 'p': text_addf(&out, "%ld", pid); break;
        case 't': add_time(&out); break;
        case 'h': add_host(&out); break;
        case '%': text_add_char(&out, '%'); break;
        case '{': used = add_environment(&out, p + 1); break;
        default: used = 0;
        }
        if (!used) text_add_char(&out, *p);
        p += used;
    }
    return text_take(&out);
}

bool naming_has_time(const char *pattern) {
    for (const char *p = strchr(pattern, '%'); p && p[1]; p = strchr(p + 2, '%'))
        if (p[1] == 't') return true;
    return false;
}
