package io.useradmin.operator.transfer;

import io.useradmin.blockedip.AccessInput;
import io.useradmin.group.GroupInput;
import io.useradmin.json.JsonItem;
import io.useradmin.json.JsonLimits;
import io.useradmin.json.JsonMembers;
import io.useradmin.json.UnreadableJsonException;
import io.useradmin.operator.transfer.Line.GroupLine;
import io.useradmin.operator.transfer.Line.UserLine;
import io.useradmin.profile.UserInput;
import io.useradmin.profile.UserParser;
import io.useradmin.session.SessionInput;
import io.useradmin.session.SessionParser;
import io.useradmin.shared.IpAddress;
import io.useradmin.shared.Violations;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Parses the lines of an import: the specification's User object with the user's other data, or a group. */
public final class LineParser {
    private static final String GROUP_ID = "group_id";
    private static final String TOO_LONG =
            "must not take more than %d bytes; a user's sessions can be split over several lines"
                    .formatted(NdjsonSource.LONGEST_LINE);

    private final JsonLimits limits;

    LineParser(JsonLimits limits) {
        this.limits = limits;
    }

    /** Whether {@code text}, the line of a group, is valid. */
    public static boolean isValidGroup(byte[] text) {
        var violations = new Violations();
        try {
            group(0, read(text, violations));
            return violations.isEmpty();
        } catch (RejectedException rejected) {
            return false;
        }
    }

    /** Parses line {@code number} and reports all its errors at once. Empty for a blank line. */
    Optional<Line> parse(long number, byte[] text) throws RejectedException {
        // Before the check for blank lines: of a line that is too long there is only the beginning, which may be
        // blank.
        if (text.length > NdjsonSource.LONGEST_LINE) {
            throw new RejectedException("", "too_large", TOO_LONG);
        }
        return isBlank(text) ? Optional.empty() : Optional.of(parsed(number, text));
    }

    private Line parsed(long number, byte[] text) throws RejectedException {
        var violations = new Violations();
        JsonMembers members = read(text, violations);
        Optional<? extends Line> line =
                members.optional(GROUP_ID).isPresent() ? group(number, members) : user(number, members);
        members.end();
        if (!violations.isEmpty()) {
            throw new RejectedException(violations.found());
        }
        return line.orElseThrow();
    }

    private static boolean isBlank(byte[] text) {
        for (byte character : text) {
            if (character != ' ' && character != '\t' && character != '\r') {
                return false;
            }
        }
        return true;
    }

    private static JsonMembers read(byte[] text, Violations violations) throws RejectedException {
        try {
            return JsonMembers.read(text, violations);
        } catch (UnreadableJsonException failure) {
            // Uses the line number of the file: the JSON parser sees only one line, so its own is always 1.
            throw new RejectedException(
                    "", failure.code(), failure.detail().replace(" at line 1, column ", " at character "));
        }
    }

    private Optional<UserLine> user(long number, JsonMembers members) {
        Optional<String> userId = members.required("user_id").flatMap(JsonItem::identifier);
        UserInput profile = UserParser.read(members, limits);
        Map<String, SessionInput> sessions =
                keyed(members, "sessions", "session_id", JsonItem::identifier, LineParser::session);
        Map<String, AccessInput> accesses = keyed(members, "blocked_ips", "ip", LineParser::address, AccessInput::read);
        Map<String, Optional<Long>> groups =
                keyed(members, "groups", GROUP_ID, JsonItem::identifier, LineParser::memberSince);
        return userId.map(id -> new UserLine(number, id, profile, sessions, accesses, groups));
    }

    private static Optional<GroupLine> group(long number, JsonMembers members) {
        Optional<String> groupId = members.required(GROUP_ID).flatMap(JsonItem::identifier);
        Optional<GroupInput> group = GroupInput.read(members);
        Optional<Long> creationTime = members.optional("creation_time").flatMap(JsonItem::time);
        return groupId.flatMap(id -> group.map(input -> new GroupLine(number, id, input, creationTime)));
    }

    /** Times are required: a default of "now" would differ with every run. */
    private static Optional<SessionInput> session(JsonMembers session) {
        session.required("initiated_at");
        session.required("last_updated");
        return SessionParser.read(session);
    }

    private static Optional<String> address(JsonItem item) {
        return item.parsed(IpAddress::read).map(IpAddress::text);
    }

    private static Optional<Optional<Long>> memberSince(JsonMembers membership) {
        return Optional.of(membership.optional("assigned_at").flatMap(JsonItem::time));
    }

    /** Objects, keyed by one of their members. A duplicate is a violation. */
    private static <T> Map<String, T> keyed(
            JsonMembers members,
            String array,
            String keyName,
            Function<JsonItem, Optional<String>> readKey,
            Function<JsonMembers, Optional<T>> readRest) {
        Map<String, T> read = new LinkedHashMap<>();
        for (JsonItem element : members.elements(array)) {
            element.object().ifPresent(object -> {
                Optional<String> key = object.required(keyName).flatMap(readKey);
                Optional<T> rest = readRest.apply(object);
                object.end();
                key.ifPresent(name -> rest.ifPresent(value ->
                        element.require(read.putIfAbsent(name, value) == null, "duplicate", "is given twice")));
            });
        }
        return read;
    }
}
