package io.useradmin.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a POST or PATCH that ignores the {@code Idempotency-Key} header, because a repetition does no harm: acknowledging twice
 * changes nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface WithoutIdempotencyKey {}
