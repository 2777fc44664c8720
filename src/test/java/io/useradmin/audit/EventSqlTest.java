package io.useradmin.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.TestDatabase;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The identifiers of inserted events in the result of a statement. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class EventSqlTest {
    @ParameterizedTest
    @CsvSource({"1, 1, ''", "100, 100, ''", "101, 100, ' +1'", "1000, 100, ' +900'"})
    void returnsAHundredIdentifiersAndTheNumberOfOthers(int events, int listed, String others) {
        assertThat(inserted(events))
                .isEqualTo(IntStream.rangeClosed(1, listed)
                        .mapToObj(number -> "id" + number)
                        .collect(Collectors.joining(" ", "", others)));
    }

    private static String inserted(int events) {
        return Sql.value(
                "with event as (select 'id' || n as event_id from generate_series(1, %d) n) select ".formatted(events)
                        + EventSql.INSERTED);
    }
}
