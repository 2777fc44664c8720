package io.useradmin.operator;

import picocli.CommandLine.Command;

/** Groups the commands for API keys. */
@Command(name = "key", description = "Creates, lists, rotates and revokes API keys.")
class KeyCommand extends CommandGroup {}
