package io.useradmin.userdata;

import io.useradmin.audit.EventType;

/** Which of a user's two data documents. */
enum DataKind {
    PUBLIC("public_data", EventType.PUBLIC_DATA_UPDATED),
    PRIVATE("private_data", EventType.PRIVATE_DATA_UPDATED);

    private final String member;
    private final EventType updated;

    DataKind(String member, EventType updated) {
        this.member = member;
        this.updated = updated;
    }

    /** The event of a change. */
    EventType updated() {
        return updated;
    }

    /** The document's name in bodies, which is its column's name too; the version's column is this and {@code _version}. */
    String member() {
        return member;
    }
}
