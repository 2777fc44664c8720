/** What holds for every request and answer, whatever the operation: the order of filters, media types, bodies, page headers. */
@NullMarked
package io.useradmin.http;

import org.jspecify.annotations.NullMarked;
