/* Where a live view's bytes come from: a recording that someone writes while we read it.
 *
 *   a JVM, our agent          its recording, in a folder of the JVM's /tmp, removed at the end
 *   a JVM, its own recorder   the chunks of its repository; the recording is ended at the end
 *   a path                    a recording or a repository, whoever writes it, left alone
 *
 * What is read is copied first: a writer may cut its file, or change the header of its last chunk,
 * at any time. Sentences of why have no full stop.
 */
#pragma once

#include "base/platform.h"
#include "cmd/attach/engine.h"

struct live_source {
    const struct engine *engine;       /* NULL: a path */
    struct session session;            /* of the engine */
    char *path;                        /* NULL: a JVM */
    int pidfd;                         /* ready to read when the JVM ends; -1 */
    int copy;                          /* a file in memory: what live_read has copied */
    char copy_path[PLATFORM_PATH_MAX]; /* its name */
    bool died;                         /* the JVM has ended */
};

struct live_jvm_options {
    const struct jvm *jvm;
    bool own_recorder;   /* of the JVM, instead of our agent */
    const char *options; /* of agent or recorder, "a=b,c=d" */
    bool alone;          /* the agent has these options and no other */
    const char *library; /* of the agent; NULL with own_recorder */
    int64_t timeout_ns;
    const volatile int *interrupted;
};

/* Starts a recording. False: why is filled; the source need not be closed. */
bool live_open_jvm(struct live_source *source, const struct live_jvm_options *options,
                   struct text *why);
bool live_open_path(struct live_source *source, const char *path, struct text *why);
/* Ends what was started and removes it. The next Ctrl-C then gives up. */
void live_close(struct live_source *source);

/* Until so much time is over. False: the JVM has died, or the user wants no more. */
bool live_wait(struct live_source *source, int64_t ns);

#define LIVE_ALL INT64_MAX

/* Appends what there is of the last length_ns (whole chunks, so more than that) to the file `to`,
 * which is empty. False: why says that there is nothing yet, or what is in the way. */
bool live_copy(struct live_source *source, int64_t length_ns, int to, struct text *why);
/* The same to source->copy, anew; why says nothing else then. */
bool live_read(struct live_source *source, int64_t length_ns, struct text *why);
