package io.useradmin.operator.transfer;

import io.useradmin.operator.transfer.Line.GroupLine;
import io.useradmin.operator.transfer.Line.UserLine;
import io.useradmin.profile.UserInput;
import io.useradmin.shared.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Lines that go into the database together, and those among them that do not because something is wrong with them. */
final class Batch {
    /** Lines can be long, and their number alone would not bound the memory that they take. */
    private static final int MOST_BYTES = 4 * 1024 * 1024;

    private final Map<Long, Line> lines = new LinkedHashMap<>();
    private final Map<String, UserInput> profiles = new HashMap<>();
    /** The groups that users of the batch are in. */
    private final Set<String> named = new HashSet<>();

    private final SortedMap<Long, List<Violation>> rejected = new TreeMap<>();
    private long end;
    private long bytes;

    /**
     * Whether the line can be in this batch. A user who comes with two profiles is two users, one after the other: the first is
     * written before the second. A group is written before all users of its batch, so it is in none with a user who named it before it
     * came.
     */
    boolean accepts(Line line) {
        return switch (line) {
            case UserLine user ->
                profiles.getOrDefault(user.userId(), user.profile()).equals(user.profile());
            case GroupLine group -> !named.contains(group.groupId());
        };
    }

    void add(Line line) {
        lines.put(line.number(), line);
        if (line instanceof UserLine user) {
            profiles.put(user.userId(), user.profile());
            named.addAll(user.groups().keySet());
        }
    }

    /** Notes that a line was read to its end, whatever became of it. */
    void read(long number, int length) {
        end = number;
        bytes += length;
    }

    void reject(long number, List<Violation> violations) {
        lines.remove(number);
        rejected.put(number, violations);
    }

    /** Leaves out the first line that was rejected and all that come after it. */
    void endBeforeRejected() {
        if (!rejected.isEmpty()) {
            long first = rejected.firstKey();
            lines.keySet().removeIf(number -> number > first);
            rejected.tailMap(first + 1).clear();
            end = first - 1;
        }
    }

    boolean isFull(int mostLines) {
        return lines.size() + rejected.size() >= mostLines || bytes >= MOST_BYTES;
    }

    /** The number of the last line that was read, or that counts. */
    long end() {
        return end;
    }

    /** What is wrong with lines, by their numbers. */
    SortedMap<Long, List<Violation>> rejected() {
        return rejected;
    }

    /** The lines that are good, as far as is known. */
    List<Line> lines() {
        return List.copyOf(lines.values());
    }

    List<GroupLine> groups() {
        List<GroupLine> groups = new ArrayList<>();
        for (Line line : lines.values()) {
            if (line instanceof GroupLine group) {
                groups.add(group);
            }
        }
        return groups;
    }

    /** Every user once. */
    List<UserLine> users() {
        Map<String, UserLine> users = new LinkedHashMap<>();
        for (UserLine line : userLines()) {
            users.merge(line.userId(), line, UserLine::with);
        }
        return List.copyOf(users.values());
    }

    List<UserLine> userLines() {
        List<UserLine> users = new ArrayList<>();
        for (Line line : lines.values()) {
            if (line instanceof UserLine user) {
                users.add(user);
            }
        }
        return users;
    }
}
