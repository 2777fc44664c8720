package io.useradmin.operator;

import picocli.CommandLine.Command;

/** Groups the commands for the keys that sign tokens. */
@Command(
        name = "key",
        description = "Creates, rotates and lists the keys that sign Security Event Tokens, for all tenants.")
class SsfKeyCommand extends CommandGroup {}
