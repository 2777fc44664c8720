import io.useradmin.apikey.ApiKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates an API key for each tenant, as text (one per line) and as database rows.
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
