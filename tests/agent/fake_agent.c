/* Stands in for the agent in tests of `jfrtool record`: keeps to agent/ground/protocol.h and writes
 * a recording, but looks at no thread. Option refuse=CODE makes it return that. */
#include "agent/ground/protocol.h"
#include "agent/recording/recording.h"
#include "base/clock.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int Agent_OnAttach(void *vm, char *options, void *reserved);

static struct recording *recording;
static pthread_t writer;
static int stopping;

static void *write_samples(void *argument) {
    static const struct recording_thread thread = {.java_name = "fake", .os_tid = 1, .java_id = 1};
    static const struct recording_method method = {.key = 1, .class_name = "Fake", .name = "work"};
    static const struct recording_frame frame = {&method, 1, 1, RECORDING_JIT};
    while (!__atomic_load_n(&stopping, __ATOMIC_RELAXED)) {
        recording_execution_sample(recording, clock_now(), &thread,
                                   &(struct recording_stack){&frame, 1, false},
                                   RECORDING_STATE_RUNNABLE, 1000000, false);
        usleep(1000);
    }
    return argument;
}

static void answer(const char *path, const char *text) {
    int fd = path ? open(path, O_WRONLY) : -1;
    if (fd < 0) return;
    (void)!write(fd, text, strlen(text));
    close(fd);
}

static int stop(const char *answer_path) {
    if (!recording) return AGENT_NOT_RUNNING;
    stopping = 1;
    pthread_join(writer, NULL);
    answer(answer_path, recording_path(recording));
    recording_close(recording);
    recording = NULL;
    stopping = 0;
    return AGENT_OK;
}

__attribute__((visibility("default"))) int Agent_OnAttach(void *vm, char *options, void *reserved) {
    const char *file = NULL, *answer_path = NULL, *unknown = NULL;
    bool wants_stop = false;
    int refuse = 0;
    char *save = NULL;
    for (char *o = strtok_r(options, ",", &save); o; o = strtok_r(NULL, ",", &save)) {
        if (strcmp(o, AGENT_OPTION_STOP) == 0) wants_stop = true;
        else if (strncmp(o, "answer=", 7) == 0) answer_path = o + 7;
        else if (strncmp(o, "file=", 5) == 0) file = o + 5;
        else if (strncmp(o, "refuse=", 7) == 0) refuse = atoi(o + 7);
        else if (strncmp(o, "interval=", 9) != 0 && strncmp(o, "while=", 6) != 0 &&
                 strncmp(o, "duration=", 9) != 0)
            unknown = o;
    }
    if (wants_stop) return stop(answer_path);
    if (recording) return AGENT_RUNNING;
    if (refuse) return refuse;
    if (unknown) {
        char text[200];
        snprintf(text, sizeof text, "there is no option \"%s\"", unknown);
        answer(answer_path, text);
        return AGENT_BAD_OPTION;
    }
    char error[300];
    struct agent_options wanted = {.file = (char *)file, .flush_ns = 200000000, .system_ns = -1};
    recording = file ? recording_open(&wanted, error, sizeof error) : NULL;
    if (!recording) {
        answer(answer_path, file ? error : "no file");
        return AGENT_NO_FILE;
    }
    pthread_create(&writer, NULL, write_samples, NULL);
    return AGENT_OK;
}
