package io.useradmin.nativeimage;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ClientProxy;
import io.quarkus.arc.InstanceHandle;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.useradmin.testsupport.OnlyIncludeUsersOf;
import io.useradmin.testsupport.TestDatabase;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;

/** Caffeine loads classes by name, depending on the kind of cache. All classes in use must be registered for native builds. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class CaffeineClassesTest {
    private static final String CAFFEINE = "com.github.benmanes.caffeine.cache.";
    private static final String ROOT = "io.useradmin";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests())
            .withImportOption(new OnlyIncludeUsersOf(Caffeine.class, Ticker.class, RegisterForReflection.class))
            .importPackages(ROOT);

    @Test
    void areRegistered() throws ReflectiveOperationException {
        createCaches();

        Set<String> inUse = new TreeSet<>();
        inUse.addAll(loadedBy("LocalCacheFactory"));
        inUse.addAll(loadedBy("NodeFactory"));
        assertThat(inUse)
                .as("Caffeine's classes in use must be registered in NativeReflection")
                .isNotEmpty()
                .isSubsetOf(registered());
    }

    /**
     * Creates all beans that use a cache, and with them their caches. The framework creates beans lazily. If a class with a cache
     * is no bean, the beans that use it create it.
     */
    private static void createCaches() {
        List<JavaClass> makers = CLASSES.stream()
                .filter(type -> type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(used -> used.getTargetClass().isEquivalentTo(Caffeine.class)))
                .toList();
        assertThat(makers).isNotEmpty();
        for (JavaClass maker : makers) {
            List<InstanceHandle<?>> beans = withUsers(maker)
                    .<InstanceHandle<?>>map(type -> Arc.container().instance(type.reflect()))
                    .filter(InstanceHandle::isAvailable)
                    .toList();
            assertThat(beans).as("beans that create %s", maker).isNotEmpty();
            beans.forEach(bean -> ClientProxy.unwrap(bean.get()));
        }
    }

    private static Stream<JavaClass> withUsers(JavaClass maker) {
        return Stream.concat(
                        Stream.of(maker),
                        maker.getDirectDependenciesToSelf().stream().map(Dependency::getOriginClass))
                .distinct();
    }

    /** The classes that a factory of Caffeine has loaded. It caches them by name. */
    private static List<String> loadedBy(String factory) throws ReflectiveOperationException {
        Field factories = Class.forName(CAFFEINE + factory).getDeclaredField("FACTORIES");
        factories.setAccessible(true);
        return ((Map<?, ?>) factories.get(null))
                .keySet().stream().map(name -> CAFFEINE + name).toList();
    }

    private static Set<String> registered() {
        List<String> arguments =
                List.of(ConfigProvider.getConfig().getValue("quarkus.native.additional-build-args", String[].class));
        Set<String> names = CaffeineClasses.registeredByTheFramework(arguments::contains);
        CLASSES.stream()
                .filter(type -> type.isAnnotatedWith(RegisterForReflection.class))
                .map(type -> type.getAnnotationOfType(RegisterForReflection.class))
                .forEach(annotation -> names.addAll(List.of(annotation.classNames())));
        return names;
    }
}
