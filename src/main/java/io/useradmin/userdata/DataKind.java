package io.useradmin.userdata;

import io.useradmin.audit.EventType;

/** The two data documents of a user. */
enum DataKind {
    PUBLIC("public_data", EventType.PUBLIC_DATA_UPDATED),
    PRIVATE("private_data", EventType.PRIVATE_DATA_UPDATED);

    private final String member;
    private final EventType updated;

    DataKind(String member, EventType updated) {
        this.member = member;
        this.updated = updated;
    }

    /** The event type of a change. */
    EventType updated() {
        return updated;
    }

    /** The name of the document in bodies and of its column. The column of the version is this and {@code _version}. */
    String member() {
        return member;
    }
}
