package io.useradmin.operator.transfer;

import io.useradmin.operator.transfer.Line.GroupLine;
import io.useradmin.operator.transfer.Line.UserLine;
import io.useradmin.profile.UserInput;
import io.useradmin.shared.Violation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Lines that are written together, and their errors. */
final class Batch {
    /** Limits the memory of a batch, because lines can be long. */
    static final int MOST_BYTES = 4 * 1024 * 1024;

    private final Map<Long, Line> lines = new LinkedHashMap<>();
    private final Map<String, UserInput> profiles = new HashMap<>();
    /** The groups of the batch's users. */
    private final Set<String> named = new HashSet<>();

    private final SortedMap<Long, List<Violation>> rejected = new TreeMap<>();
    private long end;
    private long bytes;

    /**
     * Whether the line fits into this batch. Two profiles of one user need different batches, to keep their order. Groups are
     * written before the users of the batch, so a group cannot be in the same batch as an earlier user that refers to it.
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

    /** Records that a line was read, accepted or rejected. */
    void read(long number, int length) {
        end = number;
        bytes += length;
    }

    void reject(long number, List<Violation> violations) {
        lines.remove(number);
        rejected.put(number, violations);
    }

    /** Removes the first rejected line and all later ones. */
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

    /** The number of the last line that was read and was not removed. */
    long end() {
        return end;
    }

    /** The errors by line number. */
    SortedMap<Long, List<Violation>> rejected() {
        return rejected;
    }

    /** The lines without known errors. */
    List<Line> lines() {
        return List.copyOf(lines.values());
    }

    List<GroupLine> groups() {
        return linesOf(GroupLine.class);
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
        return linesOf(UserLine.class);
    }

    private <T extends Line> List<T> linesOf(Class<T> type) {
        return lines.values().stream().filter(type::isInstance).map(type::cast).toList();
    }
}
