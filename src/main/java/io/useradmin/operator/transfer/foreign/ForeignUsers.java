package io.useradmin.operator.transfer.foreign;

import io.useradmin.operator.transfer.Source;
import io.useradmin.operator.transfer.UnpackedFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.ZipException;

/** Opens the files of products from which users can be imported. Files may be gzip. */
public final class ForeignUsers {
    private static final int FARTHEST_START = 1024;

    private ForeignUsers() {}

    /** The export of a Keycloak realm with users. It is read twice, so it must be a file. */
    public static Source ofKeycloak(Path file) throws IOException {
        return KeycloakSource.open(file);
    }

    /** Users of Auth0: one per line, or JSON arrays. */
    public static Source ofAuth0(InputStream input) throws IOException {
        return list(new UnpackedFile(input), new Auth0Users());
    }

    /** Identities of Ory Kratos: one per line, or JSON arrays. */
    public static Source ofKratos(InputStream input) throws IOException {
        return list(new UnpackedFile(input), new KratosIdentities());
    }

    private static Source list(UnpackedFile file, Translation translation) throws IOException {
        try {
            return beginsWithArray(file.content())
                    ? new ElementSource(file, translation)
                    : new LineSource(file, translation);
        } catch (EOFException | ZipException broken) {
            throw file.broken(broken);
        }
    }

    private static boolean beginsWithArray(InputStream content) throws IOException {
        content.mark(FARTHEST_START);
        byte[] start = content.readNBytes(FARTHEST_START);
        content.reset();
        for (byte character : start) {
            if (character == '[' || character == '{') {
                return character == '[';
            }
        }
        return false;
    }
}
