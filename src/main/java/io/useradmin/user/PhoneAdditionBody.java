package io.useradmin.user;

import io.useradmin.profile.ContactForm;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that adds a phone number, which {@link ContactKind} reads. */
@Schema(description = "The phone number to add.", additionalProperties = Schema.False.class)
record PhoneAdditionBody(
        @Schema(
                description =
                        "The number in international format (E.164), unique within the tenant. Required unless the body has `phone_number`.",
                pattern = ContactForm.PHONE_PATTERN,
                maxLength = ContactForm.LONGEST_PHONE,
                examples = "+358401234567")
        @Nullable String phone,

        @Schema(
                description = "Another name of `phone`; both together are 422.",
                pattern = ContactForm.PHONE_PATTERN,
                maxLength = ContactForm.LONGEST_PHONE,
                deprecated = true,
                examples = "+358401234567")
        @Nullable String phoneNumber,

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
