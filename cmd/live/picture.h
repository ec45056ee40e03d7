/* A live view as a sheet: for a terminal, for programs. */
#pragma once

#include "cmd/attach/jvm.h"
#include "cmd/live/view.h"
#include "cmd/write/sheet.h"

struct live_picture {
    const struct live_view *view;
    const struct jvm *jvm;          /* NULL: a path */
    const char *path;               /* NULL: a JVM */
    size_t methods, threads, locks; /* rows for people, at most */
};

/* Puts the last picture that the view has on the sheet. */
void live_describe(const struct live_picture *picture, struct sheet *sheet);
