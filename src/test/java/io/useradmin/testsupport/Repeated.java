package io.useradmin.testsupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks a test of the packaged service that repeats a test of the unpackaged one. With the jar it cannot have another result:
 * classes and settings are the same. So it runs only against native binaries, and each night ({@code
 * -Dit.excluded-groups=none}).
 */
@Tag("repeated")
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Repeated {}
