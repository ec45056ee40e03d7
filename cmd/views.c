/* jfrtool views: which views there are, and which of them have an answer here. */
#include "cmd/query/connection.h"

#include "cmd/cli/message.h"
#include "cmd/read/groups.h"
#include "cmd/write/sheet.h"

#include "cmd/views_options.h"

static void add_row(struct sheet *sheet, const struct sql_view *view,
                    const struct sql_view_parts *parts) {
    sheet_row_of(sheet, cell_text(view->name), cell_text(parts->group ? parts->group : ""),
                 cell_text(parts->title ? parts->title : ""));
}

/* sql NULL: all. */
static void describe(struct sql *sql, struct sheet *sheet) {
    sheet_table(sheet, (struct sheet_table){.key = "views"});
    sheet_columns(sheet, column_text("view", "view"), column_text("about", "about"),
                  column_for(SHEET_ALL, column_words("title", "title")));
    for (size_t i = 0; i < sql_view_count; i++) {
        OWNED(sql_view_free) struct sql_view_parts parts = sql_view_read(sql_views[i].text);
        if (!sql || sql_view_has_events(sql, &parts)) add_row(sheet, &sql_views[i], &parts);
    }
    sheet_end(sheet);
}

static int run(const struct command *command, struct option_base *options) {
    struct views_options *o = (struct views_options *)options;
    struct connection c = {0};
    struct output output;
    struct sheet sheet;
    enum format format;
    int code = EXIT_OK;
    message_set_quiet(o->output.messages.quiet);
    o->connection.quiet = o->output.messages.quiet;
    if (!format_choose(command->name, command->writes, o->output.path, o->output.format, &format))
        return EXIT_USAGE;
    if (o->base.operands.len) code = connection_open(&c, &o->base.operands, &o->connection);
    if (code != EXIT_OK) return code;
    if (output_open(&output, o->output.path, (enum color_when)o->output.color)) {
        sheet_open(&sheet, format);
        describe(c.sql, &sheet);
        sheet_send(&sheet, &output);
        sheet_free(&sheet);
        code = output_close(&output) ? EXIT_OK : EXIT_USAGE;
    } else {
        code = EXIT_USAGE;
    }
    if (c.sql && code == EXIT_OK) code = connection_exit_code(&c);
    if (c.sql) connection_close(&c);
    return code;
}
