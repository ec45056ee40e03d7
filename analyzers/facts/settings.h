/* Rows of jdk.ActiveSetting: what was recorded, and how. */
#ifndef ANALYZERS_FACTS_SETTINGS_H
#define ANALYZERS_FACTS_SETTINGS_H

#define WISH_OF_SETTINGS                             \
    {                                                \
        "jdk.ActiveSetting", {                       \
            "startTime", "id.event", "name", "value" \
        }                                            \
    }

enum { SETTING_TIME, SETTING_EVENT, SETTING_NAME, SETTING_VALUE }; /* its columns */

#endif
