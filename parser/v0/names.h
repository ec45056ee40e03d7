/* What types and fields of format 0.9 are called in later formats. Names that are the same in both,
 * and those of applications, are in no table: the latter become Java names, as later formats have
 * no others. */
#pragma once

#include "base/text.h"

/* "http://www.oracle.com/hotspot/jvm/", "vm/prof/execution_sample" -> "ExecutionSample", which is a
 * type of "jdk."; NULL: it has no later name. */
const char *v0_event_name(const char *uri, const char *path);
/* What a type without a later name is called: of "http://www.oracle.com/wls/", "Servlet/Run it"
 * com.oracle.wls.Servlet.Run_it. The caller frees it. */
char *v0_java_name(const char *uri, const char *path);
/* A field of the event type jdk.event (NULL: of one without a later name) -> its later name. */
const char *v0_event_field(const char *event, const char *field);
/* A content type -> the later type, or NULL: it keeps its name. */
const char *v0_content_name(const char *content);
/* A field of a constant -> its later name. */
const char *v0_content_field(const char *content, const char *field);
