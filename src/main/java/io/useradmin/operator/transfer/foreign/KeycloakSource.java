package io.useradmin.operator.transfer.foreign;

import com.fasterxml.jackson.core.JsonToken;
import io.useradmin.operator.transfer.FaultyFileException;
import io.useradmin.operator.transfer.Source;
import io.useradmin.operator.transfer.UnpackedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The export of a Keycloak realm: its groups, then its users. The file is one object with members in any order, but users need
 * the groups. So the file is read twice, which is cheaper than a million users in memory.
 */
final class KeycloakSource implements Source {
    private static final String USERS = "users";

    private final JsonInput input;
    private final Iterator<byte[]> groupLines;
    private final Translation translation;
    private final SkippedData notImported;
    private State state = State.BEFORE_USERS;

    private enum State {
        BEFORE_USERS,
        IN_USERS,
        AT_END
    }

    private KeycloakSource(JsonInput input, KeycloakRealm realm, SkippedData notImported) {
        this.input = input;
        this.groupLines = realm.groups().lines().iterator();
        this.translation = new KeycloakUsers(realm, notImported);
        this.notImported = notImported;
    }

    static KeycloakSource open(Path file) throws IOException {
        var notImported = new SkippedData();
        KeycloakRealm realm;
        try (JsonInput first = input(file)) {
            realm = KeycloakRealm.read(first, notImported);
        }
        return new KeycloakSource(input(file), realm, notImported);
    }

    private static JsonInput input(Path file) throws IOException {
        return new JsonInput(new UnpackedFile(Files.newInputStream(file)));
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        if (groupLines.hasNext()) {
            return groupLines.next();
        }
        if (state == State.BEFORE_USERS) {
            findUsers();
        }
        return state == State.IN_USERS ? nextUser() : null;
    }

    private byte @Nullable [] nextUser() throws IOException {
        if (input.next() != JsonToken.END_ARRAY) {
            return translation.line(input.value(), notImported);
        }
        state = State.AT_END;
        return null;
    }

    private void findUsers() throws IOException {
        KeycloakRealm.begin(input);
        while (input.next() == JsonToken.FIELD_NAME) {
            boolean areUsers = input.name().equals(USERS);
            boolean isArray = input.next() == JsonToken.START_ARRAY;
            if (areUsers && isArray) {
                state = State.IN_USERS;
                return;
            }
            input.skip();
        }
        throw new FaultyFileException("the file has no users: export with kc.sh export --users realm_file");
    }

    @Override
    public long bytesRead() {
        return input.bytesRead();
    }

    @Override
    public Map<String, Long> notImported() {
        return notImported.counts();
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
