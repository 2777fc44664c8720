/** The free-form data documents of users, public and private: get and patch. */
@NullMarked
package io.useradmin.userdata;

import org.jspecify.annotations.NullMarked;
