#include "cmd/cli/voice.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool of_tools;

void voice_of_tools(void) {
    of_tools = true;
}

bool voice_is_of_tools(void) {
    return of_tools;
}

const char *voice_all_rows(void) {
    return of_tools ? "a larger top shows more" : "--top 0 shows all";
}

/* What a command is, or what shows the same; longer names first. */
static const struct {
    const char *command, *call;
} calls[] = {
    {"hot-methods", "hot_methods"},
    {"overview", "overview"},
    {"events", "events"},
    {"rules", "rules"},
    {"diff", "diff"},
    {"sql", "sql"},
    {"print --events", "events with type="},
    {"summary", "sql with SELECT type, count FROM events"},
    {"metadata", "sql with SELECT type, name FROM columns"},
    {"allocations", "hot_methods with event=alloc"},
    {"exceptions", "hot_methods with event=exception"},
    {"locks", "hot_methods with event=lock"},
    {"io", "hot_methods with event=io"},
    {"gc", "events with type=GarbageCollection"},
    {"jvm", "events with type=jdk.JVMInformation"},
    {"threads", "sql with SELECT * FROM threads"},
};

/* The entry that the words begin with, or -1. */
static int call_of(const char *words, size_t len) {
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        size_t n = strlen(calls[i].command);
        if (len < n || memcmp(words, calls[i].command, n) != 0) continue;
        if (len == n || !(isalnum((unsigned char)words[n]) || words[n] == '-')) return (int)i;
    }
    return -1;
}

bool voice_add_call(struct text *out, const char *command) {
    int call = call_of(command, strlen(command));
    if (call < 0) return false;
    const char *rest = command + strlen(calls[call].command);
    text_add(out, calls[call].call);
    if (calls[call].call[strlen(calls[call].call) - 1] == '=') { /* its value follows */
        text_add(out, rest + (*rest == ' '));
        return true;
    }
    const char *before = strstr(calls[call].call, " with ") ? ", " : " with ";
    while (strncmp(rest, " --", 3) == 0) { /* " --name value" */
        size_t name = strcspn(rest + 3, " "), value = 0;
        const char *end = rest + 3 + name;
        if (*end == ' ' && end[1] != '-') value = strcspn(end + 1, " ");
        text_addf(out, "%s%.*s", before, (int)name, rest + 3);
        if (value) text_addf(out, "=%.*s", (int)value, end + 1);
        before = ", ";
        rest = end + (value ? value + 1 : 0);
    }
    return true;
}

static bool begins_word(const char *sentence, size_t at) {
    return at == 0 || strchr(" (\"'", sentence[at - 1]);
}

void voice_add_sentence(struct text *out, const char *sentence, size_t len) {
    static const char program[] = "jfrtool ";
    size_t skip = sizeof program - 1;
    for (size_t at = 0; at < len;) {
        size_t left = len - at;
        bool word = begins_word(sentence, at);
        if (word && left > 2 && memcmp(sentence + at, "--", 2) == 0 &&
            islower((unsigned char)sentence[at + 2])) {
            at += 2;
            continue;
        }
        int call = -1;
        if (word && left > skip && memcmp(sentence + at, program, skip) == 0)
            call = call_of(sentence + at + skip, left - skip);
        if (call >= 0) {
            text_add(out, calls[call].call);
            at += skip + strlen(calls[call].command);
            continue;
        }
        text_add_char(out, sentence[at++]);
    }
}
