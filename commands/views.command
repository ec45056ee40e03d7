command   views
summary   List the views, or the views that a recording has events for
about     The views of jfrtool view by name, with what they are about and their titles. With recordings
about     only those whose event types occur in them.
example   jfrtool views
shows     All views
example   jfrtool views rec.jfr
shows     Views that this recording has events for
