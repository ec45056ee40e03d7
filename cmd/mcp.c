/* jfrtool mcp: answers programs that speak the Model Context Protocol. */
#include "cmd/cli/cjson.h"
#include "base/posix.h"
#include "cmd/cli/command.h"
#include "cmd/cli/message.h"
#include "cmd/mcp/protocol.h"

#include <errno.h>
#include <string.h>

#include "cmd/mcp_options.h"

static int run_mcp(const struct command *command, struct option_base *options) {
    struct allowed allowed;
    OWNED(text_free) struct text error = {0};
    const char *why;
    int code = EXIT_USAGE;
    if (!cjson_load(&why)) message_error("reading messages needs cJSON: %s", why);
    else if (!allowed_open(&allowed, &options->operands, &error))
        message_error("%s", text_str(&error));
    else if (protocol_serve(&allowed, STDIN_FILENO, STDOUT_FILENO)) code = EXIT_OK;
    else message_error("standard output cannot be written: %s", strerror(errno));
    allowed_close(&allowed);
    return code;
}
