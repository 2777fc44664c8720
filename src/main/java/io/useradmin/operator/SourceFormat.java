package io.useradmin.operator;

import io.useradmin.operator.transfer.NdjsonSource;
import io.useradmin.operator.transfer.Source;
import io.useradmin.operator.transfer.foreign.ForeignUsers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What the files that users come in may be, each packed by gzip or not. */
enum SourceFormat {
    /** Our own. */
    USERADMIN,
    /** The export of a Keycloak realm. */
    KEYCLOAK,
    /** Users of Auth0. */
    AUTH0,
    /** Identities of Ory Kratos. */
    KRATOS;

    /** Whether it cannot come by a stream, because it is read more than once. */
    boolean needsFile() {
        return this == KEYCLOAK;
    }

    /** The lines of {@code file}. */
    Source open(Path file) throws IOException {
        return this == KEYCLOAK ? ForeignUsers.ofKeycloak(file) : open(Files.newInputStream(file));
    }

    /** The lines of what comes by {@code input}, which belongs to them from now on. */
    Source open(InputStream input) throws IOException {
        return switch (this) {
            case USERADMIN -> new NdjsonSource(input);
            case AUTH0 -> ForeignUsers.ofAuth0(input);
            case KRATOS -> ForeignUsers.ofKratos(input);
            case KEYCLOAK -> throw new IllegalStateException("the export of a realm is read twice");
        };
    }

    /** As it is written on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
