package io.useradmin.profile;

import io.useradmin.apikey.Caller;
import io.useradmin.apikey.Scope;
import io.useradmin.json.JsonMembers;

/**
 * The data documents that a key may read: a User has no others.
 *
 * @param publicData whether {@code public_data} is among them
 * @param privateData whether {@code private_data} is among them
 */
public record Documents(boolean publicData, boolean privateData) {
    /** Both. */
    public static final Documents ALL = new Documents(true, true);

    /** These, and those that {@code user} has. */
    public Documents orGiven(JsonMembers user) {
        return new Documents(
                publicData || user.optional("public_data").isPresent(),
                privateData || user.optional("private_data").isPresent());
    }

    /** The documents for which the caller's key has the scopes. */
    public static Documents of(Caller caller) {
        return new Documents(caller.may(Scope.PUBLIC_DATA_READ), caller.may(Scope.PRIVATE_DATA_READ));
    }
}
