package io.useradmin.schema;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Even a bug or a manual update stores only JSON objects as documents. */
class DocumentsTest {
    static Stream<Arguments> values() {
        return Stream.of("public_data", "private_data", "other_claims")
                .flatMap(column -> Stream.of("[]", "1", "null", "\"{}\"").map(value -> Arguments.of(column, value)));
    }

    @ParameterizedTest
    @MethodSource("values")
    void refusesWhatIsNoObject(String column, String value) {
        Tenant tenant = Tenant.create();

        assertThatThrownBy(() -> Sql.run(
                        "insert into users (tenant_id, user_id, created_at, last_updated_at, " + column
                                + ") values (?, 'u', now(), now(), cast(? as jsonb))",
                        tenant.id(),
                        value))
                .hasMessageContaining("violates check constraint \"json_document_is_object\"");
    }
}
