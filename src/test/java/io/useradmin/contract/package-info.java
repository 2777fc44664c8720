/** Tests of the published OpenAPI document, and of rules for all operations. */
package io.useradmin.contract;
