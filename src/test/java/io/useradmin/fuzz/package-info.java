/** Generates valid and broken requests from the OpenAPI document, and checks every response. */
package io.useradmin.fuzz;
