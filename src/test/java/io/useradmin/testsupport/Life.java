package io.useradmin.testsupport;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One user from creation to deletion as callers do it, one request after another, and what the database may hold of it at any
 * time: what the last request that was acknowledged left behind or, while an answer is due or did not come, what the next will.
 */
final class Life {
    private static final String TOKEN = "X-Consistency-Token";

    /** Not there, before the creation and after the deletion. */
    private static final String NOTHING = "";

    /**
     * How many there are of usernames, emails, phone numbers and identities, whether the provider of the identity is named by
     * the email, whether private data is written, and how many groups and sessions there are.
     */
    private static final String STATES = """
            select user_id || ' ' || concat(
                       (select count(*) from usernames o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id)),
                       (select count(*) from emails o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id)),
                       (select count(*) from phones o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id)),
                       (select count(*) from external_identities o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id)),
                       (select count(*) from emails o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id) and o.idps = '{google}'),
                       private_data ->> 'written',
                       (select count(*) from group_members o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id)),
                       (select count(*) from sessions o where (o.tenant_id, o.user_id) = ('%1$s', u.user_id)))
              from users u where tenant_id = '%1$s' and user_id like 'load%%'
            """;

    private final String user;
    private final List<Step> steps;
    private final String phone;
    private volatile int done;
    private volatile Optional<String> token = Optional.empty();
    private volatile boolean underWay;
    private volatile boolean abandoned;

    /** A life that has not begun; every other one does not end in deletion. */
    Life(int load, int number) {
        this.user = "load%d-%d".formatted(load, number);
        this.phone = "+358%d%07d".formatted(load, number);
        this.steps = number % 2 == 0
                ? List.of(Step.values())
                : Arrays.stream(Step.values())
                        .filter(step -> step != Step.DELETION)
                        .toList();
    }

    /** A request, the status of its success, and what of the user is in the database after it. */
    private enum Step {
        CREATION("PUT", "", 201, "11111000", """
                {"username": {"username": "%1$s", "authenticators": [], "idps": []},
                 "emails": [{"email": "%1$s@example.com", "verified": true, "primary": true, "idps": ["google"]}],
                 "phone_numbers": [{"phone": "%2$s", "verified": true, "primary": true}],
                 "idps": [{"authenticator": "google", "provider_user_id": "%1$s"}],
                 "private_data": {"written": 0}}"""),
        READ("GET", "", 200, "11111000", ""),
        PATCH("PATCH", "/private_data", 200, "11111100", "{\"private_data\": {\"written\": 1}}"),
        ASSIGNMENT("POST", "/groups/g", 201, "11111110", ""),
        SIGN_IN("PUT", "/sessions/s", 201, "11111111", "{\"session_key\": \"k\", \"expires_at\": 32503680000}"),
        LIST("GET", "/sessions", 200, "11111111", ""),
        DISCONNECTION(
                "POST",
                "/external_authenticator/disconnect",
                200,
                "11100111",
                "{\"authenticator\": \"google\", \"provider_user_id\": \"%1$s\"}"),
        REVOCATION("DELETE", "/sessions/s", 204, "11100110", ""),
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

    /** Whether there is another request. */
    boolean goesOn() {
        return !abandoned && done < steps.size();
    }

    /** The next request, which is under way from now on. */
    HttpRequest.Builder begin(ServiceProcess service) {
        underWay = true;
        Step step = steps.get(done);
        HttpRequest.Builder request = HttpRequest.newBuilder(service.uri("/api/users/" + user + step.path))
                .method(step.method, BodyPublishers.ofString(step.body.formatted(user, phone)));
        token.ifPresent(seen -> request.header(TOKEN, seen));
        return request;
    }

    /** Whether {@code status} acknowledges the request that is under way. */
    boolean isSuccess(int status) {
        return status == steps.get(done).success;
    }

    /** The request was acknowledged. The next ones must see it, also on a replica. */
    void acknowledged(HttpResponse<?> answer) {
        token = answer.headers().firstValue(TOKEN).or(() -> token);
        done++;
        underWay = false;
    }

    /** The request was refused and changed nothing, as the service says: it may be sent again. */
    void refused() {
        underWay = false;
    }

    /** The answer does not say what became of the request, or there is none. */
    void abandon() {
        abandoned = true;
    }

    /** Whether the database may hold {@code states} after what callers were told. */
    boolean mayBe(Map<String, String> states) {
        String found = states.getOrDefault(user, NOTHING);
        return found.equals(state(done)) || underWay && found.equals(state(done + 1));
    }

    @Override
    public String toString() {
        return user + " after " + (done == 0 ? "nothing" : steps.get(done - 1)) + (underWay ? ", maybe more" : "");
    }

    /** What the database holds of a tenant, by user. */
    static Map<String, String> states(Readable database, String tenant) throws SQLException {
        return database.list(STATES.formatted(tenant)).stream()
                .map(state -> state.split(" "))
                .collect(Collectors.toMap(state -> state[0], state -> state[1]));
    }

    /** Whether a state is what some request leaves behind, and not something in between. */
    static boolean isWhole(String state) {
        return Arrays.stream(Step.values()).anyMatch(step -> step.state.equals(state));
    }

    private String state(int count) {
        return count == 0 ? NOTHING : steps.get(count - 1).state;
    }
}
