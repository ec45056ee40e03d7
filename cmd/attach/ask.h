/* What is asked of a recording that is running: how it stands, what there is so far, its end. Each
 * returns an exit code and has said what went wrong. */
#pragma once

#include "cmd/attach/engine.h"

int ask_stop(struct session *session, const struct engine *engine); /* exit code */
/* To session->output; the recording goes on. */
int ask_dump(struct session *session, const struct engine *engine);
/* On standard output, for people or, as JSON, for programs. */
int ask_status(struct session *session, const struct engine *engine, bool json);
