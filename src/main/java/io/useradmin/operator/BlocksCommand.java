package io.useradmin.operator;

import picocli.CommandLine.Command;

/** Groups the commands for blocked addresses. */
@Command(name = "blocks", description = "Unblocks IP addresses.")
class BlocksCommand extends CommandGroup {}
