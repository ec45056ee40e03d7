#include "cmd/attach/show.h"

#include "base/naming.h"
#include "cmd/cli/command.h"
#include "cmd/cli/message.h"
#include "cmd/read/groups.h"
#include "cmd/write/endings.h"

#include <unistd.h>

const struct command *show_command_for(const char *path) {
    static const struct command *const makers[] = {
        &command_flame,     &command_profile,     &command_method_profiling,
        &command_collapsed, &command_hot_methods, &command_export};
    const struct ending *ending = ending_of(path, ENDING_MAKER);
    for (size_t i = 0; ending && i < sizeof makers / sizeof *makers; i++)
        if (strcmp(makers[i]->name, ending->maker) == 0) return makers[i];
    return NULL;
}

char *show_recording_path(const char *path, long pid) {
    struct text out = {0};
    const char *slash = strrchr(path, '/');
    OWNED(mem_release) char *name = naming_expand("jfrtool-%p-%t.jfr", pid);
    text_add_bytes(&out, path, slash ? (size_t)(slash + 1 - path) : 0);
    text_add(&out, name);
    return text_take(&out);
}

int show_recording(const char *recording, const char *path, bool quiet, bool no_progress) {
    const struct command *maker = show_command_for(path);
    const char *name = maker->name;
    struct option_base *options = options_usual(maker->groups, maker->options_size);
    struct output_options *output = options_part(maker->groups, &options_output, options);
    output->path = path;
    output->messages = (struct message_options){.quiet = quiet, .no_progress = no_progress};
    array_push(&options->operands, mem_copy_text(recording));
    int code = maker->run(maker, options);
    options_forget(maker->groups, options);
    if (code != EXIT_OK) {
        message_note("the recording stays in %s, for jfrtool %s", recording, name);
        return code;
    }
    unlink(recording);
    message_note("wrote %s, as jfrtool %s does; the recording is not kept: only a name that ends "
                 "in .jfr keeps it",
                 path, name);
    return EXIT_OK;
}
