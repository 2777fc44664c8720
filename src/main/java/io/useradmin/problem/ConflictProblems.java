package io.useradmin.problem;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The problem types that an operation can return with 409, for its examples in the OpenAPI document. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ConflictProblems {
    /** The types, all of status 409. */
    ProblemType[] value();
}
