package io.useradmin.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.smallrye.mutiny.CompositeException;
import io.useradmin.problem.ProblemBody.InputError;
import io.useradmin.shared.Location.Header;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import io.useradmin.shared.Violations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The error responses. */
class ProblemTest {
    private static final Violation BROKEN =
            new Violation(new Pointer("/a"), "too_long", "is too long", Severity.BROKEN_RULE);
    private static final Violation UNREADABLE =
            new Violation(new Parameter("page"), "not_an_integer", "is no number", Severity.UNREADABLE);
    private static final Violation GUARD =
            new Violation(new Header("If-Match"), "malformed", "is malformed", Severity.UNREADABLE);

    @Test
    void aBrokenRuleIsNoUnreadableRequest() {
        assertThat(new Problem.InvalidInput(List.of(BROKEN)).type()).isEqualTo(ProblemType.INVALID_REQUEST);
        assertThat(new Problem.InvalidInput(List.of(BROKEN, UNREADABLE)).type())
                .isEqualTo(ProblemType.MALFORMED_REQUEST);
    }

    @Test
    void aSingleErrorIsTheDetail() {
        assertThat(new Problem.InvalidInput(List.of(BROKEN)).detail()).isEqualTo("is too long");
        assertThat(new Problem.InvalidInput(List.of(BROKEN, UNREADABLE)).detail())
                .isEqualTo("2 errors, see errors");
    }

    /** A client that waits for 0 s would try again in a loop. */
    @Test
    void aDelayIsAtLeastASecond() {
        assertThat(List.of(Refusals.rateLimited(Duration.ZERO), Refusals.tooManyFailedKeys(Duration.ZERO)))
                .extracting(problem -> problem.headers().get("Retry-After"))
                .containsOnly("1");
    }

    @Test
    void everyLocationHasItsKind() {
        ProblemBody body =
                ProblemBody.from(new Problem.InvalidInput(List.of(BROKEN, UNREADABLE, GUARD)), "/api/users/u1", "7f");

        assertThat(body)
                .isEqualTo(new ProblemBody(
                        "urn:useradmin:problem:malformed-request",
                        ProblemType.MALFORMED_REQUEST.title(),
                        400,
                        "3 errors, see errors",
                        "/api/users/u1",
                        "7f",
                        null,
                        null,
                        List.of(
                                new InputError("/a", null, null, "too_long", "is too long"),
                                new InputError(null, "page", null, "not_an_integer", "is no number"),
                                new InputError(null, null, "If-Match", "malformed", "is malformed"))));
    }

    @Test
    void valuesOfAnotherUserAreNamed() {
        var taken = new Problem.IdentifierTaken(List.of(BROKEN));

        assertThat(ProblemBody.from(taken, "/", "7f")).satisfies(body -> {
            assertThat(body.status()).isEqualTo(409);
            assertThat(body.detail()).contains("Nothing was changed");
            assertThat(body.errors()).hasSize(1);
        });
    }

    @Test
    void theMissingScopeIsNamed() {
        ProblemBody body = ProblemBody.from(new Problem.MissingScope("users:read"), "/", "7f");

        assertThat(body.scope()).isEqualTo("users:read");
        assertThat(body.status()).isEqualTo(403);
        assertThat(body.detail()).isEqualTo("The operation needs the scope users:read.");
        assertThat(body.errors()).isNull();
    }

    @Test
    void theRestHasNeitherScopeNorErrors() {
        for (Problem problem : List.of(
                new Problem.Unauthenticated(),
                new Problem.NotFound(ProblemType.USER_NOT_FOUND),
                new Problem.PreconditionFailed(),
                new Problem.Fault())) {
            ProblemBody body = ProblemBody.from(problem, "/", "7f");
            assertThat(body.scope()).isNull();
            assertThat(body.errors()).isNull();
            assertThat(body.detail()).endsWith(".");
            assertThat(body.type()).isEqualTo(problem.type().uri());
        }
    }

    @Test
    void eachIsOfItsType() {
        assertThat(new Problem.Unauthenticated().type()).isEqualTo(ProblemType.UNAUTHENTICATED);
        assertThat(Refusals.tooManyFailedKeys(Duration.ZERO).type()).isEqualTo(ProblemType.TOO_MANY_FAILED_KEYS);
        assertThat(new Problem.MissingScope("users:read").type()).isEqualTo(ProblemType.MISSING_SCOPE);
        assertThat(new Problem.IdentifierTaken(List.of()).type()).isEqualTo(ProblemType.IDENTIFIER_TAKEN);
        assertThat(new Problem.PreconditionFailed().type()).isEqualTo(ProblemType.PRECONDITION_FAILED);
        assertThat(new Problem.Fault().type()).isEqualTo(ProblemType.INTERNAL_ERROR);
    }

    @Test
    void headersSayWhatToDo() {
        assertThat(new Problem.Unauthenticated().headers()).isEqualTo(Map.of("WWW-Authenticate", "ApiKey"));
        assertThat(new Problem.Fault().headers()).isEmpty();
        assertThat(new Problem.Refused(ProblemType.NOT_ACCEPTABLE, "No.").headers())
                .isEmpty();
        assertThat(new Problem.Refused(ProblemType.BODY_TOO_LARGE, "No.", Map.of("Connection", "close")).headers())
                .isEqualTo(Map.of("Connection", "close"));
    }

    /** Rounded up, because the client would be refused again before that time. */
    @ParameterizedTest
    @CsvSource({"1, 1", "999, 1", "1000, 1", "1001, 2", "59999, 60"})
    void theDelayIsRoundedUp(long milliseconds, String seconds) {
        Problem problem = Refusals.tooManyFailedKeys(Duration.ofMillis(milliseconds));

        assertThat(problem.headers()).isEqualTo(Map.of("Retry-After", seconds));
        assertThat(problem.detail()).contains("recently accepted");
    }

    @Test
    void anExceptionCarriesItsProblemAndNoStackTrace() {
        ProblemException failure = ProblemException.notFound(ProblemType.USER_NOT_FOUND);

        assertThat(failure.problem()).isEqualTo(new Problem.NotFound(ProblemType.USER_NOT_FOUND));
        assertThat(failure.problem().detail()).isEqualTo("There is no such user.");
        assertThat(failure).hasMessage("There is no such user");
        assertThat(failure.getStackTrace()).isEmpty();
        assertThat(ProblemException.invalid(new Pointer("/a"), "too_long", "is too long")
                        .problem())
                .isEqualTo(new Problem.InvalidInput(List.of(BROKEN)));
    }

    @Test
    void aRefusalIsReportedEvenIfTheRollbackFailed() {
        ProblemException refusal = ProblemException.notFound(ProblemType.USER_NOT_FOUND);
        var broken = new IllegalStateException("the connection is closed");

        assertThat(ProblemException.behind(new CompositeException(refusal, broken)))
                .contains(refusal.problem());
        assertThat(ProblemException.behind(new CompositeException(broken, broken)))
                .isEmpty();
        assertThat(ProblemException.behind(broken)).isEmpty();
    }

    @Test
    void violationsEndTheOperation() {
        var violations = new Violations();
        assertThatCode(() -> ProblemException.throwIfAny(violations)).doesNotThrowAnyException();

        violations.broken(new Pointer("/a"), "too_long", "is too long");

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> ProblemException.throwIfAny(violations))
                .satisfies(
                        failure -> assertThat(failure.problem()).isEqualTo(new Problem.InvalidInput(List.of(BROKEN))));
    }
}
