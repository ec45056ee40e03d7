/* The tools of the server: each is a command with a few of its options, and says what to call next.
 *
 *   arguments of a call (JSON) --tool_call_make--> arguments of a command --child--> text, bounded
 */
#ifndef CMD_MCP_TOOLS_H
#define CMD_MCP_TOOLS_H

#include "base/json.h"
#include "cmd/cli/child.h"
#include "cmd/cli/cjson.h"
#include "cmd/mcp/allowed.h"

struct tool;

/* The command line of a call. */
#define TOOL_ARGUMENTS 12
struct tool_call {
    const struct tool *tool;
    char *items[2 * TOOL_ARGUMENTS + 4]; /* owned */
    int len;
    char *operands[TOOL_ARGUMENTS]; /* while it is made: what goes behind the options */
    int operand_count;
};

/* What a call may take. */
extern const struct child_limits tool_limits;

const struct tool *tool_named(const char *name);
const char *tool_name(const struct tool *tool);
/* The value of "tools" of tools/list. */
void tools_write_list(const struct allowed *allowed, struct json *json);
/* False: the arguments, which may be NULL, are not what the tool takes; error is a sentence.
 * tool_call_free is due in any case. */
bool tool_call_make(const struct tool *tool, const cJSON *arguments, const struct allowed *allowed,
                    struct tool_call *call, struct text *error);
void tool_call_free(struct tool_call *call);
/* The members of the result: content, isError. Adds to the texts of what the child said. */
void tool_write_result(const struct tool *tool, struct child_result *child, struct json *json);
/* The same of a call that was none, because of that. */
void tool_write_refusal(const char *sentence, struct json *json);

#endif
