/** The published OpenAPI document: what the operations say of themselves, completed with what holds for all of them. */
@NullMarked
package io.useradmin.openapi;

import org.jspecify.annotations.NullMarked;
