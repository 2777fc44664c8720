package io.useradmin.userdata;

/** Which of a user's two data documents. */
enum DataKind {
    PUBLIC("public_data"),
    PRIVATE("private_data");

    private final String member;

    DataKind(String member) {
        this.member = member;
    }

    /** The document's name in bodies, which is its column's name too; the version's column is this and {@code _version}. */
    String member() {
        return member;
    }
}
