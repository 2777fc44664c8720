package io.useradmin.testsupport;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Requests of one user's life, from creation to deletion, one after another. It knows which states the database may hold: the
 * state after the last acknowledged request or, while a request is pending or was never answered, also the state after that
 * one.
 */
final class Life {
    private static final String TOKEN = "X-Consistency-Token";

    /** The state of a user who does not exist. */
    private static final String NOTHING = "";

    /** In a state, stands for the name that the last attempt of the patch writes. */
    private static final String ATTEMPT = "attempt";

    private static final Pattern ATTEMPTS = Pattern.compile(ATTEMPT + "-[0-9]+");

    /**
     * Per user: the numbers of usernames, emails, phone numbers, identities, emails of the provider google, groups and sessions,
     * and the names in the private data.
     */
    private static final String STATES = """
            select user_id || ' ' || concat(
                       (select count(*) from usernames o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id)),
                       (select count(*) from emails o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id)),
                       (select count(*) from phones o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id)),
                       (select count(*) from external_identities o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id)),
                       (select count(*) from emails o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id) and o.idps = '{google}'),
                       (select count(*) from group_members o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id)),
                       (select count(*) from sessions o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id)),
                       (select string_agg('+' || name, '' order by name collate "C") from jsonb_object_keys(private_data) name))
              from users u where tenant_id = '%1$s' and user_id like 'load%%'
            """;

    private final String user;
    private final List<Step> steps;
    private final String phone;
    private volatile int done;
    private volatile int attempts;
    private volatile Optional<String> token = Optional.empty();
    private volatile boolean pending;
    private volatile boolean abandoned;

    /** Every second life does not end with the deletion. */
    Life(int load, int number) {
        this.user = "load%d-%d".formatted(load, number);
        this.phone = "+358%d%07d".formatted(load, number);
        this.steps = number % 2 == 0
                ? List.of(Step.values())
                : Arrays.stream(Step.values())
                        .filter(step -> step != Step.DELETION)
                        .toList();
    }

    /** A request, the status of its success, and the user's state in the database after it. */
    private enum Step {
        CREATION("PUT", "", 201, "1111100+created", """
                {"username": {"username": "%1$s", "authenticators": [], "idps": []},
                 "emails": [{"email": "%1$s@example.com", "verified": true, "primary": true, "idps": ["google"]}],
                 "phone_numbers": [{"phone": "%2$s", "verified": true, "primary": true}],
                 "idps": [{"authenticator": "google", "provider_user_id": "%1$s"}],
                 "private_data": {"created": true}}"""),
        READ("GET", "", 200, "1111100+created", ""),
        /** Every attempt writes another name, and a later one removes none. So the state tells which attempts were done. */
        PATCH("PATCH", "/private_data", 200, "1111100+attempt+created", "{\"private_data\": {\"attempt-%3$d\": true}}"),
        ASSIGNMENT("POST", "/groups/g", 201, "1111110+attempt+created", ""),
        SIGN_IN(
                "PUT",
                "/sessions/s",
                201,
                "1111111+attempt+created",
                "{\"session_key\": \"k\", \"expires_at\": 32503680000}"),
        LIST("GET", "/sessions", 200, "1111111+attempt+created", ""),
        DISCONNECTION(
                "POST",
                "/external_authenticator/disconnect",
                200,
                "1110011+attempt+created",
                "{\"authenticator\": \"google\", \"provider_user_id\": \"%1$s\"}"),
        REVOCATION("DELETE", "/sessions/s", 204, "1110010+attempt+created", ""),
        DELETION("DELETE", "", 204, NOTHING, "");

        private final String method;
        private final String path;
        private final int success;
        private final String state;
        private final String body;

        Step(String method, String path, int success, String state, String body) {
            this.method = method;
            this.path = path;
            this.success = success;
            this.state = state;
            this.body = body;
        }
    }

    boolean hasNext() {
        return !abandoned && done < steps.size();
    }

    /** The next request. It is pending from now on. */
    HttpRequest.Builder begin(ServiceProcess service) {
        pending = true;
        Step step = steps.get(done);
        if (step == Step.PATCH) {
            attempts++;
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(service.uri("/api/users/" + user + step.path))
                .method(step.method, BodyPublishers.ofString(step.body.formatted(user, phone, attempts)));
        token.ifPresent(seen -> request.header(TOKEN, seen));
        return request;
    }

    /** Whether {@code status} acknowledges the pending request. */
    boolean isSuccess(int status) {
        return status == steps.get(done).success;
    }

    /** The pending request was acknowledged. With the consistency token, later requests see its effect, also on a replica. */
    void acknowledged(HttpResponse<?> answer) {
        token = answer.headers().firstValue(TOKEN).or(() -> token);
        done++;
        pending = false;
    }

    /** The service refused the pending request and says that nothing changed. So the state is the old one. It may be sent again. */
    void refused() {
        pending = false;
    }

    /** The outcome of the pending request is unknown: no response, or one that does not tell. */
    void abandon() {
        abandoned = true;
    }

    /** Whether this user's state in the database agrees with the responses. */
    boolean agreesWith(Map<String, String> states) {
        String found = states.getOrDefault(user, NOTHING);
        return found.equals(state(done)) || pending && found.equals(state(done + 1));
    }

    @Override
    public String toString() {
        return user + " after " + (done == 0 ? "nothing" : steps.get(done - 1)) + (pending ? ", maybe more" : "");
    }

    /** The states in the database by user. */
    static Map<String, String> states(SqlDatabase database, String tenant) throws SQLException {
        return database.list(STATES.formatted(tenant)).stream()
                .map(state -> state.split(" "))
                .collect(Collectors.toMap(state -> state[0], state -> state[1]));
    }

    /** Whether a state is the one after a whole request, not in the middle of one. */
    static boolean isWhole(String state) {
        String any = ATTEMPTS.matcher(state).replaceFirst(ATTEMPT);
        return Arrays.stream(Step.values()).anyMatch(step -> step.state.equals(any));
    }

    private String state(int count) {
        return count == 0 ? NOTHING : steps.get(count - 1).state.replace(ATTEMPT, ATTEMPT + "-" + attempts);
    }
}
