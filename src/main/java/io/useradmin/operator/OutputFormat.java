package io.useradmin.operator;

import java.util.Locale;

/** The format of a command's result. */
enum OutputFormat {
    /** Text for people. */
    TEXT,
    /** One JSON document on one line, for scripts. */
    JSON;

    /** The value on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
