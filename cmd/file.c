/* jfrtool file: what is done to recordings as files. Its parts are commands (cmd/cli/ways.h). */
#include "cmd/cli/command.h"
#include "cmd/cli/message.h"
#include "cmd/cli/ways.h"
#include "base/suggest.h"

#include <string.h>

#include "cmd/file_options.h"

/* None of the parts was asked for, or else it would have been taken. */
static int run(const struct command *command, struct option_base *options) {
    const char *found = options->operands.len ? options->operands.items[0] : NULL;
    struct suggest suggest = suggest_for(found ? found : "");
    OWNED(text_free) struct text words = {0};
    for (const struct way *way = ways_all(); way->from; way++) {
        if (strcmp(way->from, command->name) != 0) continue;
        suggest_offer(&suggest, way->word);
        text_addf(&words, "%s%s", words.len ? ", " : "", way->word);
    }
    if (found && suggest.best)
        message_error("file has no part \"%s\"; did you mean %s?", found, suggest.best);
    else if (found)
        message_error("file expects a part, one of: %s; found \"%s\"", words.data, found);
    else message_error("file expects a part, one of: %s", words.data);
    return message_misuse(command);
}
