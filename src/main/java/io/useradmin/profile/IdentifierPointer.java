package io.useradmin.profile;

import io.useradmin.shared.Location.Pointer;

/** Where the User object has the value of a sign-in identifier. */
public final class IdentifierPointer {
    public static final Pointer USERNAME = new Pointer("/username/username");

    private IdentifierPointer() {}

    public static Pointer email(int index) {
        return new Pointer("/emails/%d/email".formatted(index));
    }

    public static Pointer phone(int index) {
        return new Pointer("/phone_numbers/%d/phone".formatted(index));
    }

    public static Pointer externalIdentity(int index) {
        return new Pointer("/idps/%d/provider_user_id".formatted(index));
    }
}
