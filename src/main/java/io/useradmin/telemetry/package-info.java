/** What operators see of requests: metrics, access log, audit log, traces, build info. */
@NullMarked
package io.useradmin.telemetry;

import org.jspecify.annotations.NullMarked;
