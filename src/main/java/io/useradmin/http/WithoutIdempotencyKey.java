package io.useradmin.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A POST or PATCH that ignores the {@code Idempotency-Key} header: a repetition does no harm, and the operation may wait, for which it must
 * not hold a connection.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface WithoutIdempotencyKey {}
