/**
 * The console's code, and client code that is generated from the OpenAPI document, compile. These tests do not need the service.
 * Because of the package's name, they run while other tests wait until {@code QuickJava} has written its archive.
 */
@NullMarked
package io.useradmin.withcompilers;

import org.jspecify.annotations.NullMarked;
