/* Objects of allocation samples that are still alive when the recording ends: what leaks.
 *
 *   allocation sample --> kept, with a weak reference --collection--> gone, or --end--> written
 *
 * So many are kept at most. When there is no room, those that are gone make some; else every second
 * one goes, those that stay stand for twice as much, and so do those that come. */
#pragma once

#include "agent/jvm/jvmstack.h"

void live_start(void);
/* Whether live_add does anything. */
bool live_wanted(void);
/* With no lock held. Takes the thread (a copy, recording_thread_copy), not the stack. */
void live_add(JNIEnv *jni, int64_t time, jobject object, struct recording_thread *thread,
              const char *class_name, const struct jvmstack *stack, int64_t weight);
/* Writes those that are alive, as far as collections tell; collect: after one that is asked for
 * now. Forgets all of them; recording may be NULL. */
void live_finish(JNIEnv *jni, struct recording *recording, bool collect);
