/* Names of frames that tell apart what is shown together: as short as they may be.
 *
 *   seen                                        name
 *   java.util.HashMap.get                       java.util.HashMap.get
 *   App.f(I)V, App.f(J)V                        App.f(int), App.f(long)
 *   App.f(Ljava/util/Date;)V,                   App.f(java.util.Date): void,
 *   App.f(Ljava/sql/Date;)V                     App.f(java.sql.Date): void
 */
#pragma once

#include "analyzers/profile/frames.h"

/* Which methods of a report share their name. Zeroed: none. */
struct frame_names {
    const struct frames *frames;
    enum frame_by by;
    struct map descriptors; /* class and method -> the descriptor, if there is but one */
    struct map parameters;  /* class, method and parameters as shown -> likewise */
};

/* frames must outlive names, which are freed with frame_names_free. */
void frame_names_open(const struct frames *frames, enum frame_by by, struct frame_names *names);
/* The frame is going to be shown. */
void frame_names_see(struct frame_names *names, uint32_t id);
void frame_names_free(struct frame_names *names);
/* Appends the frame's name, "java.util.HashMap.get" or, if another one seen has the same,
 * "java.util.HashMap.get(Object)". Returns the bytes of it that are packages, see fit_add. */
size_t frame_names_add(const struct frame_names *names, uint32_t id, struct text *out);
