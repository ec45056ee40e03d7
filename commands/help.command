command   help
summary   Show help on commands, filters or output
