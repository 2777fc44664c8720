package io.useradmin.operator.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.useradmin.json.CompactSize;
import io.useradmin.json.JsonLimits;
import io.useradmin.operator.jdbc.Jdbc;
import io.useradmin.operator.transfer.Line.UserLine;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violations;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * Rejects lines with data documents that are too large. As in the service, it checks the compact form, after PostgreSQL has
 * expanded exponents. It checks only documents that may be too large.
 */
final class DocumentSizes {
    private static final Pattern EXPONENT = Pattern.compile("[0-9][eE]");
    private static final String STORED = "select cast(cast(? as text) as jsonb)::text";

    private final Connection connection;
    private final JsonLimits limits;

    DocumentSizes(Connection connection, JsonLimits limits) {
        this.connection = connection;
        this.limits = limits;
    }

    void rejectIn(Batch batch) throws SQLException {
        for (UserLine line : batch.userLines()) {
            var violations = new Violations();
            check(line.profile().publicData(), "/public_data", violations);
            check(line.profile().privateData(), "/private_data", violations);
            if (!violations.isEmpty()) {
                batch.reject(line.number(), violations.found());
            }
        }
    }

    private void check(String document, String pointer, Violations violations) throws SQLException {
        if (mayBeTooLarge(document) && size(document) > limits.maxBytes()) {
            violations.broken(
                    new Pointer(pointer), "too_large", "must not take more than %d bytes".formatted(limits.maxBytes()));
        }
    }

    /** Only exponents can make a document larger. */
    private boolean mayBeTooLarge(String document) {
        return document.getBytes(UTF_8).length > limits.maxBytes()
                || EXPONENT.matcher(document).find();
    }

    private int size(String document) throws SQLException {
        String stored = Jdbc.query(connection, STORED, row -> row.getString(1), document)
                .getFirst();
        return CompactSize.of(stored);
    }
}
