/* The Java virtual machines of this machine: found in /proc, described by their hsperfdata file.
 *
 *   /proc/PID/{status,cmdline,maps,exe,stat} --+--> struct jvm
 *   /proc/PID/root/tmp/hsperfdata_<user>/<pid> +
 *
 * A JVM in a container has another pid and another /tmp there: NSpid and /proc/PID/root lead to it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct jvm {
    pid_t pid;
    pid_t inner_pid; /* in its own pid namespace; pid if that is ours */
    uid_t uid;       /* effective */
    gid_t gid;
    char *user;       /* name of uid, or its number */
    char *main_class; /* class or jar without folders, or "" */
    char *command;    /* with its arguments */
    char *version;    /* of the JDK, "17.0.15"; or "" */
    int64_t uptime_ms;
    bool other_root;   /* sees another file system than we, or another /tmp */
    bool readable;     /* we may look into it (same user, or root) */
    bool no_attach;    /* runs with -XX:+DisableAttachMechanism */
    bool has_debug;    /* runs with -XX:+DebugNonSafepoints, or began with an agent that wants it */
    bool catches_quit; /* has a handler for SIGQUIT: else that would kill it */
};

/* False: this system shows no processes (there is no /proc, as on macOS, or in a bare chroot), and
 * none can be found. Said then. */
bool jvm_can_look(void);

enum jvm_found { JVM_FOUND, JVM_NO_PROCESS, JVM_NOT_JAVA, JVM_HIDDEN };

/* Describes the process. JVM_HIDDEN: of another user; jvm has pid and user. */
enum jvm_found jvm_describe(pid_t pid, struct jvm *jvm);
void jvm_release(struct jvm *jvm);

struct jvm_list {
    struct jvm *items;
    size_t len, cap;
};

/* All of them, by pid; this process is none. */
void jvm_list_read(struct jvm_list *list);
/* Keeps those whose command (main class, jar and arguments) contains the text. */
void jvm_list_keep(struct jvm_list *list, const char *part);
/* If just one has that main class, with its packages or without, that one is left. */
void jvm_list_prefer(struct jvm_list *list, const char *main_class);
void jvm_list_free(struct jvm_list *list);

/* The main class of a command line of java (its arguments with a 0 byte behind each), or "". The
 * result is malloc'ed; *command is too: class and arguments, separated by blanks. */
char *jvm_main_class(const char *arguments, size_t size, char **command);
