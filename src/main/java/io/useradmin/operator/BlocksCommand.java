package io.useradmin.operator;

import picocli.CommandLine.Command;

/** What there is to do with blocked addresses. */
@Command(name = "blocks", description = "Unblocks IP addresses.")
class BlocksCommand extends CommandGroup {}
