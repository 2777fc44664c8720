package io.useradmin.user;

import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemType;
import io.useradmin.problem.Refusals;
import io.useradmin.profile.ContactForm;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Email addresses or phone numbers, which are changed alike.
 *
 * @param table the table, and the name of its constraint that no two users have the same
 * @param names what the value is called in an entry and in a request, the first one also in the table
 * @param notFound that there is no such entry
 * @param form reads a value
 * @param set the statement that adds or changes an entry
 * @param remove the statement that removes one
 */
record ContactKind(
        String table,
        List<String> names,
        Problem notFound,
        Function<JsonItem, Optional<String>> form,
        String set,
        String remove) {
    static final ContactKind EMAIL =
            of("emails", "/emails", List.of("email"), ProblemType.EMAIL_NOT_FOUND, ContactForm::email);
    static final ContactKind PHONE = of(
            "phones",
            "/phone_numbers",
            List.of("phone", "phone_number"),
            ProblemType.PHONE_NOT_FOUND,
            ContactForm::phone);

    private static final String ONE_TOO_MANY = "must not have more than %d entries".formatted(ContactStatements.MOST);

    private static ContactKind of(
            String table,
            String list,
            List<String> names,
            ProblemType notFound,
            Function<JsonItem, Optional<String>> form) {
        String column = names.getFirst();
        return new ContactKind(
                table,
                names,
                new Problem.NotFound(notFound),
                form,
                ContactStatements.set(table, column, list),
                ContactStatements.remove(table, column, list));
    }

    /** Adds an entry as {@code body} says; one that the user has already becomes as it says. Nothing where the body is wrong. */
    Optional<UserChange> added(JsonMembers body, String newId) {
        Optional<JsonItem> item = body.required(names);
        @Nullable Boolean verified = body.optional(List.of("verified", "is_verified"))
                .flatMap(JsonItem::bool)
                .orElse(null);
        boolean primary = body.optional("primary").flatMap(JsonItem::bool).orElse(false);
        body.end();
        return item.flatMap(given -> form.apply(given)
                .map(value -> new UserChange(
                        set,
                        Arrays.asList(null, value, newId, verified, primary),
                        refusals(given.location().value()))));
    }

    /** Verifies an entry, or takes that back. */
    UserChange verified(String id, boolean verified) {
        return new UserChange(
                set, Arrays.asList(id, null, null, verified, false), Map.of(ContactStatements.NOT_FOUND, notFound));
    }

    /** Makes an entry the primary one. */
    UserChange primary(String id) {
        return new UserChange(
                set, Arrays.asList(id, null, null, null, true), Map.of(ContactStatements.NOT_FOUND, notFound));
    }

    /** Removes an entry. */
    UserChange removed(String id) {
        return new UserChange(
                remove,
                List.of(id),
                Map.of(ContactStatements.NOT_FOUND, notFound, ContactStatements.PRIMARY, Refusals.primaryIdentifier()));
    }

    private Map<String, Problem> refusals(String pointer) {
        return Map.of(
                table + "_unique",
                Problem.IdentifierTaken.at(new Pointer(pointer)),
                ContactStatements.TOO_MANY,
                new Problem.InvalidInput(
                        List.of(new Violation(new Pointer(pointer), "too_many", ONE_TOO_MANY, Severity.BROKEN_RULE))));
    }
}
