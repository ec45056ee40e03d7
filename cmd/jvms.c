/* jfrtool jvms: which Java virtual machines run here. */
#include "cmd/attach/jvm.h"
#include "cmd/cli/command.h"
#include "cmd/cli/output.h"
#include "cmd/read/groups.h"
#include "cmd/cli/message.h"
#include "cmd/write/json.h"
#include "cmd/write/table.h"
#include "base/units.h"

#include <stdlib.h>

struct jvms_options {
    struct option_base base;
    struct output_options output;
    int format;
};
#define AT(field) offsetof(struct jvms_options, field)

static const struct option_use groups[] = {
    {&options_format, AT(format)}, {&options_output, AT(output)}, {NULL, 0}};

static const struct command_example examples[] = {
    {"jfrtool jvms", "Process, user, JDK, uptime and main class of each JVM"},
    {"jfrtool jvms --json | jq '.jvms[].pid'", "For programs"},
    {"jfrtool jvms Tomcat", "Those whose main class or arguments contain Tomcat"},
    {NULL, NULL},
};

/* Why no recording can be started in it; NULL: it can. */
static const char *obstacle(const struct jvm *jvm) {
    if (!jvm->readable) return "of another user";
    if (jvm->no_attach) return "attach disabled";
    return NULL;
}

static void fill_table(const struct jvm_list *list, struct table *table) {
    table_column(table, (struct table_column){.title = "pid", .key = "pid", .number = true});
    table_column(table, (struct table_column){.title = "user", .key = "user"});
    table_column(table, (struct table_column){.title = "JDK", .key = "jdk"});
    table_column(table, (struct table_column){.title = "uptime", .key = "uptime"});
    table_column(table, (struct table_column){.title = "note", .key = "note"});
    table_column(
        table, (struct table_column){.title = "main class", .key = "main_class", .flexible = true});
    for (size_t i = 0; i < list->len; i++) {
        const struct jvm *jvm = &list->items[i];
        struct text number = {0}, uptime = {0};
        text_add_u64(&number, (uint64_t)jvm->pid); /* no separators: it is to be copied */
        units_add_duration(&uptime, jvm->uptime_ms * 1000000);
        table_text(table, number.data);
        table_text(table, jvm->user);
        table_text(table, jvm->version);
        table_text(table, uptime.data);
        table_text(table, obstacle(jvm) ? obstacle(jvm) : "");
        table_text(table, jvm->command);
        text_free(&number);
        text_free(&uptime);
    }
}

static void add_json(const struct jvm_list *list, struct text *out) {
    cJSON *root = cJSON_CreateObject(), *jvms = json_add_array(root, "jvms");
    for (size_t i = 0; i < list->len; i++) {
        const struct jvm *jvm = &list->items[i];
        cJSON *item = json_add_object(jvms, NULL);
        json_add_number(item, "pid", jvm->pid);
        json_add_number(item, "inner_pid", jvm->inner_pid);
        json_add_text(item, "user", jvm->user);
        json_add_text(item, "main_class", jvm->main_class);
        json_add_text(item, "command", jvm->command);
        json_add_text(item, "jdk", jvm->version[0] ? jvm->version : NULL);
        json_add_number(item, "uptime_ms", jvm->uptime_ms);
        json_add_bool(item, "container", jvm->other_root || jvm->inner_pid != jvm->pid);
        json_add_text(item, "obstacle", obstacle(jvm));
    }
    json_write(root, true, out);
}

static int run(const struct command *command, struct option_base *base) {
    (void)command;
    const struct jvms_options *options = (const struct jvms_options *)base;
    struct output output;
    struct jvm_list list;
    message_set_quiet(options->output.messages.quiet);
    jvm_list_read(&list);
    for (size_t i = 0; i < base->operands.len; i++) jvm_list_keep(&list, base->operands.items[i]);
    int code = list.len || options->output.messages.allow_empty ? EXIT_OK : EXIT_NOTHING;
    if (!list.len)
        message_note(base->operands.len ? "no running JVM has that in its main class or arguments"
                                        : "no JVM is running here that this user may see");
    if (!output_open(&output, options->output.path, (enum color_when)options->output.color)) {
        jvm_list_free(&list);
        return EXIT_USAGE;
    }
    struct text out = {0};
    struct table table = {0};
    struct table_style style = {.columns = (size_t)output.columns, .color = output.color};
    if (options->format != FORMAT_JSON) fill_table(&list, &table);
    switch (options->format) {
    case FORMAT_JSON: add_json(&list, &out); break;
    case FORMAT_CSV: table_write_csv(&table, &out); break;
    case FORMAT_MARKDOWN: table_write_markdown(&table, &out); break;
    default:
        if (list.len) table_write_text(&table, &style, &out);
    }
    output_flush_report(&output, options->format == FORMAT_TEXT, &out);
    text_free(&out);
    table_free(&table);
    jvm_list_free(&list);
    return output_close(&output) ? code : EXIT_USAGE;
}

const struct command command_jvms = {
    .name = "jvms",
    .summary = "List the Java virtual machines of this machine",
    .operands = "[PART]...",
    .description =
        "Each running JVM with its process, user, JDK, how long it has been running, and its main "
        "class or jar with arguments; with PART only those that contain it. JVMs in containers of "
        "this machine are among them. Those of other users are seen as far as the system shows "
        "them: all of them to root.\n\n"
        "A note says where `jfrtool record` cannot attach.",
    .groups = groups,
    .examples = examples,
    .options_size = sizeof(struct jvms_options),
    .run = run,
};
