/* Arguments of a call, as JSON, become the command line of a command:
 *
 *   {"recording": "a.jfr", "top": 3}  -->  hot-methods --top=3 -- /data/a.jfr
 */
#pragma once

#include "base/array.h"
#include "cmd/cli/cjson.h"
#include "cmd/mcp/allowed.h"
#include "cmd/mcp/tool.h"

typedef ARRAY(char *) call_words; /* owned */

struct tool_call {
    const struct tool *tool;
    char *question;      /* what was asked, see claim.h; owned */
    call_words words;    /* the command and its options, and then: */
    call_words operands; /* what goes behind "--" */
};

/* False: the arguments, which may be NULL, are not what the tool takes; error is a sentence.
 * tool_call_free is due in any case. */
bool tool_call_make(const struct tool *tool, const cJSON *arguments, const struct allowed *allowed,
                    struct tool_call *call, struct text *error);
void tool_call_free(struct tool_call *call);
/* The command line of it, whose words stay the call's; as_json: its JSON is wanted. */
void tool_call_line(const struct tool_call *call, bool as_json, call_words *line);
