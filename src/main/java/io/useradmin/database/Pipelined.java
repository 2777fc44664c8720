package io.useradmin.database;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/**
 * The client that sends a statement on a connection before the ones ahead of it are answered: fewer and larger packets, fewer
 * connections that are awake. For reads alone, which wait neither for the lock of a row nor for the log to be on the disk: what
 * waits, lets wait what was sent after it on the same connection.
 */
@Qualifier @Retention(RUNTIME)
@Target({METHOD, PARAMETER})
@interface Pipelined {
    /** What its connections are called in metrics. */
    String NAME = "reads";
}
