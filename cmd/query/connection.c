#include "cmd/query/connection.h"

#include "base/safe.h"
#include "base/units.h"
#include "cmd/cli/message.h"
#include "cmd/read/groups.h"

#include <stdio.h>

#define NOTES_SHOWN 10

static bool parse_size(const char *text, void *field) {
    return units_parse_size(text, field);
}

static bool parse_seconds(const char *text, void *field) {
    int64_t ns;
    if (!units_parse_duration(text, &ns)) return false;
    *(double *)field = (double)ns / 1e9;
    return true;
}

#include "cmd/query/connection_options.h"

static void take_note(void *context, const struct jfr_note *note) {
    struct connection *c = context;
    OWNED(text_free) struct text text = {0};
    char place[40];
    if (note->kind == JFR_NOTE_LOST) c->lost = true;
    if (note->kind == JFR_NOTE_SKIPPED) c->skipped = hash_bytes(note->text, strlen(note->text));
    if (note->name) text_addf(&text, "%s: ", note->name);
    snprintf(place, sizeof place, "at byte %llu", (unsigned long long)note->offset);
    bool whole = !note->name || (note->kind == JFR_NOTE_SKIPPED && note->offset == 0);
    if (!whole && !strstr(note->text, place)) text_addf(&text, "%s: ", place);
    text_add(&text, note->text);
    bool fresh = map_add(&c->said, hash_bytes(text_str(&text), text.len) >> 1);
    bool unread = note->kind == JFR_NOTE_SKIPPED && !note->name; /* none of the recording is */
    c->named |= unread;
    if (fresh && unread) message_error("%s", text_str(&text));
    else if (fresh && c->notes++ < NOTES_SHOWN) message_note("%s", text_str(&text));
    else if (fresh) c->untold++;
}

static void take_remark(void *context, const char *sentence) {
    message_note("%s", sentence);
}

int connection_open(struct connection *c, const struct text_list *paths,
                    const struct connection_options *options) {
    struct jfr_error error = {0};
    struct sql_options how = {.index_bytes = (uint64_t)options->index_bytes,
                              .memory_bytes = (uint64_t)options->memory_bytes,
                              .timeout_ns = (int64_t)(options->timeout_s * 1e9),
                              .jobs = options->jobs > 1024 ? 1024 : (unsigned)options->jobs,
                              .raw_names = options->raw_names,
                              .row_by_row = options->row_by_row,
                              .once = options->once,
                              .held_spans = options->held_spans,
                              .share = options->share,
                              .log = {.note = take_note, .context = c},
                              .remark = take_remark,
                              .context = c};
    if (!options_share_fits(options->share, paths)) return EXIT_USAGE;
    *c = (struct connection){.strict = options->strict, .quiet = options->quiet};
    c->sql = sql_open(paths->items, paths->len, &how, &error);
    if (c->sql) return EXIT_OK;
    if (c->skipped != hash_bytes(error.text, strlen(error.text))) message_error("%s", error.text);
    else if (c->quiet && !c->named)
        message_error("the recording describes no event type, so nothing can be read");
    connection_close(c);
    return error.code == JFR_UNSUPPORTED || error.code == JFR_IO ? EXIT_USAGE : EXIT_NOT_JFR;
}

int connection_exit_code(const struct connection *c) {
    bool failed = jfr_tables_failed(sql_tables(c->sql)) > 0;
    return failed || (c->strict && c->lost) ? EXIT_PARTIAL : EXIT_OK;
}

void connection_close(struct connection *c) {
    if (c->untold) message_note("and %zu more notes like these", c->untold);
    sql_close(c->sql);
    map_free(&c->said);
    c->sql = NULL;
}

#define SHOWN 60 /* characters before and behind the place */

static bool begins_character(char c) {
    return ((unsigned char)c & 0xC0) != 0x80;
}

/* The line of the statement that has the place, and below it a mark. */
static void add_place(const char *statement, size_t offset, struct text *out) {
    size_t from = offset, to = offset, columns = 0;
    while (from > 0 && statement[from - 1] != '\n' && offset - from < SHOWN) from--;
    while (from < offset && !begins_character(statement[from])) from++;
    while (statement[to] && statement[to] != '\n' && to - offset < SHOWN) to++;
    while (statement[to] && !begins_character(statement[to])) to++;
    OWNED(text_free) struct text line = {0};
    for (size_t i = from; i < to; i++) {
        if (i < offset && begins_character(statement[i])) columns++;
        text_add_char(&line, statement[i] == '\t' || statement[i] == '\r' ? ' ' : statement[i]);
    }
    text_add(out, "  ");
    safe_add(out, text_str(&line), line.len);
    text_add(out, "\n  ");
    text_add_blanks(out, columns);
    text_add(out, "^");
}

void connection_say_error(const char *statement, const struct sql_error *error) {
    OWNED(text_free) struct text place = {0};
    if (error->suggestion.len)
        message_error("%s; %s", text_str(&error->text), text_str(&error->suggestion));
    else message_error("%s", text_str(&error->text));
    if (error->offset < 0 || (size_t)error->offset > strlen(statement)) return;
    add_place(statement, (size_t)error->offset, &place);
    fprintf(stderr, "%s\n", text_str(&place));
}
