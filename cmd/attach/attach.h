/* HotSpot's attach protocol, client side. A JVM listens on a socket in its /tmp; one that does not
 * yet is asked to: by a file that it looks for when it gets SIGQUIT.
 *
 *   we                                    target
 *   cwd/.attach_pidN or /tmp/.attach_pidN
 *   SIGQUIT ----------------------------> sees the file, makes /tmp/.java_pidN
 *   connect ----------------------------> checks our user and group
 *   "1\0" command\0 arg\0 arg\0 arg\0 --> does it
 *   <------------- "0\n" and its output   (another number: it failed)
 *
 * In a container /tmp is /proc/PID/root/tmp, and N the pid there. One request a connection.
 */
#pragma once

#include "cmd/attach/jvm.h"
#include "base/text.h"

struct attach_options {
    double timeout_s; /* how long the JVM may take to listen, and to answer */
    double answer_s;  /* ... to answer, if that is more: for what may take it long */
    const char *what; /* that is then: said once it takes long; NULL: nothing is said */
    const volatile int *interrupted; /* not 0: give up; may be NULL */
};

/* Sends the command with up to three arguments (NULL: empty). True: *code is the JVM's result and
 * *answer its output (the caller frees it). False: *answer is a sentence without final full stop
 * that says why the JVM could not be reached. */
bool attach_command(const struct jvm *jvm, const struct attach_options *options,
                    const char *command, const char *const arguments[3], int *code,
                    struct text *answer);

/* Whether we may attach to it at all; if not, *why is a sentence. Sends nothing. */
bool attach_allowed(const struct jvm *jvm, struct text *why);
