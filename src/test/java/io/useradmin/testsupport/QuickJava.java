package io.useradmin.testsupport;

import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * How tests run the package on a JVM: it lives for seconds, so that what the second compiler makes of it does not pay off, and it
 * begins with the classes that an earlier run has loaded, as the first that ends by itself has left them in an archive. It runs in a
 * language with other digits and other capital letters, which must not change anything.
 */
final class QuickJava {
    private QuickJava() {}

    /**
     * The program and its options.
     *
     * @param archive the name of the archive; runs that load other classes have another one
     */
    static Stream<String> command(String archive) {
        return Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Duser.language=tr",
                "-Duser.country=TR",
                "-Duser.extensions=u-nu-arab",
                "-XX:+AutoCreateSharedArchive",
                "-XX:SharedArchiveFile=" + archive(archive),
                "-Xlog:disable",
                "-Xlog:all=error,cds*=off:stderr");
    }

    /** Where the archive is. */
    static Path archive(String name) {
        return Path.of("target", name + ".jsa").toAbsolutePath();
    }
}
