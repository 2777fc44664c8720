package io.useradmin.image;

import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * pom.xml overrides versions of the Quarkus platform. Each override must take effect, and still be newer than the platform's
 * version.
 */
class DependencyOverridesTest {
    private static final String PLATFORM = "quarkus-bom";

    /** A dependency, or a bill of materials for its group and all groups below. */
    record Managed(String group, String artifact, String version, boolean isImport) {
        boolean covers(String otherGroup, String otherArtifact) {
            return isImport
                    ? (otherGroup + ".").startsWith(group + ".")
                    : otherGroup.equals(group) && otherArtifact.equals(artifact);
        }

        Version parsed() {
            return Version.parse(version);
        }
    }

    static Stream<Managed> overrides() throws Exception {
        List<Managed> managed = managed(Path.of("pom.xml"));
        return managed.stream().takeWhile(each -> !each.artifact().equals(PLATFORM));
    }

    @ParameterizedTest
    @MethodSource("overrides")
    void wins(Managed override) {
        List<String> versions = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> isOf(override, jar))
                .map(jar -> jar.getParent().getFileName().toString())
                .toList();

        if (override.isImport()) {
            assertThat(versions).contains(override.version());
        } else {
            // A native library is on the class path only on its own platform.
            assertThat(versions).allMatch(override.version()::equals);
        }
    }

    @ParameterizedTest
    @MethodSource("overrides")
    void isStillNeeded(Managed override) throws Exception {
        Optional<Version> ofPlatform = managed(Path.of(System.getProperty("platform.bom"))).stream()
                .filter(each -> override.covers(each.group(), each.artifact()))
                .map(Managed::parsed)
                .max(naturalOrder());

        assertThat(ofPlatform).as("the platform's version of %s", override).isPresent();
        assertThat(override.parsed())
                .as(
                        "The Quarkus platform has %s:%s %s. Remove its entry before %s in pom.xml, and its property.",
                        override.group(), override.artifact(), ofPlatform.get(), PLATFORM)
                .isGreaterThan(ofPlatform.get());
    }

    /** In a Maven repository, a jar is at group/artifact/version/file. */
    private static boolean isOf(Managed override, Path jar) {
        if (jar.getNameCount() < 4) {
            return false;
        }
        Path group = Path.of(override.group().replace('.', '/'));
        Path artifact = jar.getParent().getParent();
        return override.isImport()
                ? artifact.toString().contains(File.separator + group + File.separator)
                : artifact.endsWith(group.resolve(override.artifact()));
    }

    private static List<Managed> managed(Path pom) throws Exception {
        Element project = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(pom.toFile())
                .getDocumentElement();
        return children(child(child(project, "dependencyManagement"), "dependencies"))
                .map(dependency -> new Managed(
                        text(dependency, "groupId"),
                        text(dependency, "artifactId"),
                        resolve(project, text(dependency, "version")),
                        text(dependency, "scope").equals("import")))
                .toList();
    }

    private static String resolve(Element project, String version) {
        return version.startsWith("${")
                ? text(child(project, "properties"), version.substring(2, version.length() - 1))
                : version;
    }

    private static String text(Element parent, String name) {
        return children(parent)
                .filter(child -> child.getTagName().equals(name))
                .map(Element::getTextContent)
                .findFirst()
                .orElse("");
    }

    private static Element child(Element parent, String name) {
        return children(parent)
                .filter(child -> child.getTagName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<Element> children(Element parent) {
        return Stream.iterate(parent.getFirstChild(), Objects::nonNull, Node::getNextSibling)
                .filter(Element.class::isInstance)
                .map(Element.class::cast);
    }
}
