#include "cmd/attach/target.h"

#include "analyzers/facts/agent.h"
#include "cmd/attach/jvm.h"

#include "cmd/cli/message.h"

#include <errno.h>
#include <unistd.h>

static bool is_number(const char *text) {
    return *text && text[strspn(text, "0123456789")] == 0;
}

static bool find_by_pid(const char *text, struct jvm *jvm) {
    long pid = strtol(text, NULL, 10);
    switch (jvm_describe(pid > INT32_MAX ? 0 : (pid_t)pid, jvm)) {
    case JVM_FOUND: return true;
    case JVM_NO_PROCESS: message_error("there is no process %s", text); break;
    case JVM_NOT_JAVA:
        message_error("process %s is not a Java virtual machine; see: jfrtool jvms", text);
        break;
    case JVM_HIDDEN:
        message_error("process %s belongs to %s: only that user and root can see whether it is a "
                      "Java virtual machine",
                      text, jvm->user);
        break;
    }
    jvm_release(jvm);
    return false;
}

static void say_each(const struct jvm_list *list) {
    for (size_t i = 0; i < list->len; i++)
        message_error("  %7ld  %s", (long)list->items[i].pid, list->items[i].command);
}

/* Which there are to choose from. */
static void say_that_none_is_named(const char *command) {
    struct jvm_list list;
    if (!jvm_can_look()) return;
    jvm_list_read(&list);
    if (list.len)
        message_error("%s needs a JVM, by its process id or a part of its main class:", command);
    else message_error("%s needs a JVM, and this user can see no running JVM", command);
    say_each(&list);
    jvm_list_free(&list);
}

static bool find_by_name(const char *part, struct jvm *jvm) {
    OWNED(jvm_list_free) struct jvm_list list;
    jvm_list_read(&list);
    jvm_list_keep(&list, part);
    jvm_list_prefer(&list, part);
    if (list.len == 1) {
        *jvm = list.items[0];
        list.len = 0;
    } else if (list.len == 0) {
        message_error("no running JVM has \"%s\" in its main class or arguments; see: jfrtool jvms",
                      part);
    } else {
        message_error("%zu JVMs have \"%s\" in their main class or arguments; choose one by its "
                      "process number:",
                      list.len, part);
        say_each(&list);
    }
    return list.len == 0 && jvm->pid;
}

bool target_find(const char *text, struct jvm *jvm) {
    if (!jvm_can_look()) return false;
    return is_number(text) ? find_by_pid(text, jvm) : find_by_name(text, jvm);
}

const char *target_operand(const char *command, const struct text_list *operands,
                           struct text *options) {
    const char *target = NULL;
    for (size_t i = 0; i < operands->len; i++) {
        const char *operand = operands->items[i];
        if (strchr(operand, '=')) {
            text_addf(options, "%s%s", options->len ? "," : "", operand);
        } else if (target) {
            message_error("%s expects one JVM, found \"%s\" and \"%s\"", command, target, operand);
            return NULL;
        } else {
            target = operand;
        }
    }
    if (!target) say_that_none_is_named(command);
    return target;
}

void target_say_loaded(const struct jvm *jvm, bool samples) {
    if (strtol(jvm->version, NULL, 10) >= 21)
        message_note("JDK %s writes a warning to the stderr of process %ld that an agent was "
                     "loaded; -XX:+EnableDynamicAgentLoading keeps it quiet",
                     jvm->version, (long)jvm->pid);
    if (samples && !jvm->has_debug) message_note("%s", AGENT_LATE);
}

/* Beside the program (in the build tree), in ../lib of it (installed), or where --agent says. */
char *target_agent(const char *wanted) {
    static const char *const places[] = {"libjfragent.so", "../lib/libjfragent.so",
                                         "../lib/jfrtool/libjfragent.so"};
    if (wanted) {
        char *given = realpath(wanted, NULL);
        if (!given) message_error("cannot read %s: %s", wanted, strerror(errno));
        return given;
    }
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) n = 0;
    self[n] = 0;
    char *slash = strrchr(self, '/');
    if (slash) slash[1] = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        OWNED(text_free) struct text path = {0};
        text_addf(&path, "%s%s", self, places[i]);
        char *found = realpath(path.data, NULL);
        if (found) return found;
    }
    message_error("libjfragent.so is neither in %s nor in %s../lib; give its path with --agent, or "
                  "use --engine jfr",
                  self, self);
    return NULL;
}
