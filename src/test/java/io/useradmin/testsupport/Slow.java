package io.useradmin.testsupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a test of the packaged service that takes long, such as an attack or a fault under load. {@code ./mvnw verify} leaves it
 * out, and runs one test of each kind. The workflows run all for every change and release ({@code
 * -Dit.excluded-groups=repeated}).
 */
@Tag("slow")
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Slow {}
