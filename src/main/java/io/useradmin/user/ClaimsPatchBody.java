package io.useradmin.user;

import io.useradmin.profile.Claims;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** Documents the body of the claims to update, which {@link AccountResource} reads. */
@Schema(
        description = "A JSON Merge Patch (RFC 7396) of the claims; `null` removes one.",
        additionalProperties = Schema.False.class)
record ClaimsPatchBody(Claims claims) {}
