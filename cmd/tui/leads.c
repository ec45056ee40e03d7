#include "cmd/tui/leads.h"

#include "base/units.h"
#include "cmd/cli/ways.h"
#include "cmd/tui/lines.h"

#include <ctype.h>

#define LEAST_WINDOW NS_PER_MS /* shorter ones are hard to see */

/* ==== Findings ============================================================================== */

/* The lines between two blank ones that this one is in. */
static void add_block(const char *text, size_t number, struct text *out) {
    if (line_is_blank(line_of(text, number))) return;
    while (number > 0 && !line_is_blank(line_of(text, number - 1))) number--;
    for (struct line line = line_of(text, number); !line_is_blank(line);) {
        text_add_bytes(out, line.at, line.len);
        text_add_char(out, ' ');
        line = line_of(text, ++number);
        if (!*line.at) break;
    }
}

/* "92.6 ms", "1 min 20 s": as --from takes a length. */
static int64_t length_of(const char *text) {
    OWNED(text_free) struct text words = {0};
    struct time_point point;
    for (; *text && *text != ','; text++) {
        if (*text == '.' && !isdigit((unsigned char)text[1])) break;
        if (strncmp(text, "min", 3) == 0) text += 2, text_add_char(&words, 'm');
        else if (*text != ' ') text_add_char(&words, *text);
    }
    bool known = time_point_parse(text_str(&words), &point) && point.kind == TIME_FROM_START;
    return known && point.ns > LEAST_WINDOW ? point.ns : LEAST_WINDOW;
}

/* "... from 2026-11-26 05:34:20.405 UTC for 92.6 ms." */
static void find_window(const struct explorer *e, const char *block, struct lead *out) {
    const char *at = strstr(block, "Worst from "), *length = at ? strstr(at, " for ") : NULL;
    struct time_point point;
    char moment[32];
    if (!length) return;
    at += strlen("Worst from ");
    size_t len = strcspn(at, " ");
    len += 1 + strcspn(at + len + 1, " ");
    if (len >= sizeof moment || at[len] != ' ') return;
    memcpy(moment, at, len);
    moment[len] = 0;
    moment[strcspn(moment, " ")] = 'T';
    if (!time_point_parse(moment, &point)) return;
    const struct time_point open = {.kind = TIME_NONE};
    const struct model *m = &e->model;
    int64_t from = time_window_of(&point, &open, m->start_ns, m->end_ns, &e->zone).from_ns;
    int64_t to = from + length_of(length + strlen(" for "));
    out->from_ns = from < m->start_ns ? m->start_ns : from;
    out->to_ns = to > m->end_ns ? m->end_ns : to;
    if (out->from_ns >= out->to_ns) out->from_ns = out->to_ns = 0;
}

/* "More: jfrtool locks rec.jfr" */
static void find_tab(const char *block, struct lead *out) {
    static const char *const of_samples[] = {"hot-methods", "method-profiling", "flame", "callers"};
    const char *at = strstr(block, "jfrtool ");
    OWNED(text_free) struct text name = {0};
    if (!at) return;
    at += strlen("jfrtool ");
    const struct way *way = way_of_call(at);
    if (way) text_add(&name, way->to);
    else text_add_bytes(&name, at, strcspn(at, " \n"));
    for (size_t i = 0; i < sizeof of_samples / sizeof *of_samples; i++)
        if (strcmp(text_str(&name), of_samples[i]) == 0) out->tab = TAB_METHODS;
    for (int tab = 0; tab < TAB_COUNT && out->tab == TAB_COUNT; tab++)
        if (tab != TAB_OVERVIEW && tabs[tab].command &&
            strcmp(tabs[tab].command, text_str(&name)) == 0)
            out->tab = (enum tab)tab;
    if (out->tab == TAB_COUNT) {
        out->report = command_of_report_named(text_str(&name));
        if (out->report) out->tab = TAB_GC;
    }
}

/* ==== Rows of tables ======================================================================== */

static bool is_text(const char *name, struct line field) {
    return strlen(name) == field.len && memcmp(name, field.at, field.len) == 0;
}

static bool find_thread(const struct explorer *e, struct line field, struct lead *out) {
    const struct strings *strings = &e->model.samples->profile.frames.strings;
    for (size_t i = 0; i < e->model.threads.len; i++) {
        uint32_t name = e->model.threads.items[i].name;
        if (!name || !is_text(strings_get(strings, name), field)) continue;
        *out = (struct lead){.kind = LEAD_THREAD, .id = name};
        return true;
    }
    return false;
}

static bool find_method(const struct explorer *e, struct line field, struct lead *out) {
    const struct profile *profile = &e->model.samples->profile;
    bool found = false;
    for (size_t i = 0; i < e->model.hot.rows.len && !found; i++) {
        OWNED(text_free) struct text name = {0};
        frame_add_name(&profile->frames, e->model.hot.rows.items[i].frame, &name);
        found = is_text(text_str(&name), field);
        if (found)
            *out = (struct lead){.kind = LEAD_METHOD, .id = e->model.hot.rows.items[i].frame};
    }
    return found;
}

/* What the title of a table says its rows are about. */
static const struct about {
    const char *title, *column, *types, *field;
} abouts[] = {
    {"Monitors", "class", "JavaMonitorEnter", "monitorClass"},
    {"Waits by site", "class", "JavaMonitorEnter", "monitorClass"},
    {"Previous owners", "class", "JavaMonitorEnter", "monitorClass"},
    {"Park", "class", "ThreadPark", "parkedClass"},
    {"Hosts", "host", "SocketRead SocketWrite SocketConnect", "host"},
    {"Files", "file", "FileRead FileWrite FileForce", "path"},
    {"Forced writes", "file", "FileForce", "path"},
};

static struct line cell_under(struct line head, struct line row, const char *name) {
    struct line heads[LINE_FIELDS], none = {.len = 0};
    size_t count = line_fields(head, heads);
    for (size_t h = 0; h < count; h++)
        if (is_text(name, heads[h])) return line_cell(heads, count, h, row);
    return none;
}

static bool find_events(const char *text, size_t number, struct lead *out) {
    size_t top = number;
    struct line row = line_of(text, number), title, head, field;
    while (top > 0 && !line_is_blank(line_of(text, top - 1))) top--;
    title = line_of(text, top);
    head = line_of(text, top + 1);
    if (number < top + 2) return false;
    for (size_t i = 0; i < sizeof abouts / sizeof *abouts; i++) {
        const struct about *about = &abouts[i];
        if (title.len < strlen(about->title) ||
            memcmp(title.at, about->title, strlen(about->title)) != 0)
            continue;
        field = cell_under(head, row, about->column);
        if (!field.len) continue;
        if (memchr(field.at, '"', field.len) || memchr(field.at, '\\', field.len)) return false;
        *out = (struct lead){.kind = LEAD_EVENTS, .types = about->types};
        text_addf(&out->where, "%s = \"%.*s\"", about->field, (int)field.len, field.at);
        return true;
    }
    return false;
}

/* ==== All of it ============================================================================= */

static void find_finding(const struct explorer *e, size_t number, struct lead *out) {
    OWNED(text_free) struct text block = {0};
    *out = (struct lead){.tab = TAB_COUNT};
    add_block(text_str(&e->body[TAB_OVERVIEW]), number, &block);
    find_window(e, text_str(&block), out);
    find_tab(text_str(&block), out);
    if (out->to_ns || out->tab != TAB_COUNT) out->kind = LEAD_FINDING;
}

size_t lead_first_finding(const struct explorer *e) {
    const char *text = text_str(&e->body[TAB_OVERVIEW]);
    struct lead lead;
    for (size_t line = 0; *line_of(text, line).at; line++) {
        if (strncmp(line_of(text, line).at, "Next: ", 6) == 0) return 0; /* there is none */
        find_finding(e, line, &lead);
        if (lead.kind == LEAD_FINDING) return line;
    }
    return 0;
}

void lead_find(const struct explorer *e, size_t number, struct lead *out) {
    const char *text = text_str(&e->body[e->tab]);
    struct line fields[LINE_FIELDS];
    *out = (struct lead){.tab = TAB_COUNT};
    if (e->tab == TAB_OVERVIEW) {
        find_finding(e, number, out);
        return;
    }
    if (find_events(text, number, out)) return;
    size_t count = line_fields(line_of(text, number), fields);
    while (count--)
        if (find_thread(e, fields[count], out) || find_method(e, fields[count], out)) return;
}

void lead_free(struct lead *lead) {
    text_free(&lead->where);
}
