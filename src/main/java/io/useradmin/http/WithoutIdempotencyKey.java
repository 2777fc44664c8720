package io.useradmin.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a POST or PATCH that ignores the {@code Idempotency-Key} header. Repeating it does no harm, and it cannot run in one transaction:
 * it waits for events, or it locks users batch by batch (ADR 13).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface WithoutIdempotencyKey {}
