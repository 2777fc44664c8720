package io.useradmin.operator;

import picocli.CommandLine.Command;

/** What there is to do with the keys that sign tokens. */
@Command(
        name = "key",
        description = "Creates, rotates and lists the keys that sign Security Event Tokens, for all tenants.")
class SsfKeyCommand extends CommandGroup {}
