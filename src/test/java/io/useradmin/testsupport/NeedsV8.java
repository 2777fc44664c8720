package io.useradmin.testsupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Marks a test that runs JavaScript in V8. Other platforms skip it. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the build has V8 only for Linux on amd64")
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface NeedsV8 {}
