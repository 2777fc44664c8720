package io.useradmin.profile;

import io.useradmin.apikey.Caller;
import io.useradmin.apikey.Scope;
import io.useradmin.json.JsonMembers;
import io.useradmin.shared.QueryParameters;
import java.util.List;

/**
 * The data documents of a user that a key may read.
 *
 * @param publicData whether the key may read {@code public_data}
 * @param privateData whether the key may read {@code private_data}
 */
public record Documents(boolean publicData, boolean privateData) {
    public static final Documents ALL = new Documents(true, true);
    public static final Documents NONE = new Documents(false, false);

    /** The view without documents. */
    private static final String BASIC = "basic";

    private static final List<String> VIEWS = List.of(BASIC, "full");

    /** The documents that are in both. */
    public Documents and(Documents other) {
        return new Documents(publicData && other.publicData, privateData && other.privateData);
    }

    /** These documents, and those that {@code user} contains. */
    public Documents orGiven(JsonMembers user) {
        return new Documents(
                publicData || user.optional("public_data").isPresent(),
                privateData || user.optional("private_data").isPresent());
    }

    /** The same for a read that can ask for users without documents, with the parameter {@code view}. */
    public static Documents of(Caller caller, QueryParameters query) {
        return query.choice("view", VIEWS).filter(BASIC::equals).isPresent() ? NONE : of(caller);
    }

    /** The documents for which the caller's key has the scopes. */
    public static Documents of(Caller caller) {
        return new Documents(caller.may(Scope.PUBLIC_DATA_READ), caller.may(Scope.PRIVATE_DATA_READ));
    }
}
