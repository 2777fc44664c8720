/**
 * Basics that several packages use and that know none of them: identifiers and addresses, paging and sorting, violations, time,
 * attributes of a request, texts. It depends on no other package.
 */
@NullMarked
package io.useradmin.shared;

import org.jspecify.annotations.NullMarked;
