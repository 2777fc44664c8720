package io.useradmin.testsupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test of the packaged service that repeats a test of the unpackaged one, and whose outcome the jar cannot change: the classes and
 * settings are the same. It runs against native binaries, where it can, and each night ({@code -Dit.excluded-groups=none}).
 */
@Tag("repeated")
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Repeated {}
