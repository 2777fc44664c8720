package io.useradmin.operator;

import picocli.CommandLine.Command;

/** What there is to do with tenants. */
@Command(name = "tenant", description = "Creates, lists and deletes tenants, the owners of users and keys.")
class TenantCommand extends CommandGroup {}
