#include "cmd/reports/shipped.h"

#include "cmd/cli/message.h"
#include "cmd/keys/reports.h"

/* clang-format off: made by sql/views/embed.sh */
static const struct {
    const char *name, *text;
} texts[] = {
#include "reports/table.h"
};
/* clang-format on */
#define SHIPPED (sizeof texts / sizeof *texts)
_Static_assert(SHIPPED <= REPORTS_SHIPPED, "shipped.h says for how many reports there is room");

const char *report_shipped_name(size_t index) {
    return index < SHIPPED ? texts[index].name : NULL;
}

static const char *text_named(const char *name, size_t len) {
    for (size_t i = 0; i < SHIPPED; i++)
        if (strncmp(texts[i].name, name, len) == 0 && !texts[i].name[len]) return texts[i].text;
    return "";
}

/* Does a part begin here, or what parts share? *key: what stands behind the word. */
static bool begins_part(const char *line, const char **key) {
    static const char *const words[] = {"columns ", "table ", "figures ", "extra "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t len = strlen(words[i]);
        if (strncmp(line, words[i], len) != 0) continue;
        *key = line + len + strspn(line + len, " ");
        return true;
    }
    return false;
}

static bool is_word(const char *text, const char *word, size_t len) {
    return strncmp(text, word, len) == 0 && (text[len] == ' ' || text[len] == '\n' || !text[len]);
}

/* "leaks", "allocations without threads": the parts of that report, or all but one. */
static void add_parts(const char *value, struct text *out) {
    static const char without[] = " without ";
    size_t len = strcspn(value, " \n");
    const char *name =
        strncmp(value + len, without, strlen(without)) == 0 ? value + len + strlen(without) : "";
    size_t name_len = strcspn(name, " \n");
    bool in = false;
    for (const char *line = text_named(value, len), *key; *line;) {
        size_t end = strcspn(line, "\n");
        if (begins_part(line, &key)) in = !name_len || !is_word(key, name, name_len);
        if (in) text_add_bytes(out, line, end + (line[end] == '\n'));
        line += end + (line[end] == '\n');
    }
}

static void add_whole(const char *text, struct text *out) {
    static const char word[] = "parts ";
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        len += line[len] == '\n';
        if (strncmp(line, word, strlen(word)) == 0)
            add_parts(line + strlen(word) + strspn(line + strlen(word), " "), out);
        else text_add_bytes(out, line, len);
        line += len;
    }
}

const struct report *report_shipped(size_t index) {
    static struct report *parsed[SHIPPED]; /* what was asked for, until the end */
    struct report_error error;
    if (index >= SHIPPED) return NULL;
    if (parsed[index]) return parsed[index];
    OWNED(text_free) struct text whole = {0};
    add_whole(texts[index].text, &whole);
    parsed[index] = report_parse(text_str(&whole), &error);
    if (parsed[index]) return parsed[index];
    /* Not what is shipped: a unit test parses all. */
    message_error("reports/%s.report:%zu: %s", texts[index].name, error.line, error.text);
    abort();
}

const struct report *report_named(const char *name) {
    for (size_t i = 0; i < SHIPPED; i++)
        if (strcmp(texts[i].name, name) == 0) return report_shipped(i);
    return NULL;
}

void report_shipped_keys(struct json_keys *keys) {
    OWNED(text_free) struct text reports = {0};
    for (size_t i = 0; report_shipped(i); i++) json_keys_add_report(report_shipped(i), &reports);
    json_keys_open(keys, text_str(&reports));
}
