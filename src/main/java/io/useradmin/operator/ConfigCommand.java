package io.useradmin.operator;

import picocli.CommandLine.Command;

/** What there is to do with the settings. */
@Command(name = "config", description = "Checks the settings of the service.")
class ConfigCommand extends CommandGroup {}
