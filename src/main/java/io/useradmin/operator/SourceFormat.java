package io.useradmin.operator;

import io.useradmin.operator.transfer.NdjsonSource;
import io.useradmin.operator.transfer.Source;
import io.useradmin.operator.transfer.foreign.ForeignUsers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The formats of import files, plain or gzip. */
enum SourceFormat {
    /** Our own format. */
    USERADMIN,
    /** The export of a Keycloak realm. */
    KEYCLOAK,
    /** Users of Auth0. */
    AUTH0,
    /** Identities of Ory Kratos. */
    KRATOS;

    /** Whether the input must be a file, because it is read twice. */
    boolean needsFile() {
        return this == KEYCLOAK;
    }

    /** Opens {@code file}. */
    Source open(Path file) throws IOException {
        return this == KEYCLOAK ? ForeignUsers.ofKeycloak(file) : open(Files.newInputStream(file));
    }

    /** Opens {@code input}. The result closes it. */
    Source open(InputStream input) throws IOException {
        return switch (this) {
            case USERADMIN -> new NdjsonSource(input);
            case AUTH0 -> ForeignUsers.ofAuth0(input);
            case KRATOS -> ForeignUsers.ofKratos(input);
            case KEYCLOAK -> throw new IllegalStateException("the export of a realm is read twice");
        };
    }

    /** The value on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
