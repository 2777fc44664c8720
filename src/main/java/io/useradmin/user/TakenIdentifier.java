package io.useradmin.user;

import io.useradmin.problem.Problem.IdentifierTaken;
import io.useradmin.profile.IdentifierPointer;
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
        taken.forEach(each -> violations.broken(() -> each.in(input), IdentifierTaken.CODE, IdentifierTaken.DETAIL));
        return violations.found();
    }

    private Pointer in(UserInput input) {
        return switch (list) {
            case "username" -> IdentifierPointer.USERNAME;
            case "emails" -> IdentifierPointer.email(indexIn(values(input.emails())));
            case "phone_numbers" -> IdentifierPointer.phone(indexIn(values(input.phoneNumbers())));
            case "idps" -> IdentifierPointer.externalIdentity(indexIn(identities(input)));
            default -> throw new IllegalStateException("nobody signs in with " + list);
        };
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
