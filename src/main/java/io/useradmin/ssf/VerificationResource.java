package io.useradmin.ssf;

import io.smallrye.mutiny.Uni;
import io.useradmin.admission.Admitted;
import io.useradmin.apikey.Caller;
import io.useradmin.apikey.RequiresScope;
import io.useradmin.apikey.Scope;
import io.useradmin.audit.Author;
import io.useradmin.http.ApiTags;
import io.useradmin.http.RequestBody;
import io.useradmin.json.JsonMembers;
import io.useradmin.problem.NotFoundProblems;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import io.useradmin.shared.Violations;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBodySchema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Request a verification token for a stream. */
@Cancellable(false)
@Admitted
@Path(Transmitter.VERIFICATION_PATH)
@Tag(name = ApiTags.SIGNALS)
public class VerificationResource {
    private final StreamService streams;
    private final Transmitter transmitter;

    VerificationResource(StreamService streams, Transmitter transmitter) {
        this.streams = streams;
        this.transmitter = transmitter;
    }

    @Operation(operationId = "verifyStream", summary = "Verify a stream", description = """
            From the next poll on, the stream delivers a verification token, which repeats `state`, until the receiver \
            acknowledges it. A poll that already waits ends without it, after at most 30 s. A second verification \
            replaces the first. An unknown stream is 404.""")
    @RequestBodySchema(VerificationBody.class)
    @APIResponse(responseCode = "204", description = "The next poll has the token.")
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @RequiresScope(Scope.SSF_MANAGE)
    @NotFoundProblems(ProblemType.STREAM_NOT_FOUND)
    public Uni<RestResponse<Void>> verify(@Context RoutingContext context, RequestBody body) {
        transmitter.require();
        var violations = new Violations();
        JsonMembers members = body.members(violations);
        Optional<String> streamId = StreamId.required(members);
        Optional<String> state = members.optional("state").flatMap(item -> item.text(VerificationBody.LONGEST_STATE));
        members.end();
        Author.checkHeaders(context, violations);
        ProblemException.throwIfAny(violations);
        return streams.verify(Caller.of(context).tenantId(), streamId.orElseThrow(), state)
                .replaceWith(RestResponse.noContent());
    }
}
