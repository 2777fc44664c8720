package io.useradmin.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.useradmin.shared.Location.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON Pointers, including the examples of RFC 6901, section 5. */
class BodyLocationTest {
    @Test
    void theWholeBodyIsTheEmptyPointer() {
        assertThat(BodyLocation.BODY.pointer()).isEqualTo(new Pointer(""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "foo ; /foo",
                "'' ; /",
                "a/b ; /a~1b",
                "c%d ; /c%d",
                "e^f ; /e^f",
                "g|h ; /g|h",
                "i\\j ; /i\\j",
                "k\"l ; /k\"l",
                "' ' ; '/ '",
                "m~n ; /m~0n",
                "~1 ; /~01",
                "/~ ; /~1~0",
                "é😀 ; /é😀"
            })
    void aMemberIsEscaped(String name, String pointer) {
        assertThat(BodyLocation.BODY.member(name).pointer()).isEqualTo(new Pointer(pointer));
    }

    @Test
    void anElementIsCountedFromZero() {
        assertThat(BodyLocation.BODY
                        .member("a")
                        .element(0)
                        .member("b")
                        .element(12)
                        .pointer())
                .isEqualTo(new Pointer("/a/0/b/12"));
    }

    @Test
    void buildsAPointerOnce() {
        BodyLocation object = BodyLocation.BODY.member("a");
        Pointer built = object.member("b").pointer();

        assertThat(built).isEqualTo(new Pointer("/a/b"));
        assertThat(object.pointer()).isSameAs(object.pointer());
    }
}
