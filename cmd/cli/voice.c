#include "cmd/cli/voice.h"

#include "cmd/cli/command.h"
#include "cmd/cli/ways.h"

#include <ctype.h>
#include <string.h>

static bool of_tools, of_page;

void voice_of_tools(void) {
    of_tools = true;
}

bool voice_is_of_tools(void) {
    return of_tools;
}

void voice_of_page(bool begins) {
    of_page = begins;
}

bool voice_is_of_page(void) {
    return of_page;
}

const char *voice_all_rows(void) {
    return of_page    ? "the command line has all"
           : of_tools ? "a larger top shows more"
                      : "--top 0 shows all";
}

const char *voice_json_has_all(void) {
    return of_page || of_tools ? "" : " (--json has all)";
}

/* What a command is, or what shows the same; longer names first. */
static const struct {
    const char *command, *call;
} calls[] = {
    {"hot-methods", "hot_methods"},
    {"method-profiling", "hot_methods"},
    {"overview", "overview"},
    {"requests", "requests"},
    {"threads", "threads"},
    {"events", "events"},
    {"rules", "rules"},
    {"diff", "diff"},
    {"sql", "sql"},
    {"print --events", "events with type="},
    {"summary", "sql with SELECT type, count FROM events"},
    {"metadata", "sql with SELECT type, name FROM columns"},
    {"jvm", "events with type=jdk.JVMInformation"},
};

static bool begins_with(const char *words, size_t len, const char *command) {
    size_t n = strlen(command);
    if (len < n || memcmp(words, command, n) != 0) return false;
    return len == n || !(isalnum((unsigned char)words[n]) || words[n] == '-');
}

/* Adds the call for the command that the words begin with. Its bytes in them; 0: there is none. */
static size_t add_call(struct text *out, const char *words, size_t len) {
    const struct command *report; /* each is a tool */
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (!begins_with(words, len, calls[i].command)) continue;
        text_add(out, calls[i].call);
        return strlen(calls[i].command);
    }
    for (size_t i = 0; of_tools && (report = command_of_report(i)); i++) {
        if (!begins_with(words, len, report->name)) continue;
        text_add(out, report->name);
        return strlen(report->name);
    }
    return 0;
}

/* What people write for the command that the words begin with, if it is a part of another: "gc
 * --safepoints" for safepoints. Its bytes in them; 0: it is none. */
static size_t add_way(struct text *out, const char *words, size_t len) {
    for (const struct way *way = ways_all(); way->from; way++) {
        if (isupper((unsigned char)way->word[0]) || !begins_with(words, len, way->to)) continue;
        text_addf(out, "%s %s", way->from, way->word);
        return strlen(way->to);
    }
    return 0;
}

bool voice_add_call(struct text *out, const char *command) {
    if (!of_tools) {
        text_add(out, "jfrtool ");
        text_add(out, command + add_way(out, command, strlen(command)));
        return true;
    }
    size_t begin = out->len, taken = add_call(out, command, strlen(command));
    if (!taken) return false;
    const char *rest = command + taken, *call = text_str(out) + begin;
    if (call[strlen(call) - 1] == '=') { /* its value follows */
        text_add(out, rest + (*rest == ' '));
        return true;
    }
    const char *before = strstr(call, " with ") ? ", " : " with ";
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
    return at == 0 || strchr(" (\"'`", sentence[at - 1]);
}

void voice_add_sentence(struct text *out, const char *sentence, size_t len) {
    static const char program[] = "jfrtool ";
    size_t skip = sizeof program - 1;
    for (size_t at = 0; at < len;) {
        size_t left = len - at, taken = 0;
        bool word = begins_word(sentence, at);
        if (of_tools && word && left > 2 && memcmp(sentence + at, "--", 2) == 0 &&
            islower((unsigned char)sentence[at + 2])) {
            at += 2;
            continue;
        }
        bool names = word && left > skip && memcmp(sentence + at, program, skip) == 0;
        if (names && of_tools) {
            taken = add_call(out, sentence + at + skip, left - skip);
        } else if (names) {
            text_add(out, program);
            at += skip;
            at += add_way(out, sentence + at, len - at);
            continue;
        }
        if (taken) at += skip + taken;
        else text_add_char(out, sentence[at++]);
    }
}

void voice_add_line(struct text *out, const char *sentence) {
    voice_add_sentence(out, sentence, strlen(sentence));
}
