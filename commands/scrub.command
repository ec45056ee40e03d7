command   scrub
summary   Remove events, threads and secrets from a recording
about     Writes a new recording without the excluded events, and with *** in place of secret
about     values. Nothing that was taken out remains in the file.
about
about     Names, stacks and texts that only such events referred to are removed, too. Everything
about     else is unchanged, and every tool that reads the original reads the result.
about
about     The include and exclude options take event types, categories and threads, with '*' and
about     '?'; an event is kept if it passes every option. --secrets and --mask find `key=value`,
about     `key: value`, `--key value`, passwords in addresses and the keys of system properties
about     and environment variables; a value of six bytes or more that is masked in one place is
about     masked everywhere. --personal learns names from e-mail addresses, home folders, IP
about     addresses, hosts of URLs and sockets, and from what properties, the environment and
about     arguments say about users and hosts; names of classes and methods are kept.
example   jfrtool scrub rec.jfr -o clean.jfr
shows     To pass on: without secrets, and with pseudonyms for users and hosts
example   jfrtool scrub --secrets rec.jfr -o clean.jfr
shows     Passwords and tokens become ***
example   jfrtool scrub --exclude-events 'Initial*,SystemProcess' rec.jfr -o clean.jfr
shows     No environment, no properties, no command lines
example   jfrtool scrub --mask 'user.*,HOME' --exclude-threads 'admin-*' rec.jfr -o clean.jfr
shows     Masks some values, removes what some threads did
example   jfrtool scrub --secrets --personal rec.jfr -o clean.jfr
shows     No names of people or hosts either: user-1, host-1, 192.0.2.1
example   jfrtool scrub --pattern 'customer-[0-9]+' --list names.json rec.jfr -o clean.jfr
shows     An application's customer ids, and a list of what was replaced
