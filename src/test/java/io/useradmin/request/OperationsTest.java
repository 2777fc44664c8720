package io.useradmin.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.useradmin.blockedip.BlockedIpResource;
import io.useradmin.session.SessionResource;
import io.useradmin.user.UserResource;
import io.useradmin.userdata.UserDataResource;
import jakarta.ws.rs.container.ResourceInfo;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The methods of a path, for the Allow header of a 405. */
class OperationsTest {
    private record Resource(Class<?> getResourceClass, Method getResourceMethod) implements ResourceInfo {}

    private final Operations operations = new Operations();

    OperationsTest() {
        Stream.of(UserResource.class, UserDataResource.class, SessionResource.class, BlockedIpResource.class)
                .flatMap(resource ->
                        Stream.of(resource.getDeclaredMethods()).map(method -> new Resource(resource, method)))
                .forEach(operations::add);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/users/u1, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'",
        "/api/users/u1/public_data, 'GET, HEAD, OPTIONS, PATCH'",
        "/api/users/u1/sessions, 'GET, HEAD, OPTIONS'",
        "/api/users/u1/sessions/s1, 'DELETE, GET, HEAD, OPTIONS, PUT'",
        "/api/users/u1/blocked_ips, 'GET, HEAD, OPTIONS'",
        "/api/users/u1/blocked_ips/unblock, 'GET, HEAD, OPTIONS, POST, PUT'"
    })
    void areThoseOfTheOperationsAtAPath(String path, String methods) {
        assertThat(operations.allowed(path)).isEqualTo(methods);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/api/users/auth0%7C5f7c/sessions", "/api/users/a:b@c.d~e+f/sessions", "/api/users/u1/sessions/"
            })
    void areFoundWhateverTheIdentifier(String path) {
        assertThat(operations.allowed(path)).isEqualTo("GET, HEAD, OPTIONS");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/api",
                "/api/users",
                "/api/users/",
                "/api/users/u1/nothing",
                "/api/users/u1/sessions/s1/x",
                "/x/api/users/u1",
                "/api/users//sessions",
                "/api/users/u1/sessions//",
                "//api/users/u1/sessions",
                "*"
            })
    void areNoneWhereThereIsNothing(String path) {
        assertThat(operations.allowed(path)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/users/u1/sessions/s1, getSession",
        "HEAD, /api/users/u1/sessions/s1/, getSession",
        "DELETE, /api/users/u1/sessions/s1, revokeSession",
        "POST, /api/users/u1/sessions/s1, ",
        "GET, /api/users/u1/nothing, "
    })
    void areFoundByMethodAndPath(String method, String path, @Nullable String id) {
        assertThat(operations.find(method, path).map(Operation::id)).isEqualTo(Optional.ofNullable(id));
    }

    @ParameterizedTest
    @CsvSource({"/api/users/u1/sessions/s1, u1, s1", "/api/users/auth0%7C5f7c/sessions/a+b%20c/, auth0|5f7c, a+b c"})
    void returnTheIdsInAPath(String path, String user, String session) {
        Operation operation = operations.find("GET", "/api/users/x/sessions/y").orElseThrow();

        assertThat(operation.parameters(path)).containsExactly(entry("user_id", user), entry("session_id", session));
        assertThat(operation.parameters("/api/users/u1")).isEmpty();
    }

    @Test
    void areNoneWhereThereAreNoOperations() {
        assertThat(new Operations().allowed("/api/users/u1")).isEmpty();
    }
}
