package io.useradmin.admission;

import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits how many operations of a resource run at the same time, and retries an operation if PostgreSQL aborts its transaction
 * because of another one. Every resource has this annotation.
 */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Admitted {}
