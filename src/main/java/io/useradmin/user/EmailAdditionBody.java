package io.useradmin.user;

import io.useradmin.profile.ContactForm;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that adds an email address, which {@link ContactKind} reads. */
@Schema(description = "The email address to add.", additionalProperties = Schema.False.class)
record EmailAdditionBody(
        @Schema(
                description = "The address (RFC 5321), unique within the tenant, compared case-sensitively.",
                minLength = 3,
                maxLength = ContactForm.LONGEST_EMAIL,
                examples = "aino@example.com")
        String email,

        @Schema(
                description =
                        "Whether the user has proved that it is theirs. If left out, a new entry is not verified and an existing one stays as it is.",
                examples = "true")
        @Nullable Boolean verified,

        @Schema(
                description = "Another name of `verified`; both together are 422.",
                deprecated = true,
                examples = "true")
        @Nullable Boolean isVerified,

        @Schema(
                description = "If true, it becomes the user's main one. `false` leaves the primary one as it is.",
                examples = "false")
        @Nullable Boolean primary) {}
