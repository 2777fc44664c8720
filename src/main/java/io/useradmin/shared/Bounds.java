package io.useradmin.shared;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/**
 * The bounds of a setting, which are checked before the service starts ({@code operator.settings}). Each is a value as the
 * setting itself is written ({@code 30s}), or the name of another setting whose value is the bound.
 */
@Documented
@Retention(RUNTIME)
@Target(METHOD)
public @interface Bounds {
    /** Each of these is allowed, and nothing that is less. */
    String[] atLeast() default {};

    /** Each of these is too little. */
    String[] moreThan() default {};

    /** Each of these is allowed, and nothing that is more. */
    String[] atMost() default {};
}
