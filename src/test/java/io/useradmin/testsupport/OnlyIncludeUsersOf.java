package io.useradmin.testsupport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/** Imports only the classes that use one of these types. It takes seconds to import all, because of the types that they use. */
public class OnlyIncludeUsersOf implements ImportOption {
    private final List<String> names;

    public OnlyIncludeUsersOf(Class<?>... types) {
        names = Stream.of(types).map(type -> type.getName().replace('.', '/')).toList();
    }

    /** A class file contains the name of each type that the class uses, also as an annotation. */
    @Override
    public boolean includes(Location location) {
        try (InputStream classFile = location.asURI().toURL().openStream()) {
            String content = new String(classFile.readAllBytes(), ISO_8859_1);
            return names.stream().anyMatch(content::contains);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
