/* What the operands of commands that go into a JVM say, and where our agent's library is. What
 * cannot be found has been said on stderr. */
#pragma once

#include "cmd/cli/options.h"
#include "cmd/read/moment.h"

struct jvm;

/* The operand that names the target; all others, "name=value", go to options, with commas between
 * them. NULL: there is none, or there are two. */
const char *target_operand(const char *command, const struct text_list *operands,
                           struct text *options);
/* The JVM of that process number, or the only one with that text in its main class or arguments.
 * False: jvm holds nothing. */
bool target_find(const char *text, struct jvm *jvm);
/* The path of libjfragent.so, to be freed: wanted, or beside the program (in the build tree), or in
 * ../lib of it (installed). */
char *target_agent(const char *wanted);

/* The options --agent and --timeout, into a const char * and an int64_t (ns) at these offsets. */
#define TARGET_ROWS(agent_at, timeout_at)                                                      \
    {.name = "agent",                                                                          \
     .kind = OPTION_TEXT,                                                                      \
     .offset = (agent_at),                                                                     \
     .argument = "PATH",                                                                       \
     .help = "libjfragent.so to load; otherwise the one that came with this program"},         \
    {                                                                                          \
        .name = "timeout", .kind = OPTION_PARSED, .offset = (timeout_at), .argument = "TIME",  \
        .parse = moment_parse_timeout, .expected = "a duration: 10s, 500ms", .initial = "10s", \
        .help = "How long the JVM may take to answer; its own recorder a minute at least"      \
    }
