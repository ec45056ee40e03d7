/* Methods of the JDK that have the time for one reason alone, whatever program calls them: that one
 * is on top of the stack says why. */
#pragma once

/* A clause, "many keys..."; NULL: it says nothing. */
const char *telling_method(const char *class_name, const char *method);
