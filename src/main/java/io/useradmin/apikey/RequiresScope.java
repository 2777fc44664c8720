package io.useradmin.apikey;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the scope that a key needs for the operation; an operation has this or {@link RequiresNoScope}, or the service does not start. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RequiresScope {
    Scope value();
}
