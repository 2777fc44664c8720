package io.useradmin.profile;

import io.useradmin.http.Preconditions;
import io.useradmin.http.VersionedResponse;
import io.useradmin.json.JsonText;
import jakarta.inject.Singleton;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

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
        return written(written, ResponseBuilder.ok(written.user()));
    }

    /** The same with a response that has the user. */
    public RestResponse<User> written(VersionedUser written, ResponseBuilder<User> response) {
        return VersionedResponse.ofWrite(response, written.version(json));
    }
}
