package io.useradmin.userexport;

import io.smallrye.mutiny.Multi;
import io.vertx.core.buffer.Buffer;

/**
 * The body of a response that has everything that is stored about a user.
 *
 * @param parts JSON text in UTF-8; each part is requested when the one before has left for the network. It fails if the document cannot
 *     be complete
 * @param slot left when the document is sent, or cannot be sent
 */
record ExportDocument(Multi<Buffer> parts, RunningExports.Slot slot) {}
