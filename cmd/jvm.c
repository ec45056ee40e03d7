/* jfrtool jvm: how the JVM that recorded was set up. */
#include "cmd/read/view.h"
#include "cmd/sheets/setup.h"

#include "cmd/jvm_options.h"

static void describe(const struct view *view, struct sheet *sheet) {
    const struct jvm_command_options *options = view->options;
    const struct setup_view shown = {.tables = view->read->tables,
                                     .zone = view->read->zone,
                                     .secrets = options && options->secrets,
                                     .all = options && options->all};
    sheet->raw = shown.secrets;
    setup_describe(&shown, sheet);
}

static bool is_there(const struct tables_read *read) {
    return setup_is_known(read->tables);
}

const struct view_kind view_jvm = {
    .wishes = &setup_wishes,
    .is_there = is_there,
    .nothing = "the recording says nothing about its JVM (jdk.JVMInformation, flags, settings)",
    .describe = describe,
};

static int make_answer(struct answer *answer) {
    static const struct window_options all; /* of the JVM's own time zone */
    return view_answer(answer, &view_jvm, &all, 0);
}
