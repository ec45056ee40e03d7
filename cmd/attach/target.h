/* What the operands of commands that go into a JVM say, and where our agent's library is. What
 * cannot be found has been said on stderr. */
#pragma once

#include "cmd/cli/options.h"
#include "cmd/read/moment.h"

struct jvm;

/* Notes what loading the agent into it means: a line of its JVM on its stderr, and, if its samples
 * are shown, how exact lines are. */
void target_say_loaded(const struct jvm *jvm, bool samples);

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
