package io.useradmin.problem;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The problems of status 409 that an operation can return, for its examples in the OpenAPI document. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ConflictProblems {
    /** The types, all of status 409. */
    ProblemType[] value();
}
