command   scrub
summary   Remove events, threads and secrets from a recording
about     Writes a new recording without the events that are excluded, and with *** in the place of
about     values. Names, stacks and texts that only such events referred to are gone from the file, too:
about     what was taken out is nowhere in its bytes. All else stays as it is, and the result is read by
about     all that read the original.
about
about     Included and excluded are event types, categories and threads, with '*' and '?'; an event is
about     kept if it passes every option. --secrets and --mask find `key=value`, `key: value`, `--key
about     value`, passwords in addresses and the keys of system properties and environment variables; a
about     value of six bytes or more that is masked in one place is masked in all. --personal learns
about     names from e-mail addresses, home folders, addresses, hosts of URLs and sockets, and what is
about     said of users and hosts in properties, the environment and arguments; names of classes and
about     methods stay.
example   jfrtool scrub rec.jfr -o clean.jfr
shows     To pass it on: without secrets, and with pseudonyms for users and hosts
example   jfrtool scrub --secrets rec.jfr -o clean.jfr
shows     Passwords and tokens become ***
example   jfrtool scrub --exclude-events 'Initial*,SystemProcess' rec.jfr -o clean.jfr
shows     No environment, no properties, no command lines
example   jfrtool scrub --mask 'user.*,HOME' --exclude-threads 'admin-*' rec.jfr -o clean.jfr
shows     Some values, and what some threads did
example   jfrtool scrub --secrets --personal rec.jfr -o clean.jfr
shows     Nobody's names either: user-1, host-1, 192.0.2.1
example   jfrtool scrub --pattern 'customer-[0-9]+' --list names.json rec.jfr -o clean.jfr
shows     What an application calls its customers, and a list of what was replaced
