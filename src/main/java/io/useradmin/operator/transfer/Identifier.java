package io.useradmin.operator.transfer;

import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserInput.Contact;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A sign-in identifier of a user, unique in the tenant. */
record Identifier(Kind kind, List<String> value) {
    /** The kinds of identifiers, with the query that selects them and their owners. The first parameter is the tenant. */
    enum Kind {
        USERNAME("select user_id, username from usernames where tenant_id = ? and username = any(?)"),
        EMAIL("select user_id, email from emails where tenant_id = ? and email = any(?)"),
        PHONE("select user_id, phone from phones where tenant_id = ? and phone = any(?)"),
        EXTERNAL("select user_id, authenticator, provider_user_id from external_identities where tenant_id = ?"
                + " and (authenticator, provider_user_id) in (select * from unnest(?, ?))");

        private final String owners;

        Kind(String owners) {
            this.owners = owners;
        }

        /** The query for the owners of some values. The parameters after the first are the parts of the values. */
        String owners() {
            return owners;
        }

        /** The number of parts of a value. */
        int parts() {
            return this == EXTERNAL ? 2 : 1;
        }
    }

    /** The identifiers of {@code profile} by JSON Pointer. */
    static Map<String, Identifier> in(UserInput profile) {
        Map<String, Identifier> found = new LinkedHashMap<>();
        if (profile.username() != null) {
            found.put(
                    "/username/username",
                    new Identifier(Kind.USERNAME, List.of(profile.username().username())));
        }
        addContacts(profile.emails(), Kind.EMAIL, "/emails/%d/email", found);
        addContacts(profile.phoneNumbers(), Kind.PHONE, "/phone_numbers/%d/phone", found);
        for (int index = 0; index < profile.idps().size(); index++) {
            var identity = profile.idps().get(index);
            found.put(
                    "/idps/%d/provider_user_id".formatted(index),
                    new Identifier(Kind.EXTERNAL, List.of(identity.authenticator(), identity.providerUserId())));
        }
        return found;
    }

    private static void addContacts(List<Contact> contacts, Kind kind, String pointer, Map<String, Identifier> found) {
        for (int index = 0; index < contacts.size(); index++) {
            found.put(
                    pointer.formatted(index),
                    new Identifier(kind, List.of(contacts.get(index).value())));
        }
    }
}
