#include "cmd/query/shell.h"

#include "base/suggest.h"
#include "cmd/cli/message.h"
#include "base/platform.h"
#include "base/posix.h"

#ifdef JFR_STATIC
#include <editline/readline.h>
#endif

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

/* ==== On a terminal: lines are edited by libedit, which is opened on demand as SQLite is ==== */

#define SONAME PLATFORM_LIBRARY("edit", PLATFORM_EDIT_VERSION) /* package libedit2 */

/* What of libedit's readline is used. */
struct editor {
    char *(*readline)(const char *prompt);
    int (*add_history)(const char *line);
    char **(*matches)(const char *word, char *(*next)(const char *word, int state));
    int (*read_history)(const char *path);
    int (*write_history)(const char *path);
    void (*stifle_history)(int lines);                         /* no more are kept */
    char **(**complete)(const char *word, int start, int end); /* what it calls for the tab */
};

#ifdef JFR_STATIC /* it is inside */

static bool load(struct editor *e) {
    *e = (struct editor){readline,
                         add_history,
                         rl_completion_matches,
                         read_history,
                         write_history,
                         stifle_history,
                         &rl_attempted_completion_function};
    return true;
}

#else

static bool find(void *library, const char *name, void *out, size_t size) {
    void *found = platform_function(library, name);
    memcpy(out, &found, size);
    return found != NULL;
}

static bool load(struct editor *e) {
    void *library = platform_library(SONAME);
    return library && find(library, "readline", &e->readline, sizeof e->readline) &&
           find(library, "add_history", &e->add_history, sizeof e->add_history) &&
           find(library, "rl_completion_matches", &e->matches, sizeof e->matches) &&
           find(library, "read_history", &e->read_history, sizeof e->read_history) &&
           find(library, "write_history", &e->write_history, sizeof e->write_history) &&
           find(library, "stifle_history", &e->stifle_history, sizeof e->stifle_history) &&
           find(library, "rl_attempted_completion_function", &e->complete, sizeof e->complete);
}

#endif

/* ==== Completion ============================================================================ */

/* libedit calls without a context. */
static struct {
    ARRAY(char *) words;
    size_t next;
    const struct editor *editor;
} completion;

static void add_word(const char *word) {
    array_push(&completion.words, mem_copy_text(word));
}

static void add_table(void *context, const char *kind, const char *schema, const char *name) {
    add_word(name);
}

static void add_words(const struct shell *s) {
    static const char *const words[] = {"SELECT",  "FROM",  "WHERE",  "GROUP BY", "ORDER BY",
                                        "LIMIT",   "JOIN",  "count(", "sum(",     "DESC",
                                        ".tables", ".help", ".quit",  ".schema",  ".views"};
    const struct jfr_tables *tables = sql_tables(s->connection->sql);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) add_word(words[i]);
    sql_each_table(s->connection->sql, add_table, NULL);
    for (size_t i = 0; i < jfr_tables_count(tables); i++)
        for (size_t k = 0; k < jfr_table_columns(jfr_tables_at(tables, i)); k++)
            add_word(jfr_table_column(jfr_tables_at(tables, i), k)->name);
}

static void forget_words(void) {
    for (size_t i = 0; i < completion.words.len; i++) free(completion.words.items[i]);
    array_free(&completion.words);
}

static bool was_there(size_t index) {
    return some_of(i, index, strcmp(completion.words.items[i], completion.words.items[index]) == 0);
}

static char *next_word(const char *word, int state) {
    if (state == 0) completion.next = 0;
    while (completion.next < completion.words.len) {
        size_t index = completion.next++;
        if (strncasecmp(completion.words.items[index], word, strlen(word)) == 0 &&
            !was_there(index))
            return mem_copy_text(completion.words.items[index]);
    }
    return NULL;
}

/* Of "jdk.GCP" the part behind the dot is completed: libedit ends words there. */
static char **complete(const char *word, int start, int end) {
    return completion.editor->matches(word, next_word);
}

/* ==== History =============================================================================== */

#define LINES_KEPT 1000

/* $XDG_STATE_HOME/jfrtool/sql_history, in ~/.local/state if that is not set; to be freed. Its
 * folder is made. NULL: there is no place for it. */
static char *history_path(void) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct text path = {0};
    if (state && *state == '/') text_add(&path, state);
    else if (home && *home == '/') text_addf(&path, "%s/.local/state", home);
    else return NULL;
    text_add(&path, "/jfrtool/sql_history");
    for (char *slash = path.data + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = 0;
        mkdir(path.data, 0700); /* it may be there */
        *slash = '/';
    }
    return text_take(&path);
}

/* Statements may name what is nobody else's business. */
static void write_history_to(const struct editor *editor, const char *path) {
    unsigned before = platform_only_owner();
    if (editor->write_history(path) == 0) chmod(path, 0600);
    platform_rights_again(before);
}

/* ==== The conversation ====================================================================== */

static char *read_plain(const char *prompt) {
    char *line = NULL;
    size_t size = 0;
    fputs(prompt, stdout);
    fflush(stdout);
    if (getline(&line, &size, stdin) < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = 0;
    return line;
}

static bool is_blank(const char *text) {
    return !text[strspn(text, " \t;")];
}

int shell_talk(struct shell *s) {
    struct editor editor = {0};
    OWNED(text_free) struct text statement = {0};
    bool edits = load(&editor);
    OWNED(mem_release) char *history = edits ? history_path() : NULL;
    if (edits) {
        editor.stifle_history(LINES_KEPT);
        if (history) editor.read_history(history);
        add_words(s);
        completion.editor = &editor;
        *editor.complete = complete;
    }
    while (!s->over) {
        const char *prompt = statement.len ? "...> " : "jfr> ";
        OWNED(mem_release) char *line = edits ? editor.readline(prompt) : read_plain(prompt);
        if (!line) break;
        if (edits && !is_blank(line)) {
            editor.add_history(line);
            if (history) write_history_to(&editor, history); /* a signal may end us */
        }
        if (statement.len || !is_blank(line)) {
            text_add(&statement, line);
            text_add_char(&statement, '\n');
        }
        if (statement.len && (statement.data[0] == '.' || sql_is_complete(text_str(&statement)))) {
            shell_run(s, text_str(&statement)); /* what fails was said; the next may not */
            fflush(s->output.file);
            text_clear(&statement);
        }
    }
    if (!s->over) fputc('\n', stdout);
    forget_words();
    return EXIT_OK;
}
