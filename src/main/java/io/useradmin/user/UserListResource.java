package io.useradmin.user;

import io.smallrye.mutiny.Uni;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.http.PageResponse;
import io.useradmin.problem.ProblemException;
import io.useradmin.profile.User;
import io.useradmin.shared.QueryParameters;
import io.useradmin.shared.Violations;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** List users. */
@Cancellable(false)
@Path("/api/users")
public class UserListResource {
    private final UserService service;

    UserListResource(UserService service) {
        this.service = service;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.USERS_READ)
    public Uni<RestResponse<List<User>>> list(@Context SecurityContext security, @Context UriInfo uri) {
        var violations = new Violations();
        var query = new QueryParameters(uri.getQueryParameters(), violations);
        UserListPage page = UserListPage.read(Caller.of(security).tenantId(), query, violations);
        ProblemException.throwIfAny(violations);
        return service.list(page).map(found -> PageResponse.of(found, uri));
    }
}
