package io.useradmin.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.problem.Problem.InvalidInput;
import io.useradmin.problem.ProblemBody.InputError;
import io.useradmin.shared.Location.Header;
import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation;
import io.useradmin.shared.Violation.Severity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The catalogue of problem types, and which type an invalid input gets. */
class ProblemTypeTest {
    private static final Violation BROKEN =
            new Violation(new Pointer("/a"), "code", "breaks a rule", Severity.BROKEN_RULE);
    private static final Violation UNREADABLE =
            new Violation(new Parameter("page"), "code", "cannot be read", Severity.UNREADABLE);

    @Test
    void everyTypeHasItsOwnUri() {
        assertThat(ProblemType.values()).extracting(ProblemType::uri).doesNotHaveDuplicates();
    }

    @Test
    void everyTypeHasItsOwnTitle() {
        assertThat(ProblemType.values()).extracting(ProblemType::title).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void everyUriIsThePrefixAndANameInKebabCase(ProblemType type) {
        assertThat(type.uri()).matches("urn:useradmin:problem:[a-z]+(-[a-z]+)*");
        assertThat(URI.create(type.uri())).hasScheme("urn");
        assertThat(type.uri()).endsWith(type.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    @ParameterizedTest
    @EnumSource
    void everyStatusIsAnError(ProblemType type) {
        assertThat(type.status()).isBetween(400, 599);
    }

    @ParameterizedTest
    @EnumSource
    void everyTitleIsPlainWords(ProblemType type) {
        assertThat(type.title()).matches("[A-Z][A-Za-z ]+");
    }

    @ParameterizedTest
    @EnumSource
    void everyTypeIsDocumented(ProblemType type) throws IOException {
        String name = type.uri().substring(ProblemType.URI_PREFIX.length());

        assertThat(Files.readString(Path.of("docs", "errors.md")))
                .containsPattern("(?m)^\\| [^|]*`%s`[^|]* \\| %d \\|".formatted(name, type.status()));
    }

    @Test
    void aRuleThatIsBrokenIs422() {
        assertThat(new InvalidInput(List.of(BROKEN, BROKEN)).type()).isEqualTo(ProblemType.INVALID_REQUEST);
    }

    @Test
    void anythingUnreadableIs400() {
        assertThat(new InvalidInput(List.of(BROKEN, UNREADABLE)).type()).isEqualTo(ProblemType.MALFORMED_REQUEST);
    }

    @Test
    void oneViolationIsTheDetailAndSeveralAreCounted() {
        assertThat(new InvalidInput(List.of(BROKEN)).detail()).isEqualTo("breaks a rule");
        assertThat(new InvalidInput(List.of(BROKEN, UNREADABLE)).detail()).isEqualTo("2 errors, see errors");
    }

    @Test
    void everyViolationIsPlacedInTheBodyByItsKind() {
        var header = new Violation(new Header("If-Match"), "code", "malformed", Severity.UNREADABLE);

        ProblemBody body = ProblemBody.from(new InvalidInput(List.of(BROKEN, UNREADABLE, header)), "/path", "trace");

        assertThat(body.errors())
                .containsExactly(
                        new InputError("/a", null, null, "code", "breaks a rule"),
                        new InputError(null, "page", null, "code", "cannot be read"),
                        new InputError(null, null, "If-Match", "code", "malformed"));
    }
}
