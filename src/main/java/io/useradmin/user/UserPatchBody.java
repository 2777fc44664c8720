package io.useradmin.user;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.useradmin.profile.UserParser;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Documents the body of a merge patch of a user, which {@link UserParser} reads when it is applied. */
@Schema(
        description = "A JSON Merge Patch (RFC 7396) of a User object; `null` removes a member.",
        additionalProperties = Schema.False.class,
        examples = """
                {"claims": {"nickname": "Ainu", "gender": null}}""")
@JsonPropertyOrder("userId")
interface UserPatchBody extends UserMembers {
    @Schema(ref = "Identifier")
    @Nullable String getUserId();
}
