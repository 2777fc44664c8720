package io.useradmin.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A POST that must not run in one transaction, because it takes the locks of users batch by batch (ADR 13). So its {@code Idempotency-Key}
 * is claimed before it and its response is stored after it. Running it twice must do no harm: after a crash between the two, a repetition
 * does.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface InSeveralTransactions {}
