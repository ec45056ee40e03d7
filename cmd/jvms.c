/* jfrtool jvms: which Java virtual machines run here. */
#include "cmd/attach/jvm.h"
#include "cmd/read/answer.h"
#include "cmd/cli/message.h"
#include "base/units.h"

#include "cmd/jvms_options.h"

/* Why no recording can be started in it; NULL: it can. */
static const char *obstacle(const struct jvm *jvm) {
    if (!jvm->readable) return "of another user";
    if (jvm->no_attach) return "attach disabled";
    return NULL;
}

#include "cmd/keys/live.jvms_shown.h"

static void describe(const struct jvm_list *list, struct sheet *sheet) {
    /* For people an empty table says nothing; a note does. */
    bool quiet = !list->len && sheet_shows(sheet, SHEET_TEXT);
    sheet_table(sheet, (struct sheet_table){.key = "jvms", .formats = quiet ? SHEET_JSON : 0});
    jvm_columns(sheet);
    for (size_t i = 0; i < list->len; i++) {
        OWNED(text_free) struct text uptime = {0};
        units_add_duration(&uptime, list->items[i].uptime_ms * 1000000);
        jvm_row(&list->items[i], text_str(&uptime), sheet);
    }
    sheet_end(sheet);
}

static int make_answer(struct answer *answer) {
    const struct jvms_options *options = answer->options;
    const struct text_list *parts = &options->base.operands;
    struct jvm_list list;
    if (!jvm_can_look()) return EXIT_USAGE;
    jvm_list_read(&list);
    for (size_t i = 0; i < parts->len; i++) jvm_list_keep(&list, parts->items[i]);
    int code = list.len || options->output.messages.allow_empty ? EXIT_OK : EXIT_NOTHING;
    if (!list.len)
        message_note(parts->len ? "no running JVM has that in its main class or arguments"
                                : "this user can see no running JVM");
    describe(&list, answer_sheet(answer, "JVMs of this machine"));
    jvm_list_free(&list);
    return code;
}
