package io.useradmin.shared;

import java.util.Objects;
import java.util.stream.Stream;

/** The causes of a failure. */
public final class Causes {
    /** Causes can be cyclic. */
    private static final int MOST = 20;

    private Causes() {}

    /** The failure itself, its cause, the cause of that, and so on. */
    public static Stream<Throwable> of(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(MOST);
    }
}
