package io.useradmin.user;

import io.useradmin.profile.Authenticator;
import io.useradmin.profile.ContactForm;
import io.useradmin.profile.UserParser;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The filter of a list of users. All given values must match exactly.
 *
 * @param authenticator restricts {@code providerUserId} to one provider
 */
record UserFilter(
        Optional<String> email,
        Optional<String> phone,
        Optional<String> username,
        Optional<String> providerUserId,
        Optional<Authenticator> authenticator,
        Optional<String> groupId,
        Optional<String> userId) {

    /** The filter of the parameter {@code filter}, which published clients send. */
    private static final List<String> KEYS = List.of("email", "username", "phone", "user_id");

    /** Parses the parameters of a query; errors are added to {@code violations}. */
    static UserFilter read(QueryParameters query, Violations violations) {
        query.expand("filter", KEYS);
        Optional<String> email = query.lookup(
                "email", ContactForm.LONGEST_EMAIL, ContactForm::isEmail, "not_an_email", "must be an email address");
        Optional<String> phone = query.lookup(
                "phone",
                ContactForm.LONGEST_PHONE,
                ContactForm::isPhone,
                "not_a_phone_number",
                "must be + (written as %2B) and 2 to 15 digits");
        Optional<String> username = query.lookup("username", UserParser.LONGEST_USERNAME);
        Optional<String> providerUserId = query.lookup("provider_user_id", UserParser.LONGEST_PROVIDER_USER_ID);
        Optional<Authenticator> authenticator =
                query.text("authenticator").flatMap(name -> authenticator(name, violations));
        if (authenticator.isPresent() && !query.contains("provider_user_id")) {
            violations.broken(
                    new Parameter("provider_user_id"), "required", "is required where authenticator is given");
        }
        return new UserFilter(
                email,
                phone,
                username,
                providerUserId,
                authenticator,
                query.identifier("group_id"),
                query.identifier("user_id"));
    }

    /** Whether it matches all members of a group. */
    boolean isOnlyGroup() {
        return groupId.isPresent()
                && texts().stream().filter(text -> !text.isEmpty()).count() == 1;
    }

    /** A text that is different for each filter. */
    List<String> texts() {
        return Stream.of(
                        email,
                        phone,
                        username,
                        providerUserId,
                        authenticator.map(Authenticator::toString),
                        groupId,
                        userId)
                .map(given -> given.orElse(""))
                .toList();
    }

    private static Optional<Authenticator> authenticator(String name, Violations violations) {
        Optional<Authenticator> known = Authenticator.of(name);
        if (known.isEmpty()) {
            String all = Stream.of(Authenticator.values()).map(Object::toString).collect(Collectors.joining(", "));
            violations.broken(new Parameter("authenticator"), "unknown_value", "must be one of " + all);
        }
        return known;
    }
}
