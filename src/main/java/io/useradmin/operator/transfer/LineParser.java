package io.useradmin.operator.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.useradmin.blockedip.AccessInput;
import io.useradmin.blockedip.IpAddress;
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
import io.useradmin.shared.Violations;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the lines of an import: the specification's User object with what belongs to it, or a group. */
final class LineParser {
    private final JsonLimits limits;

    LineParser(JsonLimits limits) {
        this.limits = limits;
    }

    /** Reads the line {@code number}; whatever is wrong with it is told at once. */
    Line parse(long number, byte[] text) throws RejectedException {
        var violations = new Violations();
        JsonMembers members = read(text, violations);
        Optional<? extends Line> line =
                members.optional("user_id").isPresent() ? user(number, members) : group(number, members);
        members.end();
        if (!violations.isEmpty() || line.isEmpty()) {
            throw violations.isEmpty()
                    ? new RejectedException("", "unreadable", "is neither a user nor a group")
                    : new RejectedException(violations.found());
        }
        return line.get();
    }

    private static JsonMembers read(byte[] text, Violations violations) throws RejectedException {
        try {
            return JsonMembers.read(text, violations);
        } catch (UnreadableJsonException failure) {
            throw new RejectedException("", failure.code(), failure.detail());
        }
    }

    private Optional<UserLine> user(long number, JsonMembers members) {
        Optional<String> userId = members.required("user_id").flatMap(JsonItem::identifier);
        UserInput user = UserParser.read(members, limits);
        checkSize(user.publicData(), "public_data", members);
        checkSize(user.privateData(), "private_data", members);
        Map<String, SessionInput> sessions =
                keyed(members, "sessions", "session_id", JsonItem::identifier, LineParser::session);
        Map<String, AccessInput> accesses = keyed(members, "blocked_ips", "ip", LineParser::address, AccessInput::read);
        Map<String, Optional<Long>> groups = groups(members);
        return userId.map(id -> new UserLine(number, id, user, sessions, accesses, groups));
    }

    private void checkSize(String document, String name, JsonMembers members) {
        members.optional(name)
                .ifPresent(item -> item.require(
                        document.getBytes(UTF_8).length <= limits.maxBytes(),
                        "too_large",
                        "must not take more than %d bytes".formatted(limits.maxBytes())));
    }

    private static Optional<GroupLine> group(long number, JsonMembers members) {
        Optional<String> groupId = members.required("group_id").flatMap(JsonItem::identifier);
        Optional<GroupInput> group = GroupInput.read(members);
        return groupId.flatMap(id -> group.map(input -> new GroupLine(number, id, input)));
    }

    /** Times that are left out would be another "now" with every run, and a second run would not be the same as the first. */
    private static Optional<SessionInput> session(JsonMembers members) {
        members.required("initiated_at");
        members.required("last_updated");
        return SessionParser.read(members);
    }

    private static Optional<String> address(JsonItem item) {
        Optional<IpAddress> address = item.text().flatMap(IpAddress::parse);
        item.require(address.isPresent(), "not_an_address", "must be an IPv4 or IPv6 address");
        return address.map(IpAddress::text);
    }

    /** Objects by one of their members; one that is given twice is a violation. */
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
                key.ifPresent(name -> rest.ifPresent(
                        value -> element.require(read.putIfAbsent(name, value) == null, "repeated", "is given twice")));
            });
        }
        return read;
    }

    private static Map<String, Optional<Long>> groups(JsonMembers members) {
        return keyed(
                members,
                "groups",
                "group_id",
                JsonItem::identifier,
                group -> Optional.of(group.optional("assigned_at").flatMap(JsonItem::time)));
    }
}
