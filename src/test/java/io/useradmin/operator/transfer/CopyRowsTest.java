package io.useradmin.operator.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.json.ApiJson;
import io.useradmin.testsupport.OddText;
import io.useradmin.testsupport.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** PostgreSQL reads the rows that are written for its COPY. */
class CopyRowsTest {
    private static final long LATEST_TIME = 253_402_300_799L;

    private final Connection connection = connect();

    @BeforeEach
    void createTable() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create temp table copied (place bigint, value text, list text[], flag boolean,"
                    + " moment timestamptz, document jsonb)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    record Row(
            long place,
            @Nullable String value,
            List<String> list,
            boolean flag,
            @Nullable Long second) {}

    @Test
    void textsArriveUnchanged() throws SQLException {
        var random = new Random(4);
        List<Row> rows = IntStream.range(0, 2000)
                .mapToObj(place -> new Row(
                        place,
                        random.nextInt(20) == 0 ? null : OddText.of(random, 0, 12),
                        Stream.generate(() -> OddText.of(random, 0, 6))
                                .limit(random.nextInt(4))
                                .toList(),
                        random.nextBoolean(),
                        random.nextInt(20) == 0 ? null : random.nextLong(LATEST_TIME + 1)))
                .toList();
        copy(rows);
        assertThat(stored()).isEqualTo(rows);
    }

    @Test
    void theLatestTimeArrives() throws SQLException {
        List<Row> rows = List.of(new Row(1, "", List.of(), true, LATEST_TIME), new Row(2, "", List.of(), true, 0L));
        copy(rows);
        assertThat(stored()).isEqualTo(rows);
    }

    @Test
    void documentsArriveUnchanged() throws SQLException {
        var random = new Random(5);
        var written = new CopyRows("copied (place, document)");
        List<String> texts = new ArrayList<>();
        for (int place = 0; place < 500; place++) {
            String text = OddText.of(random, 0, 12);
            texts.add(text);
            written.number(place).text(ApiJson.write(Map.of("name", text))).end();
        }
        written.send(connection.unwrap(PGConnection.class).getCopyAPI());
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select document ->> 'name' from copied order by place")) {
            while (result.next()) {
                found.add(result.getString(1));
            }
        }
        assertThat(found).isEqualTo(texts);
    }

    @Test
    void sendsNothingWithoutRows() throws SQLException {
        new CopyRows("no_such_table").send(connection.unwrap(PGConnection.class).getCopyAPI());
        assertThat(stored()).isEmpty();
    }

    private void copy(List<Row> rows) throws SQLException {
        var written = new CopyRows("copied (place, value, list, flag, moment)");
        for (Row row : rows) {
            written.number(row.place()).text(row.value()).texts(row.list()).bool(row.flag());
            written.time(row.second()).end();
        }
        written.send(connection.unwrap(PGConnection.class).getCopyAPI());
    }

    private List<Row> stored() throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("select place, value, list, flag, moment from copied order by place")) {
            while (result.next()) {
                OffsetDateTime moment = result.getObject(5, OffsetDateTime.class);
                rows.add(new Row(
                        result.getLong(1),
                        result.getString(2),
                        List.of((String[]) result.getArray(3).getArray()),
                        result.getBoolean(4),
                        moment == null ? null : moment.toInstant().getEpochSecond()));
            }
        }
        return rows;
    }

    private static Connection connect() {
        try {
            return TestDatabase.connect();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
