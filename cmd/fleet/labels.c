#include "cmd/write/words.h"
#include "cmd/fleet/labels.h"

#include "base/safe.h"
#include "base/utf8.h"
#include "cmd/cli/message.h"

#define MOST (sizeof(((struct labelled *)NULL)->unmatched) / sizeof(uint64_t))
#define LONGEST 65535 /* bytes of a value, as of all texts of a profile */

/* ==== Options =============================================================================== */

struct pair { /* of NAME=VALUE, or KEY=NAME */
    char *left;
    const char *right;
};

struct labelling_ready {
    ARRAY(struct pair) fixed, properties;
    ARRAY(struct regex *) patterns;
};

/* What pprof and the commands here take for the thread of a sample. */
static const char *const reserved[] = {"thread", "thread_name", "thread_group", "thread_id",
                                       "java_thread_id"};

static bool is_free(const char *name, struct text *error) {
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        if (strcmp(name, reserved[i]) != 0) continue;
        text_addf(
            error,
            "a label cannot be called %s, which is the sample's thread; expected another name",
            name);
        return false;
    }
    return true;
}

static struct pair split(const char *text, const char *otherwise) {
    struct pair pair = {.left = mem_copy_text(text), .right = otherwise};
    char *equals = strchr(pair.left, '=');
    if (!equals) return pair;
    *equals = 0;
    pair.right = text + (equals - pair.left) + 1;
    return pair;
}

static bool open_fixed(struct labelling *labels, struct text *error) {
    for (size_t i = 0; i < labels->fixed.len; i++) {
        const char *given = labels->fixed.items[i];
        array_push(&labels->ready->fixed, split(given, ""));
        const struct pair *pair = &labels->ready->fixed.items[i];
        if (*pair->left && *pair->right) {
            if (!is_free(pair->left, error)) return false;
            continue;
        }
        text_addf(error, "--label: expected NAME=VALUE, such as service=shop; found '%s'", given);
        return false;
    }
    return true;
}

static bool open_pattern(struct labelling *labels, const char *pattern, struct text *error) {
    struct jfr_error why = {0};
    struct regex *regex = regex_compile(pattern, REGEX_PART, &why);
    if (!regex) {
        text_addf(error, "--label-from: %s", why.text);
        return false;
    }
    array_push(&labels->ready->patterns, regex);
    if (regex_names(regex) == 0) {
        text_addf(error,
                  "--label-from: expected a group with a name, such as '(?<service>[^/]+)/'; '%s' "
                  "has none",
                  pattern);
        return false;
    }
    return all_of(i, regex_names(regex), is_free(regex_name(regex, i), error));
}

static bool open_properties(struct labelling *labels, struct text *error) {
    for (size_t i = 0; i < labels->properties.len; i++) {
        const char *given = labels->properties.items[i];
        array_push(&labels->ready->properties, split(given, given));
        const struct pair *pair = &labels->ready->properties.items[i];
        if (*pair->left && *pair->right) {
            if (!is_free(pair->right, error)) return false;
            continue;
        }
        text_addf(error,
                  "--label-from-property: expected a property's name, or KEY=NAME, such as "
                  "app.service=service; found '%s'",
                  given);
        return false;
    }
    return true;
}

static bool open_group(void *part, struct text *error) {
    struct labelling *labels = part;
    labels->ready = mem_zero(1, sizeof *labels->ready);
    if (labels->patterns.len + labels->properties.len > MOST) {
        text_addf(error, "--label-from and --label-from-property: at most %zu of them", MOST);
        return false;
    }
    for (size_t i = 0; i < labels->patterns.len; i++)
        if (!open_pattern(labels, labels->patterns.items[i], error)) return false;
    return open_fixed(labels, error) && open_properties(labels, error);
}

static void close_group(void *part) {
    struct labelling *labels = part;
    struct labelling_ready *ready = labels->ready;
    if (!ready) return;
    for (size_t i = 0; i < ready->fixed.len; i++) free(ready->fixed.items[i].left);
    for (size_t i = 0; i < ready->properties.len; i++) free(ready->properties.items[i].left);
    for (size_t i = 0; i < ready->patterns.len; i++) regex_free(ready->patterns.items[i]);
    arrays_free(&ready->fixed, &ready->properties, &ready->patterns);
    free(ready);
    labels->ready = NULL;
}

#include "cmd/fleet/labels_options.h"

bool labelling_is_asked(const struct labelling *labels) {
    return labels->fixed.len + labels->patterns.len + labels->properties.len > 0;
}

/* ==== Labels of one input =================================================================== */

struct found { /* keys are borrowed, values owned */
    ARRAY(struct label) labels;
    bool lacks[MOST]; /* as labelled.unmatched */
};

/* The first one that says something about a key counts. */
static void found_add(struct found *found, const char *key, const char *value, size_t len) {
    struct text text = {0};
    if (len > LONGEST) len = LONGEST;
    if (!len) return;
    for (size_t i = 0; i < found->labels.len; i++)
        if (strcmp(found->labels.items[i].key, key) == 0) return;
    utf8_add_valid(&text, value, len);
    array_push(&found->labels, (struct label){key, text_take(&text)});
}

static void take_group(void *context, const char *name, const char *text, size_t len) {
    found_add(context, name, text, len);
}

static void add_from_path(const struct labelling *labels, const char *name, struct found *found) {
    struct regex_matcher *matcher = regex_matcher_open();
    for (size_t i = 0; i < labels->ready->patterns.len; i++) {
        struct regex *pattern = labels->ready->patterns.items[i];
        found->lacks[i] = !regex_groups(pattern, matcher, name, strlen(name), take_group, found);
    }
    regex_matcher_close(matcher);
}

/* As JVMs say them at the beginning of each chunk. */
static const struct wish property = {"jdk.InitialSystemProperty", {"startTime", "key", "value"}};
static const struct wishes wishes = {.rows = &property, .count = 1, .may_lack = true};

void labelling_join(const struct labelling *labels, struct walk_run *run) {
    if (labels->ready->properties.len) walk_join(run, &tables_reader, &wishes);
}

/* What was said first: the order of rows is not known yet. NULL: nothing. */
static const char *value_of(const struct tables *tables, const char *key) {
    const struct event_table *table = tables_find(tables, &property);
    const struct strings *texts = &tables->things.texts;
    const char *value = NULL;
    int64_t first = 0;
    for (size_t i = 0; table && i < table->rows; i++) {
        uint32_t text = event_table_id(table, 2, i), name = event_table_id(table, 1, i);
        int64_t time = event_table_int(table, 0, i);
        if (text == JFR_NULL_ID || strcmp(strings_get(texts, name), key) != 0) continue;
        const char *found = strings_get(texts, text);
        if (value && (time > first || (time == first && strcmp(found, value) >= 0))) continue;
        value = found;
        first = time;
    }
    return value;
}

static void add_from_properties(const struct labelling *labels, const struct walk_run *run,
                                struct found *found) {
    const struct tables *tables = walk_result(run, &tables_reader);
    for (size_t i = 0; i < labels->ready->properties.len; i++) {
        const struct pair *pair = &labels->ready->properties.items[i];
        const char *value = value_of(tables, pair->left);
        if (value && *value) found_add(found, pair->right, value, strlen(value));
        else found->lacks[labels->ready->patterns.len + i] = true;
    }
}

void labelling_apply(const struct labelling *labels, const char *name, const struct walk_run *run,
                     struct labelled *labelled) {
    struct found found = {.lacks = {false}};
    if (labels->recording) found_add(&found, labels->recording, name, strlen(name));
    add_from_path(labels, name, &found);
    add_from_properties(labels, run, &found);
    EACH (const struct pair, pair, &labels->ready->fixed)
        found_add(&found, pair->left, pair->right, strlen(pair->right));
    bool counts = samples_label(run, found.labels.items, found.labels.len);
    labelled->inputs += counts;
    for (size_t i = 0; i < MOST; i++) labelled->unmatched[i] += counts && found.lacks[i];
    for (size_t i = 0; i < found.labels.len; i++)
        free((void *)(uintptr_t)found.labels.items[i].value);
    array_free(&found.labels);
}

void labelling_say(const struct labelling *labels, const struct labelled *labelled) {
    const struct labelling_ready *ready = labels->ready;
    for (size_t i = 0; i < ready->patterns.len + ready->properties.len; i++) {
        bool of_path = i < ready->patterns.len;
        OWNED(text_free) struct text line = {0};
        if (!labelled->unmatched[i]) continue;
        text_add(&line, of_path ? "--label-from '" : "--label-from-property '");
        safe_add_name(&line, of_path ? labels->patterns.items[i]
                                     : ready->properties.items[i - ready->patterns.len].left);
        words_add(&line, "{}{} of {input}: no label from it there",
                  cell_text(of_path ? "' does not match the path of " : "' is not recorded in "),
                  cell_count(labelled->unmatched[i]), cell_count(labelled->inputs));
        message_note("%s", text_str(&line));
    }
}
