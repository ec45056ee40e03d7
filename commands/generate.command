command   generate
summary   Write the man page, shell completions, JSON schemas or the list of rules
