#include "analyzers/reports/definition.h"

#include "analyzers/events/expression.h"
#include "analyzers/reports/definition_parts.h"
#include "base/suggest.h"

#include <ctype.h>
#include <stdio.h>

bool definition_fail(struct reading_of *r, const char *format, ...) {
    va_list args;
    if (r->failed) return false;
    r->failed = true;
    r->error->line = r->line;
    va_start(args, format);
    vsnprintf(r->error->text, sizeof r->error->text, format, args);
    va_end(args);
    return false;
}

char *definition_keep(struct reading_of *r, const char *text, size_t len) {
    while (len && isspace((unsigned char)*text)) text++, len--;
    while (len && isspace((unsigned char)text[len - 1])) len--;
    return arena_copy(&r->report->texts, text, len);
}

size_t definition_word(const char *text) {
    return strcspn(text, " \t");
}

/* ==== Of the report ========================================================================== */

/* A text that is said once. */
static bool once(struct reading_of *r, const char **field, const char *value) {
    if (*field) return definition_fail(r, "this is said twice");
    *field = value;
    return true;
}

static bool is_name(const char *name) {
    for (; *name; name++)
        if (!islower((unsigned char)*name) && !isdigit((unsigned char)*name) && *name != '-')
            return false;
    return true;
}

static bool read_report(struct reading_of *r, const char *value) {
    return once(r, &r->report->name, value) &&
           (is_name(value) || definition_fail(r, "a name has small letters, digits and -"));
}

/* The words of a command that C answers. */
static bool read_command(struct reading_of *r, const char *value) {
    r->report->of_command = true;
    return read_report(r, value);
}

static bool read_summary(struct reading_of *r, const char *value) {
    return once(r, &r->report->summary, value);
}

static bool read_about(struct reading_of *r, const char *value) {
    if (!*value) {
        r->paragraph = true;
        return true;
    }
    if (r->description.len) text_add(&r->description, r->paragraph ? "\n\n" : " ");
    text_add(&r->description, value);
    r->paragraph = false;
    return true;
}

static bool read_tab(struct reading_of *r, const char *value) {
    return once(r, &r->report->tab, value);
}

static bool read_nothing(struct reading_of *r, const char *value) {
    return once(r, &r->report->nothing, value);
}

static bool read_next(struct reading_of *r, const char *value) {
    const char *end = *value == '"' ? strchr(value + 1, '"') : NULL;
    if (!end || !end[1])
        return definition_fail(r, "expected a command in quotes, and what it shows");
    const struct report_next next = {.call =
                                         definition_keep(r, value + 1, (size_t)(end - value - 1)),
                                     .shows = definition_keep(r, end + 2, strlen(end + 2))};
    array_push(&r->report->next, next);
    return true;
}

static bool read_example(struct reading_of *r, const char *value) {
    array_push(&r->report->examples, (struct report_example){.line = value});
    return true;
}

static bool read_shows(struct reading_of *r, const char *value) {
    size_t len = r->report->examples.len;
    if (!len) return definition_fail(r, "there is no example before");
    return once(r, &r->report->examples.items[len - 1].help, value);
}

static bool read_programs(struct reading_of *r, const char *value) {
    r->report->programs_get_all = strcmp(value, "all") == 0;
    return r->report->programs_get_all || definition_fail(r, "expected all, found '%.40s'", value);
}

static bool read_columns(struct reading_of *r, const char *value) {
    array_push(&r->sets, (struct column_set){.name = value});
    r->set = &r->sets.items[r->sets.len - 1];
    r->part = NULL;
    return true;
}

/* ==== Of a part ============================================================================== */

static bool open_part(struct reading_of *r, enum report_part_kind kind, const char *value) {
    size_t len = definition_word(value);
    struct report_part part = {.kind = kind, .line = r->line};
    part.key = definition_keep(r, value, len);
    part.title = definition_keep(r, value + len, strlen(value + len));
    if (kind != REPORT_EXTRA && !*part.title)
        return definition_fail(r, "expected a key and a title");
    array_push(&r->report->parts, part);
    r->part = &r->report->parts.items[r->report->parts.len - 1];
    r->set = NULL;
    return true;
}

static bool read_table(struct reading_of *r, const char *value) {
    return open_part(r, REPORT_TABLE, value);
}

static bool read_figures(struct reading_of *r, const char *value) {
    return open_part(r, REPORT_FIGURES, value);
}

static bool read_extra(struct reading_of *r, const char *value) {
    return open_part(r, REPORT_EXTRA, value);
}

static bool add_source(struct reading_of *r, const char *value) {
    struct report_source source = {.where = NULL};
    while (*value) {
        size_t len = definition_word(value);
        array_push(&source.types, definition_keep(r, value, len));
        value += len;
        value += strspn(value, " \t");
    }
    array_push(&r->part->sources, source);
    return true;
}

static bool read_types(struct reading_of *r, const char *value) {
    if (r->part->kind == REPORT_TABLE && r->part->sources.len)
        return definition_fail(r, "types are said twice; others are: else");
    return add_source(r, value);
}

static bool read_else(struct reading_of *r, const char *value) {
    if (!r->part->sources.len) return definition_fail(r, "there are no types before");
    return add_source(r, value);
}

static bool read_also(struct reading_of *r, const char *value) {
    if (!read_else(r, value)) return false;
    r->part->sources.items[r->part->sources.len - 1].also = true;
    return true;
}

static bool read_where(struct reading_of *r, const char *value) {
    struct expression_error error;
    size_t len = r->part->sources.len;
    if (!len) return definition_fail(r, "there are no types before");
    struct expression *expression = expression_parse(value, &error);
    if (!expression) return definition_fail(r, "at %zu: %s", error.column, error.text);
    expression_free(expression);
    return once(r, &r->part->sources.items[len - 1].where, value);
}

static bool read_share(struct reading_of *r, const char *value) {
    return once(r, &r->part->share, value);
}

static bool read_rate(struct reading_of *r, const char *value) {
    return once(r, &r->part->rate, value);
}

static bool read_rows(struct reading_of *r, const char *value) {
    r->part->all_rows = strcmp(value, "all") == 0;
    return r->part->all_rows || definition_fail(r, "expected all, found '%.40s'", value);
}

static bool read_people(struct reading_of *r, const char *value) {
    r->part->detail = strcmp(value, "all") == 0;
    return r->part->detail || definition_fail(r, "expected all, found '%.40s'", value);
}

static bool read_unless(struct reading_of *r, const char *value) {
    if (r->part->unless) return definition_fail(r, "unless is there twice");
    r->part->unless = value;
    return true;
}

/* Its keys may stand in lines below: they are looked at when the part is whole. */
static bool read_lead(struct reading_of *r, const char *value) {
    if (r->part->lead) return definition_fail(r, "lead is there twice");
    r->part->lead = value;
    return true;
}

static bool read_note(struct reading_of *r, const char *value) {
    array_push(&r->part->notes, value);
    return true;
}

static bool read_say(struct reading_of *r, const char *value) {
    const char *end = *value == '"' ? strchr(value + 1, '"') : NULL;
    if (!end) return definition_fail(r, "expected a label in quotes");
    const struct report_saying saying = {
        .label = definition_keep(r, value + 1, (size_t)(end - value - 1)),
        .words = definition_keep(r, end + 1, strlen(end + 1))};
    for (const char *at = saying.words; (at = strchr(at, '{')) != NULL; at++) {
        size_t len = strcspn(at + 1, "}");
        if (!at[len + 1] || definition_column(r->part, at + 1, len) == SIZE_MAX)
            return definition_fail(r, "no line before has the key '%.*s'", (int)len, at + 1);
    }
    array_push(&r->part->sayings, saying);
    return true;
}

/* ==== Words ================================================================================== */

enum { /* where a word may stand */
       IN_REPORT = 1,
       IN_SET = 2,
       IN_TABLE = 4,
       IN_FIGURES = 8,
       IN_EXTRA = 16,
       ANYWHERE = 31
};

static const struct word {
    const char *name;
    unsigned where;
    bool (*read)(struct reading_of *r, const char *value);
} words[] = {
    {"report", IN_REPORT, read_report},
    {"command", IN_REPORT, read_command},
    {"summary", IN_REPORT, read_summary},
    {"about", IN_REPORT, read_about},
    {"tab", IN_REPORT, read_tab},
    {"nothing", IN_REPORT, read_nothing},
    {"next", IN_REPORT, read_next},
    {"example", IN_REPORT, read_example},
    {"shows", IN_REPORT, read_shows},
    {"programs", IN_REPORT, read_programs},
    {"columns", ANYWHERE, read_columns},
    {"table", ANYWHERE, read_table},
    {"figures", ANYWHERE, read_figures},
    {"extra", ANYWHERE, read_extra},
    {"types", IN_TABLE | IN_FIGURES, read_types},
    {"else", IN_TABLE, read_else},
    {"also", IN_TABLE, read_also},
    {"instead", IN_TABLE, definition_instead},
    {"where", IN_TABLE | IN_FIGURES, read_where},
    {"by", IN_SET | IN_TABLE, definition_by},
    {"show", IN_SET | IN_TABLE, definition_show},
    {"hide", IN_SET | IN_TABLE, definition_hide},
    {"make", IN_TABLE, definition_make},
    {"with", IN_SET | IN_TABLE, definition_with},
    {"share", IN_TABLE, read_share},
    {"rate", IN_TABLE, read_rate},
    {"order", IN_TABLE, definition_order},
    {"rows", IN_TABLE, read_rows},
    {"people", IN_TABLE | IN_FIGURES | IN_EXTRA, read_people},
    {"unless", IN_TABLE, read_unless},
    {"lead", IN_TABLE, read_lead},
    {"note", IN_TABLE | IN_FIGURES, read_note},
    {"pair", IN_FIGURES, definition_pair},
    {"value", IN_FIGURES, definition_value},
    {"say", IN_FIGURES, read_say},
};
enum { WORDS = sizeof words / sizeof *words };

static unsigned place_of(const struct reading_of *r) {
    if (r->set) return IN_SET;
    if (!r->part) return IN_REPORT;
    static const unsigned places[] = {
        [REPORT_TABLE] = IN_TABLE, [REPORT_FIGURES] = IN_FIGURES, [REPORT_EXTRA] = IN_EXTRA};
    return places[r->part->kind];
}

static bool read_line(struct reading_of *r, const char *line) {
    size_t len = definition_word(line);
    const char *value = line + len + strspn(line + len, " \t");
    char name[24];
    snprintf(name, sizeof name, "%.*s", len < 20 ? (int)len : 20, line);
    struct suggest suggest = suggest_for(name);
    for (size_t i = 0; i < WORDS; i++) {
        suggest_offer(&suggest, words[i].name);
        if (strcmp(words[i].name, name) != 0) continue;
        if (!(words[i].where & place_of(r)) && words[i].where != ANYWHERE)
            return definition_fail(r, "%s does not belong here", name);
        if (!*value && words[i].read != read_about)
            return definition_fail(r, "%s has no value", name);
        return words[i].read(r, value);
    }
    return definition_fail(r, "there is no word %s%s%s%s", name,
                           suggest.best ? "; did you mean " : "", suggest.best ? suggest.best : "",
                           suggest.best ? "?" : "");
}

/* ==== Is it whole? =========================================================================== */

static bool check_lead(struct reading_of *r, const struct report_part *part) {
    for (const char *at = part->lead; at && (at = strchr(at, '{')) != NULL; at++) {
        const char *key = at + 1 + (strncmp(at + 1, "all ", 4) == 0 ? 4 : 0);
        size_t len = strcspn(key, " }"), i = 0;
        if (!strchr(key, '}')) return definition_fail(r, "lead has a { without a }");
        for (; i < part->columns.len; i++) {
            const char *has = part->columns.items[i].key;
            if (strncmp(has, key, len) == 0 && !has[len]) break;
        }
        if (i == part->columns.len && strncmp(at, "{share}", 7) != 0)
            return definition_fail(r, "lead has {%.*s}, which is no key", (int)(len & 63), key);
    }
    return true;
}

static bool check_part(struct reading_of *r, const struct report_part *part) {
    size_t shown = 0;
    r->line = part->line;
    for (const struct report_part *p = r->report->parts.items; p < part; p++)
        if (strcmp(p->key, part->key) == 0 && strcmp(p->key, "-") != 0)
            return definition_fail(r, "%s is there twice", part->key);
    if (part->kind == REPORT_EXTRA) return true;
    if (!part->sources.len) return definition_fail(r, "%s has no types", part->key);
    for (size_t i = 0; i < part->columns.len; i++)
        shown += part->columns.items[i].kind == REPORT_SHOW && !part->columns.items[i].hidden;
    if (!shown) return definition_fail(r, "%s shows nothing", part->key);
    return check_lead(r, part);
}

static bool check(struct reading_of *r) {
    struct report *report = r->report;
    if (!report->name) return definition_fail(r, "report and its name are missing");
    if (!report->summary) return definition_fail(r, "summary is missing");
    if (!report->of_command) {
        if (!report->description) return definition_fail(r, "about is missing");
        if (!report->nothing) return definition_fail(r, "nothing is missing");
        if (!report->parts.len) return definition_fail(r, "there is neither table nor figures");
    } else if (report->nothing || report->parts.len) {
        return definition_fail(r, "a command has words, and neither tables nor figures");
    }
    for (size_t i = 0; i < report->examples.len; i++)
        if (!report->examples.items[i].help)
            return definition_fail(r, "an example has no line with: shows");
    for (size_t i = 0; i < report->parts.len; i++)
        if (!check_part(r, &report->parts.items[i])) return false;
    array_push(&report->examples, (struct report_example){NULL, NULL});
    return true;
}

static bool read_all(struct reading_of *r, const char *text) {
    while (*text) {
        size_t len = strcspn(text, "\n");
        const char *line = definition_keep(r, text, len);
        r->line++;
        if (*line && *line != '#' && !read_line(r, line)) return false;
        text += len + (text[len] == '\n');
    }
    if (r->description.len)
        r->report->description =
            arena_copy(&r->report->texts, text_str(&r->description), r->description.len);
    return check(r);
}

struct report *report_parse(const char *text, struct report_error *error) {
    struct reading_of r = {.report = mem_zero(1, sizeof *r.report), .error = error};
    bool whole = read_all(&r, text);
    for (size_t i = 0; i < r.sets.len; i++) array_free(&r.sets.items[i].columns);
    array_free(&r.sets);
    text_free(&r.description);
    if (whole) return r.report;
    report_free(r.report);
    return NULL;
}

void report_free(struct report *report) {
    if (!report) return;
    EACH (struct report_part, part, &report->parts) {
        for (size_t k = 0; k < part->sources.len; k++)
            arrays_free(&part->sources.items[k].types, &part->sources.items[k].instead);
        arrays_free(&part->sources, &part->columns, &part->sayings, &part->order, &part->notes);
    }
    arrays_free(&report->parts, &report->examples, &report->next);
    arena_free(&report->texts);
    free(report);
}
