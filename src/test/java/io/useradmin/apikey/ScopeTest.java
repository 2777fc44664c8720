package io.useradmin.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.useradmin.problem.Problem.Unauthenticated;
import io.useradmin.problem.ProblemException;
import io.useradmin.shared.UserKey;
import io.useradmin.shared.Violations;
import io.useradmin.testsupport.FileText;
import io.vertx.ext.web.RoutingContext;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scopes, and what they allow. */
class ScopeTest {
    @Test
    void areThoseOfTheContractAndOfProvisioning() {
        assertThat(Scope.values())
                .extracting(Scope::toString)
                .containsExactlyInAnyOrder(
                        "sessions:read",
                        "sessions:revoke",
                        "public_data:read",
                        "public_data:write",
                        "private_data:read",
                        "private_data:write",
                        "blocked_ips:read",
                        "blocked_ips:unblock",
                        "groups:assign",
                        "identities:disconnect",
                        "users:delete",
                        "users:read",
                        "users:write",
                        "users:disable",
                        "sessions:write",
                        "blocked_ips:write",
                        "groups:read",
                        "groups:write",
                        "audit:read",
                        "events:read",
                        "ssf:manage",
                        "keys:manage",
                        "users:export",
                        "sessions:revoke_many",
                        "blocked_ips:unblock_many");
    }

    /** The table with the scopes that a client needs. */
    @Test
    void thoseInTheDocsExist() {
        var scopes = Pattern.compile("`(\\w+:\\w+)`");
        assertThat(FileText.of(Path.of("docs", "api.md"))
                        .lines()
                        .filter(line -> line.startsWith("|"))
                        .flatMap(row -> scopes.matcher(row).results())
                        .map(scope -> scope.group(1)))
                .contains(Scope.SESSIONS_WRITE.toString())
                .isSubsetOf(Scope.written());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "sessions", "sessions:", "SESSIONS_READ", "Sessions:read", "sessions:read ", "sessions:*"})
    void areNothingElse(String text) {
        assertThat(Scope.written()).doesNotContain(text);
    }

    @ParameterizedTest
    @EnumSource
    void aCallerMayDoExactlyWhatItsScopesAllow(Scope scope) {
        Caller caller = new Caller("key", "tenant", Set.of(scope.toString()), null);

        assertThat(Arrays.stream(Scope.values()).filter(caller::may)).containsExactly(scope);
    }

    @Test
    void aStarAllowsEverything() {
        assertThat(Scope.values()).allMatch(new Caller("key", "tenant", Set.of("*"), null)::may);
    }

    @Test
    void aCallerWithoutScopesMayDoNothing() {
        assertThat(Scope.values()).noneMatch(new Caller("key", "tenant", Set.of(), null)::may);
    }

    @Test
    void aCallerSeesTheUsersOfItsOwnTenant() {
        var violations = new Violations();

        assertThat(new Caller("key", "tenant", Set.of(), null).user("user", violations))
                .isEqualTo(new UserKey("tenant", "user"));
        assertThat(violations.isEmpty()).isTrue();
    }

    @Test
    void withoutAuthenticationThereIsNoCaller() {
        var requestOfNobody = (RoutingContext) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RoutingContext.class}, (_, _, _) -> null);

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> Caller.of(requestOfNobody))
                .satisfies(failure -> assertThat(failure.problem()).isEqualTo(new Unauthenticated()));
    }
}
