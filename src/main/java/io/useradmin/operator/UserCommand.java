package io.useradmin.operator;

import picocli.CommandLine.Command;

/** What there is to do with a single user. */
@Command(name = "user", description = "Exports a user.")
class UserCommand extends CommandGroup {}
