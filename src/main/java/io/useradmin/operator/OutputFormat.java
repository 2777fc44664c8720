package io.useradmin.operator;

import java.util.Locale;

/** For whom a command writes its result. */
enum OutputFormat {
    /** People. */
    TEXT,
    /** Scripts: one JSON document on one line. */
    JSON;

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
