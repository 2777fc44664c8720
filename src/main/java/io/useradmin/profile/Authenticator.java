package io.useradmin.profile;

import java.util.Locale;

/** The external identity providers that a user can be connected to. */
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
