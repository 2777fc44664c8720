package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.operator.Commands.Outcome;
import io.useradmin.testsupport.FreshDatabase;
import io.useradmin.testsupport.MovableClock;
import io.useradmin.testsupport.TestSigningKey;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The keys that sign tokens, from creation to removal. */
class SsfKeyCommandTest {
    private final MovableClock clock = new MovableClock();
    private FreshDatabase fresh;
    private Commands commands;

    @BeforeEach
    void create() {
        fresh = FreshDatabase.migrated();
        commands = new Commands(new Database(fresh.jdbcUrl(), FreshDatabase.USER, FreshDatabase.USER), clock);
    }

    @AfterEach
    void drop() throws Exception {
        fresh.close();
    }

    @Test
    void createsTheFirstKeyOnly() throws Exception {
        String created = succeed("ssf key create");

        assertThat(states()).containsExactly(created + " signs");
        Outcome again = commands.line("ssf key create");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err()).contains("Rotate it instead");
    }

    @Test
    void publishesTheNextKeyBeforeItSignsAndTheOldOneAfter() throws Exception {
        String first = addFirstKey();
        String second = succeed("ssf key rotate --lead PT1H --overlap PT2H");

        assertThat(states()).containsExactly(second + " next", first + " signs");
        clock.advance(Duration.ofMinutes(61));
        assertThat(states()).containsExactly(second + " signs", first + " published");
        clock.advance(Duration.ofHours(2));
        assertThat(states()).containsExactly(second + " signs", first + " ended");
        String third = succeed("ssf key rotate --lead PT0S --overlap PT1H");
        assertThat(states()).containsExactly(third + " signs", second + " published");
    }

    /** The pending key would have replaced the one that signs, but never signs itself. */
    @Test
    void signsUntilTheSuccessorOfAPendingKeySigns() throws Exception {
        String first = addFirstKey();
        succeed("ssf key rotate --lead PT1H --overlap PT0S");
        clock.advance(Duration.ofMinutes(30));
        String third = succeed("ssf key rotate --lead PT1H --overlap PT0S");

        clock.advance(Duration.ofMinutes(59));
        assertThat(states()).containsExactly(third + " next", first + " signs");
        clock.advance(Duration.ofMinutes(1));
        assertThat(states()).containsExactly(third + " signs", first + " ended");
    }

    /** If the private key is known to somebody, nothing waits for the usual lead time. */
    @Test
    void endsAKeyAtOnce() throws Exception {
        addFirstKey();
        succeed("ssf key rotate");
        String last = succeed("ssf key rotate --lead PT0S --overlap PT0S");

        assertThat(states()).containsExactly(last + " signs");
    }

    /** Time stands still, because creating a key may take longer than a second. */
    @Test
    void theNewestSignsEvenIfAllHaveTheSameSecond() throws Exception {
        clock.stop();
        String newest = succeed("ssf key create");
        for (int rotation = 0; rotation < 2; rotation++) {
            clock.advance(Duration.ofMillis(1));
            newest = succeed("ssf key rotate --lead PT0S --overlap PT1H");

            assertThat(states()).first().isEqualTo(newest + " signs");
        }
    }

    @Test
    void rotatesOnlyExistingKeys() {
        Outcome refused = commands.line("ssf key rotate");

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err()).contains("create one first");
        assertThat(commands.line("ssf key rotate --lead soon").exitCode()).isEqualTo(2);
        assertThat(commands.line("ssf key").exitCode()).isEqualTo(2);
    }

    @Test
    void listsTimesInSeconds() throws Exception {
        addFirstKey();

        assertThat(commands.line("ssf key list").out())
                .containsPattern("signs +\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ ");
    }

    @Test
    void neverShowsAPrivateKey() throws Exception {
        List<String> outputs = new ArrayList<>();
        for (String line : List.of(
                "ssf key create -o json",
                "ssf key rotate",
                "ssf key rotate -o json",
                "ssf key list",
                "ssf key list -o json")) {
            Outcome outcome = commands.line(line);
            assertThat(outcome.exitCode()).as(line).isZero();
            outputs.add(outcome.out() + outcome.err());
        }
        String secret = privateExponent();

        assertThat(secret).hasSizeGreaterThan(300);
        assertThat(outputs).noneMatch(text -> text.contains(secret) || text.contains("\"d\""));
    }

    private String privateExponent() throws Exception {
        try (Connection connection = fresh.connect();
                var rows = connection.createStatement().executeQuery("select jwk, public_jwk from ssf_keys limit 1")) {
            rows.next();
            JsonNode published = new ObjectMapper().readTree(rows.getString(2));
            assertThat(published.has("d")).isFalse();
            return new ObjectMapper().readTree(rows.getString(1)).get("d").asText();
        }
    }

    /** Adds a key that signs, without generating one. Returns its identifier. */
    private String addFirstKey() throws Exception {
        try (Connection connection = fresh.connect()) {
            TestSigningKey.add(connection);
        }
        return TestSigningKey.ID;
    }

    private String succeed(String line) {
        Outcome outcome = commands.line(line);
        assertThat(outcome.exitCode()).as("%s: %s", line, outcome.err()).isZero();
        return outcome.onlyLine();
    }

    private List<String> states() throws Exception {
        List<String> states = new ArrayList<>();
        for (JsonNode key : new ObjectMapper().readTree(succeed("ssf key list -o json"))) {
            assertThat(key.get("created_at").asLong())
                    .isLessThanOrEqualTo(Instant.now(clock).getEpochSecond());
            states.add(key.get("key_id").asText() + " " + key.get("state").asText());
        }
        return states;
    }
}
