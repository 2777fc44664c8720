package io.useradmin.operator;

import picocli.CommandLine.Command;

/** What there is to do with API keys. */
@Command(name = "key", description = "Creates, lists, rotates and revokes API keys.")
class KeyCommand extends CommandGroup {}
