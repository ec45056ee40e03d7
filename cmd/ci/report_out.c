#include "cmd/ci/report_out.h"

#include "cmd/write/words.h"

#include <ctype.h>

#define PAGE_NAME_MAX 100
#define PAGE_NAME_OTHERWISE "recording" /* of titles without a letter that every system takes */

struct page_names {
    struct strings taken;    /* in lower case: some file systems tell no case apart */
    struct strings stems;    /* names before their number... */
    ARRAY(uint64_t) numbers; /* ... and the last one that each was given */
};

static void add_lower(const struct text *name, struct text *out) {
    text_clear(out);
    for (size_t i = 0; i < name->len; i++)
        text_add_char(out, (char)tolower((unsigned char)name->data[i]));
}

/* The last number that names beginning like this one were given. */
static uint64_t *number_of(struct page_names *names, const struct text *stem) {
    OWNED(text_free) struct text lower = {0};
    add_lower(stem, &lower);
    uint32_t id = strings_intern(&names->stems, lower.data, lower.len);
    while (names->numbers.len <= id) array_push(&names->numbers, 0);
    return &array_at(&names->numbers, id);
}

/* "build/ci rec.jfr" -> "build-ci-rec.jfr.html", with a number if that is taken. Only what every
 * file system and every CI's upload takes is in it; those that tell no case apart are thought of.
 */
static char *page_name(struct page_names *names, const char *title) {
    struct text name = {0}, key = {0};
    for (const char *c = title; *c && name.len < PAGE_NAME_MAX; c++) {
        bool plain = isalnum((unsigned char)*c) || *c == '.' || *c == '_';
        if (plain && !(name.len == 0 && *c == '.')) text_add_char(&name, *c);
        else if (name.len && name.data[name.len - 1] != '-') text_add_char(&name, '-');
    }
    if (name.len == 0) text_add(&name, PAGE_NAME_OTHERWISE);
    size_t len = name.len;
    uint64_t *number = number_of(names, &name);
    do {
        name.len = len;
        if (++*number > 1) text_addf(&name, "-%u", (unsigned)*number);
        text_add(&name, ".html");
        add_lower(&name, &key);
    } while (strings_find(&names->taken, key.data, key.len) != UINT32_MAX);
    strings_intern(&names->taken, key.data, key.len);
    text_free(&key);
    return text_take(&name);
}

void report_name_pages(struct report_out *report) {
    struct page_names names = {0};
    strings_intern(&names.taken, "index.html", strlen("index.html"));
    EACH (struct report_entry, entry, &report->entries)
        entry->page = page_name(&names, entry->recording->title);
    free_each(strings_free, &names.taken, &names.stems);
    array_free(&names.numbers);
}

/* What has no score comes behind all that has one. */
static double rank_of(double score) {
    return real_or(score, -1);
}

void report_add_finding(struct report_entry *entry, struct report_finding finding) {
    bool first = entry->findings.len == 0;
    if (first || finding.severity > entry->severity ||
        (finding.severity == entry->severity && rank_of(finding.score) > rank_of(entry->score))) {
        entry->severity = finding.severity;
        entry->score = finding.score;
        entry->worst = entry->findings.len;
    }
    array_push(&entry->findings, finding);
}

void report_set_cause(struct report_entry *entry, size_t finding, enum rule_severity severity) {
    entry->has_cause = true;
    entry->severity = severity;
    entry->score = entry->findings.items[finding].score;
    entry->worst = finding;
}

const struct report_finding *report_worst(const struct report_entry *entry) {
    return entry->severity >= RULE_INFO ? &entry->findings.items[entry->worst] : NULL;
}

bool report_shows(const struct report_entry *entry, size_t finding) {
    return entry->findings.items[finding].severity >= RULE_INFO ||
           (finding == 0 && entry->severity < RULE_INFO);
}

const char *report_word(const struct report_entry *entry) {
    static const char *const words[] = {[RULE_NA] = "not judged",
                                        [RULE_OK] = "OK",
                                        [RULE_INFO] = "INFO",
                                        [RULE_WARNING] = "WARNING"};
    return entry->error ? "not read" : words[entry->severity];
}

/* Causes that are warnings, then what could not be read, then other causes, then what is about
 * settings alone, then the rest. */
static int urgency(const struct report_entry *entry) {
    if (entry->has_cause && entry->severity == RULE_WARNING) return 0;
    if (entry->error) return 1;
    if (entry->has_cause) return 2;
    return entry->severity >= RULE_INFO ? 3 : 4;
}

int report_compare(const struct report_entry *x, const struct report_entry *y) {
    int by = urgency(x) - urgency(y);
    double one = rank_of(x->score), other = rank_of(y->score);
    if (by == 0 && one != other) by = one < other ? 1 : -1;
    return by ? by : strcmp(x->recording->title, y->recording->title);
}

static int compare(const void *a, const void *b) {
    return report_compare(a, b);
}

void report_sort(struct report_out *report) {
    array_sort(&report->entries, compare);
}

void report_out_free(struct report_out *report) {
    EACH (struct report_entry, entry, &report->entries) {
        mem_free(entry->page, entry->error, entry->event, entry->others, entry->jvm, entry->host,
                 entry->why);
        for (size_t k = 0; k < entry->findings.len; k++) free(entry->findings.items[k].text);
        for (size_t k = 0; k < entry->methods.len; k++) free(entry->methods.items[k].name);
        for (size_t k = 0; k < entry->notes.len; k++) free(entry->notes.items[k]);
        arrays_free(&entry->methods, &entry->notes, &entry->findings);
    }
    array_free(&report->entries);
}

void report_add_verdict(const struct report_out *report, struct text *out) {
    size_t warnings = 0, infos = 0, unfinished = 0, profiles = 0;
    size_t failed = report->scan->failed;
    EACH (const struct report_entry, entry, &report->entries) {
        warnings += entry->severity == RULE_WARNING;
        infos += entry->severity == RULE_INFO;
        failed += entry->error != NULL;
        unfinished += entry->recording->repository || verdict_is_bad(entry->verdict);
        profiles += entry->recording->profile;
    }
    words_add(out, "{recording}[, {profile}]", cell_count(report->entries.len - profiles),
              cell_if_any(profiles));
    if (warnings) text_addf(out, ", %zu with a warning", warnings);
    if (infos) text_addf(out, ", %zu with an info", infos);
    if (unfinished) text_addf(out, ", %zu left by a JVM that did not exit normally", unfinished);
    if (failed) text_addf(out, ", %zu could not be read", failed);
    size_t more = report->found->recordings.len - report->entries.len;
    if (more) text_addf(out, ", %zu more left out (see --page-limit)", more);
    size_t pages = 0, readable = 0;
    for (size_t i = 0; i < report->entries.len; i++) {
        pages += report->entries.items[i].page != NULL;
        readable += report->entries.items[i].error == NULL;
    }
    if (report->pages && pages < readable)
        text_addf(out, ", pages of the %zu worst alone (see --pages)", pages);
    words_add(out, "[, {crash log}]", cell_if_any(report->found->others.crashes.len));
}
