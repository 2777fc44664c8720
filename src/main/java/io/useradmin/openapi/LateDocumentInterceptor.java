package io.useradmin.openapi;

import io.useradmin.request.RequestPipeline.MethodInterceptor;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import org.jspecify.annotations.Nullable;

/** Passes the preparation of the OpenAPI document to {@link LateDocument}. */
@PreparedLate
@Interceptor
@Priority(MethodInterceptor.OPENAPI_DOCUMENT)
class LateDocumentInterceptor {
    private final LateDocument document;

    LateDocumentInterceptor(LateDocument document) {
        this.document = document;
    }

    @AroundInvoke
    @Nullable Object keep(InvocationContext preparation) {
        document.keep(preparation::proceed);
        return null;
    }
}
