package io.useradmin.profile;

import io.useradmin.http.Preconditions;
import io.useradmin.http.VersionedResponse;
import io.useradmin.json.JsonText;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.RestResponse.Status;

/** Responses with a user and its ETag. */
@Singleton
public class UserResponse {
    private final JsonText json;

    UserResponse(JsonText json) {
        this.json = json;
    }

    /** The response to a read: the user, or 304 if the client already has that version. */
    public RestResponse<User> read(VersionedUser found, Preconditions expected) {
        return VersionedResponse.ofRead(found.user(), found.version(json), expected);
    }

    /** The response to a write that changed something of the user. */
    public RestResponse<User> written(VersionedUser written) {
        return written(Status.OK, written);
    }

    /** The same for a user that may be new. */
    public RestResponse<User> written(Status status, VersionedUser written) {
        return written(ResponseBuilder.create(status, written.user()), written);
    }

    /** The response to a creation, with the address of the user. */
    public RestResponse<User> created(VersionedUser created) {
        User user = created.user();
        return written(
                ResponseBuilder.create(Status.CREATED, user)
                        .header(HttpHeaders.LOCATION, "/api/users/" + user.userId()),
                created);
    }

    private RestResponse<User> written(ResponseBuilder<User> response, VersionedUser written) {
        return VersionedResponse.ofWrite(response, written.version(json));
    }
}
