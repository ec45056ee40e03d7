#include "cmd/query/shell.h"

#include "base/suggest.h"
#include "cmd/cli/message.h"

#include <string.h>

/* *none stays as it is if there are only blanks and comments. */
static int run_statement(struct shell *s, const char *text, const char **rest, bool *none) {
    static const struct result_shape shape = {0};
    OWNED(sql_error_free) struct sql_error error;
    uint64_t rows;
    bool more;
    struct sql_statement *statement = sql_prepare(s->connection->sql, text, rest, &error);
    bool ok = !error.text.len;
    if (statement || !ok) *none = false;
    if (statement && sql_columns(statement)) {
        ok = result_write(statement, s->format, s->max_rows, &shape, &s->output, &rows, &more,
                          &error);
        if (ok && more)
            message_note("there are more rows than the %llu that are shown; --max-rows 0 shows all",
                         (unsigned long long)rows);
    }
    if (!ok) connection_say_error(text, &error);
    sql_finalize(statement);
    return ok ? EXIT_OK : EXIT_USAGE;
}

static int query(struct shell *s, const char *text) {
    return shell_run(s, text);
}

static int show_tables(struct shell *s, const char *argument) {
    return query(s, "SELECT type, count, label FROM events WHERE count > 0 ORDER BY 1;");
}

static int show_schema(struct shell *s, const char *argument) {
    OWNED(text_free) struct text text = {0};
    const char *dot = strrchr(argument, '.');
    if (!*argument) return message_usage(".schema needs a table: .schema TABLE");
    text_add(&text, "SELECT name, type, CASE hidden WHEN 1 THEN 'not in *' ELSE '' END AS note "
                    "FROM pragma_table_xinfo('");
    for (const char *c = dot ? dot + 1 : argument; *c; c++) {
        if (*c == '\'') text_add_char(&text, '\'');
        text_add_char(&text, *c);
    }
    text_add(&text, "');");
    return query(s, text_str(&text));
}

static int show_views(struct shell *s, const char *argument) {
    OWNED(text_free) struct text text = {0};
    for (size_t i = 0; i < sql_view_count; i++) {
        OWNED(sql_view_free) struct sql_view_parts parts = sql_view_read(sql_views[i].text);
        if (sql_view_has_events(s->connection->sql, &parts))
            text_addf(&text, "%-30s %s\n", sql_views[i].name, parts.title ? parts.title : "");
    }
    output_flush_text(&s->output, &text);
    return EXIT_OK;
}

static int quit(struct shell *s, const char *argument) {
    s->over = true;
    return EXIT_OK;
}

static int show_help(struct shell *s, const char *argument);

static const struct {
    const char *name, *help;
    int (*run)(struct shell *shell, const char *argument);
} commands_[] = {
    {".tables", "event types that occur, and how often", show_tables},
    {".schema", "TABLE: its columns", show_schema},
    {".views", "views that have rows; jfrtool events --view NAME shows one", show_views},
    {".help", "this list", show_help},
    {".quit", "leave; so does the end of the input", quit},
};
#define COMMANDS (sizeof commands_ / sizeof *commands_)

static int show_help(struct shell *s, const char *argument) {
    OWNED(text_free) struct text text = {0};
    for (size_t i = 0; i < COMMANDS; i++)
        text_addf(&text, "%-10s %s\n", commands_[i].name, commands_[i].help);
    text_add(&text, "Statements end with a semicolon: SELECT * FROM GCPhasePause LIMIT 3;\n");
    output_flush_text(&s->output, &text);
    return EXIT_OK;
}

static bool is_command(const char *line, size_t i) {
    size_t len = strlen(commands_[i].name);
    return strncmp(line, commands_[i].name, len) == 0 &&
           (!line[len] || strchr(" \t\r\n;", line[len]));
}

bool shell_knows(const char *line) {
    return some_of(i, COMMANDS, is_command(line, i));
}

/* The line with the dot; *rest is the next one. */
static int run_command(struct shell *s, const char *line, const char **rest) {
    size_t len = strcspn(line, "\n");
    OWNED(text_free) struct text text = {0};
    int code = EXIT_USAGE;
    text_add_bytes(&text, line, len);
    *rest = line + len;
    while (text.len && strchr(" \t\r;", text.data[text.len - 1])) text.data[--text.len] = 0;
    for (size_t i = 0; i < COMMANDS; i++) {
        if (!is_command(text_str(&text), i)) continue;
        const char *argument = text_str(&text) + strlen(commands_[i].name);
        code = commands_[i].run(s, argument + strspn(argument, " \t"));
        return code;
    }
    struct suggest suggest = suggest_for(text_str(&text));
    for (size_t i = 0; i < COMMANDS; i++) suggest_offer(&suggest, commands_[i].name);
    message_error("there is no command %s; %s lists them", text_str(&text),
                  suggest.best ? suggest.best : ".help");
    return code;
}

/* dotted: lines with a dot are. */
static int run_text(struct shell *s, const char *text, bool dotted, bool *none) {
    int code = EXIT_OK;
    while (code == EXIT_OK && !s->over) {
        const char *rest;
        text += strspn(text, " \t\r\n;");
        if (!*text) break;
        if (dotted && *text == '.') code = run_command(s, text, &rest);
        else code = run_statement(s, text, &rest, none);
        text = rest;
    }
    return code;
}

int shell_run(struct shell *s, const char *text) {
    bool none;
    return run_text(s, text, true, &none);
}

int shell_query(struct shell *s, const char *text) {
    bool none = true;
    int code = run_text(s, text, false, &none);
    if (!none) return code;
    return message_usage("there is no statement in the text of --query: \"%s\"", text);
}
