package io.useradmin.group;

import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A group that users can be assigned to. */
@Schema(description = "A group that users can be assigned to.")
public record Group(
        @Schema(ref = "Identifier") String groupId,

        @Schema(description = "The name of the group.", examples = "Support staff")
        String name,

        @Schema(description = "What the group is for.", examples = "Answers tickets") @Nullable String description) {}
