package io.useradmin;

import io.quarkus.runtime.JVMUnsafeWarningsControl;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.useradmin.operator.Operator;
import io.useradmin.operator.settings.SettingsCheck;
import io.useradmin.server.RequestTargetGuard;
import java.util.Locale;

/** The entry point of the process: without arguments it serves, with arguments it runs a command. */
@QuarkusMain
public final class UserAdmin {
    /** Quarkus makes it a bean, and warns of a private constructor. */
    UserAdmin() {}

    public static void main(String... arguments) {
        // Machine-readable output must not depend on the machine's language. For example, Arabic has other digits,
        // and in Turkish the lower case of "I" is another letter.
        Locale.setDefault(Locale.ROOT);
        // The fast path for replicas and dev mode: it loads no classes of the command line.
        if (isToServe(arguments) && SettingsCheck.forServing().isEmpty()) {
            serve();
            return;
        }
        // Otherwise, the JVM prints warnings about Netty to the standard error of some commands. Quarkus does the
        // same for the service.
        JVMUnsafeWarningsControl.disableUnsafeRelatedWarnings();
        int exitCode = Operator.run(UserAdmin::serve, arguments);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    private static boolean isToServe(String... arguments) {
        return arguments.length == 0 || (arguments.length == 1 && arguments[0].equals(Operator.SERVE));
    }

    private static void serve() {
        System.setProperty(RequestTargetGuard.LEAVE_TO_US, "true");
        Quarkus.run();
    }
}
