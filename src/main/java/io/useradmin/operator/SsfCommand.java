package io.useradmin.operator;

import picocli.CommandLine.Command;

/** What there is to do for OpenID Shared Signals. */
@Command(name = "ssf", description = "Manages OpenID Shared Signals.")
class SsfCommand extends CommandGroup {}
