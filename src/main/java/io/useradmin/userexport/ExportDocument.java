package io.useradmin.userexport;

import io.smallrye.mutiny.Multi;
import io.useradmin.admission.TenantBulkhead.Place;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;

/**
 * The body of a response with everything that is stored about a user.
 *
 * @param parts JSON text in UTF-8. The next part is requested when the previous one has been written to the network
 *     (back-pressure). After a failure, the document cannot be completed
 * @param place the place among running exports, which the writer releases at the end
 * @param maxDuration the longest time that the export may take
 */
record ExportDocument(Multi<Buffer> parts, Place place, Duration maxDuration) {}
