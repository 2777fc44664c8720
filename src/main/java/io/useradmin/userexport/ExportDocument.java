package io.useradmin.userexport;

import io.smallrye.mutiny.Multi;
import io.vertx.core.buffer.Buffer;

/**
 * The body of a response with everything that is stored about a user.
 *
 * @param parts JSON text in UTF-8. The next part is requested when the previous one has been written to the network
 *     (back-pressure). After a failure, the document cannot be completed
 * @param slot the place among running exports, which the writer releases at the end
 */
record ExportDocument(Multi<Buffer> parts, RunningExports.Slot slot) {}
