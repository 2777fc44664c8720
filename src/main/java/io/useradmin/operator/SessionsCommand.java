package io.useradmin.operator;

import picocli.CommandLine.Command;

/** What there is to do with sessions. */
@Command(name = "sessions", description = "Revokes sessions.")
class SessionsCommand extends CommandGroup {}
