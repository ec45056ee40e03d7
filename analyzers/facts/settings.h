/* Rows of jdk.ActiveSetting: what was recorded, and how. */
#pragma once

#define WISH_OF_SETTINGS                             \
    {                                                \
        "jdk.ActiveSetting", {                       \
            "startTime", "id.event", "name", "value" \
        }                                            \
    }

enum { SETTING_TIME, SETTING_EVENT, SETTING_NAME, SETTING_VALUE }; /* its columns */

struct facts;
/* Behind settings of async-profiler (analyzers/walk/sampler.h) come periods of the event types, as
 * the JVM says them: who wants to know a period looks for that name alone. */
void settings_derive(struct facts *facts);
