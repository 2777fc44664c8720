package io.useradmin.profile;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The external identity providers to which users can be connected. */
@Schema(
        description = "An external identity provider.",
        enumeration = {"google", "apple", "facebook", "microsoft", "github", "gitlab", "discord", "twitter", "linkedin"
        },
        examples = "google")
public enum Authenticator {
    GOOGLE,
    APPLE,
    FACEBOOK,
    MICROSOFT,
    GITHUB,
    GITLAB,
    DISCORD,
    TWITTER,
    LINKEDIN;

    /** The provider with this name. */
    public static Optional<Authenticator> of(String text) {
        return Arrays.stream(values())
                .filter(authenticator -> authenticator.toString().equals(text))
                .findFirst();
    }

    /** The name of the provider in the API and in the database. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
