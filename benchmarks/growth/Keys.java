import io.useradmin.apikey.ApiKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a key for each tenant: as callers hold them, one a line, and as rows for the database.
 *
 * <p>Arguments: the number of tenants, the file of the keys, the file of the rows.
 */
public final class Keys {
    private Keys() {}

    public static void main(String[] arguments) throws IOException {
        List<String> keys = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        for (int tenant = 0; tenant < Integer.parseInt(arguments[0]); tenant++) {
            ApiKey key = ApiKey.make(Instant.now());
            keys.add(key.reveal());
            rows.add(String.join("\t", key.keyId(), "tenant-" + tenant, key.secretDigest()));
        }
        Files.write(Path.of(arguments[1]), keys);
        Files.write(Path.of(arguments[2]), rows);
    }
}
