package io.useradmin.database;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/**
 * The client that pipelines statements: it sends a statement before earlier ones on the same connection have a response. This
 * needs fewer packets and fewer active connections. It is only for reads, which wait neither for row locks nor for the disk,
 * because a waiting statement delays those behind it (head-of-line blocking).
 */
@Qualifier @Retention(RUNTIME)
@Target({METHOD, PARAMETER})
@interface Pipelined {
    /** The name of its connections in metrics. */
    String NAME = "reads";
}
