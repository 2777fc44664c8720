package io.useradmin.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A POST or PATCH that ignores the {@code Idempotency-Key} header, because a repetition does no harm and it must not run in one
 * transaction: it waits for events, or it takes the locks of users batch by batch (ADR 13).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface WithoutIdempotencyKey {}
