package io.useradmin.group;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body that puts a group, which {@link GroupInput} reads. */
@Schema(description = "The group to create or replace.", additionalProperties = Schema.False.class, examples = """
                {"name": "Support staff", "description": "Answers tickets"}""")
record GroupBody(
        @Schema(ref = "Identifier") @Nullable String groupId,

        @Schema(
                description = "The name of the group.",
                minLength = 1,
                maxLength = GroupInput.LONGEST_NAME,
                examples = "Support staff")
        String name,

        @Schema(
                description = "What the group is for.",
                minLength = 1,
                maxLength = GroupInput.LONGEST_DESCRIPTION,
                examples = "Answers tickets")
        @Nullable String description) {}
