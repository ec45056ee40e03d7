/* The tools of the server: each is a command with a few of its options, and says what to call next.
 *
 *   arguments of a call (JSON) --tools_call--> arguments of a command --child--> text, bounded
 */
#ifndef CMD_MCP_TOOLS_H
#define CMD_MCP_TOOLS_H

#include "base/json.h"
#include "cmd/cli/cjson.h"
#include "cmd/mcp/allowed.h"

struct tool;

const struct tool *tool_named(const char *name);
/* The value of "tools" of tools/list. */
void tools_write_list(const struct allowed *allowed, struct json *json);
/* Runs it and writes the members of the result: content, isError. False: the arguments are not what
 * the tool takes; error is a sentence, and nothing was written. arguments may be NULL. */
bool tools_call(const struct tool *tool, const cJSON *arguments, const struct allowed *allowed,
                struct json *json, struct text *error);

#endif
