package io.useradmin.operator;

import picocli.CommandLine.Command;

/** Groups the commands for tenants. */
@Command(name = "tenant", description = "Creates, lists and deletes tenants, the owners of users and keys.")
class TenantCommand extends CommandGroup {}
