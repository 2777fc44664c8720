package io.useradmin.shared;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/**
 * The bounds of a setting, which {@code operator.settings} checks before the service starts. Each bound is a value with the
 * syntax of the setting ({@code 30s}), or the name of another setting, whose value is then the bound.
 */
@Documented
@Retention(RUNTIME)
@Target(METHOD)
public @interface Bounds {
    /** Inclusive lower bounds. */
    String[] atLeast() default {};

    /** Exclusive lower bounds. */
    String[] moreThan() default {};

    /** Inclusive upper bounds. */
    String[] atMost() default {};
}
