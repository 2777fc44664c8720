package io.useradmin.profile;

import java.util.Locale;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The external identity providers that a user can be connected to. */
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

    /** What the provider is called outside, and in the database. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
