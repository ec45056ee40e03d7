/* What `jfrtool record` and the agent agree on, when the agent is loaded into a running JVM.
 *
 *   jfrtool record --attach protocol, "load"--> Agent_OnAttach(options) --> return code
 *
 * options is what -agentpath:libjfragent.so=OPTIONS would have, and in front of it perhaps one of
 *   stop, dump    end the recording, or write what there is; nothing else may follow but answer=
 *   status        lines of a name, a blank and a number or text, the last of which is "file PATH"
 *   while=PATH    the recording ends when nobody holds a lock (flock) on that file any more:
 * jfrtool does. The agent has opened it when it answers: it may be unlinked then answer=PATH   the
 * agent writes one sentence there (UTF-8, no line end) when it refuses, and the path of the
 * recording when it starts or stops; the file exists already. The protocol hands over no text, only
 * the return code. No value may hold a comma. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#define AGENT_OPTION_STOP "stop"
#define AGENT_OPTION_DUMP "dump"
#define AGENT_OPTION_STATUS "status"
#define AGENT_OPTION_ANSWER "answer="
#define AGENT_OPTION_WHILE "while="

enum agent_code { /* what Agent_OnAttach returns */
                  AGENT_OK = 0,
                  AGENT_FAILED = 101,       /* for another reason than: */
                  AGENT_BAD_OPTION = 102,   /* an option that is not known, or its value is wrong */
                  AGENT_RUNNING = 103,      /* a recording is running already */
                  AGENT_NOT_RUNNING = 104,  /* stop, and no recording is running */
                  AGENT_NO_FILE = 105,      /* the recording's file cannot be written */
                  AGENT_SIGNAL_TAKEN = 106, /* someone else has a handler for the signal */
                  AGENT_UNSUPPORTED = 107,  /* this JVM lacks what the agent needs */
};

/* What is refused is said in a sentence without a final full stop. False. */
#define REFUSE(error, size, ...) (snprintf(error, size, __VA_ARGS__), false)
