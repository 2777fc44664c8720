package io.useradmin.operator;

import picocli.CommandLine.Command;

/** Groups the commands for sessions. */
@Command(name = "sessions", description = "Revokes sessions.")
class SessionsCommand extends CommandGroup {}
