package io.useradmin.operator.transfer;

import io.useradmin.profile.IdentifierPointer;
import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserInput.Contact;
import io.useradmin.shared.Location.Pointer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** A sign-in identifier of a user, unique in the tenant. */
record SignInIdentifier(Kind kind, List<String> value) {
    /**
     * The kinds of identifiers, with the query that selects them and their owners. The last parameter is the tenant.
     *
     * <p>Each looks up the values one by one, in the order of their index, which no other index has. With {@code any(?)}, PostgreSQL
     * reads all identifiers of the tenant if it expects none: it does for a tenant that is newer than its statistics.
     */
    enum Kind {
        USERNAME(owners("usernames", "username")),
        EMAIL(owners("emails", "email")),
        PHONE(owners("phones", "phone")),
        EXTERNAL("""
                select t.user_id, t.authenticator, t.provider_user_id
                  from unnest(?, ?) as wanted (authenticator, provider_user_id)
                       cross join lateral (
                           select * from external_identities
                            where tenant_id = ? and authenticator = wanted.authenticator
                              and provider_user_id >= wanted.provider_user_id
                            order by provider_user_id limit 1) as t
                 where t.provider_user_id = wanted.provider_user_id
                """);

        private final String owners;

        Kind(String owners) {
            this.owners = owners;
        }

        /** The query for the owners of some values. The parameters before the last are the parts of the values. */
        String owners() {
            return owners;
        }

        private static String owners(String table, String column) {
            return """
                    select t.user_id, t.%2$s
                      from unnest(?) as wanted (value)
                           cross join lateral (
                               select * from %1$s where tenant_id = ? and %2$s >= wanted.value order by %2$s limit 1) as t
                     where t.%2$s = wanted.value
                    """.formatted(table, column);
        }

        /** The number of parts of a value. */
        int parts() {
            return this == EXTERNAL ? 2 : 1;
        }
    }

    /** The identifiers of {@code profile} by JSON Pointer. */
    static Map<Pointer, SignInIdentifier> in(UserInput profile) {
        Map<Pointer, SignInIdentifier> found = new LinkedHashMap<>();
        if (profile.username() != null) {
            found.put(
                    IdentifierPointer.USERNAME,
                    new SignInIdentifier(
                            Kind.USERNAME, List.of(profile.username().username())));
        }
        addContacts(profile.emails(), Kind.EMAIL, IdentifierPointer::email, found);
        addContacts(profile.phoneNumbers(), Kind.PHONE, IdentifierPointer::phone, found);
        for (int index = 0; index < profile.idps().size(); index++) {
            var identity = profile.idps().get(index);
            found.put(
                    IdentifierPointer.externalIdentity(index),
                    new SignInIdentifier(Kind.EXTERNAL, List.of(identity.authenticator(), identity.providerUserId())));
        }
        return found;
    }

    private static void addContacts(
            List<Contact> contacts, Kind kind, IntFunction<Pointer> pointer, Map<Pointer, SignInIdentifier> found) {
        for (int index = 0; index < contacts.size(); index++) {
            found.put(
                    pointer.apply(index),
                    new SignInIdentifier(kind, List.of(contacts.get(index).value())));
        }
    }
}
