package io.useradmin.user;

import io.useradmin.profile.Authenticator;
import io.useradmin.profile.ContactForm;
import io.useradmin.profile.UserParser;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which users a list is about: those for whom all that is given holds exactly.
 *
 * @param authenticator narrows {@code providerUserId} to one provider
 */
record UserFilter(
        Optional<String> email,
        Optional<String> phone,
        Optional<String> username,
        Optional<String> providerUserId,
        Optional<Authenticator> authenticator,
        Optional<String> groupId) {

    private static final int LONGEST_EMAIL = 254;
    private static final int LONGEST_PHONE = 16;

    /** Reads the parameters of a query; what is wrong goes to {@code violations}. */
    static UserFilter read(QueryParameters query, Violations violations) {
        Optional<String> email = query.lookup("email", LONGEST_EMAIL)
                .filter(isOf(ContactForm::isEmail, "email", "not_an_email", "must be an email address", violations));
        Optional<String> phone = query.lookup("phone", LONGEST_PHONE)
                .filter(isOf(
                        ContactForm::isPhone,
                        "phone",
                        "not_a_phone_number",
                        "must be + (written as %2B) and 2 to 15 digits",
                        violations));
        Optional<String> username = query.lookup("username", UserParser.LONGEST_USERNAME);
        Optional<String> providerUserId = query.lookup("provider_user_id", UserParser.LONGEST_PROVIDER_USER_ID);
        Optional<Authenticator> authenticator =
                query.text("authenticator").flatMap(name -> authenticator(name, violations));
        if (authenticator.isPresent() && query.text("provider_user_id").isEmpty()) {
            violations.broken(
                    new Parameter("provider_user_id"), "required", "is required where authenticator is given");
        }
        Optional<String> groupId =
                query.text("group_id").map(id -> Identifier.check(new Parameter("group_id"), id, violations));
        return new UserFilter(email, phone, username, providerUserId, authenticator, groupId);
    }

    /** Whether nothing is given, so that it holds for all users. */
    boolean isEmpty() {
        return texts().stream().allMatch(String::isEmpty);
    }

    /** All that is given, in a form in which different filters differ. */
    List<String> texts() {
        return Stream.of(email, phone, username, providerUserId, authenticator.map(Authenticator::toString), groupId)
                .map(given -> given.orElse(""))
                .toList();
    }

    private static Predicate<String> isOf(
            Predicate<String> form, String parameter, String code, String detail, Violations violations) {
        return value -> {
            boolean holds = form.test(value);
            if (!holds) {
                violations.broken(new Parameter(parameter), code, detail);
            }
            return holds;
        };
    }

    private static Optional<Authenticator> authenticator(String name, Violations violations) {
        Optional<Authenticator> known = Arrays.stream(Authenticator.values())
                .filter(each -> each.toString().equals(name))
                .findFirst();
        if (known.isEmpty()) {
            String all = Stream.of(Authenticator.values()).map(Object::toString).collect(Collectors.joining(", "));
            violations.broken(new Parameter("authenticator"), "unknown_value", "must be one of " + all);
        }
        return known;
    }
}
