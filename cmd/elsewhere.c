/* Commands that need a JVM on the same machine or a terminal of POSIX, where a system has neither:
 * in the place of record.c, top.c, jvms.c, tui.c and live/experiment.c; and the agent's options, of
 * which there are none.
 */
#include "cmd/elsewhere.h"

#include "agent/ground/options.h"
#include "cmd/cli/message.h"
#include "cmd/live/experiment.h"

int elsewhere_refuse(const struct command *command, const char *instead) {
    message_error("%s is not on this system: %s", command->name, instead);
    return EXIT_USAGE;
}

const struct option_use elsewhere_options[] = {{NULL, 0}};

#define RECORD_ELSEWHERE                                                                       \
    "JVMs are attached to on Linux only; a JVM's own recorder writes what is read here: jcmd " \
    "PID JFR.start duration=30s filename=rec.jfr"

NOT_HERE(record, RECORD_ELSEWHERE);
NOT_HERE(top, RECORD_ELSEWHERE);
NOT_HERE(jvms, "JVMs are looked for on Linux only; jcmd -l lists them");
NOT_HERE(tui,
         "it needs a terminal of Linux or macOS; jfrtool page RECORDING makes a page for a browser "
         "that shows the same");

bool experiment_run(struct experiment *experiment) {
    text_add(&experiment->why,
             "experiments are made in JVMs, which are attached to on Linux only: expected a "
             "recording of an experiment");
    return false;
}

void experiment_free(struct experiment *experiment) {
    text_free(&experiment->why);
}

const struct agent_option *agent_options_table(void) {
    static const struct agent_option nothing[] = {{0}};
    return nothing;
}
