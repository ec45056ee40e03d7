/* jfrtool view: stored statements over recordings. */
#include "cmd/query/connection.h"
#include "cmd/query/result.h"

#include "base/folder.h"
#include "base/safe.h"
#include "base/shell.h"
#include "base/suggest.h"
#include "base/posix.h"
#include "cmd/cli/message.h"
#include "cmd/read/groups.h"

#include <ctype.h>
#include <errno.h>

#include "cmd/view_options.h"

/* A file of a user's own view. */
static bool is_own(const char *operand) {
    return (text_ends_with(operand, ".sql") || text_ends_with(operand, ".view")) &&
           access(operand, R_OK) == 0;
}

/* ==== One view ============================================================================== */

struct viewing {
    const struct view_options *options;
    struct connection connection;
    struct output output;
    enum format format;
    size_t shown, members; /* views that had rows; that were begun in JSON */
    bool several;          /* those without rows are passed over */
};

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '"' || c == '\'';
}

/* The view's fields that the recordings' JVM did not have yet are NULL. False: it is not that. */
static bool without_field(const struct sql_error *error, struct text *statement) {
    static const char missing[] = "no such column: ";
    const char *message = text_str(&error->text), *text = text_str(statement);
    struct text out = {0};
    if (strncmp(message, missing, sizeof missing - 1) != 0) return false;
    const char *field = message + sizeof missing - 1;
    const char *dot = strrchr(field, '.');
    if (dot) field = dot + 1;
    size_t len = strlen(field), replaced = 0;
    for (char before = ' '; *text;) {
        bool word = strncmp(text, field, len) == 0 && !is_letter(before) && !is_letter(text[len]);
        if (word) text_add(&out, "NULL");
        else text_add_char(&out, *text);
        replaced += word;
        before = *text;
        text += word ? len : 1;
    }
    text_free(statement);
    *statement = out;
    return replaced > 0;
}

static struct sql_statement *prepare(struct viewing *v, bool own, struct text *text,
                                     struct sql_error *error) {
    for (int left = 8;; left--) { /* views name few fields that are young */
        struct sql_statement *statement =
            sql_prepare(v->connection.sql, text_str(text), NULL, error);
        if (statement || own || left == 0 || !without_field(error, text)) return statement;
        sql_error_free(error);
    }
}

/* In JSON several views are members of an object. */
static void begin_member(struct viewing *v, const char *name) {
    OWNED(text_free) struct text text = {0};
    if (v->format != FORMAT_JSON || !v->several) return;
    struct json json = json_open(&text, JSON_COMPACT);
    text_add(&text, v->members++ ? "," : "{");
    json_text(&json, NULL, name);
    text_add_char(&text, ':');
    output_flush_text(&v->output, &text);
}

static int show(struct viewing *v, const char *name, const char *text,
                const struct sql_view_parts *parts) {
    OWNED(text_free) struct text statement_text = {0};
    OWNED(sql_error_free) struct sql_error error = {0};
    struct result_shape shape = {.title = parts->title ? parts->title : name,
                                 .form = parts->form,
                                 .units = parts->units,
                                 .units_len = parts->unit_count,
                                 .keys = !parts->by_column,
                                 .quiet_if_empty = true,
                                 .masked = sql_view_find(name) != NULL,
                                 .width = (size_t)v->options->width};
    uint64_t height = v->options->cell_height;
    shape.cut = (unsigned)v->options->truncate;
    if (v->format == FORMAT_TEXT) shape.height = (uint8_t)(height < UINT8_MAX ? height : UINT8_MAX);
    uint64_t given = v->options->top, count = 0;
    bool programs = result_is_for_programs(v->format);
    uint64_t limit = given ? given - 1 : parts->limit && !programs ? parts->limit : UINT64_MAX;
    bool more = false;
    sql_view_add_statement(v->connection.sql, text, &statement_text);
    struct sql_statement *statement = prepare(v, is_own(name), &statement_text, &error);
    if (statement) begin_member(v, name);
    bool ok = statement &&
              result_write(statement, v->format, limit, &shape, &v->output, &count, &more, &error);
    if (!ok) {
        message_error("view %s: %s", name,
                      error.text.len ? text_str(&error.text) : "there is no statement in it");
    } else if (more && !v->several) {
        message_note("%s: there are more rows than the %llu that are shown; --top 0 shows all",
                     name, (unsigned long long)count);
    }
    v->shown += count > 0;
    sql_finalize(statement);
    return ok ? EXIT_OK : EXIT_USAGE;
}

static int show_text(struct viewing *v, const char *name, const char *text) {
    OWNED(sql_view_free) struct sql_view_parts parts = sql_view_read(text);
    int code = EXIT_OK;
    if (sql_view_may_answer(v->connection.sql, &parts)) code = show(v, name, text, &parts);
    return code;
}

/* All of an event type, in the order of time. */
static int show_type(struct viewing *v, const struct jfr_table *table) {
    const char *name = jfr_table_name(table), *label = jfr_table_label(table);
    OWNED(text_free) struct text text = {0};
    bool timed = some_of(i, jfr_table_columns(table),
                         strcmp(jfr_table_column(table, i)->name, "startTime") == 0);
    text_addf(&text, "SELECT * FROM \"%s\"%s", name, timed ? " ORDER BY startTime" : "");
    OWNED(sql_view_free)
    struct sql_view_parts parts = {.title = mem_copy_text(label ? label : name)};
    parts.by_column = true;
    while (parts.unit_count < SQL_VIEW_COLUMNS && parts.unit_count < jfr_table_columns(table))
        parts.units[parts.unit_count++] = SQL_BY_COLUMN;
    return show(v, name, text_str(&text), &parts);
}

/* ==== Which one ============================================================================= */

static bool read_own(const char *path, struct text *out) {
    int failure = file_take(fopen(path, "re"), SIZE_MAX, out);
    return !failure || message_refuse("cannot read %s: %s", path, strerror(failure));
}

static int no_such_view(const struct viewing *v, const char *name) {
    struct suggest suggest = suggest_for(name);
    OWNED(text_free) struct text safe = {0};
    for (size_t i = 0; i < sql_view_count; i++) suggest_offer(&suggest, sql_views[i].name);
    const struct jfr_tables *tables = sql_tables(v->connection.sql);
    for (size_t i = 0; i < jfr_tables_count(tables); i++)
        suggest_offer_dotted(&suggest, jfr_table_name(jfr_tables_at(tables, i)));
    safe_add_name(&safe, name);
    if (suggest.best)
        message_error("there is no view and no event type %s; did you mean %s?", text_str(&safe),
                      suggest.best);
    else
        message_error("there is no view and no event type %s; jfrtool views lists the views",
                      text_str(&safe));
    return EXIT_USAGE;
}

static int show_all(struct viewing *v, bool views) {
    const struct jfr_tables *tables = sql_tables(v->connection.sql);
    size_t count = views ? sql_view_count : jfr_tables_count(tables);
    int code = EXIT_OK;
    v->several = true;
    for (size_t i = 0; i < count && code == EXIT_OK; i++) {
        struct sql_view_parts parts =
            views ? sql_view_read(sql_views[i].text) : (struct sql_view_parts){0};
        const struct jfr_table *table = views ? NULL : jfr_tables_at(tables, i);
        const char *name = views ? sql_views[i].name : jfr_table_name(table);
        if (!views) parts.needs = mem_copy_text(name);
        if (sql_view_has_events(v->connection.sql, &parts)) {
            code = views ? show_text(v, name, sql_views[i].text) : show_type(v, table);
        }
        sql_view_free(&parts);
    }
    if (v->format == FORMAT_JSON)
        output_add(&v->output, v->members ? "}\n" : "{}\n", v->members ? 2 : 3);
    return code;
}

static int show_named(struct viewing *v, const char *name) {
    const struct sql_view *view = sql_view_find(name);
    const struct jfr_table *table;
    struct text text = {0};
    int code;
    if (is_own(name)) {
        code = read_own(name, &text) ? show_text(v, name, text_str(&text)) : EXIT_USAGE;
        text_free(&text);
        return code;
    }
    if (view) return show_text(v, view->name, view->text);
    if (strcmp(name, "types") == 0) return show_text(v, name, sql_view_find("event-sizes")->text);
    if (strcmp(name, "all-views") == 0) return show_all(v, true);
    if (strcmp(name, "all-events") == 0) return show_all(v, false);
    table = sql_type_named(v->connection.sql, name);
    return table ? show_type(v, table) : no_such_view(v, name);
}

/* ==== The command =========================================================================== */

static int print_statement(const char *name, const char *path) {
    const struct sql_view *view = sql_view_find(name);
    struct text text = {0};
    if (!view) return message_usage("there is no view %s; jfrtool views lists them", name);
    text_add(&text, view->text);
    return output_write(path, &text) ? EXIT_OK : EXIT_USAGE;
}

static int answer(struct viewing *v, const char *name, const struct text_list *paths) {
    struct connection *c = &v->connection;
    const struct output_options *output = &v->options->output;
    struct connection_options how = v->options->connection;
    how.held_spans = is_own(name) || sql_view_find(name) || strcmp(name, "all-views") == 0;
    int code = connection_open(c, paths, &how);
    if (code != EXIT_OK) return code;
    if (!output_open(&v->output, output->path, (enum color_when)output->color)) {
        connection_close(c);
        return EXIT_USAGE;
    }
    code = show_named(v, name);
    if (code == EXIT_OK && !v->shown && !output->messages.allow_empty) {
        message_error("view %s: these recordings have no such events", name);
        code = EXIT_NOTHING;
    }
    if (code == EXIT_OK) code = connection_exit_code(c);
    if (code != EXIT_OK && code != EXIT_PARTIAL) output_discard(&v->output);
    else if (!output_close(&v->output)) code = EXIT_USAGE;
    connection_close(c);
    return code;
}

static int run(const struct command *command, struct option_base *options) {
    struct view_options *o = (struct view_options *)options;
    struct viewing v = {.options = o};
    OWNED(array_release) struct text_list paths = {0};
    const char *name = NULL;
    int code = EXIT_USAGE;
    message_set_quiet(o->output.messages.quiet);
    o->connection.quiet = o->output.messages.quiet;
    o->connection.once = true;
    for (size_t i = 0; i < o->base.operands.len; i++) {
        const char *operand = o->base.operands.items[i];
        bool is_name =
            !name && (is_own(operand) || (access(operand, F_OK) != 0 && strcmp(operand, "-") != 0));
        if (is_name) name = operand;
        else array_push(&paths, operand);
    }
    if (!name) {
        message_error("which view? jfrtool views lists them: jfrtool view gc-pauses rec.jfr");
    } else if (o->sql) {
        code = print_statement(name, o->output.path);
    } else if (!paths.len) {
        OWNED(text_free) struct text word = {0};
        shell_add_word(&word, name);
        message_error("of which recording? jfrtool view %s rec.jfr", text_str(&word));
    } else if (format_choose(command->name, command->writes, o->output.path, o->output.format,
                             &v.format)) {
        code = answer(&v, name, &paths);
    }
    return code;
}
