/* The words in which types.c writes its table: fields, annotations, settings, types. */
#ifndef AGENT_RECORDING_WORDS_H
#define AGENT_RECORDING_WORDS_H

#include "parser/writer.h"

/* ==== Fields ================================================================================= */

#define FIELD(name_, type_, ...)                                     \
    {                                                                \
        .name = name_, .type = type_, .annotations = { __VA_ARGS__ } \
    }
#define POOLED(name_, type_, ...)                                                    \
    {                                                                                \
        .name = name_, .type = type_, .pooled = true, .annotations = { __VA_ARGS__ } \
    }
#define ARRAY_OF(name_, type_, ...)                                                 \
    {                                                                               \
        .name = name_, .type = type_, .array = true, .annotations = { __VA_ARGS__ } \
    }
#define END \
    { .name = NULL }
/* An annotation: what it is called, its values or NULL. */
#define SAYS(name, ...)    \
    {                      \
        "jdk.jfr." name, { \
            __VA_ARGS__    \
        }                  \
    }
#define LABEL(text) SAYS("Label", text)
#define ABOUT(text) SAYS("Description", text)
#define CATEGORY(...) SAYS("Category", __VA_ARGS__)
#define SPAN(unit) SAYS("Timespan", unit)
#define TIME(unit) SAYS("Timestamp", unit)
#define BYTES SAYS("DataAmount", "BYTES")
#define UNSIGNED SAYS("Unsigned", NULL)
#define PERCENT SAYS("Percentage", NULL)
#define CONTENT SAYS("ContentType", NULL)
#define RELATION SAYS("Relational", NULL)

#define STRING "java.lang.String"
#define THREAD "java.lang.Thread"
#define CLASS "java.lang.Class"
#define STACK "jdk.types.StackTrace"
#define SYMBOL "jdk.types.Symbol"

#define START FIELD("startTime", "long", LABEL("Start Time"), TIME("TICKS"))
#define DURATION FIELD("duration", "long", LABEL("Duration"), SPAN("TICKS"))
#define EVENT_THREAD                                     \
    POOLED("eventThread", THREAD, LABEL("Event Thread"), \
           ABOUT("Thread in which event was committed in"))
#define STACK_TRACE                                   \
    POOLED("stackTrace", STACK, LABEL("Stack Trace"), \
           ABOUT("Stack Trace starting from the method the event was committed in"))

typedef const struct writer_field fields[];
typedef const struct writer_setting settings[];

/* ==== Settings =============================================================================== */

#define ENABLED \
    { "enabled", "jdk.settings.Enabled", "true" }
#define PERIOD \
    { "period", "jdk.settings.Period", "20 ms" }
#define STACKS \
    { "stackTrace", "jdk.settings.StackTrace", "true" }
#define THRESHOLD \
    { "threshold", "jdk.settings.Threshold", "0 ns" }
#define THROTTLE \
    { "throttle", "jdk.settings.Throttle", "off" }

/* ==== Types ================================================================================== */

#define PRIMITIVE(id_, name_) \
    { .id = (id_), .name = (name_) }
#define TYPE(id_, name_, fields_, ...)                                              \
    {                                                                               \
        .id = id_, .name = name_, .fields = fields_, .annotations = { __VA_ARGS__ } \
    }
#define SIMPLE(id_, name_, fields_, ...)                                              \
    {                                                                                 \
        .id = id_, .name = name_, .simple = true, .fields = fields_, .annotations = { \
            __VA_ARGS__                                                               \
        }                                                                             \
    }
#define NOTE(id_, name_, fields_, ...)                                                           \
    {                                                                                            \
        .id = id_, .name = name_, .super = "java.lang.annotation.Annotation", .fields = fields_, \
        .annotations = {                                                                         \
            __VA_ARGS__                                                                          \
        }                                                                                        \
    }
#define CONTROL(id_, name_, ...)                                                      \
    {                                                                                 \
        .id = id_, .name = name_, .super = "jdk.jfr.SettingControl", .annotations = { \
            __VA_ARGS__                                                               \
        }                                                                             \
    }
#define EVENT(event, name_, settings_, fields_, ...)                                           \
    {                                                                                          \
        .id = TYPE_EVENTS + event, .name = name_, .super = "jdk.jfr.Event", .fields = fields_, \
        .settings = settings_, .annotations = {                                                \
            __VA_ARGS__                                                                        \
        }                                                                                      \
    }
#define JVM "Java Virtual Machine"
#define OS "Operating System"

#endif
