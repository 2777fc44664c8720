package io.useradmin.operator.transfer;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Tells what of a line PostgreSQL refused, from the name of the constraint. */
final class Conflict {
    private static final String TAKEN = "taken";
    private static final String TAKEN_DETAIL = "belongs to another user of the tenant";

    private static final Map<String, RejectedException> BY_CONSTRAINT = Map.of(
            "usernames_unique", new RejectedException("/username/username", TAKEN, TAKEN_DETAIL),
            "emails_unique", new RejectedException("/emails", TAKEN, "has an address that " + TAKEN_DETAIL),
            "phones_unique", new RejectedException("/phone_numbers", TAKEN, "has a number that " + TAKEN_DETAIL),
            "external_identities_unique", new RejectedException("/idps", TAKEN, "has an identity that " + TAKEN_DETAIL),
            "group_members_group_fk",
                    new RejectedException("/groups", "unknown_group", "has a group that is not in the tenant"));

    private Conflict() {}

    /** Nothing where the failure is not about the data. */
    static Optional<RejectedException> of(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        if (!(state.startsWith("23") || state.startsWith("22"))) {
            return Optional.empty();
        }
        return Optional.of(constraint(failure)
                .map(BY_CONSTRAINT::get)
                .orElseGet(
                        () -> new RejectedException("", "not_storable", "PostgreSQL refuses it: SQLSTATE " + state)));
    }

    private static Optional<String> constraint(SQLException failure) {
        return failure instanceof PSQLException refused
                ? Optional.ofNullable(refused.getServerErrorMessage()).map(ServerErrorMessage::getConstraint)
                : Optional.empty();
    }
}
