package io.useradmin.problem;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The problem types that an operation can return with 404, for its examples in the OpenAPI document. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface NotFoundProblems {
    /** The types, all of status 404. */
    ProblemType[] value();
}
