/* What is made of the tables of commands, options and keys: the manual, schemas of JSON outputs and
 * the tables of docs/json.md, completions of shells. */
#include "cmd/cli/help.h"

#include "analyzers/rules/document.h"
#include "analyzers/tables/kinds.h"
#include "base/suggest.h"
#include "cmd/cli/message.h"
#include "cmd/cli/output.h"
#include "cmd/cli/voice.h"
#include "cmd/export/export.h"
#include "cmd/keys/markdown.h"
#include "cmd/keys/schema.h"
#include "cmd/reports/shipped.h"
#include "cmd/write/endings.h"

static int print(struct text *text) {
    return output_write(NULL, text) ? EXIT_OK : EXIT_USAGE;
}

static void add_documents(const struct json_keys *keys, struct text *out) {
    for (size_t i = 0; i < keys->parts.len; i++)
        if (keys->parts.items[i].type) text_addf(out, "%s\n", keys->parts.items[i].name);
}

static void say_unknown(const struct json_keys *keys, const char *name) {
    struct suggest suggest = suggest_for(name);
    for (size_t i = 0; i < keys->parts.len; i++)
        if (keys->parts.items[i].type) suggest_offer(&suggest, keys->parts.items[i].name);
    if (suggest.best)
        message_error("there is no JSON schema called %s; did you mean %s?", name, suggest.best);
    else
        message_error("there is no JSON schema called %s; jfrtool generate schema lists all", name);
}

/* "jdk.A and jdk.B, else jdk.C": those of a group by their ranks; profiles of others have names
 * without a dot. */
static void add_events_of(enum kind_group group, struct text *out) {
    size_t count = 0;
    for (unsigned rank = 1, last = 0; rank <= UINT8_MAX; rank++) {
        for (size_t i = 0; i < KINDS; i++) {
            if (kinds[i].group != group || kinds[i].rank != rank || !strchr(kinds[i].event, '.'))
                continue;
            text_add(out, !count++ ? "" : last == rank ? " and " : ", else ");
            text_add(out, kinds[i].event);
            last = rank;
        }
    }
    for (size_t i = 0; i < KIND_PATTERNS && kind_short_names[group].events[i]; i++)
        text_addf(out, "%s`%s`", count++ ? ", " : "", kind_short_names[group].events[i]);
}

static void add_short_names(struct text *out) {
    text_add(out, "| short name | what | event types |\n|---|---|---|\n");
    for (unsigned group = KIND_NO_GROUP + 1; group < KIND_GROUPS; group++) {
        const struct kind_short_name *name = &kind_short_names[group];
        text_addf(out, "| `%s` | %.*s | ", name->name, (int)strcspn(name->help, ":"), name->help);
        add_events_of((enum kind_group)group, out);
        text_add(out, " |\n");
    }
}

static void add_exit_codes(struct text *out) {
    text_add(out, "| Code | Meaning |\n|---:|---|\n");
    for (const struct exit_code_row *row = exit_code_rows; row->meaning; row++)
        text_addf(out, "| %d | %s |\n", row->code, row->meaning);
}

/* Of each format of export its endings and what it is. */
static void add_exports(struct text *out) {
    const struct ending *ending;
    text_add(out, "| `--to` | endings | what |\n|---|---|---|\n");
    for (const struct export_format *const *f = export_formats; *f; f++) {
        text_addf(out, "| `%s` | ", (*f)->name);
        for (size_t i = 0, count = 0; (ending = ending_at(i)) != NULL; i++)
            if (ending->target && strcmp(ending->target, (*f)->name) == 0)
                text_addf(out, "%s`%s%s`", count++ ? ", " : "", ending->ending,
                          ending->packed ? "[.gz]" : "");
        text_addf(out, " | %s |\n", (*f)->help);
    }
}

static void add_rules(struct text *out) {
    OWNED(text_free) struct text rules = {0};
    rules_add_markdown(&rules);
    voice_add_line(out, text_str(&rules));
}

/* NULL: the names of all documents, one a line. */
static int generate_keys(const char *name, bool schema) {
    OWNED(json_keys_free) struct json_keys keys;
    struct text out = {0};
    report_shipped_keys(&keys);
    const struct json_part *part = name ? json_keys_find(&keys, name) : NULL;
    bool known = !name || (part && (part->type || !schema));
    if (!known) say_unknown(&keys, name);
    else if (!name) add_documents(&keys, &out);
    else if (schema) json_keys_add_schema(&keys, part, &out);
    else json_keys_add_markdown(&keys, part, &out);
    return known ? print(&out) : EXIT_USAGE;
}

static int generate_page(const char *name) {
    const struct command *about = command_find(name);
    if (!about) return message_error("there is no command %s", name), EXIT_USAGE;
    struct text out = {0};
    help_add_man_of(&out, about);
    return print(&out);
}

#include "cmd/generate_options.h"

static int run_generate(const struct command *command, struct option_base *options) {
    static const struct {
        const char *name;
        void (*add)(struct text *out);
    } writers[] = {{"man", help_add_man},
                   {"bash", help_add_bash},
                   {"zsh", help_add_zsh},
                   {"fish", help_add_fish},
                   {"rules", add_rules},
                   {"exit-codes", add_exit_codes},
                   {"short-names", add_short_names},
                   {"exports", add_exports}};
    const char *kind = options->operands.len ? options->operands.items[0] : "";
    for (size_t i = 0; i < sizeof writers / sizeof *writers && options->operands.len == 1; i++) {
        if (strcmp(writers[i].name, kind) != 0) continue;
        struct text out = {0};
        writers[i].add(&out);
        return print(&out);
    }
    const char *name = options->operands.len == 2 ? options->operands.items[1] : NULL;
    bool schema = strcmp(kind, "schema") == 0;
    if (name && strcmp(kind, "man") == 0) return generate_page(name);
    if (options->operands.len <= 2 && (schema || strcmp(kind, "keys") == 0))
        return generate_keys(name, schema);
    return message_misused(
        command,
        "generate expects man [COMMAND], schema [NAME], keys [NAME], bash, zsh, fish, rules, "
        "exit-codes, short-names or exports");
}
