package io.useradmin.problem;

import io.useradmin.shared.Causes;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes a failure for the log, without the messages of its exceptions, which can quote private data. */
final class FailureReport {
    private static final int MOST_CAUSES = 5;
    private static final int MOST_FRAMES = 30;

    private FailureReport() {}

    static String of(Throwable failure) {
        return Causes.of(failure)
                .limit(MOST_CAUSES)
                .map(FailureReport::describe)
                .collect(Collectors.joining("\ncaused by "));
    }

    private static String describe(Throwable failure) {
        String name = failure.getClass().getName()
                + DatabaseFailure.sqlState(failure)
                        .map(state -> " SQLSTATE " + state)
                        .orElse("");
        return Stream.of(failure.getStackTrace())
                .limit(MOST_FRAMES)
                .map(frame -> "\n    at " + frame)
                .collect(Collectors.joining("", name, ""));
    }
}
