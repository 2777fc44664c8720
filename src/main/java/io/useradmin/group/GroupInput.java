package io.useradmin.group;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.useradmin.json.JsonMembers;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A group as it is brought in, checked. */
@RegisterForReflection // Statements take it apart as JSON.
public record GroupInput(String name, @Nullable String description) {
    static final int LONGEST_NAME = 256;
    static final int LONGEST_DESCRIPTION = 1024;

    /**
     * The members of {@code group} but for {@code group_id}, which whoever calls asks for, as well as for the end of the
     * object; nothing where what a group needs is wrong.
     */
    public static Optional<GroupInput> read(JsonMembers group) {
        Optional<String> name = group.text("name", LONGEST_NAME);
        Optional<String> description = group.optional("description").flatMap(item -> item.text(LONGEST_DESCRIPTION));
        return name.map(given -> new GroupInput(given, description.orElse(null)));
    }
}
