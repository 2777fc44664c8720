package io.useradmin;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.useradmin.http.RequestTargetGuard;

/** Where the process starts. */
@QuarkusMain
public final class UserAdmin {
    private UserAdmin() {}

    public static void main(String... arguments) {
        DatabaseSettings.require();
        System.setProperty(RequestTargetGuard.LEAVE_TO_US, "true");
        Quarkus.run(arguments);
    }
}
