package io.useradmin.openapi;

/** A reference to a schema of the document: {@code #/components/schemas/<name>}. */
final class SchemaReference {
    private SchemaReference() {}

    /** The name of the schema to which {@code reference} leads. */
    static String name(String reference) {
        return reference.substring(reference.lastIndexOf('/') + 1);
    }
}
