import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Generates a file for {@code import}: users with a username, an email, some data, three sessions and a blocked address. The
 * same number of users always gives the same file.
 */
class Generator {
    private static final int SESSIONS = 3;
    private static final long FIRST_MOMENT = 1_600_000_000;
    private static final int FIVE_YEARS = 150_000_000;
    private static final List<String> NAMES = List.of("Aino", "Björn", "Chloé", "Dmitri", "Elif", "Fatima", "Giorgos", "Hana");
    private static final List<String> CITIES = List.of("Turku", "Lyon", "İzmir", "Recife", "Osaka", "Nairobi");
    private static final String AGENT =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

    private final Random random = new Random(42);
    private final PrintStream output;

    private Generator(PrintStream output) {
        this.output = output;
    }

    public static void main(String... arguments) throws IOException {
        int users = Integer.parseInt(arguments[0]);
        try (var output = new PrintStream(
                new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[1])), 1 << 16),
                false,
                StandardCharsets.UTF_8)) {
            var generator = new Generator(output);
            for (int number = 1; number <= users; number++) {
                generator.user(number);
            }
        }
    }

    private void user(int number) {
        long created = moment();
        String name = NAMES.get(random.nextInt(NAMES.size()));
        output.print("""
                {"user_id":"%s","creation_time":%d,"last_updated":%d,"password_updated_at":%d,"has_password":true,\
                "disabled":false,"claims":{"name":"%s Example","given_name":"%s","family_name":"Example"},\
                "public_data":{"theme":"dark","visits":%d,"tags":["a","b"]},"private_data":{"plan":"basic","score":%d.5},\
                "username":{"id":"%s","username":"user%d","authenticators":["password"],"idps":[]},\
                "emails":[{"id":"%s","email":"user%d@example.com","verified":true,"primary":true,\
                "authenticators":["password","email"],"idps":[]}],"phone_numbers":[],"idps":[],"sessions":["""
                .formatted(
                        id(), created, created + 60, created, name, name, random.nextInt(1000), random.nextInt(100), id(),
                        number, id(), number));
        for (int session = 0; session < SESSIONS; session++) {
            output.print(session == 0 ? "" : ",");
            session();
        }
        output.print("""
                ],"blocked_ips":[{"ip":"198.51.%d.%d","login_count":%d,"failure_count":%d,"last_login_attempt":%d,\
                "block_until":%d}],"groups":[]}
                """.formatted(
                random.nextInt(256), random.nextInt(256), random.nextInt(50), random.nextInt(9), created, created + 3600));
    }

    private void session() {
        long initiated = moment();
        output.print("""
                {"session_id":"%s","session_key":"%s","initiated_at":%d,"expires_at":%d,"last_updated":%d,\
                "client_ids":["portal","mobile"],"last_metadata":{"country":"FI","city":"%s","latitude":"60.45",\
                "longitude":"22.26","ip_address":"203.0.113.%d","user_agent":"%s"}}""".formatted(
                id(), id(), initiated, initiated + 2_592_000, initiated + 600, CITIES.get(random.nextInt(CITIES.size())),
                random.nextInt(256), AGENT));
    }

    private long moment() {
        return FIRST_MOMENT + random.nextInt(FIVE_YEARS);
    }

    private String id() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }
}
