/* Calls that were made and are not answered yet: some run side by side, each in a child, the others
 * wait for their turn.
 */
#pragma once

#include "base/posix.h"
#include "cmd/mcp/rpc.h"
#include "cmd/mcp/answer.h"

#define CALLS_RUNNING 4  /* at a time */
#define CALLS_WAITING 64 /* more are refused */
#define CALLS_FILES (4 * CALLS_RUNNING)

struct call_entry {
    struct rpc_token id, progress; /* progress: what the client calls it; none: it wants none */
    struct tool_call call;
    char *uri;                 /* of the resource that is read; owned; NULL: a tool was called */
    struct call_answer answer; /* so far */
    bool second;        /* the text is there, the JSON did not come along and is being made */
    struct child child; /* pid 0: it waits */
    int64_t started_ns, told_ns;
    uint64_t told; /* progress that the client knows of */
};

struct calls {
    ARRAY(struct call_entry) entries; /* in the order in which they came */
};

/* Takes over id, progress, call, uri or NULL. False: too many wait already, all are freed. */
bool calls_add(struct calls *calls, struct rpc_token id, struct rpc_token progress,
               struct tool_call call, char *uri);
/* Ends the call of that id, which then has no answer; if there is none, nothing happens. */
void calls_cancel(struct calls *calls, const struct rpc_token *id);
/* Starts what waits if there is room, takes what children have written and appends to out what
 * there is to say: answers and progress. Does not wait. */
void calls_go_on(struct calls *calls, struct text *out);
/* What to wait for; returns how many files, CALLS_FILES at most. */
size_t calls_files(const struct calls *calls, struct pollfd *files);
/* How long at most, in ms; -1: for ever. */
int calls_wait(const struct calls *calls);
void calls_free(struct calls *calls);
