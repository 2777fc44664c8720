package io.useradmin.operator;

import picocli.CommandLine.Command;

/** Groups the commands for OpenID Shared Signals. */
@Command(name = "ssf", description = "Manages OpenID Shared Signals.")
class SsfCommand extends CommandGroup {}
