package io.useradmin.http;

import io.useradmin.problem.Problem;
import io.useradmin.problem.ProblemException;
import io.useradmin.problem.ProblemType;
import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.regex.Pattern;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveResourceInfo;
import org.jboss.resteasy.reactive.server.spi.ServerMessageBodyReader;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;
import org.jspecify.annotations.Nullable;

/** Returns the body unchanged: the operation parses it. Its size has been checked. */
@Provider
@Singleton
class RequestBodyReader implements ServerMessageBodyReader<RequestBody> {
    private static final Pattern JSON = Pattern.compile("\\s*application/json\\s*(;.*)?", Pattern.CASE_INSENSITIVE);

    @Override
    public boolean isReadable(Class<?> type, Type generic, ResteasyReactiveResourceInfo method, MediaType mediaType) {
        return type == RequestBody.class;
    }

    @Override
    public boolean isReadable(Class<?> type, Type generic, Annotation[] annotations, MediaType mediaType) {
        return type == RequestBody.class;
    }

    @Override
    public RequestBody readFrom(
            Class<RequestBody> type, Type generic, MediaType mediaType, ServerRequestContext context)
            throws IOException {
        byte[] bytes = context.getInputStream().readAllBytes();
        if (bytes.length > 0) {
            checkType((ResteasyReactiveRequestContext) context);
        }
        return new RequestBody(bytes);
    }

    /**
     * Clients may send a request without a body with any Content-Type. So an operation with an optional body accepts all types
     * (WILDCARD), and the type of a body is checked here. For PATCH, the framework has checked it.
     */
    private static void checkType(ResteasyReactiveRequestContext request) {
        @Nullable String type = request.getHttpHeaders().getHeaderString(HttpHeaders.CONTENT_TYPE);
        if (type == null) {
            throw unsupported("The body has no Content-Type; send application/json.");
        }
        if (!request.getMethod().equals(HttpMethod.PATCH) && !JSON.matcher(type).matches()) {
            throw unsupported("Bodies are application/json.");
        }
    }

    @Override
    public RequestBody readFrom(
            Class<RequestBody> type,
            Type generic,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, String> headers,
            InputStream body) {
        throw new UnsupportedOperationException("only interceptors read from a stream, and there are none");
    }

    private static ProblemException unsupported(String detail) {
        return new ProblemException(new Problem.Refused(ProblemType.UNSUPPORTED_MEDIA_TYPE, detail));
    }
}
