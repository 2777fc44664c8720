/** The free-form data that callers keep with a user: public and private, read and patched. */
@NullMarked
package io.useradmin.userdata;

import org.jspecify.annotations.NullMarked;
