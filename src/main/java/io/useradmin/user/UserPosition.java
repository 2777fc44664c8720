package io.useradmin.user;

import io.useradmin.shared.CursorText;
import io.useradmin.shared.Identifier;
import io.useradmin.shared.Sort;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The position of a user in a list, from which the list continues (keyset pagination). Clients get it as an opaque text with a
 * digest of position and list. It is invalid for another tenant, order or filter, or if it was damaged. The digest is not a
 * signature: with a forged cursor, a client only starts at another position of its own list.
 *
 * @param micros the sort time in microseconds since the Unix epoch; 0 if the list is not sorted by time
 * @param userId the user's identifier, which breaks ties
 */
record UserPosition(long micros, String userId) {
    private static final Pattern MICROS = Pattern.compile("0|-?[1-9][0-9]{0,17}");

    /** The text for clients. */
    String text(UserList list) {
        return CursorText.of(identity(list), List.of(Long.toString(micros), userId));
    }

    /** Parses a cursor of {@code list}; empty if it is invalid. */
    static Optional<UserPosition> read(String text, UserList list) {
        return CursorText.read(text, identity(list))
                .filter(position -> position.size() == 2
                        && MICROS.matcher(position.getFirst()).matches()
                        && Identifier.isValid(position.getLast()))
                .map(position -> new UserPosition(Long.parseLong(position.getFirst()), position.getLast()));
    }

    Instant time() {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private static List<String> identity(UserList list) {
        Sort<UserSort> sort = list.sort();
        List<String> parts = new ArrayList<>(
                List.of(list.tenantId(), sort.key().parameterName(), Boolean.toString(sort.ascending())));
        parts.addAll(list.filter().texts());
        return parts;
    }
}
