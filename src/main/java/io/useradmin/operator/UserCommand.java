package io.useradmin.operator;

import picocli.CommandLine.Command;

/** Groups the commands for single users. */
@Command(name = "user", description = "Exports a user.")
class UserCommand extends CommandGroup {}
