package io.useradmin.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a POST that must not run in one transaction, because it takes the locks of users batch by batch (ADR 13). So its
 * {@code Idempotency-Key} is claimed before the first transaction, and its response is stored after the last one. After a crash
 * between the two, a repetition runs the operation again, so running it twice must do no harm.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface InSeveralTransactions {}
