/* Names of commands that other tools have, and what does their job here: who comes from the JDK's
 * `jfr` or `jcmd`, from async-profiler, perf or pprof types what worked there. */
#ifndef CMD_CLI_HABITS_H
#define CMD_CLI_HABITS_H

/* Half a sentence that tells what to type instead, "use jfrtool jvms"; NULL: nobody has a command
 * of that name. */
const char *habit_instead_of(const char *name);

#endif
