/** Observability of requests: metrics, access log, audit log, traces. Also build info. */
@NullMarked
package io.useradmin.telemetry;

import org.jspecify.annotations.NullMarked;
