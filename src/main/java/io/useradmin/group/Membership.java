package io.useradmin.group;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The membership of a user in a group. */
@Schema(description = "A group that the user is in.")
public record Membership(
        @Schema(ref = "Identifier") String groupId,

        @Schema(description = "The name of the group.", examples = "Support staff")
        String name,

        @Schema(description = "When the user was assigned to the group.")
        long assignedAt) {}
