package io.useradmin.operator;

import java.util.List;

/** Nothing is started with these settings. */
class InvalidSettings extends Failure {
    InvalidSettings(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
    }

    /** Does nothing where there is no problem. */
    static void failOn(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
    }
}
