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
 * The kinds of contacts, email addresses and phone numbers. The same code changes both.
 *
 * @param table the table, whose unique constraint is {@code <table>_unique}
 * @param names the names of the value in a request; the first one is also its name in the User object and in the table
 * @param notFound the problem of an entry that does not exist
 * @param form parses a value
 * @param set the SQL that adds or changes an entry
 * @param verify the SQL that marks an entry as verified or not verified
 * @param remove the SQL that removes an entry
 */
record ContactKind(
        String table,
        List<String> names,
        Problem notFound,
        Function<JsonItem, Optional<String>> form,
        String set,
        String verify,
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
        var statements = new ContactStatements(table, names.getFirst(), list);
        return new ContactKind(
                table,
                names,
                new Problem.NotFound(notFound),
                form,
                statements.set(),
                statements.verify(),
                statements.remove());
    }

    /** Adds the entry of {@code body}. If the user has an entry with this value, changes it. Empty if the body is invalid. */
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

    /** Marks an entry as verified or not verified. */
    UserChange verified(String id, boolean verified) {
        return new UserChange(verify, List.of(id, verified), Map.of(ContactStatements.NOT_FOUND, notFound));
    }

    /** Makes an entry the primary one. */
    UserChange primary(String id) {
        return new UserChange(
                set, Arrays.asList(id, null, null, null, true), Map.of(ContactStatements.NOT_FOUND, notFound));
    }

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
