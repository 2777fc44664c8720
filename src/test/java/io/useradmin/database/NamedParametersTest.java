package io.useradmin.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** StatementsTest compares the whole statements. */
class NamedParametersTest {
    private static final NamedParameters PARAMETERS =
            NamedParameters.of("tenant", "user").and(List.of("user_id"));

    @Test
    void numbersParametersInTheOrderOfTheNames() {
        assertThat(PARAMETERS.number("select :user, :user_id where a = :tenant and b=:user"))
                .isEqualTo("select $2, $3 where a = $1 and b=$2");
    }

    @Test
    void leavesOtherColons() {
        String sql = "select a::text, b[:100], '(?:[^\"])' from c";

        assertThat(PARAMETERS.number(sql)).isEqualTo(sql);
        assertThat(PARAMETERS.number("select :user::text")).isEqualTo("select $2::text");
    }

    @Test
    void refusesAnUnknownName() {
        assertThatThrownBy(() -> PARAMETERS.number("select :users"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no parameter users in [tenant, user, user_id]");
    }

    @Test
    void refusesTheSameNameTwice() {
        List<String> again = List.of("tenant");

        assertThatThrownBy(() -> PARAMETERS.and(again)).isInstanceOf(IllegalArgumentException.class);
    }
}
