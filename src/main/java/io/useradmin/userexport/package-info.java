/** Exports everything that is stored about a user, as one document. */
@NullMarked
package io.useradmin.userexport;

import org.jspecify.annotations.NullMarked;
