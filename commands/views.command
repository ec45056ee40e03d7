command   views
summary   List the views, or those a recording has events for
about     Lists the views of jfrtool view by name, with their topics and titles. With recordings,
about     lists only those whose event types occur in them.
example   jfrtool views
shows     All views
example   jfrtool views rec.jfr
shows     The views that this recording has events for
