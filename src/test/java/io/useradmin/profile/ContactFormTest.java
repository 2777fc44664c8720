package io.useradmin.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContactFormTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@b.example",
                "a.b.c@example.org",
                "a+b_c-d@example.org",
                "\"a..b\"@example.org",
                "\u00e4.\u00f6@example.org"
            })
    void takesAddresses(String address) {
        assertThat(ContactForm.isEmail(address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a..b@example.org",
                ".a@example.org",
                "a.@example.org",
                ".@example.org",
                "@example.org",
                "a b@example.org",
                "a\u0085b@example.org",
                "a\u009b2Jb@example.org",
                "\"a\u009b2J\"@example.org",
                "a@"
            })
    void refusesInvalidAddresses(String address) {
        assertThat(ContactForm.isEmail(address)).isFalse();
    }
}
