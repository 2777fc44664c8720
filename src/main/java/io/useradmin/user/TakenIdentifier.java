package io.useradmin.user;

import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserInput.Contact;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violations;
import java.util.List;

/**
 * An identifier that belongs to another user.
 *
 * @param list the member of the User object that contains it
 * @param value its value; for an external identity, the authenticator, a space and the identifier
 */
record TakenIdentifier(String list, String value) {
    /** The errors of identifiers in {@code input}. Only those that are kept are located, because that searches the whole input. */
    static List<Violation> violations(List<TakenIdentifier> taken, UserInput input) {
        var violations = new Violations();
        taken.forEach(each -> violations.broken(() -> each.in(input), "taken", "belongs to another user"));
        return violations.found();
    }

    private Pointer in(UserInput input) {
        return new Pointer(
                switch (list) {
                    case "username" -> "/username/username";
                    case "emails" -> "/emails/%d/email".formatted(indexIn(values(input.emails())));
                    case "phone_numbers" -> "/phone_numbers/%d/phone".formatted(indexIn(values(input.phoneNumbers())));
                    case "idps" -> "/idps/%d/provider_user_id".formatted(indexIn(identities(input)));
                    default -> throw new IllegalStateException("nobody signs in with " + list);
                });
    }

    private int indexIn(List<String> values) {
        return values.indexOf(value);
    }

    private static List<String> values(List<Contact> contacts) {
        return contacts.stream().map(Contact::value).toList();
    }

    private static List<String> identities(UserInput input) {
        return input.idps().stream()
                .map(identity -> identity.authenticator() + " " + identity.providerUserId())
                .toList();
    }
}
