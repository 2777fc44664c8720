package io.useradmin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a write continues: each header alone and both together, with and without an existing version. */
class PreconditionsTest {
    private static final EntityTags SEVEN = new EntityTags(false, List.of(7L));

    @ParameterizedTest
    @CsvSource({
        // if-match, if-none-match, version, continues
        "      ,      ,   , true",
        "      ,      , 7 , true",
        "7     ,      , 7 , true",
        "7     ,      , 8 , false",
        "7     ,      ,   , false",
        "*     ,      , 8 , true",
        "*     ,      ,   , false",
        "      , 7    , 7 , false",
        "      , 7    , 8 , true",
        "      , 7    ,   , true",
        "      , *    , 8 , false",
        "      , *    ,   , true",
        "7     , *    , 7 , false",
        "*     , 7    , 8 , true"
    })
    void decideWhetherTheWriteContinues(String ifMatch, String ifNoneMatch, Long version, boolean continues) {
        var preconditions = new Preconditions(tags(ifMatch), tags(ifNoneMatch));

        if (continues) {
            assertThatCode(() -> preconditions.require(Optional.ofNullable(version)))
                    .doesNotThrowAnyException();
        } else {
            assertThatExceptionOfType(ProblemException.class)
                    .isThrownBy(() -> preconditions.require(Optional.ofNullable(version)))
                    .satisfies(
                            failure -> assertThat(failure.problem().type()).isEqualTo(ProblemType.PRECONDITION_FAILED));
        }
    }

    @Test
    void returnWhichOneFailed() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> new Preconditions(Optional.of(SEVEN), Optional.empty()).require(Optional.of(8L)))
                .satisfies(failure ->
                        assertThat(failure.problem().detail()).contains("If-Match does not have the current version"));
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> new Preconditions(Optional.empty(), Optional.of(SEVEN)).require(Optional.of(7L)))
                .satisfies(failure ->
                        assertThat(failure.problem().detail()).contains("If-None-Match has the current version"));
    }

    private static Optional<EntityTags> tags(String header) {
        return Optional.ofNullable(header).map(text -> text.equals("*") ? EntityTags.ANY : SEVEN);
    }
}
