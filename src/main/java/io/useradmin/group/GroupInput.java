package io.useradmin.group;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.useradmin.json.JsonMembers;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The validated input for a group. */
@RegisterForReflection // Serialized to JSON for statements.
public record GroupInput(String name, @Nullable String description) {
    static final int LONGEST_NAME = 256;
    static final int LONGEST_DESCRIPTION = 1024;

    /**
     * The members of {@code group} except {@code group_id}, which the caller reads. The caller also checks for unknown members.
     * Empty if a required member is invalid.
     */
    public static Optional<GroupInput> read(JsonMembers group) {
        Optional<String> name = group.text("name", LONGEST_NAME);
        Optional<String> description = group.optional("description").flatMap(item -> item.text(LONGEST_DESCRIPTION));
        return name.map(given -> new GroupInput(given, description.orElse(null)));
    }
}
