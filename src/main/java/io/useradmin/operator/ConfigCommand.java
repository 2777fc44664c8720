package io.useradmin.operator;

import picocli.CommandLine.Command;

/** Groups the commands for settings. */
@Command(name = "config", description = "Checks the settings of the service.")
class ConfigCommand extends CommandGroup {}
