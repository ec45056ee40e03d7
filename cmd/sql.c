/* jfrtool sql: recordings as tables of SQLite. */
#include "cmd/query/connection.h"
#include "cmd/query/shell.h"

#include "base/folder.h"
#include "base/platform.h"
#include "base/posix.h"
#include "cmd/cli/message.h"
#include "cmd/read/groups.h"

#include <ctype.h>
#include <errno.h>

#include "cmd/sql_options.h"

/* ==== Which operand is what ================================================================= */

/* Words that statements begin with, those that are refused too: the refusal says why. */
static bool is_statement(const char *text) {
    static const char *const words[] = {
        "select",  "with",   "values", "explain",  "pragma",    "attach", "detach",  "insert",
        "update",  "delete", "create", "drop",     "alter",     "vacuum", "replace", "reindex",
        "analyze", "begin",  "commit", "rollback", "savepoint", "release"};
    for (;;) { /* behind blanks and comments */
        text += strspn(text, " \t\r\n;(");
        if (strncmp(text, "--", 2) == 0) text += strcspn(text, "\n");
        else if (strncmp(text, "/*", 2) == 0 && strstr(text, "*/")) text = strstr(text, "*/") + 2;
        else break;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t len = strlen(words[i]);
        if (strncasecmp(text, words[i], len) == 0 && !isalnum((unsigned char)text[len]) &&
            text[len] != '_' && text[len] != '.' && text[len] != '/')
            return true;
    }
    return false;
}

/* Of a file called "select" nobody would think, but a file is a file. */
static bool is_file(const char *path) {
    return access(path, F_OK) == 0;
}

static bool is_query(const char *operand) {
    if (is_file(operand)) return false;
    if (operand[0] == '.' && isalpha((unsigned char)operand[1]) && !strpbrk(operand, "/"))
        return shell_knows(operand);
    return is_statement(operand);
}

/* ==== Statements ============================================================================ */

static bool read_file(const char *path, struct text *out) {
    int failure = file_take(strcmp(path, "-") == 0 ? stdin : fopen(path, "re"), SIZE_MAX, out);
    text_add_char(out, '\n');
    return !failure ||
           message_refuse("cannot read statements from %s: %s", path, strerror(failure));
}

/* ==== A database ============================================================================ */

/* Beside the file that it becomes, so that there is room for it. */
static int open_scratch(const char *path, struct text *name) {
    const char *slash = strrchr(path, '/');
    text_addf(name, "%.*s.jfrtool-XXXXXX", slash ? (int)(slash - path + 1) : 0, path);
    return mkostemp(name->data, O_CLOEXEC);
}

/* Where a file that is open keeps its name, nobody else may have it open while SQLite writes it.
 * False: error is filled. */
static bool save_to(struct connection *c, const char *name, int *fd, struct sql_error *error) {
    if (platform_keeps_nameless) return sql_save(c->sql, name, error);
    close(*fd);
    bool saved = sql_save(c->sql, name, error);
    *fd = open(name, O_RDONLY | O_CLOEXEC);
    if (saved && *fd < 0) text_add(&error->text, strerror(errno));
    return saved && *fd >= 0;
}

static int save(struct connection *c, const char *path) {
    OWNED(text_free) struct text name = {0};
    OWNED(sql_error_free) struct sql_error error = {0};
    struct output output;
    char buffer[65536];
    int fd = open_scratch(path, &name), code = EXIT_USAGE;
    if (fd < 0) {
        message_error("cannot write to the folder of %s: %s", path, strerror(errno));
    } else if (!save_to(c, text_str(&name), &fd, &error)) {
        message_error("%s cannot be written: %s", path, text_str(&error.text));
    } else if (output_open(&output, path, COLOR_NEVER)) {
        bool ok = lseek(fd, 0, SEEK_SET) == 0;
        for (ssize_t got; ok && (got = read(fd, buffer, sizeof buffer)) != 0;) {
            if (got > 0) output_add(&output, buffer, (size_t)got);
            else if (errno != EINTR) ok = false;
        }
        if (!ok) {
            message_error("cannot read what was saved: %s", strerror(errno));
            output_discard(&output);
        } else if (output_close(&output)) {
            code = EXIT_OK;
        }
    }
    if (fd >= 0) close(fd);
    if (!platform_keeps_nameless) unlink(text_str(&name));
    return code;
}

/* ==== The command =========================================================================== */

struct asked {
    struct text_list paths;
    struct text statements;
    bool any; /* statements were given */
};

static bool look_at_operands(const struct sql_command_options *o, struct asked *asked) {
    for (size_t i = 0; i < o->base.operands.len; i++) {
        const char *operand = o->base.operands.items[i];
        if (!o->queries.len && is_query(operand)) {
            text_add(&asked->statements, operand);
            if (operand[0] != '.') text_add_char(&asked->statements, ';');
            text_add_char(&asked->statements, '\n');
            asked->any = true;
        } else {
            array_push(&asked->paths, operand);
        }
    }
    for (size_t i = 0; i < o->files.len; i++) {
        if (!read_file(o->files.items[i], &asked->statements)) return false;
        asked->any = true;
    }
    asked->any |= o->queries.len > 0;
    if (asked->paths.len) return true;
    return message_refuse("which recording? jfrtool sql rec.jfr \"SELECT ...\"");
}

static int run_statements(struct shell *shell, const struct sql_command_options *o,
                          const struct asked *asked) {
    int code = shell_run(shell, text_str(&asked->statements));
    for (size_t i = 0; i < o->queries.len && code == EXIT_OK; i++)
        code = shell_query(shell, o->queries.items[i]);
    return code;
}

static int answer(struct sql_command_options *o, struct asked *asked, enum format format) {
    struct connection c;
    struct shell shell = {
        .connection = &c, .format = format, .max_rows = o->max_rows ? o->max_rows - 1 : UINT64_MAX};
    int code = connection_open(&c, &asked->paths, &o->connection);
    if (code != EXIT_OK) return code;
    if (o->save) code = save(&c, o->save);
    bool answers = asked->any || !o->save;
    if (code == EXIT_OK && answers) {
        if (!output_open(&shell.output, o->output.path, (enum color_when)o->output.color)) {
            connection_close(&c);
            return EXIT_USAGE;
        }
        if (asked->any) code = run_statements(&shell, o, asked);
        else code = shell_talk(&shell);
        if (code != EXIT_OK) output_discard(&shell.output);
        else if (!output_close(&shell.output)) code = EXIT_USAGE;
    }
    if (code == EXIT_OK) code = connection_exit_code(&c);
    connection_close(&c);
    return code;
}

static int run(const struct command *command, struct option_base *options) {
    struct sql_command_options *o = (struct sql_command_options *)options;
    struct asked asked = {0};
    enum format format;
    int code = EXIT_USAGE;
    message_set_quiet(o->output.messages.quiet);
    o->connection.quiet = o->output.messages.quiet;
    if (look_at_operands(o, &asked)) {
        bool reads_input = some_of(i, asked.paths.len, strcmp(asked.paths.items[i], "-") == 0);
        if (!asked.any && !o->save && reads_input)
            message_error("standard input is the recording: give the statement on the command line "
                          "or in a file (-f)");
        else if (!asked.any && !o->save && !isatty(STDIN_FILENO) &&
                 !read_file("-", &asked.statements))
            code = EXIT_USAGE;
        else {
            asked.any |= !o->save && !isatty(STDIN_FILENO);
            if (format_choose(command->name, command->writes, o->output.path, o->output.format,
                              &format))
                code = answer(o, &asked, format);
        }
    }
    text_free(&asked.statements);
    array_free(&asked.paths);
    return code;
}
