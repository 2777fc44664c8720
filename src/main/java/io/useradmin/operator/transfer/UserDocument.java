package io.useradmin.operator.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.useradmin.json.ApiJson;
import io.useradmin.operator.jdbc.ServiceStatement;
import io.useradmin.profile.User;
import io.useradmin.userexport.ExportSection;
import io.useradmin.userexport.ExportSection.Page;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Writes everything that is stored about a user: the same document as the API's export, as of one point in time. */
public final class UserDocument {
    private static final String USER = StoredUser.SELECT + " from users u where u.tenant_id = $1 and u.user_id = $2";

    private final Connection connection;
    private final String tenant;
    private final String userId;

    /** Reads over {@code connection}, which nothing else may use until the document is written. */
    public UserDocument(Connection connection, String tenant, String userId) {
        this.connection = connection;
        this.tenant = tenant;
        this.userId = userId;
    }

    /**
     * Writes the document in UTF-8. Flushes {@code output}, but does not close it.
     *
     * @return its size in bytes; empty if the user does not exist, and then nothing is written
     */
    public Optional<Long> write(OutputStream output) throws SQLException, IOException {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setReadOnly(true);
        connection.setAutoCommit(false);
        Optional<Long> written = Optional.empty();
        Optional<User> user =
                ServiceStatement.query(connection, USER, StoredUser::read, List.of(tenant, userId)).stream()
                        .findFirst();
        if (user.isPresent()) {
            written = Optional.of(write(user.get(), output));
        }
        connection.commit();
        return written;
    }

    private long write(User user, OutputStream output) throws SQLException, IOException {
        long written = write("{\"user\":" + ApiJson.write(user), output);
        for (ExportSection section : ExportSection.values()) {
            written += write(section, output);
        }
        written += write("}\n", output);
        output.flush();
        return written;
    }

    private long write(ExportSection section, OutputStream output) throws SQLException, IOException {
        Page page = page(section, section.start());
        long written = write(page.text(), output);
        while (page.next().isPresent()) {
            page = page(section, page.next().get());
            written += write(page.text(), output);
        }
        return written;
    }

    private Page page(ExportSection section, String after) throws SQLException {
        return ServiceStatement.query(
                        connection,
                        section.statement(),
                        row -> section.page(after, row.getString("elements"), row.getString("next")),
                        List.of(tenant, userId, after))
                .getFirst();
    }

    private static long write(String text, OutputStream output) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        output.write(bytes);
        return bytes.length;
    }
}
