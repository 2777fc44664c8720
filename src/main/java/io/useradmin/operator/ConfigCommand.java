package io.useradmin.operator;

import picocli.CommandLine.Command;

/** Commands for settings. */
@Command(name = "config", description = "Checks the settings of the service.")
class ConfigCommand extends CommandGroup {}
