package io.useradmin.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.shared.Location.Parameter;
import io.useradmin.shared.Location.Pointer;
import io.useradmin.shared.Violation.Severity;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Collects all errors of a request. */
class ViolationsTest {
    private final Violations violations = new Violations();

    @Test
    void areEmptyWithoutErrors() {
        assertThat(violations.isEmpty()).isTrue();
        assertThat(violations.found()).isEmpty();
    }

    @Test
    void keepTheOrderOfFinding() {
        violations.broken(new Pointer("/b"), "one", "first");
        violations.unreadable(new Parameter("a"), "two", "second");

        assertThat(violations.isEmpty()).isFalse();
        assertThat(violations.found())
                .containsExactly(
                        new Violation(new Pointer("/b"), "one", "first", Severity.BROKEN_RULE),
                        new Violation(new Parameter("a"), "two", "second", Severity.UNREADABLE));
    }

    /** A parameter can be read for two purposes. */
    @Test
    void keepAnErrorOnce() {
        violations.broken(new Pointer("/a"), "one", "first");
        violations.broken(new Pointer("/a"), "one", "first");
        violations.broken(new Pointer("/a"), "two", "first");
        violations.broken(new Pointer("/b"), "one", "first");

        assertThat(violations.found()).extracting(Violation::code).containsExactly("one", "two", "one");
    }

    @Test
    void areBounded() {
        for (int index = 0; index < 50_000; index++) {
            violations.broken(new Pointer("/" + index), "code", "detail");
        }

        assertThat(violations.found()).hasSize(Violations.MOST_KEPT);
        assertThat(violations.found().getLast().location()).isEqualTo(new Pointer("/99"));
    }

    @Test
    void areBoundedByTheLengthOfTheirLocations() {
        String name = "/" + "n".repeat(999);
        for (int index = 0; index < 50; index++) {
            violations.broken(new Pointer(name + index % 10), "code" + index, "detail");
        }
        violations.broken(new Pointer("/a"), "short", "detail");

        assertThat(violations.found()).hasSize(8);
        assertThat(violations.found().getLast().code()).isEqualTo("code7");
    }

    @Test
    void keepTheFirstErrorHoweverLongItsLocationIs() {
        violations.broken(new Pointer("/" + "n".repeat(2 * Violations.MOST_CHARACTERS)), "first", "detail");
        violations.broken(new Pointer("/a"), "second", "detail");

        assertThat(violations.found()).extracting(Violation::code).containsExactly("first");
    }

    /** A pointer can have 16,000 characters, and a body tens of thousands of errors. */
    @Test
    void buildNoLocationOfAnErrorThatIsNotKept() {
        var built = new AtomicInteger();
        for (int index = 0; index < 200; index++) {
            violations.broken(() -> new Pointer("/" + built.incrementAndGet()), "code", "detail");
        }

        assertThat(violations.found()).hasSize(Violations.MOST_KEPT);
        assertThat(built).hasValue(Violations.MOST_KEPT);
    }

    /** Whether a part of the request cannot be read decides the status. */
    @Test
    void keepAnUnreadableValueInsteadOfABrokenRule() {
        for (int index = 0; index < 200; index++) {
            violations.broken(new Pointer("/" + index), "code", "detail");
        }
        violations.unreadable(new Parameter("a"), "two", "second");
        violations.unreadable(new Parameter("a"), "two", "second");

        assertThat(violations.found()).hasSize(Violations.MOST_KEPT);
        assertThat(violations.found().get(Violations.MOST_KEPT - 2).location()).isEqualTo(new Pointer("/98"));
        assertThat(violations.found().getLast().severity()).isEqualTo(Severity.UNREADABLE);
    }

    @Test
    void reportAMalformedPosition() {
        assertThat(violations.position(new Parameter("cursor"), "must be a cursor", () -> Optional.of(1)))
                .contains(1);
        assertThat(violations.found()).isEmpty();

        assertThat(violations.position(new Parameter("cursor"), "must be a cursor", Optional::empty))
                .isEmpty();
        assertThat(violations.found())
                .containsExactly(
                        new Violation(new Parameter("cursor"), "malformed", "must be a cursor", Severity.UNREADABLE));
    }

    @Test
    void preventReadingAPosition() {
        violations.broken(new Parameter("a"), "one", "first");

        assertThat(violations.position(new Parameter("cursor"), "must be a cursor", () -> Optional.of(1)))
                .isEmpty();
        assertThat(violations.found()).hasSize(1);
    }
}
