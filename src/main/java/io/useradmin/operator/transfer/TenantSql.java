package io.useradmin.operator.transfer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Statements whose first parameter is the tenant, and the others are lists of texts. */
record TenantSql(Connection connection, String tenant) {
    /** Makes something of the row at which a result stands. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    <T> List<T> query(String query, RowReader<T> reader, List<List<String>> parameters) throws SQLException {
        try (PreparedStatement prepared = prepare(query, parameters);
                ResultSet rows = prepared.executeQuery()) {
            List<T> read = new ArrayList<>();
            while (rows.next()) {
                read.add(reader.read(rows));
            }
            return read;
        }
    }

    void run(String statement, List<List<String>> parameters) throws SQLException {
        try (PreparedStatement prepared = prepare(statement, parameters)) {
            prepared.executeUpdate();
        }
    }

    private PreparedStatement prepare(String statement, List<List<String>> parameters) throws SQLException {
        PreparedStatement prepared = connection.prepareStatement(statement);
        prepared.setString(1, tenant);
        for (int index = 0; index < parameters.size(); index++) {
            List<String> texts = parameters.get(index);
            prepared.setArray(index + 2, connection.createArrayOf("text", texts.toArray()));
        }
        return prepared;
    }
}
