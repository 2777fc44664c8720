/** Requests that are made from the committed OpenAPI document, good ones and broken ones, and what must hold of every answer. */
package io.useradmin.fuzz;
