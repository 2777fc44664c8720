/** The published OpenAPI document against the specification, the code and the running service. */
package io.useradmin.contract;
