package io.useradmin.admission;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an operation that is not a GET, but whose rows count for the memory of responses as those of a GET do. It must not fail
 * for lack of memory after it has changed something.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface CountsRows {}
