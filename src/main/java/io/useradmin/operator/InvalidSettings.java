package io.useradmin.operator;

import java.util.List;

/** The settings are invalid, so nothing starts. */
class InvalidSettings extends Failure {
    InvalidSettings(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
    }

    /** Does nothing if there is no problem. */
    static void failOn(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
    }
}
