/* Rows of the frames table as reports show them. by: enum frame_by, what the rows tell apart. */
#ifndef CMD_RENDER_FRAME_H
#define CMD_RENDER_FRAME_H

#include "analyzers/frames.h"
#include "cmd/render/json.h"

/* Bytes at the beginning of the frame's name (of frame_add_name) that are packages and their dots. */
size_t frame_packages_in(const struct frames *frames, uint32_t id, int by, const struct text *name);

/* The keys that say which row it is: class, method, descriptor, line... as json.md has them. */
void json_add_frame(cJSON *object, const struct frames *frames, uint32_t id, int by, bool types);

#endif
