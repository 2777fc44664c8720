package io.useradmin.openapi;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.TYPE;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/**
 * Marks the method that prepares the OpenAPI document, so that it runs on the first request for the document
 * ({@link LateDocument}).
 */
@InterceptorBinding
@Retention(RUNTIME)
@Target({TYPE, METHOD})
@interface PreparedLate {}
