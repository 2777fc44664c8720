package io.useradmin.openapi;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.TYPE;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/** Marks what prepares the OpenAPI document, so that it happens with the first request for it ({@link LateDocument}). */
@InterceptorBinding
@Retention(RUNTIME)
@Target({TYPE, METHOD})
@interface PreparedLate {}
