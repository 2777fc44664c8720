package io.useradmin.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.useradmin.apikey.ApiKey;
import io.useradmin.operator.Commands.Outcome;
import io.useradmin.testsupport.Sql;
import io.useradmin.testsupport.Tenant;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyCommandTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private final Commands commands = at(NOW);
    private final Tenant tenant = Tenant.create();

    @Test
    void writesOnlyTheKeyToStandardOutput() {
        Outcome outcome = create("--name portal --scope sessions:read,sessions:revoke --scope sessions:read");
        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.out()).matches(ApiKey.PATTERN + "\\R");
        ApiKey key = ApiKey.parse(outcome.onlyLine()).orElseThrow();
        assertThat(outcome.err())
                .contains(key.keyId(), tenant.id(), "portal", "sessions:read sessions:revoke", "never expires")
                .doesNotContain(key.secret());
        assertThat(stored(key, "scopes")).isEqualTo("{sessions:read,sessions:revoke}");
        assertThat(stored(key, "secret_sha256")).isEqualTo(key.secretDigest());
        assertThat(stored(key, "tenant_id")).isEqualTo(tenant.id());
        assertThat(stored(key, "expires_at")).isEqualTo("null");
    }

    @ParameterizedTest
    @CsvSource({
        "P90D, 2030-04-01 00:00:00",
        "PT30M, 2030-01-01 00:30:00",
        "2030-06-01T02:00:00+02:00, 2030-06-01 00:00:00"
    })
    void expiresAsRequested(String expires, String end) {
        ApiKey key = key(create("--name portal --scope * --expires " + expires));
        assertThat(stored(key, "expires_at at time zone 'UTC'")).isEqualTo(end);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--name a | Missing required option: '--scope=<scope>'",
                "--scope * | Missing required option: '--name=<name>'",
                "--name a --scope= | a scope is empty",
                "--name a --scope , | the list of scopes is empty",
                "--name a --scope ,sessions:read | a scope is empty",
                "--name a --scope sessions:write_all | unknown scope 'sessions:write_all'; known are *, sessions:read,",
                "--name a --scope SESSIONS:READ | unknown scope",
                "--name a --scope * --expires 2029-12-31T23:59:59Z | '--expires': must be in the future",
                "--name a --scope * --expires PT0S | '--expires': must be in the future",
                "--name a --scope * --expires PT0.9S | '--expires': must be in the future",
                "--name a --scope * --expires soon | must be a time such as",
                "--name a --scope * --expires -PT1H | must be a time such as",
                "--name a --scope * --expires P9999999D | must be an ISO 8601 duration",
                "--name a --scope * --expires +123456-01-01T00:00:00Z | must be a time such as",
                "--name a --scope * --expires 9999-12-31T23:59:59-00:01 | must be a time such as",
                "--name a --scope * --rate 100 | must be a number from 1 to 1000000, and /s, /min or /h, such as 100/s",
                "--name a --scope * --rate 0/s | must be a number from 1 to 1000000",
                "--name a --scope * --rate 1/s --burst 0 | must be from 1 to 1000000",
                "--name a --scope * --rate 1/s --burst 1000001 | must be from 1 to 1000000",
                "--name a --scope * --burst 10 | Option '--burst' needs '--rate'",
            })
    void refusesWrongUseBeforeAnythingIsWritten(String options, String message) {
        assertThat(create(options)).satisfies(outcome -> {
            assertThat(outcome.exitCode()).isEqualTo(2);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err()).contains(message).hasLineCount(1);
        });
        assertThat(Sql.list("select 1 from api_keys where tenant_id = ? and name <> 'test'", tenant.id()))
                .isEmpty();
    }

    @Test
    void refusesATenantThatDoesNotExist() {
        assertThat(commands.line("key create --tenant nobody --name a --scope *"))
                .isEqualTo(new Outcome(1, "", "There is no tenant nobody." + System.lineSeparator()));
        assertThat(commands.line("key list --tenant nobody").exitCode()).isEqualTo(1);
    }

    @Test
    void createsNoKeyIfItCannotBePrinted() {
        ApiKey old = tenant.key("*");
        int before = keys().size();
        var errors = new StringWriter();
        for (String line :
                List.of("key create --tenant " + tenant.id() + " --name a --scope *", "key rotate " + old.keyId())) {
            int exitCode = new Operator(
                            () -> {}, List::of, Commands::testDatabase, () -> false, Clock.fixed(NOW, ZoneOffset.UTC))
                    .commandLine()
                    .setOut(new PrintWriter(new FullDisk()))
                    .setErr(new PrintWriter(errors))
                    .execute(line.split(" "));
            assertThat(exitCode).isEqualTo(1);
        }
        assertThat(errors.toString()).contains("The result cannot be written to standard output.");
        assertThat(keys()).hasSize(before);
        assertThat(stored(old, "expires_at")).isEqualTo("null");
    }

    @Test
    void listsKeysWithoutTheirSecrets() throws Exception {
        ApiKey key = key(create("--name portal --scope sessions:read --expires P1D"));
        Sql.run("update api_keys set last_used_at = '2030-01-01T00:00:05.5Z' where key_id = ?", key.keyId());
        ApiKey revoked = tenant.revokedKey();
        ApiKey expired = tenant.expiringKey(NOW);

        String table = commands.line("key list --tenant " + tenant.id()).out();
        assertThat(table)
                .startsWith("KEY ID")
                .containsPattern(key.keyId()
                        + "  portal  active   2030-01-01T00:00:00Z  2030-01-02T00:00:00Z  2030-01-01T00:00:05Z"
                        + "  any   sessions:read")
                .doesNotContain(key.secret(), key.secretDigest());

        JsonNode list = json(commands.line("key list -o json --tenant " + tenant.id()));
        assertThat(list).hasSize(4);
        assertThat(find(list, key).toString())
                .isEqualTo(("{'key_id':'%s','name':'portal','state':'active','scopes':['sessions:read'],"
                                + "'created_at':1893456000,'expires_at':1893542400,'last_used_at':1893456005}")
                        .formatted(key.keyId())
                        .replace('\'', '"'));
        assertThat(find(list, revoked).get("state").textValue()).isEqualTo("revoked");
        assertThat(find(list, expired).get("state").textValue()).isEqualTo("expired");
    }

    @Test
    void limitsTheRateOfAKeyAndOfItsSuccessor() throws Exception {
        Outcome outcome = create("--name portal --scope sessions:read --rate 100/min --burst 200");
        ApiKey key = key(outcome);
        assertThat(outcome.err()).contains("rate 100/min burst 200, never expires");
        assertThat(stored(key, "rate_requests || ' ' || rate_seconds || ' ' || rate_burst"))
                .isEqualTo("100 60 200");
        assertThat(stored(key(create("--name a --scope * --rate 7/h")), "rate_burst"))
                .isEqualTo("7");

        JsonNode made = json(commands.line("key rotate " + key.keyId() + " -o json"));

        assertThat(made.get("rate").textValue()).isEqualTo("100/min");
        assertThat(made.get("burst").intValue()).isEqualTo(200);
        JsonNode list = json(commands.line("key list -o json --tenant " + tenant.id()));
        assertThat(list.findValuesAsText("rate")).containsExactlyInAnyOrder("100/min", "7/h", "100/min");
        assertThat(commands.line("key list --tenant " + tenant.id()).out())
                .contains("100/min burst 200  sessions:read", "7/h burst 7");
    }

    @Test
    void aRotatedKeyHasTheSameProperties() throws Exception {
        ApiKey old = key(create("--name portal --scope sessions:read,users:delete --expires P90D"));
        Instant later = NOW.plus(Duration.ofDays(80));
        JsonNode made = json(at(later).line("key rotate " + old.keyId() + " --overlap PT1H -o json"));

        ApiKey replacement = ApiKey.parse(made.get("key").textValue()).orElseThrow();
        assertThat(replacement.keyId())
                .isNotEqualTo(old.keyId())
                .isEqualTo(made.get("key_id").textValue());
        assertThat(stored(replacement, "name || scopes::text || tenant_id"))
                .isEqualTo("portal{sessions:read,users:delete}" + tenant.id());
        assertThat(expiry(replacement)).as("the same lifetime").isEqualTo(later.plus(Duration.ofDays(90)));
        assertThat(expiry(old)).isEqualTo(later.plus(Duration.ofHours(1)));
    }

    @Test
    void aRotatedKeyHasTheSameLifetimeEachTime() {
        ApiKey limited = key(create("--name portal --scope * --expires P90D"));
        ApiKey unlimited = key(create("--name portal --scope *"));
        Instant later = NOW.plus(Duration.ofDays(80));

        for (int rotation = 1; rotation <= 3; rotation++) {
            assertThat(expiry(key(at(later).line("key rotate " + limited.keyId()))))
                    .as("rotation %s", rotation)
                    .isEqualTo(later.plus(Duration.ofDays(90)));
            assertThat(stored(key(at(later).line("key rotate " + unlimited.keyId())), "expires_at"))
                    .as("rotation %s", rotation)
                    .isEqualTo("null");
        }
        assertThat(expiry(limited)).isEqualTo(later.plus(Duration.ofHours(1)));
        assertThat(expiry(unlimited)).isEqualTo(later.plus(Duration.ofHours(1)));
    }

    @Test
    void neverExtendsTheLifetimeOfAnOldKey() {
        ApiKey old = key(create("--name portal --scope * --expires PT10M"));
        assertThat(commands.line("key rotate " + old.keyId() + " --overlap PT1H")
                        .exitCode())
                .isZero();
        assertThat(expiry(old)).isEqualTo(NOW.plus(Duration.ofMinutes(10)));
    }

    @Test
    void rotatesOnlyActiveKeys() {
        ApiKey revoked = tenant.revokedKey();
        ApiKey expired = tenant.expiringKey(NOW);
        int before = keys().size();
        assertThat(commands.line("key rotate " + revoked.keyId()).err()).contains("is revoked already");
        assertThat(commands.line("key rotate " + expired.keyId()).err()).contains("is expired already");
        assertThat(commands.line("key rotate " + "0".repeat(32)))
                .isEqualTo(new Outcome(1, "", "There is no key " + "0".repeat(32) + "." + System.lineSeparator()));
        assertThat(keys()).hasSize(before);
    }

    @Test
    void revokesAKeyPermanently() {
        ApiKey key = tenant.key("*");
        String revoke = "key revoke " + key.keyId() + " -o json";
        String line = "{\"key_id\":\"%s\",\"revoked_at\":1893456000}".formatted(key.keyId());
        assertThat(commands.line(revoke).onlyLine()).isEqualTo(line);
        assertThat(at(NOW.plusSeconds(60)).line(revoke).onlyLine()).as("again").isEqualTo(line);
        assertThat(commands.line("key revoke " + "0".repeat(32)).exitCode()).isEqualTo(1);
    }

    @Test
    void insertsAnEventForEachChange() {
        ApiKey old = key(create("--name portal --scope *"));
        ApiKey replacement = key(commands.line("key rotate " + old.keyId()));
        String revoke = "key revoke " + replacement.keyId();
        assertThat(commands.line(revoke).exitCode()).isZero();
        assertThat(commands.line(revoke).exitCode()).as("again").isZero();

        assertThat(Sql.list(
                        "select type || ' ' || target_key_id from events where tenant_id = ? order by xid, seq",
                        tenant.id()))
                .containsExactly(
                        "key.created " + old.keyId(),
                        "key.rotated " + old.keyId(),
                        "key.created " + replacement.keyId(),
                        "key.revoked " + replacement.keyId());
    }

    @Test
    void doesNotPrintAKeyThatIsPassedAsItsId() {
        ApiKey key = tenant.key("*");
        assertThat(commands.line("key revoke " + key.reveal())).satisfies(outcome -> {
            assertThat(outcome.exitCode()).isEqualTo(2);
            assertThat(outcome.err()).doesNotContain(key.secret());
        });
    }

    private Outcome create(String options) {
        return commands.line("key create --tenant " + tenant.id() + " " + options);
    }

    private List<String> keys() {
        return Sql.list("select key_id from api_keys where tenant_id = ?", tenant.id());
    }

    private static Commands at(Instant now) {
        return Commands.onTestDatabase(Clock.fixed(now, ZoneOffset.UTC));
    }

    private static ApiKey key(Outcome outcome) {
        return ApiKey.parse(outcome.onlyLine()).orElseThrow();
    }

    private static String stored(ApiKey key, String column) {
        return Sql.value("select " + column + " from api_keys where key_id = ?", key.keyId());
    }

    private static Instant expiry(ApiKey key) {
        return Instant.ofEpochSecond(Long.parseLong(stored(key, "extract(epoch from expires_at)::bigint")));
    }

    private static JsonNode json(Outcome outcome) throws IOException {
        return new ObjectMapper().readTree(outcome.out());
    }

    private static JsonNode find(JsonNode list, ApiKey key) {
        for (JsonNode element : list) {
            if (element.get("key_id").textValue().equals(key.keyId())) {
                return element;
            }
        }
        throw new AssertionError("no key " + key.keyId() + " in " + list);
    }
}
