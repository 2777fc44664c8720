/** What an operator sees of the requests that are served: metrics, the access log, the audit log, traces, the build. */
@NullMarked
package io.useradmin.telemetry;

import org.jspecify.annotations.NullMarked;
