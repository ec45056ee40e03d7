/* A recording that is wanted as something else: the picture, page, profile or table that the name
 * after --output asks for, as the command makes it that writes such files. */
#pragma once

#include <stdbool.h>

/* The command that writes files whose name ends like this; NULL: it names a recording. */
struct command;
/* The command that makes such a file, by its ending; NULL: none does. */
const struct command *show_command_for(const char *path);
/* Where the recording is, to be freed, until show_recording has made the file at path of it: in
 * the same folder, under a name of its own. */
char *show_recording_path(const char *path, long pid);
/* Has the command make the file of the recording, which is removed if that went well. Says what was
 * written, and what is kept. The command's exit code. */
int show_recording(const char *recording, const char *path, bool quiet, bool no_progress);
