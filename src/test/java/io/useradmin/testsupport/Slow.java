package io.useradmin.testsupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a test of the packaged service that takes long, because it attacks or kills it again and again. {@code ./mvnw verify}
 * leaves it out. The workflows run it for every change and release ({@code -Dit.excluded-groups=repeated}).
 */
@Tag("slow")
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Slow {}
