/* What may be asked after an answer: the calls that its findings lead to, the costliest first, and
 * those that its tool names. */
#pragma once

#include "cmd/mcp/call.h"

struct next_call {
    const struct tool *tool;
    struct text arguments; /* JSON, an object */
    struct text words;     /* "hot_methods with event=lock" */
    struct text why;
};
typedef ARRAY(struct next_call) next_calls;

/* At most this many. asked: the arguments of the call that was answered. answer: its JSON, or NULL:
 * there is nothing to be found in it. */
#define NEXT_MOST 4
void next_find(const struct tool *tool, const cJSON *asked, const cJSON *answer, next_calls *next);
void next_free(next_calls *next);
