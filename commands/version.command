command   version
summary   Show the version of the program and of its libraries
