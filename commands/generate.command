command   generate
summary   Write the man page, completions of a shell, schemas of JSON or what rules judge
