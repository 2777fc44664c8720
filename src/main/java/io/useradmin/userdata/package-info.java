/** The free-form data of users: public and private, read and patched. */
@NullMarked
package io.useradmin.userdata;

import org.jspecify.annotations.NullMarked;
